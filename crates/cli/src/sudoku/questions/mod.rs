//! The commands about boards: one file for each question, with its flags.

mod assumption;
mod candidates;
mod canonical;
mod check;
mod count;
mod explain;
mod hint;
mod minimize;
mod rate;
mod show;
mod showing;
mod solve;
mod steps;
mod until;

use clap::Subcommand;

pub(super) use showing::Showing;
pub(super) use solve::{AFTER_HELP, Solve};

use super::generate::Generate;
use crate::Execute;
use candidates::Candidates;
use canonical::{Canonical, Dedup};
use check::Check;
use count::Count;
use explain::Explain;
use hint::Hint;
use minimize::Minimize;
use rate::Rate;
use show::Show;
use steps::Steps;

commands! {
    pub(super) enum Command {
        Solve(Solve),
        Count(Count),
        Candidates(Candidates),
        Check(Check),
        Show(Show),
        Generate(Generate),
        Minimize(Minimize),
        Explain(Explain),
        Hint(Hint),
        Steps(Steps),
        Rate(Rate),
        Canonical(Canonical),
        Dedup(Dedup),
    }
}
