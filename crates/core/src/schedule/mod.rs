//! The schedule: which of several methods works on a question next, and for how much work.
//!
//! Nobody knows beforehand which method answers a question first. So the methods are *contestants*:
//! they take turns until one of them has the answer. Each says how much work it has done, and how
//! much it expects to have left ([`Standing`]). From these a policy for the kind of question gives
//! each contestant a *share* of the work ([`Shares`]). In a *round*, the contestant with the
//! largest share gets a turn, and each other one may do its share of the work of that one; a
//! contestant that has done more waits.
//!
//! Turns grow with the work of all, so the number of rounds grows with the logarithm of the work.
//!
//! Work is a count of nodes, lookups and the like, in nanoseconds on a processor of 2024, about. It
//! never depends on a clock. So the same question has the same turns on every machine.

use smallvec::SmallVec;

/// How far a contestant is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// The work done so far, in nanoseconds, about.
    pub(crate) work: u64,
    /// The work that is left, as the contestant predicts it; infinite if it cannot.
    pub(crate) left: f64,
}

impl Standing {
    pub(crate) const START: Self = Self {
        work: 0,
        left: f64::INFINITY,
    };

    /// The standing of a method that has covered this share of its tree.
    pub(crate) fn covered(work: u64, share: f64) -> Self {
        // Before the first share is covered nothing is known: any prediction of another method
        // wins.
        let left = if work > 0 && share > 0.0 {
            work as f64 * ((1.0 - share) / share).max(0.0)
        } else {
            f64::INFINITY
        };
        Self { work, left }
    }
}

/// How the work is shared: one policy for each kind of question.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shares {
    /// All solutions are to be covered, so predictions mean something. The contestant that expects
    /// to end first has most of the work; each of the others may do this part of it.
    Leader { others: u64 },
    /// One solution may be enough, and a method that learns cannot predict when it ends. All have
    /// the same share, but one that expects to need `hopeless` times the work of all contestants
    /// so far has a share that is smaller by the factor `favour`, and one that expects to need
    /// `hopeful` times that, or less, a larger one.
    Equal {
        hopeless: f64,
        hopeful: f64,
        favour: f64,
    },
    /// The first contestant finds most of the solutions. Each of the others may do this part of
    /// its work.
    First { others: u64 },
}

impl Shares {
    /// All have the same share, whatever they predict.
    pub(crate) const ALIKE: Self = Self::Leader { others: 1 };

    /// The share of each contestant; 0 for one that is out.
    fn of(self, all: &[Option<Standing>]) -> SmallVec<[f64; 8]> {
        let each = |share: &dyn Fn(usize, Standing) -> f64| {
            let all = all.iter().enumerate();
            let share =
                |(place, one): (usize, &Option<Standing>)| one.map_or(0.0, |one| share(place, one));
            all.map(share).collect()
        };
        match self {
            Self::Leader { others } => {
                let all = all.iter().enumerate();
                let known = all.filter_map(|(place, one)| Some((place, (*one)?.left)));
                // On a tie, as before the first predictions, the first one goes on.
                let leader = known.min_by(|one, other| one.1.total_cmp(&other.1));
                let leader = leader.map(|leader| leader.0);
                each(&|place, _| {
                    if Some(place) == leader {
                        1.0
                    } else {
                        1.0 / others as f64
                    }
                })
            }
            Self::Equal {
                hopeless,
                hopeful,
                favour,
            } => {
                let total = total(all) as f64;
                each(&|_, Standing { left, .. }| {
                    if left == f64::INFINITY {
                        1.0
                    } else if left > hopeless * total {
                        1.0 / favour
                    } else if left < hopeful * total {
                        favour
                    } else {
                        1.0
                    }
                })
            }
            Self::First { others } => each(&|place, _| match place {
                0 => 1.0,
                _ => 1.0 / others as f64,
            }),
        }
    }
}

/// How long turns are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The work of the shortest turn.
    pub(crate) turn: u64,
    /// Later turns take the work of all contestants so far, divided by this.
    pub(crate) growth: u64,
}

/// The turn of a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) who: usize,
    /// The work of this contestant at the end of the turn.
    pub(crate) until: u64,
}

/// The schedule of a question.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pace: Pace,
    /// For each contestant, the work that it may have done at the end of the round; 0 after its
    /// turn.
    round: SmallVec<[u64; 8]>,
}

impl Schedule {
    pub(crate) fn new(pace: Pace) -> Self {
        Self {
            pace,
            round: SmallVec::new(),
        }
    }

    /// Goes back to the start of a question.
    pub(crate) fn restart(&mut self) {
        self.round.clear();
    }

