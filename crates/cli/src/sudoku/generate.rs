//! `quadrille sudoku generate`.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use quadrille_core::parallel::{End, Pool};
use quadrille_core::shared::listing;
use quadrille_core::{Budget, Settings};
use quadrille_sudoku::{
    Difficulty, Generator, Grid, PuzzleFormat, Recipe, RuleKind, Shape, Sudoku, Symmetry,
    Technique, wanted_rules,
};

use super::boards::Boards;
use super::format::Format;
use super::making::Making;
use super::pages::{PuzzlePageArguments, Target};
use super::questions::Showing;
use super::shapes;
use crate::Execute;
use crate::help::{INPUT, LAST, LIMITS, OUTPUT};
use crate::interrupt::Interrupt;
use crate::limits::{TimeArguments, positive, seconds, until, whole};
use crate::memory_limit::{MemoryArguments, Tables, memory_of};
use crate::message;
use crate::outcome::{Failure, Outcome};
use crate::progress::{ProgressArguments, Work};
use crate::room::Room;
use crate::source::Source;
use crate::threads::ThreadArguments;

/// The default time limit of a puzzle whose difficulty or guesses are measured.
const MEASURED: Duration = Duration::from_secs(60);

/// What the memory limit bounds.
const MEMORY: &str = "the tables of engines. If it is too small for the usual engine, which needs 414M \
                      for 25x25, a seed gives another puzzle.";

/// Make puzzles with one solution
///
/// Each puzzle has a seed: the same seed gives the same puzzle on every machine and with any number
/// of threads. '-n 3 --seed 7' makes the puzzles with seeds 7, 8 and 9. A puzzle begins as a random
/// solved board; givens are removed in random order as long as the solution stays unique and, with
/// --difficulty, the puzzle is not too hard. A puzzle that does not fit the flags is discarded, and
/// the next try with the same seed begins.
///
/// Difficulties, by the hardest step that 'quadrille sudoku rate' names:
///   easy     single, or locked candidates or a hidden pair that lead to one at once
///   medium   locked candidates, one rule, pair, triple, X-wing or swordfish
///   hard     quad, wing, another set or two rules
///   expert   chain or Nishio
///   extreme  cases, forcing chain or trial
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  quadrille sudoku generate -n 10 --seed 7 --difficulty hard
  quadrille sudoku generate --symmetry 180 --minimal --format pretty"
)]
#[command(mut_arg("memory", |memory| memory_of(MEMORY)(memory).hide_short_help(true)))]
pub(super) struct Generate {
    /// Make N puzzles
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = positive, allow_negative_numbers = true)]
    n: u64,

    /// The seed of the first puzzle [default: a random one, reported on standard error]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// The shape of the puzzles, as for solve [default: classic]
    #[arg(long, value_name = "SHAPE", help_heading = INPUT)]
    shape: Option<String>,

    #[command(flatten)]
    wanted: WantedArguments,

    /// Try at most N boards for each puzzle
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        value_parser = positive,
        allow_negative_numbers = true,
        help_heading = LIMITS,
        display_order = LAST,
        hide_short_help = true
    )]
    tries: u64,

    #[command(flatten)]
    time: TimeArguments,

    #[command(flatten)]
    memory: MemoryArguments,

    /// Spend at most this time on each puzzle
    ///
    /// It is written as for --time. By default it is 60 seconds with --difficulty, --technique or
    /// --guesses and without --time, else there is no limit.
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true, help_heading = LIMITS)]
    time_per_board: Option<Duration>,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    progress: ProgressArguments,

    /// The format of the boards [default: line, or that of the -o file]
    ///
    /// By default the extension of the -o file decides: .json, .svg or .html.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(&Format::boards()[1..]), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    pages: PuzzlePageArguments,
}

/// What the puzzles must be like.
#[derive(Args)]
struct WantedArguments {
    /// How hard the puzzles are, as 'quadrille sudoku rate' rates them
    #[arg(long, value_name = "LEVEL", value_parser = difficulties(), ignore_case = true, conflicts_with = "guesses")]
    difficulty: Option<Difficulty>,

    /// Make only puzzles that need this technique, such as x-wing
    ///
    /// The steps of 'quadrille sudoku steps' that are no harder solve the puzzle, but not without
    /// this technique.
    #[arg(long, value_name = "NAME", value_parser = technique)]
    technique: Option<Technique>,

    /// Place rules of these kinds, such as killer, thermo:6 or arrow:4+kropki
    ///
    /// Rules are placed before givens are removed. Kinds may have a number, and are joined by +.
    /// Without a number, cages cover the board, and there are 8 lines, or all dots and numbers that
    /// hold. With --minimal, rules that are not needed are removed, but one of each kind stays.
    #[arg(long, value_name = "RULES", value_parser = placed)]
    rules: Option<Placed>,

