//! Algorithm X, move by move, for people who want to see the links dance.
//!
//! This is a plain walk over lists, for small problems only. It makes the choices of the engine
//! with dancing links: the item with the fewest options, the first of them on a tie.

use quadrille_core::{ItemId, OptionId, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::given::read;
use crate::fault::Fault;
use crate::job::Job;
use crate::message::Answer;

/// The most moves that are shown, and the largest problem that is.
const MOVES: usize = 2000;
const MOST_MOVES: usize = 20_000;
const MOST_USES: usize = 2000;
/// The most numbers that all moves together list.
const MOST_NUMBERS: usize = 1_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    most: Option<usize>,
}

/// One move of the dance.
#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "move", rename_all = "kebab-case")]
enum Move {
    /// An item is chosen: it has the fewest options.
    Choose {
        item: usize,
        options: Vec<usize>,
        level: usize,
    },
    /// An option is tried: it covers items, and the options that conflict with it disappear.
    Try {
        option: usize,
        items: Vec<usize>,
        removed: Vec<usize>,
        level: usize,
    },
    /// An option is taken back. What disappeared with it comes back.
    Undo { option: usize, level: usize },
    /// All primary items are covered.
    Solution { options: Vec<usize>, level: usize },
    /// An item has no option left.
    DeadEnd { item: usize, level: usize },
}

/// A choice: an item, its options at that time, and the next of them to try.
struct Level {
    options: Vec<OptionId>,
    next: usize,
    /// The options that disappeared with the one that is tried.
    removed: Vec<OptionId>,
}

struct Dance<'a> {
    problem: &'a Problem,
    is_live: Vec<bool>,
    is_covered: Vec<bool>,
    levels: Vec<Level>,
    moves: Vec<Move>,
    /// The numbers that the moves list.
    listed: usize,
}

pub(super) fn dance(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (problem, Fields { most }) = read(fields, job)?;
    if problem.has_multiplicities() {
        let what = "an item with a multiplicity other than 1 cannot be shown move by move";
        return Err(Fault::new(what));
    }
    let uses: usize = problem
        .options()
        .map(|option| problem.items_of(option).len())
        .sum();
    if uses > MOST_USES {
        let what = format_args!("{uses} uses of items are too many to be shown move by move");
        return Err(Fault::new(what).with_help(format!("take a problem with at most {MOST_USES}")));
    }
    let most = most.unwrap_or(MOVES).min(MOST_MOVES);
    let (moves, more) = moves(&problem, most, || job.budget.poll().is_ok());
    let stop = job.budget.poll().err().unwrap_or_default();
    let answer = Answer::new(stop).with("moves", moves);
    Ok(answer.with("more", more))
}

/// The moves from the start, at most so many and while there is time, and whether there are more.
fn moves(problem: &Problem, most: usize, has_time: impl Fn() -> bool) -> (Vec<Move>, bool) {
    let mut dance = Dance {
        problem,
        is_live: problem
            .options()
            .map(|option| !problem.is_dropped(option))
            .collect(),
        is_covered: vec![false; problem.item_count()],
        levels: Vec::new(),
        moves: Vec::new(),
        listed: 0,
    };
    dance.choose();
    while dance.moves.len() < most && dance.listed < MOST_NUMBERS && has_time() {
        if !dance.advance() {
            return (dance.moves, false);
        }
    }
    dance.moves.truncate(most);
    (dance.moves, true)
}

