//! The policies: one table of all tuned numbers, by room, with default, range and what each is for.
//!
//! A [`Solver`](crate::Solver) holds them, set by [`Settings::policy`](crate::Settings::policy); a
//! question that has no solver takes the defaults. Policies change time and memory, and how close an
//! estimate, a rating or a minimal set comes under limits. They never change a count.
//!
//! What is a fact of a data structure (the bits of a lane, the bytes of a node) is no policy. A number
//! that was tuned and stands in a hot loop is compiled in: it is listed here, and cannot be set.

use std::sync::Arc;

use thiserror::Error;

/// A tuned number of the library.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Policy {
    /// Its name: the room and the number, as in `race.probes`.
    pub name: &'static str,
    /// Its default.
    pub default: f64,
    /// The lowest value and the highest; equal if the number is compiled in.
    pub range: (f64, f64),
    /// What it is for, and how it was chosen.
    pub purpose: &'static str,
    read: fn(&Policies) -> f64,
    write: fn(&mut Policies, f64),
}

/// Why a policy cannot be set or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// There is no policy with this name.
    #[error("unknown policy {0:?}")]
    Unknown(String),
    /// The number is compiled in.
    #[error("the policy {0:?} is compiled in, and cannot be set")]
    CompiledIn(String),
    /// The value is not a number.
    #[error("the value of the policy {0:?} is not a number")]
    NotANumber(String),
}

/// A type of policies.
trait Number: Copy {
    fn read(value: f64) -> Self;
    fn write(self) -> f64;
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            fn read(value: f64) -> Self {
                value as Self
            }
            fn write(self) -> f64 {
                self as f64
            }
        }
    )*};
}
numbers! { u8 u32 u64 usize f64 }

/// Makes the struct of each room, the struct of all rooms, the constants and the list.
macro_rules! policies {
    (
        $($room:ident $Room:ident {
            $($name:ident: $type:ty = $default:expr, $low:literal..$high:literal, $purpose:literal;)*
        })*
        @compiled in $(
            $constant:ident $title:literal: $of:ty = $value:expr, $use:literal;
        )*
    ) => {
        $(
            #[doc = concat!("The policies of `", stringify!($room), "`.")]
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub(crate) struct $Room {
                $(#[doc = $purpose] pub(crate) $name: $type,)*
            }
        )*

        /// The policies of all rooms.
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) struct Policies {
            $(pub(crate) $room: $Room,)*
        }

        impl Default for Policies {
            fn default() -> Self {
                Self { $($room: $Room { $($name: $default,)* },)* }
            }
        }

        $(
            #[doc = $use]
            pub(crate) const $constant: $of = $value;
        )*

        static POLICIES: &[fn() -> Policy] = &[
            $($(|| Policy {
                name: concat!(stringify!($room), ".", stringify!($name)),
                default: <$type as Number>::write($default),
                range: ($low as f64, $high as f64),
                purpose: $purpose,
                read: |policies| policies.$room.$name.write(),
                write: |policies, value| policies.$room.$name = Number::read(value),
            },)*)*
            $(|| Policy {
                name: $title,
                default: <$of as Number>::write($value),
                range: ($value as f64, $value as f64),
                purpose: $use,
                read: |_| <$of as Number>::write($value),
                write: |_, _| {},
            },)*
        ];
    };
}