    /// Make only puzzles with C givens
    ///
    /// By default, givens are removed as long as a short search proves that there is one solution.
    #[arg(long, value_name = "C", value_parser = whole, allow_negative_numbers = true)]
    clues: Option<u64>,

    /// Make only puzzles that need all their givens
    #[arg(long)]
    minimal: bool,

    /// Place givens with this symmetry
    #[arg(long, value_name = "S", value_parser = symmetries(), default_value = "none")]
    symmetry: Symmetry,

    /// Place givens exactly where the board in FILE has them; '-' is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["clues", "symmetry"])]
    mask: Option<PathBuf>,

    /// Make only puzzles that 'rate --scale guesses' gives LO to HI guesses
    #[arg(long, value_name = "LO..HI", value_parser = window)]
    guesses: Option<Window>,

    /// Make only 9x9 boards that plain backtracking solves in as few calls as a judge allows
    #[arg(long, value_enum, value_name = "JUDGE", hide_short_help = true)]
    legal: Option<Legal>,
}

fn difficulties() -> impl TypedValueParser<Value = Difficulty> {
    PossibleValuesParser::new(Difficulty::ALL.map(Difficulty::name)).try_map(|name| {
        let mut all = Difficulty::ALL.into_iter();
        all.find(|difficulty| difficulty.name().eq_ignore_ascii_case(&name))
            .ok_or("unknown difficulty")
    })
}

fn technique(word: &str) -> Result<Technique, String> {
    Technique::from_word(word).ok_or_else(|| {
        let all = Technique::ALL.iter().filter(|own| own.is_definite());
        format!(
            "expected one of {}",
            listing(all.map(|own| own.word()), "and")
        )
    })
}

fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    let values = Symmetry::ALL
        .map(|symmetry| PossibleValue::new(symmetry.word()).help(symmetry.description()));
    PossibleValuesParser::new(values).map(|word| Symmetry::from_word(&word).unwrap_or_default())
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Legal {
    /// Baekjoon 2580: under 100,000 calls
    Boj2580,
}

/// Kinds of rules to place, and how many of each.
#[derive(Clone)]
struct Placed(Vec<(RuleKind, Option<usize>)>);

fn placed(text: &str) -> Result<Placed, String> {
    wanted_rules(text).map(Placed)
}

/// The smallest and the largest mean number of guesses, both allowed.
#[derive(Clone, Copy)]
struct Window(f64, f64);

fn window(text: &str) -> Result<Window, String> {
    let ends = text.split_once("..").and_then(|(low, high)| {
        let (low, high): (f64, f64) = (low.parse().ok()?, high.parse().ok()?);
        (low <= high).then_some(Window(low, high))
    });
    ends.ok_or_else(|| "expected two numbers, such as 2..5, the smaller first".to_owned())
}

impl Legal {
    /// Returns whether a board meets the limit of the judge.
    fn admits(self, board: &Grid) -> bool {
        let Legal::Boj2580 = self;
        board.backtracking_calls(99_999).is_some()
    }
}

impl Execute for Generate {
    fn prints(&self) -> bool {
        self.pages.pages.output.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        // A file of a shape or a mask may never end.
        interrupt.start_clock(self.time.limit);
        let shape = match &self.shape {
            Some(text) => shapes::named(text, interrupt)?,
            None => Shape::classic(),
        };
        if self.wanted.legal.is_some() && shape != Shape::classic() {
            return Err(Failure::usage(
                "'--legal' is for the classic shape only",
                "leave out '--shape'",
            ));
        }
        let recipe = self.wanted.recipe(&shape, interrupt)?.tries(self.tries);
        let settings = self.memory.bound(Settings::new(), Tables::All);
        let sudoku = Sudoku::with_settings(shape, &settings);
        let mut limits = until(interrupt).cancel(interrupt.token());
        if let Some(most) = self.time_limit() {
            limits = limits.time(most);
        }
        let mut generator = match Generator::new(&sudoku, recipe) {
            Ok(generator) => generator,
            Err(error) => {
                message::error(error, None);
                return Ok(Outcome::BadInput);
            }
        };
        generator.limits(limits);
        let usual = match self.wanted.rules {
            Some(_) => Format::Puzzle(PuzzleFormat::Iss),
            None => Format::Line,
        };
        if self.wanted.rules.is_some() && matches!(self.format, Some(Format::Line | Format::Grid)) {
            return Err(Failure::usage(
                "this format shows no rules",
                "leave out '--format', or use 'iss', 'pretty' or 'svg'",
            ));
        }
        let target = self.pages.target(self.format, usual)?;
        target
            .output
            .check(self.shape.as_deref().and_then(shapes::file))?;
        target.output.check(self.wanted.mask.as_deref())?;
        shapes::note_pieces(generator.shape());
        let seed = self.seed.unwrap_or_else(|| {
            // The keys of a hash table are the only random numbers of the standard library.
            let seed = RandomState::new().hash_one(()) >> 32;
            message::say(format_args!("seed: {seed}"));
            seed
        });
        let whole = Budget::start(&until(interrupt));
        self.make(&generator, seed, target, &whole, interrupt)
    }
}

