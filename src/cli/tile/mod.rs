//! `quadrille tile`.
//!
//! * [`input`] reads boards and pieces, [`gaps`] how many cells may stay free; [`fewest`] finds the
//!   least number.
//! * [`search`] prints tilings, [`count`] counts them, [`without`] reports why there is none.

mod count;
mod fewest;
mod gaps;
mod input;
mod search;
mod without;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use quadrille::text::dlx;
use quadrille::tile::{Gaps, Grid, Packing};
use quadrille::{Settings, Solver, Stop};

use self::gaps::gaps;
use self::input::{Case, Input};
use super::diagram::bounded;
use super::interrupt::Interrupt;
use super::limits::{LimitArguments, size, whole};
use super::outcome::{Failure, Outcome};
use super::output::Stream;
use super::pages::{Document, Named, PageArguments};
use super::progress::ProgressArguments;
use super::threads::ThreadArguments;
use super::{message, output};

/// Tile a board with pieces
///
/// BOARD is columns x rows such as 6x10, columns x rows x layers such as 3x3x3, a board with a hole in
/// the middle such as 8x8-2x2, a drawing such as 'xxx|.x?', a file with drawings, or a BurrTools file,
/// which has the pieces, too. Named boards: aztec:4, triangle:8, hexagon:3, a-puzzle-a-day:11-25. In
/// a drawing, '#' or a letter is a cell, '?' a cell that may stay free, '.' or a space none.
///
/// PIECES are sets such as pentominoes, one-sided-tetrominoes, soma, pentacubes, hexiamonds,
/// tetrahexes or tetrasticks; a set without some pieces, such as tetrasticks-H; pentominoes by their
/// letters and smaller pieces such as L4 or I3; sides such as 2x3 or 1x2x4; shapes such as 'xx.|.xx';
/// and files with drawings. L*2 are two copies, L*1..3 one to three, L* any number.
///
/// Before it searches, it looks for a simple reason why there is no tiling, such as the area or a
/// colouring of the board. docs/tile.md explains everything.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille tile 6x10 pentominoes
  quadrille tile 3x3x3 soma --count --up-to-symmetry")]
pub(super) struct Tile {
    /// The board: a size, a drawing, a name or a file
    #[arg(value_name = "BOARD", allow_hyphen_values = true)]
    board: String,

    /// The pieces: sets, letters, sizes, drawings or files
    #[arg(value_name = "PIECES")]
    pieces: Vec<String>,

    /// Print up to N tilings; 0 for all. svg and html hold at most 1000
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    n: u64,

    /// Print the number of tilings
    #[arg(long, group = "question")]
    count: bool,

    /// Estimate how many tilings there are and how long it takes to visit all
    #[arg(long, group = "question")]
    estimate: bool,

    /// Print random tilings, each equally likely; this builds a diagram of all tilings first
    #[arg(long, group = "question", conflicts_with = "up_to_symmetry")]
    sample: bool,

    /// Explain why there is no tiling
    #[arg(long, group = "question")]
    explain: bool,

    /// Print the exact-cover problem as DLX text
    #[arg(long, group = "question")]
    dlx: bool,

    /// Of tilings that are the same up to a symmetry of the board, print or count one
    #[arg(long)]
    up_to_symmetry: bool,

    /// Pieces may be rotated, but not turned over
    #[arg(long, group = "turning")]
    one_sided: bool,

    /// Pieces may be neither rotated nor turned over
    #[arg(long, group = "turning")]
    fixed: bool,

    /// Pieces may also be reflected, even where only a mirror could do that
    #[arg(long, group = "turning")]
    mirror: bool,

    /// No piece must be used: each is used at most as often as it is given
    #[arg(long)]
    optional: bool,

    /// Leave N cells free; N..M for a range, .. for any number
    #[arg(long, value_name = "N", value_parser = gaps, allow_hyphen_values = true)]
    gaps: Option<Gaps>,

    /// Leave as few cells free as possible
    #[arg(long, conflicts_with_all = ["gaps", "explain"])]
    fewest_gaps: bool,

    /// The cells of the board and the pieces [default: those of the sets, else cubes if the board has
    /// layers, else squares]
    #[arg(long, value_name = "CELLS", value_parser = grid())]
    grid: Option<Grid>,

    /// Search in a random order; seed of --sample and --estimate [default: 0]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Write the tilings as pictures to FILE, as SVG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "format"])]
    svg: Option<PathBuf>,

