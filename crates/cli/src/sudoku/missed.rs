//! Puzzles that were not made: which limits ended the search for them, and what to do about it.

use quadrille_core::Stop;

/// The flags of the limits. The time is that of the whole command.
const FLAGS: [&str; 3] = ["'--tries'", "'--time'", "'--time-per-board'"];

/// Which of these limits were reached.
#[derive(Default)]
pub(super) struct Missed([bool; FLAGS.len()]);

impl Missed {
    /// Adds a puzzle that was not made. `is_over` says whether the time of the whole command is
    /// over.
    pub(super) fn add(&mut self, stop: Stop, is_over: bool) {
        let [tries, time, board_time] = &mut self.0;
        *match stop {
            Stop::Time if is_over => time,
            Stop::Time => board_time,
            _ => tries,
        } = true;
    }

    /// The help for a command that made this many puzzles.
    pub(super) fn help(&self, made: u64) -> String {
        // Such puzzles exist, but so many take longer.
        if made > 0 && self.0 == [false, true, false] {
            return "raise '--time', or ask for fewer puzzles with '-n'".to_owned();
        }
        let flags = FLAGS.into_iter().zip(self.0);
        let reached = flags.filter_map(|(flag, is_reached)| is_reached.then_some(flag));
        let reached = match *reached.collect::<Vec<_>>() {
            [ref others @ .., last] if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            ref flags => flags.concat(),
        };
        format!("raise {reached}, change '--seed', or relax the request")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_limits_that_were_reached_are_to_be_raised() {
        let help = |reached: &[(Stop, bool)], made: u64| {
            let mut missed = Missed::default();
            for &(stop, is_over) in reached {
                missed.add(stop, is_over);
            }
            missed.help(made)
        };
        let (tries, time) = ((Stop::Exhausted, false), (Stop::Time, true));
        let board_time = (Stop::Time, false);
        for (reached, made, expected) in [
            (&[tries][..], 3, "raise '--tries', change"),
            (&[board_time], 3, "raise '--time-per-board', change"),
            (&[time], 0, "raise '--time', change"),
            (&[time, time], 3, "raise '--time', or ask for fewer puzzles"),
            (&[time, tries], 3, "raise '--tries' and '--time', change"),
            (
                &[tries, board_time, time],
                0,
                "raise '--tries', '--time' and '--time-per-board', change",
            ),
        ] {
            let help = help(reached, made);
            assert!(help.starts_with(expected), "{help}");
        }
    }
}
