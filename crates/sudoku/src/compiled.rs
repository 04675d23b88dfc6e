//! The rules of a shape, compiled for all its boards or for one.

use std::sync::{Arc, OnceLock};

use super::encode::Encoding;
use super::grid::Grid;
use super::shape::Shape;
use quadrille_core::{Budget, Limits, Settings, Solver, Stop};

/// The rules of a shape, compiled once for all its boards. A clone is cheap and shares the compiled
/// problem. See the [tour](super).
#[derive(Clone, Debug)]
pub struct Sudoku {
    compiled: Arc<Compiled>,
    solver: Solver,
}

#[derive(Debug)]
struct Compiled {
    shape: Shape,
    encoding: Encoding,
    settings: Settings,
    /// The only board, if the options are those of one board.
    board: Option<Grid>,
}

impl Sudoku {
    /// Returns the classic 9x9 shape, compiled at the first call and shared from then on.
    #[must_use]
    pub fn classic() -> &'static Self {
        static CLASSIC: OnceLock<Sudoku> = OnceLock::new();
        CLASSIC.get_or_init(|| Self::new(Shape::classic()))
    }

    /// Compiles a shape. O(size of the problem), see [`Solver::new`].
    ///
    /// # Panics
    /// If the rules are too large to be laid out, where [`within`](Self::within) returns
    /// [`Stop::TooLarge`]. A [`Shape`] rejects such rules, so this is not expected.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self::with_settings(shape, &Settings::default())
    }

    /// Compiles a shape with these settings.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn with_settings(shape: Shape, settings: &Settings) -> Self {
        // A shape takes no rule that is too large: see rule/size.rs.
        Self::compile(shape, None, settings, &Budget::start(&Limits::new()))
            .unwrap_or_else(|_| unreachable!("no limits"))
    }

    /// Compiles a shape for one board: values that its givens and pencil marks exclude have no
    /// options. Ask only about this board, or about boards that extend it. Questions that take
    /// givens away, such as [`check`](crate::BoardSearch::check), compile the boards that they
    /// need.
    ///
    /// Shapes with rules of one puzzle are compiled and searched faster so.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn for_board(shape: &Shape, board: &Grid, settings: &Settings) -> Self {
        // As above.
        Self::for_board_within(shape, board, settings, Limits::new())
            .unwrap_or_else(|_| unreachable!("no limits"))
    }

    /// Compiles a shape with these settings, and stops at a time limit or when a cancel token is
    /// cancelled. Other limits are ignored.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`], with all memory freed.
    pub fn within(
        shape: Shape,
        settings: &Settings,
        budget: impl Into<Budget>,
    ) -> Result<Self, Stop> {
        Self::compile(shape, None, settings, &budget.into())
    }

    /// Compiles a shape [for one board](Self::for_board), and stops at a time limit or when a
    /// cancel token is cancelled. Other limits are ignored.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`], with all memory freed.
    pub fn for_board_within(
        shape: &Shape,
        board: &Grid,
        settings: &Settings,
        budget: impl Into<Budget>,
    ) -> Result<Self, Stop> {
        let board = Some(board.clone());
        Self::compile(shape.clone(), board, settings, &budget.into())
    }

    fn compile(
        shape: Shape,
        board: Option<Grid>,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let few_questions = settings.clone().few_questions(true);
        let ((encoding, problem), own) = match &board {
            None => (Encoding::of(&shape, budget)?, settings),
            Some(board) => (Encoding::of_board(&shape, board, budget)?, &few_questions),
        };
        let solver = Solver::within(problem, own, budget.clone())?;
        let settings = settings.clone();
        Ok(Self {
            compiled: Arc::new(Compiled {
                shape,
                encoding,
                settings,
                board,
            }),
            solver,
        })
    }

    /// Compiles a shape for one board if it has rules that get smaller with the givens; otherwise for
    /// all of its boards, and the givens are assumptions.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`], with all memory freed.
    pub fn for_puzzle_within(
        shape: &Shape,
        board: &Grid,
        settings: &Settings,
        budget: impl Into<Budget>,
    ) -> Result<Self, Stop> {
        if shape.has_hard_rules() {
            Self::for_board_within(shape, board, settings, budget)
        } else {
            Self::within(shape.clone(), settings, budget)
        }
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.compiled.shape
    }

    /// Returns the solver of the exact cover; for the classic shape, 729 options over 324 items.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns the encoding: which option puts which value in which cell.
    #[must_use]
    pub fn encoding(&self) -> &Encoding {
        &self.compiled.encoding
    }

    /// The only board that may be asked about, if there is only one.
    pub(super) fn only(&self) -> Option<&Grid> {
        self.compiled.board.as_ref()
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.compiled.settings
    }
}
