//! How far the states of a level are followed depth first, with no table for the levels between.

use super::levels::Levels;
use super::table::Table;
use crate::ask::{Meter, Stop};
use crate::count::number::Amount;
use crate::count::state::{State, meet, with};

/// The fewest states of a level from which levels are left out.
const MANY: usize = 4_096;
/// How many levels are left out at most.
const REACH: usize = 32;
/// How many bits wider a frontier counts at most: not all sets of its items are states.
const WIDER: usize = 6;
/// How many states are followed to learn how many nodes that takes.
const SAMPLES: usize = 32;

/// The level to which the states of this one, its source, are followed.
pub(super) fn cut<const W: usize, V: Amount>(
    levels: &Levels<W>,
    level: usize,
    source: &Table<W, V>,
    meter: &mut Meter<'_>,
) -> Result<usize, Stop> {
    let next = level + 1;
    let mut cut = next;
    if source.taken < MANY {
        return Ok(cut);
    }
    let end = levels.len().min(level + REACH);
    let mut narrowest = usize::MAX;
    for number in next..end {
        let width = levels.get(number).width;
        if number > next && width < narrowest {
            let wider = (narrowest - width).min(WIDER) as u32;
            if !is_near(
                levels,
                (level, number),
                source,
                (2 * SAMPLES) << wider,
                meter,
            )? {
                break;
            }
            cut = number;
        }
        narrowest = narrowest.min(width);
    }
    Ok(cut)
}

/// Whether a few samples of the states are followed to a level within so many nodes.
fn is_near<const W: usize, V: Amount>(
    levels: &Levels<W>,
    (level, cut): (usize, usize),
    source: &Table<W, V>,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let states = source.slots.iter().filter(|(_, ways)| !ways.is_zero());
    let mut stack: Vec<(State<W>, usize)> = states
        .take(SAMPLES)
        .map(|(state, _)| (*state, level))
        .collect();
    let mut nodes = 0;
    while let Some((state, number)) = stack.pop() {
        if number < cut {
            nodes += 1;
            if nodes > most {
                return Ok(false);
            }
            meter.spend(levels.get(number).options.len() * W)?;
            for (needs, sets) in &levels.get(number).options {
                if !meet(needs, &state) {
                    stack.extend(levels.leave(with(&state, sets, |a, b| a | b), number));
                }
            }
        }
    }
    Ok(true)
}
