//! The policies: tables of all tuned numbers of the library. A row has the name, the type, the
//! default, the range, the unit, and the purpose: what the number does, and measurements.
//!
//! A [`Solver`](crate::Solver) stores the values; [`Settings::policy`](crate::Settings::policy)
//! sets them. Questions without a solver use the defaults. Policies affect time and memory. Under
//! limits they also affect how precise an estimate, a rating or a minimal set is. They never change
//! a count.
//!
//! Facts of a data structure, such as the bits of a lane or the bytes of a node, are not policies.
//! Numbers that were tuned and are part of a hot loop are compiled in: the table lists them, but
//! they cannot be set.

mod count;
mod engine;
mod problem;
mod sudoku;
mod table;
mod threads;

use std::sync::Arc;

pub(crate) use self::count::*;
pub(crate) use self::engine::*;
pub(crate) use self::problem::*;
pub(crate) use self::sudoku::*;
use self::table::Number;
pub use self::table::{Policy, PolicyError};
pub(crate) use self::threads::*;

/// Makes the struct of all modules, and what walks over its fields.
macro_rules! all_policies {
    ($($room:ident: $Room:ident,)*) => {
        /// The policies of all modules.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Policies {
            $(
                #[doc = concat!("The policies of the module `", stringify!($room), "`.")]
                pub $room: $Room,
            )*
        }

        impl Policies {
            /// The policies that can be set, each with its value.
            fn rows(&mut self) -> Vec<(Policy, &mut dyn Number)> {
                let mut rows = Vec::new();
                $(rows.append(&mut self.$room.rows());)*
                rows
            }
        }
    };
}

all_policies! {
    bits: BitsPolicies,
    board_count: BoardCountPolicies,
    board_explain: BoardExplainPolicies,
    board_learn: BoardLearnPolicies,
    colouring: ColouringPolicies,
    contest: ContestPolicies,
    costs: CostsPolicies,
    count: CountPolicies,
    estimate: EstimatePolicies,
    explain: ExplainPolicies,
    fold: FoldPolicies,
    generate: GeneratePolicies,
    learn: LearnPolicies,
    proof: ProofPolicies,
    race: RacePolicies,
    rate: RatePolicies,
    reduce: ReducePolicies,
    sweep: SweepPolicies,
    symmetry: SymmetryPolicies,
    team: TeamPolicies,
    walk: WalkPolicies,
}

impl Policies {
    /// Returns the defaults, for sharing.
    pub(crate) fn shared() -> Arc<Self> {
        Arc::default()
    }

    /// Sets a policy. A value outside the range is replaced by the nearest value inside.
    pub(crate) fn set(&mut self, name: &str, value: f64) -> Result<(), PolicyError> {
        let Policy { range, .. } = Policy::named(name)?;
        let mut rows = self.rows();
        let Some((_, number)) = rows.iter_mut().find(|(row, _)| row.name == name) else {
            return Err(PolicyError::CompiledIn(name.to_owned()));
        };
        if value.is_nan() {
            return Err(PolicyError::NotANumber(name.to_owned()));
        }
        number.set(value.max(range.0).min(range.1));
        Ok(())
    }

    /// Returns the value of a policy.
    pub(crate) fn get(&self, name: &str) -> Result<f64, PolicyError> {
        let policy = Policy::named(name)?;
        let mut own = self.clone();
        let row = own.rows().into_iter().find(|(row, _)| row.name == name);
        Ok(row.map_or(policy.default, |(_, number)| number.get()))
    }
}

impl Policy {
    /// Returns all policies, sorted by module. Those that are compiled in come last.
    pub fn all() -> impl Iterator<Item = Self> {
        let mut defaults = Policies::default();
        let settable = defaults.rows().into_iter().map(|(policy, _)| policy);
        let compiled_in = [
            count::COMPILED_IN,
            engine::COMPILED_IN,
            problem::COMPILED_IN,
            sudoku::COMPILED_IN,
            threads::COMPILED_IN,
        ]
        .concat();
        let mut all: Vec<Self> = settable.chain(compiled_in).collect();
        all.sort_by_key(|policy| (policy.is_compiled_in(), policy.module()));
        all.into_iter()
    }

    /// The module in which the number is used.
    fn module(&self) -> &'static str {
        self.name.split_once('.').map_or("", |(module, _)| module)
    }

    fn named(name: &str) -> Result<Self, PolicyError> {
        let named = Self::all().find(|policy| policy.name == name);
        named.ok_or_else(|| PolicyError::Unknown(name.to_owned()))
    }

    /// Returns whether the number is compiled into a hot loop and cannot be set.
    #[must_use]
    pub fn is_compiled_in(&self) -> bool {
        self.range.0 == self.range.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_sorted_by_module_and_set_by_name() {
        let (compiled, settable): (Vec<_>, Vec<_>) =
            Policy::all().partition(Policy::is_compiled_in);
        for list in [&settable, &compiled] {
            let room = |policy: &Policy| policy.name.split('.').next().map(str::to_owned);
            assert!(list.is_sorted_by_key(room));
        }
        let mut names: Vec<&str> = Policy::all().map(|policy| policy.name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "two have one name");
        for policy in &settable {
            let (low, high) = policy.range;
            assert!(low <= policy.default && policy.default <= high && !policy.purpose.is_empty());
            assert!(!policy.unit.is_empty(), "{}", policy.name);
            let mut policies = Policies::default();
            policies.set(policy.name, policy.default).unwrap();
            assert_eq!(policies, Policies::default(), "{}", policy.name);
            assert_eq!(policies.get(policy.name), Ok(policy.default));
            policies.set(policy.name, f64::INFINITY).unwrap();
            assert_ne!(policies, Policies::default(), "{}", policy.name);
            assert_ne!(policies.get(policy.name), Ok(policy.default));
            let not_a_number = PolicyError::NotANumber(policy.name.to_owned());
            assert_eq!(policies.set(policy.name, f64::NAN), Err(not_a_number));
        }
        let mut policies = Policies::default();
        for policy in &compiled {
            let name = policy.name.to_owned();
            assert_eq!(policies.get(&name), Ok(policy.default));
            let set = policies.set(&name, 1.0);
            assert_eq!(set, Err(PolicyError::CompiledIn(name)));
        }
        let unknown = PolicyError::Unknown("race".to_owned());
        assert_eq!(policies.get("race"), Err(unknown.clone()));
        assert_eq!(policies.set("race", 1.0), Err(unknown));
    }
}
