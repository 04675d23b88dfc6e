//! The turns of a question: which methods worked on it, and which one answered.

use std::fmt;
use std::time::Duration;

/// A method that takes turns with others at a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contestant {
    /// The walk of the engine that the solver has chosen.
    Walk,
    /// A walk on rows, with the support rule and learned weights.
    Rows,
    /// The walk on narrower lanes.
    Narrower,
    /// A walk on lanes that examines sums themselves, not the options that express them.
    Sums,
    /// Learning from conflicts.
    Learning,
    /// The search for weights of the items that no solution can have: see
    /// [`Colouring`](crate::Colouring).
    Weights,
    /// Counting by a sweep over a frontier.
    Sweep,
    /// Counting by a fold over states.
    Fold,
    /// A walk that visits one of several options that are alike by symmetry.
    Orbits,
}

impl Contestant {
    const ALL: [Self; 9] = [
        Self::Walk,
        Self::Rows,
        Self::Narrower,
        Self::Sums,
        Self::Learning,
        Self::Weights,
        Self::Sweep,
        Self::Fold,
        Self::Orbits,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Rows => "rows",
            Self::Narrower => "narrower lanes",
            Self::Sums => "sums",
            Self::Learning => "learning",
            Self::Weights => "weights",
            Self::Sweep => "sweep",
            Self::Fold => "fold",
            Self::Orbits => "orbits",
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which methods took turns at a question. `Display` states it in a sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// In nanoseconds, about, in the order of `Contestant::ALL`.
    work: [u64; Contestant::ALL.len()],
    answered: Option<Contestant>,
}

impl Turns {
    /// Adds the work of a method, in nanoseconds, about.
    pub(crate) fn add(&mut self, contestant: Contestant, work: u64) {
        let sum = &mut self.work[contestant as usize];
        *sum = sum.saturating_add(work);
    }

    /// Says which method answered.
    pub(crate) fn answer(&mut self, contestant: Contestant) {
        self.answered = Some(contestant);
    }

    /// The method that found the last solution, or the proof that there are no more.
    #[must_use]
    pub fn answered(&self) -> Option<Contestant> {
        self.answered
    }

    /// The work of a method, as time on a processor of 2024, about. It depends on counts of nodes
    /// and the like, never on a clock. Zero if it had no turn.
    #[must_use]
    pub fn work(&self, contestant: Contestant) -> Duration {
        Duration::from_nanos(self.work[contestant as usize])
    }

    /// The methods that had turns.
    fn all(&self) -> impl Iterator<Item = (Contestant, u64)> {
        let all = Contestant::ALL.into_iter().zip(self.work);
        all.filter(|&(contestant, work)| work > 0 || self.answered == Some(contestant))
    }

    pub(super) fn plus(mut self, other: &Self) -> Self {
        for (sum, more) in self.work.iter_mut().zip(other.work) {
            *sum = sum.saturating_add(more);
        }
        self.answered = other.answered.or(self.answered);
        self
    }

    /// The turns after an earlier moment.
    pub(super) fn since(mut self, before: &Self) -> Self {
        for (all, before) in self.work.iter_mut().zip(before.work) {
            *all = all.saturating_sub(before);
        }
        self
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.answered {
            Some(answered) => write!(f, "{answered} answered")?,
            None => f.write_str("none has answered")?,
        }
        for (place, (contestant, work)) in self.all().enumerate() {
            let before = if place == 0 { "; work:" } else { "," };
            let milliseconds = work as f64 / 1e6;
            let digits = usize::from(milliseconds < 10.0);
            write!(f, "{before} {contestant} {milliseconds:.digits$} ms")?;
        }
        Ok(())
    }
}

#[cfg(feature = "json")]
impl serde::Serialize for Turns {
    /// An object: `answered`, and `work` with the seconds of each method.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        struct Work<'t>(&'t Turns);
        impl serde::Serialize for Work<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let all = self.0.all();
                serializer.collect_map(all.map(|(one, work)| (one.name(), work as f64 / 1e9)))
            }
        }
        let mut turns = serializer.serialize_struct("Turns", 2)?;
        turns.serialize_field("answered", &self.answered.map(Contestant::name))?;
        turns.serialize_field("work", &Work(self))?;
        turns.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_a_sentence() {
        let mut turns = Turns::default();
        for (place, contestant) in Contestant::ALL.into_iter().enumerate() {
            assert_eq!(contestant as usize, place);
        }
        turns.add(Contestant::Walk, 50_000_000);
        turns.add(Contestant::Learning, 1_230_000);
        assert_eq!(
            turns.to_string(),
            "none has answered; work: walk 50 ms, learning 1.2 ms"
        );
        turns.answer(Contestant::Learning);
        let twice = turns.plus(&turns);
        assert_eq!(
            twice.to_string(),
            "learning answered; work: walk 100 ms, learning 2.5 ms"
        );
        assert_eq!(twice.since(&turns).work(Contestant::Walk).as_millis(), 50);
    }
}