    /// How tilings are printed [default: by the extension of the -o file: .json, .svg or .html; else
    /// pretty]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    #[command(flatten)]
    pages: PageArguments,

    /// Use at most this much memory for --count and --sample, such as 500M or 2G; at least 1M
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "1G")]
    memory: usize,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    progress: ProgressArguments,

    /// Print search statistics on standard error
    #[arg(long)]
    stats: bool,
}

/// How tilings are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Pictures for a terminal
    Pretty,
    /// One object per line, with the cells of each piece
    Json,
    /// Up to 1000 pictures as one SVG document
    Svg,
    /// Up to 1000 pictures as one HTML page to print
    Html,
}

fn grid() -> impl TypedValueParser<Value = Grid> {
    let names = Grid::ALL.map(Grid::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Grid>())
}

impl Tile {
    /// Whether the answer goes to standard output.
    pub(super) fn prints(&self) -> bool {
        self.svg.is_none() && self.pages.output.prints()
    }

    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.limits.start_clock(interrupt);
        self.check()?;
        let mut input = self.read(interrupt)?;
        if self.fewest_gaps {
            self.close_gaps(&mut input, interrupt);
        }
        if self.dlx {
            return self.write_problems(&input);
        }
        if self.count || self.estimate || self.explain {
            let mut outcome = input.outcome;
            for case in &input.cases {
                outcome = outcome.max(match () {
                    () if self.count => self.count_tilings(case, &input, interrupt)?,
                    () if self.estimate => self.estimate_tilings(case, interrupt)?,
                    () => self.explain_none(case, interrupt)?,
                });
                if outcome == Outcome::Interrupted {
                    break;
                }
            }
            return Ok(outcome);
        }
        self.print_tilings(&input, interrupt)
    }

    /// Rejects flags that mean nothing together.
    fn check(&self) -> Result<(), Failure> {
        let prints_no_tilings = self.count || self.estimate || self.explain || self.dlx;
        let is_picture = matches!(self.format(), Format::Svg | Format::Html);
        if prints_no_tilings && (is_picture || self.svg.is_some()) {
            return Err(Failure::Usage {
                what: "there is no picture to draw: no tilings are printed",
                help: Some("leave out the picture, or '--count' and the like"),
            });
        }
        if prints_no_tilings && self.pages.output.path().is_some() && !self.dlx {
            return Err(Failure::Usage {
                what: "'-o' is for tilings, not for a number",
                help: Some("redirect the output: quadrille tile ... --count > FILE"),
            });
        }
        if self.up_to_symmetry && (self.estimate || self.explain || self.dlx) {
            return Err(Failure::Usage {
                what: "'--up-to-symmetry' is for tilings and for '--count'",
                help: Some("leave out one of the two flags"),
            });
        }
        self.pages.check(self.document())
    }

    /// The format that was asked for, or else that of the file.
    fn format(&self) -> Format {
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

    fn document(&self) -> Option<Document> {
        match self.format() {
            Format::Svg => Some(Document::Svg),
            Format::Html => Some(Document::Html),
            Format::Pretty | Format::Json => None,
        }
    }

    /// Opens the output.
    fn open(&self) -> Result<Stream, Failure> {
        let board = std::path::Path::new(&self.board);
        match &self.svg {
            Some(path) if output::is_same(path, board) => Err(Failure::Usage {
                what: "the output file is the input file",
                help: Some("give '--svg' another file"),
            }),
            Some(path) => Stream::file(path),
            None => self.pages.output.open(Some(board)),
        }
    }

    fn write_problems(&self, input: &Input) -> Result<Outcome, Failure> {
        let [case] = &*input.cases else {
            return Err(Failure::Usage {
                what: "'--dlx' writes one problem, but there are several boards",
                help: Some("give one board"),
            });
        };
        let mut stream = self.open()?;
        dlx::write(case.packing.problem(), &mut stream)?;
        std::io::Write::flush(&mut stream).map_err(Failure::Write)?;
        Ok(input.outcome)
    }

    /// Compiles a packing within the limits of the command.
    fn compile(&self, packing: &Packing, interrupt: &Interrupt) -> Result<Solver, Stop> {
        let settings = bounded(Settings::new(), self.memory);
        self.limits
            .compile(packing.problem().clone(), &settings, interrupt)
    }

    /// Reports something about a board, by its name if it has one.
    fn say(case: &Case, what: &str) {
        match &*case.name {
            "" => message::say(what),
            name => message::say(format_args!("{name}: {what}")),
        }
    }
}