impl Generate {
    /// The time limit of a puzzle. Some shapes have hardly any boards of some difficulties.
    fn time_limit(&self) -> Option<Duration> {
        let is_measured = self.wanted.difficulty.is_some()
            || self.wanted.technique.is_some()
            || self.wanted.guesses.is_some();
        let usual = (is_measured && self.time.limit.is_none()).then_some(MEASURED);
        self.time_per_board.or(usual)
    }

    /// Makes puzzles on all threads and writes them in the order of their seeds.
    fn make(
        &self,
        generator: &Generator,
        seed: u64,
        target: Target<'_>,
        whole: &Budget,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let output = target.output.open(None)?;
        let boards = Boards::new(output, Arc::new(Showing), target, generator.shape().clone());
        let progress = self.progress.begin(Work::Puzzles(self.n));
        let mut making = Making::new(generator, boards, self.wanted.difficulty, whole, progress);
        let (generator, legal) = (generator.clone(), self.wanted.legal);
        let worker = move || {
            let mut generator = generator.clone();
            move |&seed: &u64| {
                let accept = |board: &Grid| legal.is_none_or(|legal| legal.admits(board));
                generator.puzzle(seed, accept)
            }
        };
        let mut write = |&seed: &u64, generated| making.write(seed, &generated);
        let threads = self.threads.count();
        let threads = usize::try_from(self.n).map_or(threads, |n| threads.min(n));
        let seeds = (0..self.n).map(move |number| seed.wrapping_add(number));
        let end = Pool::new(threads).run(seeds, worker, &mut write);
        making.progress.end();
        match end {
            Ok(End::Broken(end)) => end?,
            Ok(_) => {}
            Err(error) => return Err(Failure::Thread(error)),
        }
        interrupt.print();
        making.end(self.n)
    }
}

impl WantedArguments {
    fn recipe(&self, shape: &Shape, interrupt: &Interrupt) -> Result<Recipe, Failure> {
        let mut recipe = Recipe::new().symmetry(self.symmetry);
        if let Some(clues) = self.clues {
            recipe = recipe.clues(usize::try_from(clues).unwrap_or(usize::MAX));
        }
        if let Some(path) = &self.mask {
            let source = Source::new(Some(path));
            let text = source.read_text(interrupt, Room::of_program())?;
            let text = String::from_utf8_lossy(&text);
            recipe = recipe.mask(&mask(&text, shape).ok_or(Failure::NoBoard {
                name: source.name(),
                expected: "a character for each cell, and one of . 0 _ - * where there is no given",
            })?);
        }
        if let Some(Window(low, high)) = self.guesses {
            recipe = recipe.guesses(low..=high);
        }
        for &(kind, count) in self.rules.iter().flat_map(|placed| &placed.0) {
            recipe = recipe.rules(kind, count);
        }
        if let Some(technique) = self.technique {
            recipe = recipe.technique(technique);
        }
        if let Some(difficulty) = self.difficulty {
            recipe = recipe.difficulty(difficulty);
        }
        Ok(if self.minimal {
            recipe.minimal()
        } else {
            recipe
        })
    }
}

/// Reads a mask: a given wherever a character is not a blank. White space is skipped.
fn mask(text: &str, shape: &Shape) -> Option<Grid> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let characters = lines.flat_map(str::chars).filter(|c| !c.is_whitespace());
    let cells: Vec<u8> = characters.map(|c| u8::from(!"0._-*".contains(c))).collect();
    (cells.len() == shape.cell_count()).then(|| Grid::new(cells))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        generate: Generate,
    }

    #[test]
    fn measured_puzzles_have_a_time_limit_of_a_minute_by_default() {
        let limit = |flags: &str| {
            let flags = format!("generate {flags}");
            let command = Command::try_parse_from(flags.split_whitespace()).unwrap();
            command.generate.time_limit()
        };
        let minute = Some(Duration::from_secs(60));
        assert_eq!(limit("--difficulty hard"), minute);
        assert_eq!(limit("--guesses 2..5"), minute);
        assert_eq!(
            limit("--difficulty hard --time-per-board 0.5"),
            Some(Duration::from_millis(500))
        );
        assert_eq!(limit("--difficulty hard --time 90"), None);
        assert_eq!(limit("--minimal"), None);
    }
}
