//! The choice of the next level that gets a table. Up to that level, states are followed depth
//! first.

use super::levels::Levels;
use super::table::Table;
use crate::ask::{Meter, Stop};
use crate::policy::{SWEEP_WORDS, SweepPolicies};
use crate::states::state::{State, meet, with};

/// Returns the level to which the states of `level` are followed. They are in the tables of
/// `source`.
pub(super) fn cut<const W: usize>(
    levels: &Levels<W>,
    level: usize,
    source: &[Table<W>],
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<usize, Stop> {
    let next = level + 1;
    let mut cut = next;
    let states = source.iter().map(|table| table.taken).sum();
    if states < policies.many {
        return Ok(cut);
    }
    let end = levels.len().min(level + policies.reach);
    let mut narrowest = usize::MAX;
    let mut samples = Vec::new();
    for number in next..end {
        let width = levels.get(number).width;
        if number > next && width < narrowest {
            let wider = (narrowest - width).min(policies.wider) as u32;
            if samples.is_empty() {
                samples = first_states(source, states, policies.samples);
            }
            let most = (2 * policies.samples) << wider;
            if !is_near(levels, (level, number), &samples, most, meter)? {
                break;
            }
            cut = number;
        }
        narrowest = narrowest.min(width);
    }
    Ok(cut)
}

/// Returns the first states in the order of their hashes, read backwards: a random sample, which is
/// the same for any number of shards.
fn first_states<const W: usize>(tables: &[Table<W>], states: usize, most: usize) -> Vec<State<W>> {
    let mut limit = (usize::MAX / states.max(1)).saturating_mul(2 * most);
    // As many words as any state may have: then all sizes of a state share the code that sorts.
    let mut first: Vec<(usize, State<SWEEP_WORDS>)>;
    let widened = |(hash, state): (usize, State<W>)| {
        let mut widened = [0; SWEEP_WORDS];
        widened[..W].copy_from_slice(&state);
        (hash, widened)
    };
    loop {
        let found = tables.iter().flat_map(|table| table.first(limit));
        first = found.map(widened).collect();
        if first.len() >= most || limit == usize::MAX {
            break;
        }
        limit = limit.saturating_mul(2);
    }
    first.sort_unstable();
    first.truncate(most);
    let narrowed = |(_, state): (usize, State<SWEEP_WORDS>)| std::array::from_fn(|k| state[k]);
    first.into_iter().map(narrowed).collect()
}

/// Whether following these states to the level `cut` visits at most `most` nodes.
fn is_near<const W: usize>(
    levels: &Levels<W>,
    (level, cut): (usize, usize),
    samples: &[State<W>],
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let mut stack: Vec<_> = samples.iter().map(|&state| (state, level)).collect();
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
