//! The kernel of the layout *rows*: plain loops over words. `simd` compiles it for each instruction
//! set.

use rand_pcg::Pcg32;

use super::agenda::Agenda;
use super::pick::{Weights, smallest, smallest_by_weight};
use super::state::State;
use super::tables::Tables;

/// The outcome of settling a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::bits) enum Next {
    Dead,
    Solved,
    /// The number of the item to branch on.
    Item(u32),
}

/// A step to an unsettled state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::bits) enum Try {
    /// None: the state is settled.
    None,
    /// Examine all items.
    Root,
    /// Use an option.
    Use(u32),
    /// Cover this item no more.
    Close(u32),
}

/// Makes a step, and concludes what follows until the agenda is empty. Then chooses the item to
/// branch on. The support rule examines items with at most `most` options.
#[inline(always)]
pub(in crate::engine::bits) fn settle(
    tables: &Tables,
    state: &mut State<'_>,
    agenda: &mut Agenda,
    attempt: Try,
    most: u32,
    weights: &mut Option<Weights>,
    random: &mut Option<Pcg32>,
) -> Next {
    let concluded = match (most > 0, tables.is_multiple) {
        (true, true) => conclude::<true>(tables, state, agenda, attempt, most),
        (true, false) => conclude::<false>(tables, state, agenda, attempt, most),
        (false, _) => conclude_simply(tables, state, agenda, attempt, random),
    };
    let chosen = match (concluded, weights) {
        (Err(item), weights) => {
            if let Some(weights) = weights {
                weights.grow(item);
            }
            return Next::Dead;
        }
        (Ok(_), Some(weights)) if random.is_none() => smallest_by_weight(state, tables, weights),
        (Ok(Some(smallest)), _) => Some(smallest),
        (Ok(None), _) => smallest(state, tables, random),
    };
    chosen.map_or(Next::Solved, Next::Item)
}

/// Makes a step, and concludes what follows. The error is an item that cannot be covered. The value
/// is the item with the fewest tries, if that is known.
#[inline(always)]
fn conclude<const MULTIPLE: bool>(
    tables: &Tables,
    state: &mut State<'_>,
    agenda: &mut Agenda,
    attempt: Try,
    most: u32,
) -> Result<Option<u32>, u32> {
    agenda.work += 4 * (state.left.len() + state.live.len()) as u64;
    match attempt {
        Try::None => {}
        Try::Root => state.examine_all(tables, agenda),
        Try::Use(option) => state.use_option::<true, MULTIPLE>(tables, agenda, option),
        Try::Close(item) => state.close::<true>(tables, agenda, item),
    }
    state.examine_tried::<MULTIPLE>(tables, agenda);
    state.work_off::<MULTIPLE>(tables, agenda, most);
    match agenda.take_failed() {
        Some(item) => Err(item),
        None => Ok(None),
    }
}

/// Like `conclude`, without the support rule.
#[inline(always)]
fn conclude_simply(
    tables: &Tables,
    state: &mut State<'_>,
    agenda: &mut Agenda,
    attempt: Try,
    random: &mut Option<Pcg32>,
) -> Result<Option<u32>, u32> {
    match attempt {
        Try::None | Try::Root => {}
        Try::Use(option) => state.use_option::<false, true>(tables, agenda, option),
        Try::Close(item) => state.close::<false>(tables, agenda, item),
    }
    agenda.work += 8 * (state.left.len() + state.live.len()) as u64;
    agenda.tried.clear();
    state.use_forced(tables, agenda, random)
}
