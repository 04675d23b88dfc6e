//! How much memory the tables of an engine need.

use super::size::Size;
use crate::ask::Budget;
use crate::engine::{EngineName, Learn};
use crate::problem::Problem;

/// The bytes of the tables of an engine for a problem without assumptions, in the smallest layout.
/// `None` if the engine has no layout for the problem, or no memory limit.
pub(crate) fn memory_of(engine: EngineName, problem: &Problem) -> Option<usize> {
    let size = || Size::of(problem, &mut Budget::unlimited().meter()).ok();
    match engine {
        EngineName::Bits => size()?.layouts().iter().map(|&(_, bytes)| bytes).min(),
        EngineName::Learn => {
            let size = size()?;
            Some(Learn::memory(size.options, size.uses, size.items))
        }
        EngineName::Links | EngineName::Costs => None,
    }
}
