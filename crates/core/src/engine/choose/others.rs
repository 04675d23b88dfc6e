//! What others need that may join the chosen engine if a question is hard.

use std::sync::Arc;

use crate::ask::Contestant;
use crate::engine::contest::{FirstWalk, Learns, MakeProver, Means, Rules};
use crate::engine::{EngineChoice, EngineName, Kernels, Settings};
use crate::problem::{Problem, hash_of};

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

/// What the order of the solutions depends on if others join the engine, as text.
pub(super) fn tree_of_others(problem: &Problem, settings: &Settings) -> String {
    let all = &settings.policies;
    let policies = all.contest;
    let provers = (all.race, all.sweep, all.fold, all.colouring, all.symmetry);
    let subset_rule = settings.subset_rule.then_some(all.bits);
    let (rule, weights, learns) = (settings.support_rule, settings.weights, settings.learns());
    let learning = settings.policies.learn;
    let memory = settings.memory;
    let mut tree = format!(
        "{rule} {weights} {learns:?} {memory} {policies:?} {learning:?} {provers:?} {subset_rule:?}"
    );
    if !problem.sums().is_empty() {
        // The same items and options in another problem may have no known sums.
        tree += &format!(" {}", hash_of(problem.sums()));
    }
    tree
}

/// What a contest needs beside its first walk. It may use this many bytes of memory. `None` if no other contestant may join it.
pub(super) fn means(
    problem: &Arc<Problem>,
    settings: &Settings,
    first: FirstWalk,
    memory: usize,
    provers: &'static [(Contestant, MakeProver)],
) -> Option<Means> {
    let learns = settings.learns();
    let has_rules = settings.support_rule || settings.weights;
    let may_join = has_rules && !first.is_on_lists || learns != Learns::Never;
    may_join.then(|| Means {
        problem: Arc::clone(problem),
        kernels: Kernels::new(settings.vectors),
        memory,
        rules: Rules {
            has_subset_rule: settings.subset_rule,
            most: if settings.support_rule {
                settings.policies.contest.largest
            } else {
                0
            },
            has_weights: settings.weights,
        },
        policies: Arc::clone(&settings.policies),
        learns,
        few_questions: settings.few_questions,
        first,
        provers,
    })
}