    /// The next turn. `all` are the contestants, in order; `None` for those that are out. `None` if
    /// all of them are.
    pub(crate) fn next(&mut self, all: &[Option<Standing>], shares: Shares) -> Option<Turn> {
        self.next_in_round(all).or_else(|| {
            self.plan(all, shares);
            // A new round has a turn for its favourite at least.
            self.next_in_round(all)
        })
    }

    /// The next turn of the round: the contestant that joined last, if some have done nothing yet;
    /// then one after the other.
    fn next_in_round(&mut self, all: &[Option<Standing>]) -> Option<Turn> {
        let round = self.round.iter().zip(all).enumerate();
        let behind = round.filter_map(|(who, (&until, one))| {
            let work = (*one)?.work;
            (work < until).then_some((who, work, until))
        });
        let first = behind.min_by_key(|&(who, work, _)| match work {
            0 => (false, usize::MAX - who),
            _ => (true, who),
        });
        let (who, _, until) = first?;
        self.round[who] = 0;
        Some(Turn { who, until })
    }

    /// Plans a new round.
    fn plan(&mut self, all: &[Option<Standing>], shares: Shares) {
        let shares = shares.of(all);
        let turn = (total(all) / self.pace.growth).max(self.pace.turn);
        let largest = shares.iter().copied().fold(0.0, f64::max);
        // Among equal ones, the first of those that expect to end first: a contestant that has not
        // begun expects nothing, and may refuse a short turn.
        let equal = (0..all.len()).filter(|&who| shares[who] == largest);
        let left = |&who: &usize| all[who].map_or(f64::INFINITY, |one| one.left);
        let favourite = equal.min_by(|one, other| left(one).total_cmp(&left(other)));
        let work = favourite.and_then(|favourite| Some(all[favourite]?.work));
        let lead = work.unwrap_or(0).saturating_add(turn);
        let quota = |share: f64| {
            if share == largest {
                lead
            } else {
                (lead as f64 * (share / largest)) as u64
            }
        };
        self.round = shares.into_iter().map(quota).collect();
    }
}

/// The work of all contestants together.
fn total(all: &[Option<Standing>]) -> u64 {
    let works = all.iter().flatten().map(|one| one.work);
    works.fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace {
        turn: 100,
        growth: 4,
    };

    fn standing(work: u64, left: f64) -> Option<Standing> {
        Some(Standing { work, left })
    }

    /// The work of each contestant after this many turns, if predictions are constant.
    fn works(lefts: &[f64], shares: Shares, turns: usize) -> Vec<u64> {
        let mut schedule = Schedule::new(PACE);
        let mut works = vec![0; lefts.len()];
        for _ in 0..turns {
            let all: Vec<_> = works
                .iter()
                .zip(lefts)
                .map(|(&work, &left)| standing(work, left))
                .collect();
            let turn = schedule.next(&all, shares).unwrap();
            assert!(turn.until > works[turn.who]);
            works[turn.who] = turn.until;
        }
        works
    }

    #[test]
    fn the_leader_has_most_of_the_work() {
        let leader = Shares::Leader { others: 16 };
        let work = works(&[1e12, 1e6, 1e9], leader, 60);
        for other in [work[0], work[2]] {
            assert!((work[1] / 32..=work[1] / 12).contains(&other), "{work:?}");
        }
        // Nobody predicts anything: the first goes on.
        let work = works(&[f64::INFINITY; 3], leader, 60);
        assert!(work[0] > 6 * (work[1] + work[2]), "{work:?}");
    }

    #[test]
    fn hopeless_contestants_have_a_small_share() {
        let shares = Shares::Equal {
            hopeless: 100.0,
            hopeful: 1.0,
            favour: 8.0,
        };
        let equal = works(&[f64::INFINITY; 3], shares, 60);
        assert!(equal.iter().all(|&work| work > equal[0] / 2), "{equal:?}");
        let one = works(&[1e300, f64::INFINITY], shares, 60);
        assert!((one[1] / 16..=one[1] / 8).contains(&one[0]), "{one:?}");
        let hopeful = works(&[0.0, f64::INFINITY], shares, 60);
        assert!(hopeful[1] <= hopeful[0] / 8, "{hopeful:?}");
    }

    #[test]
    fn contestants_that_are_out_have_no_turn() {
        let mut schedule = Schedule::new(PACE);
        let shares = Shares::First { others: 4 };
        let all = [None, standing(0, 1.0), None];
        for until in [100, 100] {
            let turn = schedule.next(&all, shares);
            assert_eq!(turn, Some(Turn { who: 1, until }));
        }
        assert_eq!(schedule.next(&[None, None], shares), None);
        assert_eq!(schedule.next(&[], shares), None);
    }
}
