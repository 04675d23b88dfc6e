//! A stand-in for the walk over parts.

use std::time::Duration;

use crate::ask::{Answer, Count, Method, Part, Parts, Stats, Stop};
use crate::solver::Search;

#[derive(Clone)]
pub(super) struct PartState {
    pub(super) part: usize,
    pub(super) solutions: Count,
    pub(super) nodes: u64,
    pub(super) rest: Parts,
}

pub(super) struct Progress {
    pub(super) share: f64,
    pub(super) solutions: Count,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) changed: Vec<PartState>,
}

pub(super) fn walk_parts(
    search: &mut Search,
    _threads: usize,
    parts: &Parts,
    _every: Duration,
    mut watch: impl FnMut(&Progress),
) -> Answer<Count> {
    let base = search.assumptions().clone();
    let mut stats = Stats::default();
    let mut stop = Stop::Exhausted;
    for (place, part) in parts.0.iter().enumerate() {
        let mut assumptions = base.clone();
        part.assume_in(&mut assumptions);
        let answer = search.assume(assumptions).count_by(Method::Walk);
        stats += &answer.stats;
        let is_complete = answer.is_complete();
        let rest: Vec<Part> = if is_complete {
            vec![]
        } else {
            vec![part.clone()]
        };
        watch(&Progress {
            share: (place + 1) as f64 / parts.0.len() as f64,
            solutions: stats.solutions.clone(),
            nodes: stats.nodes,
            elapsed: stats.elapsed,
            changed: vec![PartState {
                part: place,
                solutions: if is_complete {
                    answer.value
                } else {
                    Count::ZERO
                },
                nodes: answer.stats.nodes,
                rest: Parts(rest),
            }],
        });
        if !is_complete {
            stop = answer.stop;
            break;
        }
    }
    search.assume(base);
    Answer::new(stats.solutions.clone(), stop, stats)
}