policies! {
    bits BitsPolicies {
        pairs: usize = 4_194_304, 0..1e15, "Pairs of items in options that are looked at for the subset rule: more would take long to compile.";
        slots: usize = 4, 0..1e6, "Slots of the subset rule for each chunk of lanes: with more, to look at them costs more than they bring.";
    }
    board_explain BoardExplainPolicies {
        nodes: u64 = 20_000, 1..1e15, "Nodes of each question but the first: these are many, and none of them is worth more.";
        listed: usize = 10_000, 2..1e9, "Solutions that are listed to find the cells that differ.";
        listing: u64 = 1_000_000, 1..1e15, "Nodes to list them.";
        sets: usize = 2_000, 1..1e9, "Sets of givens that are looked at for a smallest contradiction.";
        fewest: usize = 3_000_000, 1..1e12, "Sets of cells that are looked at for the fewest that decide.";
        words: usize = 1 << 20, 1..1e12, "Words of bits between two looks at the limits: a millisecond or so.";
    }
    costs CostsPolicies {
        root_steps: usize = 500, 0..1e9, "Steps of the climb for prices at the root.";
        root_work: usize = 268_435_456, 0..1e15, "Uses that the climb at the root may touch: larger problems have fewer steps, but as many as any other node.";
        root_part: f64 = 10.0, 1..1e6, "The first step at the root is to raise the bound by one part in so many.";
        steps: usize = 10, 0..1e6, "Steps of a climb at any other node. Langford 16, random crews and 15 queens have 69, 1.3 and 0.2 thousand nodes with 10 steps, 116, 2.8 and 0.4 with 3, and 48, 1.0 and 0.2 with 30.";
        patience: u32 = 5, 1..1e9, "After so many steps without a better bound they become half as long.";
        again: usize = 90, 0..99, "Prices are found again at a node as long as at most so many percent of its options are left.";
        saved: usize = 16_777_216, 0..1e12, "Where more prices than this are saved, deeper levels save none. Without saved prices Langford 16 takes twice as many nodes.";
        tries: usize = 4_194_304, 0..1e15, "Tries of all open levels that are looked at for the bound of what is still to come.";
        short: usize = 262_144, 0..1e15, "Uses that are looked at in so short a time that the meter is asked once for all of them: to ask it for each option costs a third of a bound.";
    }
    count CountPolicies {
        least_memory: usize = 1 << 20, 0..1e12, "Bytes that a count may take, whatever the limit: below a megabyte nothing fits.";
        poll: u64 = 1_024, 1..1e9, "Nodes of a diagram between two looks at the limit of nodes.";
    }
    estimate EstimatePolicies {
        sample: u64 = 50_000, 0..1e12, "Nodes of the walk that shows how long a node takes: less than 0.1 s.";
        first_round: u64 = 64, 1..1e9, "Probes of the first round; each later one has twice as many.";
        part: u32 = 4, 1..1e6, "Of the time that is left, the walk before the probes takes one part in so many.";
        probed: usize = 67_108_864, 0..1e15, "Work of the probes of a race, about a tenth of a second: more says that the walk is long.";
        share: f64 = 0.04, 0..1, "One probe may make up so much of the sum. With 0.02 half of the skewed trees that 0.04 leaves an upper bound have none; with 0.05 only 94 % of the intervals hold.";
        width: f64 = 1.96, 0..1e3, "Standard errors to each side: so many hold 95 % of a normal distribution.";
        unmet: f64 = 10.0, 0..1e6, "Room for so many probes like the largest that were not met: 3 in 95 of 100 cases, and as much again for larger ones three times.";
    }
    explain ExplainPolicies {
        nodes: u64 = 4_096, 1..1e15, "Nodes of a search in the first round: a set that lacks the wrong item can be hard to search.";
        growth: u64 = 16, 2..1e6, "How many times more nodes a search has in each later round.";
    }
    fold FoldPolicies {
        tables: usize = 268_435_456, 0..1e15, "Bytes that the tables of options by bits may take: more are slow to build, too.";
        trial: u64 = 2_000, 0..1e15, "Nodes on the first item before dead ends are looked at: if most nodes are dead, the fold begins anew on the smallest item.";
    }
    generate GeneratePolicies {
        counted: u64 = 200, 1..1e9, "Solutions are counted up to here to see whether the givens of a mask became better.";
        whole: u64 = 200_000, 1..1e15, "Nodes to prove that a finished board has one solution.";
        changes: u32 = 400, 0..1e9, "How often givens of a mask are changed in one try.";
        harder: u64 = 100, 0..1e9, "Guesses above the wanted ones up to which a board that is too hard is measured.";
    }
    race RacePolicies {
        first: u64 = 64, 1..1e9, "Nodes of the walk in the first round.";
        enough: u64 = 2_048, 0..1e15, "What a walk does before its rivals begin, which cost more than a small problem.";
        growth: u64 = 2, 2..1e6, "How much longer every round is than the one before.";
        probes: u64 = 16, 0..1e6, "Probes that estimate how long the walk is.";
        hope: f64 = 32.0, 0..1e300, "The walk sits out rounds that are shorter than its probable length by more than this factor.";
        updates: u64 = 32, 1..1e9, "Updates of `links` that take about as long as a step of a sweep.";
        sweep_part: u64 = 8, 1..1e9, "Beside a walk, a sweep does one step for so many nodes: that costs the walk little.";
        fold_part: u64 = 256, 1..1e9, "Likewise for a fold, whose steps take longer.";
        sweep_lead: u64 = 16, 1..1e9, "Without a walk, a sweep does so many steps for a node of a walk: they take about the same time.";
        fold_lag: u64 = 4, 1..1e9, "Without a walk, a fold does one step for so many nodes of a walk: they take about the same time.";
        worth: u64 = 64, 0..1e15, "The fewest nodes for which a fold begins beside a sweep, as its tables take longer.";
        poll: u64 = 128, 1..1e9, "Nodes of a rival between two looks at the limits of nodes and solutions.";
    }
    rate RatePolicies {
        searches: u64 = 64, 1..1e6, "Searches over which guesses are averaged.";
        calls: u64 = 1_000_000, 1..1e15, "Calls after which plain backtracking is given up.";
        turns: usize = 15, 1..1e6, "Turns of a board that plain backtracking solves: one turn can take a thousand times as long as another.";
    }
    reduce ReducePolicies {
        most: u64 = 64, 0..1e9, "Uses that the rules look at, as a multiple of the size of the problem.";
        little: u64 = 67_108_864, 0..1e15, "Uses that are always few enough to look at: about a quarter of a second.";
        grace: u64 = 120, 0..1e6, "Milliseconds after a limit to put together what is known.";
    }
    sweep SweepPolicies {
        least: usize = 65_536, 0..1e12, "Bytes below which no sweep begins.";
        trial: u64 = 4_096, 0..1e15, "Nodes in the order of the problem before other orders are looked for.";
        compared: usize = 16, 1..1e9, "Items of the frontier that are compared for the next place in an order.";
        work: usize = 4_194_304, 0..1e15, "Uses to look at for an order: more would take longer than it saves.";
        many: usize = 4_096, 0..1e15, "States of a level from which levels are left out.";
        reach: usize = 32, 1..1e6, "Levels that are left out at most. With `many`, Latin squares of order 6 take 34 MB instead of 262 MB.";
        wider: usize = 6, 0..40, "Bits by which a frontier counts as wider at most: not all sets of its items are states.";
        cleared: usize = 64, 0..1e12, "No sweep begins where options clear more bits than so many for each that they need.";
        samples: usize = 32, 1..1e6, "States that are followed to learn how many nodes leaving out levels takes.";
    }
    walk WalkPolicies {
        nodes: u64 = 1_024, 1..1e9, "Nodes, and dead ends, between two looks at the clock: a look at every node costs 10 to 20 %, this nothing.";
        updates: u64 = 33_554_432, 1..1e15, "Updates between two looks: in a problem of a gigabyte 1,024 nodes take ten minutes.";
    }
    @compiled in
        METER_WORK "ask.meter": u64 = 1 << 20, "Work between two looks at the clock, in steps of about a nanosecond or a few: at most some milliseconds.";
        BITS_BATCH "bits.batch": usize = 4, "The most options of a list that one pass tests for dead ends.";
        BITS_FEW "bits.few": usize = 96, "Where no more lanes than this are open, none are weighed: that takes half of the time off Latin 5, and a quarter off Langford 12 and 13 queens.";
        BITS_LIGHT "bits.light": u8 = 6, "Lanes with this many bits, their flag among them, and with more weigh one: 55 guesses on a hard board, against 104 without weights.";
        BITS_WEIGHED "bits.weighed": usize = 8, "Of the smallest lanes at most so many are weighed.";
        BITS_AT_ONCE "bits.at_once": usize = 4, "Lanes that are weighed in one pass.";
        COUNT_ENGINE "count.engine": usize = 16, "Bytes that an engine takes for each item, option and use, about.";
        DIAGRAM_LINES "diagram.lines": usize = 1_024, "Lines of a text between two looks at the limits.";
        DIAGRAM_LONG "diagram.long": usize = 1 << 16, "Bytes of a line before which the limits are looked at, too.";
        DIAGRAM_NODES "diagram.nodes": usize = 16_384, "Nodes that are checked between two looks at the limits.";
        MEMO_SLOTS "fold.memo_slots": usize = 1 << 10, "Slots of a new memo of a fold.";
        POOL_WINDOW "parallel.window": usize = 256, "Chunks under way at most: so many that the other threads go on for a while when one item is hard.";
        POOL_HEAVY "parallel.heavy": usize = 256, "The weight at which a chunk of items ends.";
        POOL_ITEMS "parallel.items": usize = 64, "Items of a chunk at most.";
        POOL_CHUNK "parallel.chunk": u64 = 1_000, "Microseconds that the work on a chunk should take: far longer than to hand it over, and so short that all threads end at about the same time.";
        POOL_PATIENCE "parallel.patience": u64 = 20, "Milliseconds after which the taker of answers looks for those of a chunk that is not done: to wake it for each answer would take longer than finding a short one.";
        POOL_GRACE "parallel.grace": u64 = 250, "Milliseconds after a cancel in which a worker may finish its item.";
        REDUCE_LOOK "reduce.look": usize = 4, "Nanoseconds of a look at a use, about: what it reads is rarely in a cache.";
        SWEEP_BIT "sweep.bit": usize = 160, "Bytes for a bit in plans and levels, about.";
        SWEEP_OPTION "sweep.option": usize = 80, "Bytes for an option in plans and levels, about.";
        SWEEP_SLOTS "sweep.slots": usize = 1 << 6, "Slots of a new table of a sweep.";
        SWEEP_WORDS "sweep.words": usize = 4, "Words of a state of a sweep at most: wider frontiers have too many states.";
        WALK_STEP "walk.step": usize = 1 << 10, "Work of a step on the way to a position, as a meter counts.";
}

