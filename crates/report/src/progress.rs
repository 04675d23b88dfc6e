//! The progress of a search as one line of text.

use std::fmt::{self, Write};
use std::time::Duration;

use super::amounts;
use quadrille_core::text::quantity;
use quadrille_core::{CostRange, Count, Decimal, Progress, Sense};

/// Words for the reports of [`Search::watch`](quadrille_core::Search::watch) about one search. It
/// remembers earlier reports, so that its rate and its time left do not jump.
///
/// ```
/// use quadrille::Progress;
/// use quadrille::report::Pace;
///
/// let mut progress = Progress::default();
/// (progress.share, progress.solutions) = (Some(0.25), 1234.into());
/// (progress.nodes, progress.elapsed) = (5_000_000, std::time::Duration::from_secs(10));
/// let line = Pace::default().line(&progress);
/// assert_eq!(line, "25.0 %, about 30 s left, 1,234 solutions, 500,000 nodes a second");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pace {
    elapsed: Duration,
    nodes: u64,
    /// Nodes a second.
    rate: Option<f64>,
    /// Seconds from the start of the search to its end.
    total: Option<f64>,
    /// The states that a count by memory or a diagram has stored.
    states: Option<usize>,
    /// The level of a count by memory, and the number of levels.
    level: Option<(usize, usize)>,
}

/// The weight of the newest report in a rate or a time.
const NEWEST: f64 = 0.25;

/// A share below this says nothing about the time left.
const LEAST_SHARE: f64 = 1e-9;

impl Pace {
    /// Returns the line of a report: the share of the search tree, the time left, what was found,
    /// and the nodes a second of the last reports. Unknown parts are left out.
    #[must_use]
    pub fn line(&mut self, progress: &Progress) -> String {
        self.update(progress);
        let mut parts = Vec::new();
        if let Some(share) = progress.share {
            parts.push(format!("{:.1} %", 100.0 * share));
        }
        // Beside a walk, a method with memory may end much earlier.
        if let Some(total) = self.total.filter(|_| self.states.is_none()) {
            let left = (total - progress.elapsed.as_secs_f64()).max(1.0);
            parts.push(format!("{} left", amounts::about(left.round())));
        }
        match progress.costs {
            Some(range) => parts.push(costs(range)),
            None if progress.share.is_none() && progress.states.is_some() => {}
            None => parts.push(solutions(&progress.solutions)),
        }
        if let Some(states) = self.states {
            parts.push(format!("{} states", grouped(&states)));
        }
        if let Some((level, levels)) = self.level {
            parts.push(format!("level {level} of {levels}"));
        }
        if let Some(rate) = self.rate {
            parts.push(format!("{} nodes a second", grouped(&rounded(rate))));
        }
        parts.join(", ")
    }

    fn update(&mut self, progress: &Progress) {
        if progress.states.is_some() {
            (self.states, self.level) = (progress.states, progress.level);
            return;
        }
        let passed = progress.elapsed.saturating_sub(self.elapsed).as_secs_f64();
        let visited = progress.nodes.saturating_sub(self.nodes);
        if passed > 0.0 && visited > 0 {
            smooth(&mut self.rate, visited as f64 / passed);
        }
        (self.elapsed, self.nodes) = (progress.elapsed, progress.nodes);
        let before = progress.share_before;
        let done = progress
            .share
            .map(|share| (share - before) / (1.0 - before));
        if let Some(done) = done.filter(|&done| done > LEAST_SHARE) {
            smooth(&mut self.total, progress.elapsed.as_secs_f64() / done);
        }
    }
}

fn smooth(average: &mut Option<f64>, newest: f64) {
    let before = average.unwrap_or(newest);
    *average = Some(before + NEWEST * (newest - before));
}

fn solutions(found: &Count) -> String {
    let words = quantity(found, "solution");
    words.replacen(&found.to_string(), &grouped(found), 1)
}

/// The best cost found, the bound of all costs, and the gap between them.
fn costs(range: CostRange) -> String {
    let (best, limit) = match range.sense {
        Sense::Min => ("least", "at least"),
        Sense::Max => ("greatest", "at most"),
    };
    let decimal = |cost| Decimal::new(cost, range.decimals);
    match (range.best, range.bound) {
        (None, None) => "no solution".to_owned(),
        (None, Some(bound)) => {
            format!("no solution yet, costs {limit} {}", decimal(bound))
        }
        (Some(cost), bound) => {
            let bound = bound.unwrap_or(cost);
            let gap = 100.0 * cost.abs_diff(bound) as f64 / cost.unsigned_abs().max(1) as f64;
            let (cost, bound) = (decimal(cost), decimal(bound));
            format!("{best} cost {cost}, {limit} {bound}, gap {gap:.1} %")
        }
    }
}

