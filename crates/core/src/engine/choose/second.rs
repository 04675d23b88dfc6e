//! What a chosen engine needs to start again if a question is hard.

use std::sync::Arc;

use super::size::Size;
use crate::engine::sharpen::{Learns, Means, work_of_compiling};
use crate::engine::{EngineChoice, EngineName, Kernels, Settings};
use crate::policy::LearnPolicies;
use crate::problem::Problem;

impl Settings {
    /// When a walk learns from conflicts.
    pub(super) fn learns(&self) -> Learns {
        match self.engine {
            EngineChoice::Prefer(EngineName::Learn) => Learns::AtOnce,
            EngineChoice::Auto if self.learning => Learns::Late,
            _ => Learns::Never,
        }
    }
}

/// What the order of the solutions depends on if the engine starts again, as text.
pub(super) fn second_tree(settings: &Settings) -> String {
    let policies = settings.policies.sharpen;
    let (rule, weights, learns) = (settings.support_rule, settings.weights, settings.learns());
    let learning = settings.policies.learn;
    let memory = settings.memory;
    format!("{rule} {weights} {learns:?} {memory} {policies:?} {learning:?}")
}

/// What an engine needs to start again: the work of a node of its first walk, and the bits of a
/// state if that is on lanes. `None` if neither the rule nor the weights are used.
pub(super) fn means(
    problem: &Arc<Problem>,
    size: &Size,
    settings: &Settings,
    node_work: u64,
    lane_bits: Option<usize>,
) -> Option<Means> {
    let learns = settings.learns();
    // Then rows would conclude no more than the first walk.
    if !settings.support_rule && !settings.weights && learns != Learns::AtOnce {
        return None;
    }
    let policies = settings.policies.sharpen;
    let learning = settings.policies.learn;
    let patience = work_of_compiling(size.uses, size.options) as f64 * policies.patience;
    Some(Means {
        problem: Arc::clone(problem),
        kernels: Kernels::new(settings.vectors),
        memory: settings.memory,
        subset_rule: settings.subset_rule.then_some(settings.policies.bits),
        most: if settings.support_rule {
            policies.largest
        } else {
            0
        },
        has_weights: settings.weights,
        policies,
        learning: LearnPolicies {
            rows: if settings.few_questions {
                learning.few
            } else {
                learning.rows
            },
            ..learning
        },
        learns,
        compiled_for: None,
        watched: match learns {
            Learns::AtOnce => 0,
            _ => ((patience / node_work as f64) as u64).saturating_add(1),
        },
        node_work,
        lane_bits,
    })
}
