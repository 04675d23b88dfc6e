//! The choice of the next level that gets a table. Up to that level, states are followed depth
//! first.

use super::amount::Amount;
use super::levels::Levels;
use super::table::Table;
use crate::ask::{Meter, Stop};
use crate::count::state::{State, meet, with};
use crate::policy::SweepPolicies;

/// Returns the level to which the states of `source`, the table of `level`, are followed.
pub(super) fn cut<const W: usize, V: Amount>(
    levels: &Levels<W>,
    level: usize,
    source: &Table<W, V>,
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<usize, Stop> {
    let next = level + 1;
    let mut cut = next;
    if source.taken < policies.many {
        return Ok(cut);
    }
    let end = levels.len().min(level + policies.reach);
    let mut narrowest = usize::MAX;
    for number in next..end {
        let width = levels.get(number).width;
        if number > next && width < narrowest {
            let wider = (narrowest - width).min(policies.wider) as u32;
            let states = source.slots.iter().filter(|(_, ways)| !ways.is_zero());
            let samples = states.take(policies.samples).map(|(state, _)| *state);
            let most = (2 * policies.samples) << wider;
            if !is_near(levels, (level, number), samples, most, meter)? {
                break;
            }
            cut = number;
        }
        narrowest = narrowest.min(width);
    }
    Ok(cut)
}

/// Whether following these states to the level `cut` visits at most `most` nodes.
fn is_near<const W: usize>(
    levels: &Levels<W>,
    (level, cut): (usize, usize),
    samples: impl Iterator<Item = State<W>>,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let mut stack: Vec<_> = samples.map(|state| (state, level)).collect();
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