impl Dance<'_> {
    /// The live options of an item.
    fn options_of(&self, item: ItemId) -> Vec<OptionId> {
        let has = |option: &OptionId| {
            self.is_live[option.index()] && self.problem.items_of(*option).contains(&item)
        };
        self.problem.options().filter(has).collect()
    }

    /// Chooses the item with the fewest options, or finds that all are covered.
    fn choose(&mut self) {
        let level = self.levels.len();
        let mut counts = vec![0_usize; self.problem.item_count()];
        for option in self
            .problem
            .options()
            .filter(|option| self.is_live[option.index()])
        {
            for item in self.problem.items_of(option) {
                counts[item.index()] += 1;
            }
        }
        let is_open =
            |item: &ItemId| self.problem.is_primary(*item) && !self.is_covered[item.index()];
        let open = self.problem.items().filter(is_open);
        let Some(item) = open.min_by_key(|item| counts[item.index()]) else {
            let tried = self.levels.iter();
            let tried = tried.map(|level| level.options[level.next - 1].index());
            let options = tried.collect();
            return self.moves.push(Move::Solution { options, level });
        };
        let options = self.options_of(item);
        if options.is_empty() {
            let item = item.index();
            return self.moves.push(Move::DeadEnd { item, level });
        }
        self.moves.push(Move::Choose {
            item: item.index(),
            options: options.iter().map(|option| option.index()).collect(),
            level,
        });
        self.levels.push(Level {
            options,
            next: 0,
            removed: Vec::new(),
        });
    }

    /// Takes back the option that is tried, if there is one, and tries the next. Returns whether
    /// there was anything left to do.
    fn advance(&mut self) -> bool {
        loop {
            let depth = self.levels.len();
            let Some(level) = self.levels.last_mut() else {
                return false;
            };
            if level.next > 0 {
                let option = level.options[level.next - 1];
                self.undo(option, depth - 1);
            }
            let Some(level) = self.levels.last_mut() else {
                return false;
            };
            if let Some(&option) = level.options.get(level.next) {
                level.next += 1;
                self.attempt(option, depth - 1);
                self.choose();
                return true;
            }
            self.levels.pop();
        }
    }

    /// Tries an option: covers its primary items, and removes the options that conflict with it.
    fn attempt(&mut self, option: OptionId, level: usize) {
        let problem = self.problem;
        let live = problem
            .options()
            .filter(|other| self.is_live[other.index()]);
        let removed: Vec<OptionId> = live
            .filter(|&other| other != option && conflict(problem, option, other))
            .collect();
        self.set(option, &removed, false);
        self.listed += removed.len();
        self.moves.push(Move::Try {
            option: option.index(),
            items: problem
                .items_of(option)
                .iter()
                .map(|item| item.index())
                .collect(),
            removed: removed.iter().map(|other| other.index()).collect(),
            level,
        });
        if let Some(level) = self.levels.last_mut() {
            level.removed = removed;
        }
    }

    /// Takes an option back: the inverse of an attempt.
    fn undo(&mut self, option: OptionId, level: usize) {
        let removed = self
            .levels
            .last_mut()
            .map(|level| std::mem::take(&mut level.removed));
        self.set(option, &removed.unwrap_or_default(), true);
        let option = option.index();
        self.moves.push(Move::Undo { option, level });
    }

    fn set(&mut self, option: OptionId, removed: &[OptionId], is_live: bool) {
        for other in removed.iter().chain([&option]) {
            self.is_live[other.index()] = is_live;
        }
        for &item in self.problem.items_of(option) {
            self.is_covered[item.index()] = !is_live;
        }
    }
}

/// Whether two options cannot stand in one solution: they share an item that only one of them may
/// use, or use one in two colours.
fn conflict(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    problem.uses_of(one).any(|(item, colour)| {
        let agree = |other| colour.is_some() && colour == other && !problem.is_primary(item);
        let mut uses = problem.uses_of(other);
        uses.any(|(own, other)| own == item && !agree(other))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use quadrille_core::text::dlx;
    use quadrille_core::{EngineChoice, EngineName, Settings, Solver};

    use super::*;

    /// The solutions among all moves, as sets of options.
    fn solutions(problem: &Problem) -> Vec<Vec<usize>> {
        let (moves, more) = moves(problem, usize::MAX, || true);
        assert!(!more);
        let solution = |one: Move| match one {
            Move::Solution { mut options, .. } => {
                options.sort_unstable();
                Some(options)
            }
            _ => None,
        };
        moves.into_iter().filter_map(solution).collect()
    }

    #[test]
    fn the_moves_find_what_the_engine_finds() {
        for text in [
            "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
            "a b | x y\na x:1 y\na x:2\nb x:1\nb x:2 y\nb y\n",
            "a b c\na\nb\nc\na b\nb c\n",
            "a b\na\n",
            "| x\nx\n",
        ] {
            let problem = dlx::read(text.as_bytes()).unwrap();
            let mut found = solutions(&problem);
            let all = Solver::new(problem).search().all().value;
            let mut expected: Vec<Vec<usize>> = all
                .iter()
                .map(|solution| solution.iter().map(|option| option.index()).collect())
                .collect();
            expected
                .iter_mut()
                .for_each(|options: &mut Vec<usize>| options.sort_unstable());
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn the_tree_is_that_of_the_engine_with_dancing_links() {
        for text in [
            "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
            "a b c d\na b\nc d\na c\nb d\na d\nb c\na\nb\n",
        ] {
            let problem = dlx::read(text.as_bytes()).unwrap();
            let (moves, _) = moves(&problem, usize::MAX, || true);
            let number = |is: fn(&Move) -> bool| moves.iter().filter(|one| is(one)).count();
            let tries = number(|one| matches!(one, Move::Try { .. }));
            assert_eq!(tries, number(|one| matches!(one, Move::Undo { .. })));
            // A node is a state in which an item is chosen, or a solution.
            let settings = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
            let solver = Solver::with_settings(problem, &settings);
            let nodes = solver.search().all().stats.nodes;
            assert_eq!((moves.len() - 2 * tries) as u64, nodes, "{text}");
        }
    }

    #[test]
    fn a_long_dance_is_cut() {
        let problem = dlx::read(b"a b\na\na\nb\nb\n").unwrap();
        let (all, _) = moves(&problem, usize::MAX, || true);
        let (some, more) = moves(&problem, 3, || true);
        assert_eq!((&*some, more), (&all[..3], true));
    }
}