impl Policies {
    /// The defaults, to be shared.
    pub(crate) fn shared() -> Arc<Self> {
        Arc::default()
    }

    /// Sets a policy. A value outside of its range counts as the nearest one in it.
    pub(crate) fn set(&mut self, name: &str, value: f64) -> Result<(), PolicyError> {
        let refused = |error: fn(String) -> PolicyError| error(name.to_owned());
        let policy = Policy::named(name)?;
        if policy.is_compiled_in() {
            return Err(refused(PolicyError::CompiledIn));
        }
        if value.is_nan() {
            return Err(refused(PolicyError::NotANumber));
        }
        let (low, high) = policy.range;
        (policy.write)(self, value.max(low).min(high));
        Ok(())
    }

    /// The value of a policy.
    pub(crate) fn get(&self, name: &str) -> Result<f64, PolicyError> {
        Policy::named(name).map(|policy| (policy.read)(self))
    }
}

impl Policy {
    /// All policies, sorted by room; those that are compiled in are the last.
    pub fn all() -> impl Iterator<Item = Self> {
        POLICIES.iter().map(|policy| policy())
    }

    fn named(name: &str) -> Result<Self, PolicyError> {
        let named = Self::all().find(|policy| policy.name == name);
        named.ok_or_else(|| PolicyError::Unknown(name.to_owned()))
    }

    /// Whether the number stands in a hot loop, so that it cannot be set.
    #[must_use]
    pub fn is_compiled_in(&self) -> bool {
        self.range.0 == self.range.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_sorted_by_room_and_set_by_name() {
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
