//! Every public path of version 0.1.0. If one is gone, this does not compile, as the programs of users
//! would not. Names that are new since then need not be listed.

#![cfg(feature = "cli")]
#![allow(unused_imports, reason = "the imports are the test")]
#![allow(deprecated, reason = "old names stay for one version after a new one")]

mod root {
    use quadrille::{
        Answer, Assumptions, Best, BigUint, Budget, BuildError, Builder, CancelToken, Colour,
        Colouring, Conflict, Core, Cores, Costed, Count, CountOverflow, CountReason, Counted,
        EngineChoice, EngineName, ExplainProgress, Explanation, Fingerprint, FingerprintError,
        Flaw, IntoIter, ItemId, Lent, Limits, Memory, Method, Multiplicity, Note, OptionId, Order,
        ParseCountError, Part, PartError, PartState, Parts, Policy, PolicyError, Position, Problem,
        Progress, Question, QuestionError, Reply, Search, Settings, Solution, Solutions, Solver,
        Stats, Step, Stop, Threads, Uniqueness, Use, Vectors, Want, colouring, count, draw,
        explain, explain_conflict, explain_with, flaws, guide, model, parallel, picture, proof,
        reduce, report, sudoku, text, tile, units, verify,
    };
}

mod count {
    use quadrille::count::{Diagram, DiagramError, Estimate, Interval, Named, Sampler};
}

mod draw {
    use quadrille::draw::{
        Backdrop, Cage, Cell, Colours, Drawing, End, Ink, Lattice, Path, Picture, Sheet, Sign,
        Weight,
    };
}

mod model {
    use quadrille::model::{Item, Layout, Model, Variable};
}

mod parallel {
    use quadrille::parallel::{End, Pool, Sink, Source, cores};
}

mod picture {
    use quadrille::picture::{Drawing, DrawingError};
}

mod reduce {
    use quadrille::reduce::{NoCover, Reduced, Report, Step, reduce};
}

mod report {
    use quadrille::report::{
        Checked, Ending, Estimated, Explained, Found, Judged, LeastCost, Marginal, Pace, Proof,
        Ranked, Reduction, Report, SCHEMA, Sampled, Stopped, Tiled, Tilings, Total, Work, sudoku,
        write_json,
    };
}

mod report_sudoku {
    use quadrille::report::sudoku::{About, Bad, Finding, Made, Solved};
}

mod sudoku {
    use quadrille::sudoku::{
        Ambiguity, BoardSearch, Calls, Canonical, Cell, CellRule, Change, Check, Clash,
        Contradiction, Detail, Difficulty, Division, Encoding, Explanation, Generated, Generator,
        Grid, GridError, Guesses, Inference, Kind, LARGEST_SIDE, Lack, Machine, Map, MinimalPuzzle,
        Minimized, Need, NotClassic, Outline, Pattern, PatternError, Puzzle, PuzzleError,
        PuzzleFormat, PuzzleReason, Rated, Rating, Recipe, RecipeError, Refused, Repair, Rule,
        RuleError, RuleKind, RulePlace, RuleReason, Shape, ShapeError, ShapeReason, Sudoku,
        Symmetry, Unit, WrongMarks, text, wanted_rules,
    };
}

mod sudoku_text {
    use quadrille::sudoku::text::{
        BoardError, Content, LONGEST_LINE, Reader, Reason, Record, begins_with_own_shape,
        drawn_shape, guess_side, read, write_grid,
    };
}

mod text {
    use quadrille::text::{
        Excerpt, Form, TextError, WriteError, cnf, dlx, ec, first_line, json, lp, matrix, mps,
        nearest, opb, quantity, shorten, solutions, txt,
    };
}

mod text_cnf {
    use quadrille::text::cnf::write;
}

mod text_dlx {
    use quadrille::text::dlx::{read, read_within, write};
}

mod text_ec {
    use quadrille::text::ec::{read, read_within, write};
}

mod text_json {
    use quadrille::text::json::{Items, SCHEMA, read, read_within, write};
}

mod text_lp {
    use quadrille::text::lp::write;
}

mod text_matrix {
    use quadrille::text::matrix::{read, read_within, write};
}

mod text_mps {
    use quadrille::text::mps::write;
}

mod text_opb {
    use quadrille::text::opb::{write, write_without};
}

mod text_solutions {
    use quadrille::text::solutions::{
        Fault, NamedOption, UnknownOption, Verdict, Words, Writer, judge_json, judge_text,
    };
}

mod text_txt {
    use quadrille::text::txt::{read, read_within, write};
}

mod tile {
    use quadrille::tile::{
        Board, BoxedPuzzle, Cell, Copies, Gaps, Grid, NamedBoard, Obstacle, Orbits, OrbitsError,
        Packing, Piece, Placement, Remark, Shape, Symmetries, TileError, Turning, UnknownGrid,
        Weights, add_piece, areas, board_remarks, board_word_remarks, boards, burr_tools,
        drawn_boards, drawn_piece_remarks, drawn_pieces, piece_remarks, pieces, polyforms, set,
        set_names,
    };
}

mod units {
    use quadrille::units::{
        Found, Grain, Ledger, LedgerError, LedgerLength, Mark, Place, Proof, ProofError, Record,
        Records, RunProgress, Runner, SolutionFile, SolutionFormat, Unit, Units, VERSION, Witness,
        split,
    };
}

#[test]
fn the_paths_of_the_last_version_exist() {
    // The types of two crates meet in the names of one: a solver of `quadrille` solves a board of
    // `quadrille::sudoku`.
    let sudoku = quadrille::sudoku::Sudoku::classic();
    let solver: &quadrille::Solver = sudoku.solver();
    assert_eq!(solver.problem().item_count(), 324);
}
