//! The arguments of `quadrille tile`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use quadrille_core::{Search, Settings, Solver, Stop};
use quadrille_tile::{CellGrid, Gaps, Packing, Turning};

use crate::help::{LAST, OUTPUT};
use crate::interrupt::Interrupt;
use crate::limits::{LimitArguments, whole};
use crate::memory_limit::{Tables, memory_of};
use crate::message;
use crate::outcome::Failure;
use crate::output::{self, Stream};
use crate::pages::{Document, Named, PageArguments};
use crate::progress::{Progress, ProgressArguments};
use crate::steps::Technique;
use crate::threads::ThreadArguments;

/// Tile a board with pieces
///
/// BOARD is columns x rows such as 6x10, columns x rows x layers such as 3x3x3, a board with a hole
/// in the middle such as 8x8-2x2, a drawing such as 'xxx|.x?', a file with drawings, or a BurrTools
/// file, which has the pieces, too. Named boards: aztec:4, triangle:8, hexagon:3,
/// a-puzzle-a-day:11-25. In a drawing, '#' or a letter is a cell, '?' a cell that may stay free,
/// '.' or a space none.
///
/// PIECES are sets such as pentominoes, one-sided-tetrominoes, soma, pentacubes, hexiamonds,
/// tetrahexes or tetrasticks; a set without some pieces, such as tetrasticks-H; pentominoes by
/// their letters and smaller pieces such as L4 or I3; sides such as 2x3 or 1x2x4; shapes such as
/// 'xx.|.xx'; and files with drawings. L*2 are two copies, L*1..3 one to three, L* any number.
///
/// Before it searches, it looks for a simple reason why there is no tiling, such as the area or a
/// colouring of the board. docs/tile.md explains everything.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille tile 6x10 pentominoes
  quadrille tile 3x3x3 soma --count --up-to-symmetry")]
pub(crate) struct Tile {
    /// The board: a size, a drawing, a name or a file
    #[arg(value_name = "BOARD", allow_hyphen_values = true)]
    pub(super) board: String,

    /// The pieces: sets, letters, sizes, drawings or files
    #[arg(value_name = "PIECES")]
    pub(super) pieces: Vec<String>,

    /// Print up to N tilings; 0 for all
    ///
    /// svg and html hold at most 1000.
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub(super) n: u64,

    #[command(flatten)]
    pub(super) question: QuestionArguments,

    /// Of tilings that are symmetric to each other, print or count one
    ///
    /// The symmetries are those of the board. With 'rotations', mirror images stay apart.
    #[arg(
        long,
        value_enum,
        value_name = "BY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all"
    )]
    pub(super) up_to_symmetry: Option<Group>,

    #[command(flatten)]
    pub(super) turning: TurningArguments,

    /// Pieces may be left out: each is used at most as often as it is given
    #[arg(long, hide_short_help = true)]
    pub(super) optional: bool,

    #[command(flatten)]
    pub(super) free: GapArguments,

    /// The cells of the board and the pieces
    ///
    /// By default they are those of the sets, else cubes if the board has layers, else squares.
    #[arg(long, value_name = "CELLS", value_parser = grid(), hide_short_help = true)]
    pub(super) grid: Option<CellGrid>,

    /// Search in a random order by this seed
    ///
    /// For --sample and --estimate it is the seed, by default 0.
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,

    #[command(flatten)]
    pub(super) bounds: BoundArguments,

    #[command(flatten)]
    pub(super) output: TilingArguments,

    #[command(flatten)]
    pub(super) progress: ProgressArguments,

    /// Print search statistics on standard error
    #[arg(long, help_heading = OUTPUT, display_order = LAST)]
    pub(super) stats: bool,
}

/// What to do instead of printing tilings one by one.
#[derive(Args)]
pub(super) struct QuestionArguments {
    /// Print the number of tilings
    #[arg(long, group = "question")]
    pub(super) count: bool,

    /// Open the board and the pieces in a browser, as 'quadrille serve' does
    #[cfg(feature = "serve")]
    #[arg(
        long, group = "question", hide_short_help = true,
        conflicts_with_all = ["n", "seed", "up_to_symmetry", "fewest_gaps", "format", "output", "svg"]
    )]
    pub(super) open: bool,

    /// Estimate the number of tilings, and the time to visit all
    #[arg(long, group = "question")]
    pub(super) estimate: bool,

    /// Print random tilings, each equally likely
    ///
    /// This builds a diagram of all tilings first.
    #[arg(long, group = "question", conflicts_with = "up_to_symmetry")]
    pub(super) sample: bool,

    /// Explain why there is no tiling
    #[arg(long, group = "question")]
    pub(super) explain: bool,

    /// Solve the board step by step, and say why each step holds
    ///
    /// Prints the steps, one per line: each places a piece, or excludes placements that no tiling
    /// has, by the easiest argument. Below them is the board, or the reason why no step is left.
    /// SVG and HTML have a picture for each step.
    #[arg(long, group = "question", conflicts_with_all = ["n", "up_to_symmetry", "seed", "stats"])]
    pub(super) steps: bool,

    /// Use only these techniques for the steps, separated by commas [default: all]
    #[arg(
        long,
        value_enum,
        value_name = "NAMES",
        value_delimiter = ',',
        requires = "steps",
        hide_short_help = true
    )]
    pub(super) techniques: Vec<Technique>,

    /// Print the exact-cover problem as DLX text
    #[arg(long, group = "question", hide_short_help = true)]
    pub(super) dlx: bool,
}