/// Rounds a rate to two digits.
fn rounded(rate: f64) -> u64 {
    let unit = 10_f64.powf((rate.max(1.0).log10().floor() - 1.0).max(0.0));
    ((rate / unit).round() * unit) as u64
}

/// A number with a comma after each group of three digits.
fn grouped(number: &impl fmt::Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        let is_start = place > 0 && (digits.len() - place).is_multiple_of(3);
        let _ = write!(text, "{}{digit}", if is_start { "," } else { "" });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64, share: f64, nodes: u64) -> Progress {
        let mut progress = Progress::default();
        progress.share = Some(share);
        progress.nodes = nodes;
        progress.elapsed = Duration::from_secs(seconds);
        progress
    }

    #[test]
    fn rate_and_time_left_are_smoothed() {
        let mut pace = Pace::default();
        let first = pace.line(&at(1, 0.5, 1000));
        assert_eq!(
            first,
            "50.0 %, about 1 s left, 0 solutions, 1,000 nodes a second"
        );
        let second = pace.line(&at(2, 0.5, 4000));
        assert_eq!(
            second,
            "50.0 %, about 1 s left, 0 solutions, 1,500 nodes a second"
        );
    }

    #[test]
    fn a_search_for_the_best_cost_reports_the_gap() {
        for (sense, best, bound, words) in [
            (
                Sense::Min,
                None,
                Some(7),
                "no solution yet, costs at least 7",
            ),
            (
                Sense::Max,
                None,
                Some(7),
                "no solution yet, costs at most 7",
            ),
            (
                Sense::Min,
                Some(10),
                Some(9),
                "least cost 10, at least 9, gap 10.0 %",
            ),
            (
                Sense::Max,
                Some(-10),
                Some(5),
                "greatest cost -10, at most 5, gap 150.0 %",
            ),
            (
                Sense::Min,
                Some(0),
                None,
                "least cost 0, at least 0, gap 0.0 %",
            ),
        ] {
            let mut range = CostRange::default();
            (range.sense, range.best, range.bound) = (sense, best, bound);
            let mut progress = at(10, 0.1, 100);
            progress.costs = Some(range);
            let line = Pace::default().line(&progress);
            assert!(line.contains(words), "{line}");
        }
    }

    #[test]
    fn states_replace_the_time_left() {
        let mut pace = Pace::default();
        let mut progress = at(10, 0.1, 100);
        progress.states = Some(1_234_567);
        let line = pace.line(&progress);
        assert!(line.contains("1,234,567 states") && !line.contains("left"));
        let mut states = Progress::default();
        states.states = Some(5);
        assert_eq!(Pace::default().line(&states), "5 states");
        // The next report of the walk has no states.
        assert!(pace.line(&at(11, 0.2, 200)).contains("1,234,567 states"));
    }

    #[test]
    fn a_search_that_continues_takes_the_rest_of_the_time() {
        let mut progress = at(10, 0.75, 0);
        progress.share_before = 0.5;
        let line = Pace::default().line(&progress);
        assert_eq!(line, "75.0 %, about 10 s left, 0 solutions");
    }

    #[test]
    fn the_level_follows_the_states_and_does_not_change_the_rate() {
        let states = |level| {
            let mut progress = Progress::default();
            progress.elapsed = Duration::from_secs(2);
            progress.states = Some(500);
            progress.level = level;
            progress
        };
        let mut pace = Pace::default();
        let _ = pace.line(&at(1, 0.5, 1000));
        let line = pace.line(&states(Some((3, 60))));
        assert_eq!(line, "500 states, level 3 of 60, 1,000 nodes a second");
        // The sweep was given up.
        let line = pace.line(&states(None));
        assert_eq!(line, "500 states, 1,000 nodes a second");
        let line = pace.line(&at(3, 0.5, 3000));
        assert!(line.ends_with("500 states, 1,000 nodes a second"), "{line}");
    }

    #[test]
    fn a_share_of_nothing_has_no_time_left() {
        let line = Pace::default().line(&at(10, 0.0, 0));
        assert_eq!(line, "0.0 %, 0 solutions");
    }
}
