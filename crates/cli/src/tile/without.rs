//! Boards without a tiling: why, and what may help.

use std::io::{self, IsTerminal, Write};

use quadrille_core::text::Excerpt;
use quadrille_core::{
    Assumptions, Budget, ExplainProgress, Explanation, Settings, Solver, explain_conflict,
    explain_with,
};
use quadrille_report::{Explained, Report};
use quadrille_tile::{Obstacle, Packing, Piece, Turning};

use super::arguments::{Format, Tile};
use super::input::Case;
use crate::end::{AnswerFormat, end};
use crate::interrupt::Interrupt;
use crate::limits::until;
use crate::memory_limit::Tables;
use crate::outcome::{Failure, Outcome};
use crate::{message, output};

/// How many nodes the search with other turns may visit, to find out whether they would help; and
/// how many options there may be.
const NODES: u64 = 200_000;

impl Tile {
    /// Looks for a simple reason why there is no tiling.
    pub(super) fn obstacle(&self, case: &Case, interrupt: &Interrupt) -> Option<Obstacle> {
        let words = "while looking for a colouring of the board";
        let answer = self.bounds.limits.step(words, interrupt, |limits| {
            case.packing.obstacle(limits.clone())
        });
        answer.value
    }

    /// Reports a reason why there is no tiling. The words of an only board are shown.
    pub(super) fn report_obstacle(
        &self,
        case: &Case,
        is_only: bool,
        obstacle: &Obstacle,
        interrupt: &Interrupt,
    ) {
        let what = obstacle.describe(&case.packing);
        Self::say(&case.name, &format!("no tiling: {what}"));
        if matches!(obstacle, Obstacle::Area { .. }) && is_only {
            let pieces = self.pieces.join(" ");
            let excerpt = Excerpt::new(["", &self.board, &format!(" {pieces}")]);
            message::excerpt(&excerpt);
        }
        if let Some(picture) = obstacle.picture(&case.packing) {
            message::write(&picture.to_text(message::colours(io::stderr().is_terminal())));
        }
        self.suggest(case, Some(obstacle), interrupt);
    }

    /// Reports that a search found no tiling.
    pub(super) fn report_none(&self, case: &Case, interrupt: &Interrupt) {
        Self::say(&case.name, "no tiling");
        self.suggest(case, None, interrupt);
    }

    /// Suggests more or fewer pieces, or to turn pieces in other ways if there are tilings then.
    fn suggest(&self, case: &Case, obstacle: Option<&Obstacle>, interrupt: &Interrupt) {
        if matches!(obstacle, Some(Obstacle::Gaps { .. })) {
            return message::help("leave fewer cells free");
        }
        if let Some(Obstacle::Area {
            pieces: (least, _),
            cells: (_, most),
        }) = obstacle
        {
            if least > most {
                message::help("use a larger board, or '--optional' to leave out pieces");
            } else {
                message::help("use more pieces, or '--gaps ..' to leave cells free");
            }
            return;
        }
        let flag = if self.turning.fixed {
            Some("there are tilings without '--fixed'")
        } else if self.turning.one_sided {
            Some("there are tilings without '--one-sided'")
        } else {
            None
        };
        if let Some(help) = flag
            && has_tiling(case, case.unflagged.clone(), &self.settings(), interrupt)
        {
            return message::help(help);
        }
        let mut pieces = case.packing.pieces().to_vec();
        for piece in &mut pieces {
            piece.turning = Turning::Free;
        }
        if has_tiling(case, pieces, &self.settings(), interrupt) {
            message::help(match flag {
                None => "there are tilings if pieces may be reflected: add '--mirror'",
                Some(_) => "there are tilings if pieces may be reflected: use '--mirror' instead",
            });
        }
    }

    /// Explains why there is no tiling: by a simple reason, or by cells and pieces that cannot be
    /// covered together.
    pub(super) fn explain_none(
        &self,
        case: &Case,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let mut out = output::stdout();
        let is_json = self.output.format() == Format::Json;
        let colours = message::colours(io::stdout().is_terminal());
        if !is_json && let Some(obstacle) = self.obstacle(case, interrupt) {
            let what = obstacle.describe(&case.packing);
            let picture = obstacle.picture(&case.packing);
            let picture = picture
                .map(|picture| picture.to_text(colours))
                .unwrap_or_default();
            write!(out, "no tiling: {what}\n{picture}").map_err(Failure::Write)?;
            out.flush().map_err(Failure::Write)?;
            return Ok(Outcome::Answered);
        }
        let problem = case.packing.problem();
        let bounds = &self.bounds;
        let memory = Tables::Part.within(bounds.limits.memory.most);
        let limits = bounds.limits.question(interrupt).memory(memory);
        let threads = self.bounds.threads.threads();
        let assumptions = Assumptions::new();
        let budget = Budget::start(&limits);
        let unseen: fn(ExplainProgress) = |_| {};
        let explain = if is_json {
            explain_with
        } else {
            explain_conflict
        };
        let answer = explain(problem, &assumptions, &budget, threads, unseen);
        let explained = Explained {
            problem,
            answer: &answer,
        };
        if is_json {
            return AnswerFormat::Json.end(&explained, None);
        }
        if let Explanation::Conflict(conflict) = &answer.value {
            let encoded = case.packing.cells_of_items(&conflict.items);
            let picture = if case.packing.is_drawable() {
                case.packing.marked_picture(&encoded).to_text(colours)
            } else {
                String::new()
            };
            explained.write_text(&mut out)?;
            write!(out, "{picture}").map_err(Failure::Write)?;
            out.flush().map_err(Failure::Write)?;
        }
        Ok(end(&explained, None))
    }
}

/// Whether a short search finds a tiling with pieces that may be turned in other ways.
fn has_tiling(case: &Case, pieces: Vec<Piece>, settings: &Settings, interrupt: &Interrupt) -> bool {
    let packing = &case.packing;
    // The answer is printed already, so nothing may stop this step halfway: it must be short.
    if packing.problem().option_count() as u64 > NODES {
        return false;
    }
    let turned = Packing::new(packing.board().clone(), pieces, packing.gaps().clone());
    let Ok(turned) = turned else { return false };
    let orientations = |packing: &Packing| -> Vec<_> {
        let pieces = packing.pieces().iter();
        pieces
            .map(|piece| (piece.shape.orientations(piece.turning), piece.copies))
            .collect()
    };
    if orientations(&turned) == orientations(packing) {
        return false;
    }
    let limits = until(interrupt).nodes(NODES).cancel(interrupt.token());
    let solver = Solver::within(turned.problem().clone(), settings, &limits);
    solver.is_ok_and(|solver| solver.search().limits(limits).first().value.is_some())
}