/// How pieces may be turned.
#[derive(Args)]
pub(super) struct TurningArguments {
    /// Pieces may be rotated, but not turned over
    #[arg(long, group = "turning")]
    pub(super) one_sided: bool,

    /// Pieces may be neither rotated nor turned over
    #[arg(long, group = "turning")]
    pub(super) fixed: bool,

    /// Pieces may also be reflected
    ///
    /// Flat pieces may be turned over anyway, pieces of cubes only so.
    #[arg(long, group = "turning")]
    pub(super) mirror: bool,
}

/// How many cells stay free.
#[derive(Args)]
pub(super) struct GapArguments {
    /// Leave N cells free; N..M for a range, .. for any number
    ///
    /// Free cells drawn as '?' do not count.
    #[arg(long, value_name = "N", value_parser = str::parse::<Gaps>, allow_hyphen_values = true)]
    pub(super) gaps: Option<Gaps>,

    /// Leave as few cells free as possible
    #[arg(long, conflicts_with_all = ["gaps", "explain"])]
    pub(super) fewest_gaps: bool,
}

/// What the search may use.
#[derive(Args)]
#[command(mut_arg(
    "memory",
    memory_of(
        "boards, pieces, the search and visited states together. The program itself may always use 40M."
    )
))]
pub(super) struct BoundArguments {
    #[command(flatten)]
    pub(super) limits: LimitArguments,

    #[command(flatten)]
    pub(super) threads: ThreadArguments,
}

/// How tilings are printed, and where to.
#[derive(Args)]
pub(super) struct TilingArguments {
    /// How tilings are printed [default: pretty, or that of the -o file]
    ///
    /// By default the extension of the -o file decides: .json, .svg or .html.
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    pub(super) pages: PageArguments,

    /// Write the tilings as pictures to FILE, as SVG
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["output", "format"],
        help_heading = OUTPUT,
        hide_short_help = true
    )]
    pub(super) svg: Option<PathBuf>,
}

/// The symmetries that make tilings the same.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Group {
    /// Rotations and reflections
    All,
    /// Rotations only
    Rotations,
}

impl Group {
    pub(super) const fn turning(self) -> Turning {
        match self {
            Self::All => Turning::Free,
            Self::Rotations => Turning::OneSided,
        }
    }
}

/// The arguments, where the word after '--up-to-symmetry' is its value if it is one: otherwise that
/// word would have to be joined to it by '=', because the board may follow the flag.
pub(crate) fn with_group(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        let is_group = Group::value_variants().iter().any(|group| {
            let value = group.to_possible_value();
            value.is_some_and(|value| argument == value.get_name())
        });
        match joined.last_mut() {
            Some(last) if is_group && last == "--up-to-symmetry" => {
                last.push("=");
                last.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// How tilings are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Pictures for a terminal
    Pretty,
    /// One object per line, with the cells of each piece
    Json,
    /// Up to 1000 pictures as one SVG document
    Svg,
    /// Up to 1000 pictures as one HTML page to print
    Html,
}

fn grid() -> impl TypedValueParser<Value = CellGrid> {
    let names = CellGrid::ALL.map(CellGrid::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<CellGrid>())
}

impl TilingArguments {
    /// The format that was asked for, or else that of the file.
    pub(super) fn format(&self) -> Format {
        if self.svg.is_some() {
            return Format::Svg;
        }
        let named = self.pages.output.named().map(|named| match named {
            Named::Json => Format::Json,
            Named::Document(Document::Svg) => Format::Svg,
            Named::Document(Document::Html) => Format::Html,
        });
        self.format.or(named).unwrap_or(Format::Pretty)
    }

    pub(super) fn document(&self) -> Option<Document> {
        match self.format() {
            Format::Svg => Some(Document::Svg),
            Format::Html => Some(Document::Html),
            Format::Pretty | Format::Json => None,
        }
    }

    /// Whether the answer goes to standard output.
    pub(super) fn prints(&self) -> bool {
        self.svg.is_none() && self.pages.output.prints()
    }
}

impl Tile {
    /// Opens the output, which must not be one of the input files.
    pub(super) fn open(&self) -> Result<Stream, Failure> {
        let inputs = [&self.board].into_iter().chain(&self.pieces).map(Path::new);
        if let Some(path) = &self.output.svg {
            return if inputs.into_iter().any(|input| output::is_same(path, input)) {
                Err(Failure::usage(
                    "the output file is the input file",
                    "give '--svg' another file",
                ))
            } else {
                Stream::file(path)
            };
        }
        let output = &self.output.pages.output;
        for input in inputs {
            output.check(Some(input))?;
        }
        output.open(None)
    }

    /// Compiles a packing within the limits of the command.
    pub(super) fn compile(&self, packing: &Packing, interrupt: &Interrupt) -> Result<Solver, Stop> {
        let limits = &self.bounds.limits;
        limits.compile(packing.problem().clone(), &self.settings(), interrupt)
    }

    /// How problems are compiled.
    pub(super) fn settings(&self) -> Settings {
        let memory = self.bounds.limits.memory;
        memory.bound(Settings::new(), Tables::Part)
    }

    /// A search on all threads whose progress is shown.
    pub(super) fn search(&self, solver: &Solver) -> (Search, Progress) {
        let mut search = solver.search();
        search.threads(self.bounds.threads.threads());
        let progress = self.progress.watch(&mut search);
        (search, progress)
    }

    /// Reports something about a board, by its name if it has one.
    pub(super) fn say(board: &str, what: &str) {
        match board {
            "" => message::say(what),
            name => message::say(format_args!("{name}: {what}")),
        }
    }
}
