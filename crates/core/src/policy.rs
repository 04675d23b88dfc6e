//! The policies: one table of all tuned numbers of the library. A row has the name, the type, the
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

use std::sync::Arc;

use thiserror::Error;

/// A tuned number of the library.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Policy {
    /// The name: the module and the number, as in `race.probes`.
    pub name: &'static str,
    /// The default value.
    pub default: f64,
    /// The lowest and the highest value; equal if the number is compiled in.
    pub range: (f64, f64),
    /// The unit of the value, such as `nodes`; `factor` or `share` if it has none.
    pub unit: &'static str,
    /// What the number does, and what was measured with it.
    pub purpose: &'static str,
    read: fn(&Policies) -> f64,
    write: fn(&mut Policies, f64),
}

/// The reason why a policy cannot be set or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// There is no policy with this name.
    #[error("unknown policy {0:?}")]
    Unknown(String),
    /// The number is compiled in.
    #[error("the policy {0:?} is compiled in and cannot be set")]
    CompiledIn(String),
    /// The value is not a number.
    #[error("the value of the policy {0:?} is not a number")]
    NotANumber(String),
}

/// A type that a policy can have.
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

/// Makes the struct of each module, the struct of all modules, the constants and the list.
macro_rules! policies {
    (
        $($room:ident $Room:ident {
            $(
                $name:ident: $type:ty = $default:expr, $low:literal..$high:literal, $unit:literal,
                    $purpose:literal;
            )*
        })*
        @compiled in $(
            $constant:ident $title:literal: $of:ty = $value:expr, $unit_of:literal, $use:literal;
        )*
    ) => {
        $(
            #[doc = concat!("The policies of the module `", stringify!($room), "`.")]
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $Room {
                $(#[doc = $purpose] pub $name: $type,)*
            }
        )*

        /// The policies of all modules.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Policies {
            $(
                #[doc = concat!("The policies of the module `", stringify!($room), "`.")]
                pub $room: $Room,
            )*
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
                unit: $unit,
                purpose: $purpose,
                read: |policies| policies.$room.$name.write(),
                write: |policies, value| policies.$room.$name = Number::read(value),
            },)*)*
            $(|| Policy {
                name: $title,
                default: <$of as Number>::write($value),
                range: ($value as f64, $value as f64),
                unit: $unit_of,
                purpose: $use,
                read: |_| <$of as Number>::write($value),
                write: |_, _| {},
            },)*
        ];
    };
}

policies! {
    bits BitsPolicies {
        pairs: usize = 4_194_304, 0..1e15, "pairs of items",
            "Skips the subset rule if the options have more pairs of items than this, because \
             compiling would take long.";
        slots: usize = 4, 0..1e6, "slots per chunk",
            "Skips the subset rule for groups of two options if it needs more slots for each chunk \
             of lanes. With more slots, Langford 12 takes 22 % longer.";
        large_slots: usize = 8, 0..1e6, "slots per chunk",
            "Skips the subset rule if its groups of three options or more need more slots for each \
             chunk of lanes. With 4 slots, samurai boards take 80 % longer.";
    }
    board_count BoardCountPolicies {
        first_nodes: u64 = 50_000, 0..1e15, "nodes",
            "Under hard rules, solutions are listed within this number of nodes before other ways to \
             count them begin.";
        first_solutions: u64 = 1_000, 1..1e15, "solutions",
            "This list stops at this number of solutions.";
        listed: u64 = 100_000, 0..1e15, "solutions",
            "Under hard rules, at most this many solutions are listed to count those of each \
             candidate.";
    }
    board_explain BoardExplainPolicies {
        nodes: u64 = 20_000, 1..1e15, "nodes",
            "Node limit of each question after the first when a board is explained. There are many \
             such questions.";
        listed: usize = 10_000, 2..1e9, "solutions",
            "Lists at most this many solutions to find the cells in which they differ.";
        listing: u64 = 1_000_000, 1..1e15, "nodes",
            "Node limit for listing these solutions.";
        sets: usize = 2_000, 1..1e9, "sets of givens",
            "Tests at most this many sets of givens when it looks for a smallest contradiction.";
        fewest: usize = 3_000_000, 1..1e12, "sets of cells",
            "Tests at most this many sets of cells when it looks for the fewest cells that make \
             the solution unique.";
        words: usize = 1 << 20, 1..1e12, "words of 64 bits",
            "Work between two checks of the limits: about a millisecond.";
    }
    board_learn BoardLearnPolicies {
        conflicts: u64 = 1_000, 0..1e15, "conflicts",
            "If the first answer about a board learned from at least this many conflicts, the many \
             questions after it are answered by learning, too. On sparse boards of 16 x 16, which are \
             walked, learning would take 8 times as long.";
    }
    colouring ColouringPolicies {
        work: usize = 16_777_216, 0..1e15, "entries",
            "The search for a colouring argument reads at most this many entries of matrices, in \
             about 0.2 s. Each elimination may use half of the rest. 0 turns it off.";
        entries: usize = 2_097_152, 0..1e12, "entries of 16 bytes",
            "Gives up an elimination if its matrix has more entries.";
    }
    costs CostsPolicies {
        root_steps: usize = 500, 0..1e9, "steps",
            "Steps of the subgradient ascent at the root.";
        root_work: usize = 268_435_456, 0..1e15, "uses",
            "Limits the work of the ascent at the root. Larger problems make fewer steps there, \
             but no fewer than at other nodes.";
        root_part: f64 = 10.0, 1..1e6, "parts",
            "The first step at the root aims to raise the bound by one part in this many.";
        steps: usize = 10, 0..1e6, "steps",
            "Steps of the ascent at every other node. Thousands of nodes for Langford 16, random \
             crews and 15 queens: 69, 1.3 and 0.2 with 10 steps; 116, 2.8 and 0.4 with 3; 48, 1.0 \
             and 0.2 with 30.";
        patience: u32 = 5, 1..1e9, "steps",
            "Halves the length of the steps after this many steps without a better bound.";
        again: usize = 90, 0..99, "percent",
            "Prices a node again if at most this share of its options is left since the last \
             pricing.";
        saved: usize = 16_777_216, 0..1e12, "prices",
            "Levels save no more prices once this many are saved. Without saved prices Langford 16 \
             takes twice as many nodes.";
        tries: usize = 4_194_304, 0..1e15, "tries",
            "Examines at most this many untried options for the lower bound of the solutions not \
             found yet.";
        short: usize = 262_144, 0..1e15, "uses",
            "Problems with at most this many uses charge the meter once for each pass. Charging it \
             for each option costs a third of the time of a bound.";
    }
    count CountPolicies {
        alone: u64 = 131_072, 1..1e15, "nodes",
            "Nodes of a fold that builds a diagram, before a fold over the states of a sweep joins \
             it. Chains of 58 pairs take 60 s and more without that, and 0.2 s with it.";
        least_memory: usize = 1 << 20, 0..1e12, "bytes",
            "A count may use this much memory whatever the limit is: no method works with less.";
        poll: u64 = 1_024, 1..1e9, "nodes",
            "Nodes of a diagram between two checks of the node limit.";
    }
    estimate EstimatePolicies {
        sample: u64 = 50_000, 0..1e12, "nodes",
            "Nodes of the walk that measures the time of a node; it takes less than 0.1 s.";
        first_round: u64 = 64, 1..1e9, "probes",
            "Probes of the first round. Each later round has twice as many.";
        part: u32 = 4, 1..1e6, "parts",
            "The walk before the probes may take one part in this many of the time \
             that is left.";
        probed: usize = 67_108_864, 0..1e15, "steps of work",
            "Work of the probes for a part that is split, about a tenth of a second. If they need \
             more, the part counts as long.";
        looked: u64 = 4_096, 0..1e15, "choices",
            "Probes do not inspect the children of a node with more choices than this: that takes the \
             square of their number.";
        rough: u64 = 512, 0..1e15, "choices",
            "The same for the probes that weigh the parts of a split, of which there may be thousands.";
        share: f64 = 0.04, 0..1, "share",
            "Gives no upper bound if one probe makes up a larger share of the sum. With 0.02, half \
             of the skewed trees that have an upper bound now have none; with 0.05, only 94 % of \
             the intervals contain the truth.";
        speed: f64 = 2.0, 1..1e6, "factor",
            "The walk may be slower or faster than its first nodes by this factor.";
        width: f64 = 1.96, 0..1e3, "standard errors",
            "Half the width of an interval: 1.96 contains 95 % of a normal distribution.";
        unmet: f64 = 10.0, 0..1e6, "probes",
            "Adds this many probes of the largest size to the upper bound, for large subtrees that \
             no probe met. In 95 of 100 cases these are worth at most 3 probes; the rest allows \
             for subtrees three times as large.";
    }
    explain ExplainPolicies {
        nodes: u64 = 4_096, 1..1e15, "nodes",
            "Node limit of a search in the first round. Without some of the items, the search can \
             be very hard.";
        growth: u64 = 16, 2..1e6, "factor",
            "Each later round multiplies the node limit by this.";
        core: u64 = 20_000, 0..1e15, "nodes",
            "Node limit of each search for a core of the items, before the rounds. 0 turns it off.";
        cores: usize = 4, 0..1e6, "cores",
            "Looks for a core of the core, and so on, at most so many times.";
    }
    fold FoldPolicies {
        tables: usize = 268_435_456, 0..1e15, "bytes",
            "Memory limit of the tables of options by bits. Larger tables also take long to build.";
        trial: u64 = 2_000, 0..1e15, "nodes",
            "Nodes in the order of the first item. If most of them are dead ends, the fold starts \
             again and branches on the smallest item.";
    }
    generate GeneratePolicies {
        counted: u64 = 200, 1..1e9, "solutions",
            "Counts at most this many solutions to compare two sets of givens in a mask.";
        whole: u64 = 200_000, 1..1e15, "nodes",
            "Node limit of the proof that a finished board has one solution.";
        changes: u32 = 400, 0..1e9, "changes",
            "Changes the givens of a mask at most this often in one attempt.";
        harder: u64 = 100, 0..1e9, "guesses",
            "Measures a board that is too hard up to this many guesses above the wanted ones.";
        patience: u64 = 100, 1..1e9, "factor",
            "Whether a placed rule is needed is asked with this many times the nodes of other \
             questions: there are few of them, and an answer that is not known keeps the rule.";
    }
    learn LearnPolicies {
        supported: u32 = 63, 0..64, "options",
            "The support rule examines items with at most this many options; 0 turns it off.";
        decay: f64 = 0.95, 0.5..1, "factor",
            "After each conflict the activities of all options shrink by this factor.";
        restart: u64 = 64, 1..1e9, "conflicts",
            "Conflicts before a restart, times the numbers of Luby's sequence.";
        phase: u64 = 1_000, 1..1e12, "conflicts",
            "Length of the first steady and of the first quick phase of restarts.";
        margin: f64 = 1.1, 0..1e6, "factor",
            "A quick phase restarts if the glue of late is above the mean glue by this factor. Quick \
             phases and tiers together save 28 % of the conflicts on boards of 25 x 25.";
        share: f64 = 0.75, 0..1, "share",
            "The share of the clauses that are forgotten, of those that may be. With 0.5, boards of \
             25 x 25 take more conflicts.";
        tier: u32 = 6, 0..1e6, "levels",
            "Clauses of at most this glue stay for two rounds of forgetting after a use.";
        trial: u64 = 1_000, 0..1e12, "items",
            "The support rule examines this many items of each size before it is judged.";
        worth: u64 = 16, 0..1e9, "items",
            "The rule goes on at items of a size if it finds an option at one in this many items.";
        rows: u64 = 1_000_000, 0..1e15, "nanoseconds",
            "Work of a walk on rows before learning begins, about.";
        few: u64 = 1_000_000_000, 0..1e15, "nanoseconds",
            "The same, for a solver that answers few questions.";
        lanes: u64 = 100_000_000, 0..1e15, "nanoseconds",
            "Work of a walk on narrower lanes before learning begins, about.";
        hopeless: f64 = 100.0, 0..1e300, "factor",
            "Learning gets most of the time if the walk beside it seems to need more than this many \
             times what it has taken.";
        hopeful: f64 = 8.0, 0..1e300, "factor",
            "The walk gets most of the time if it seems to need less than this many times what it \
             has taken.";
        favour: u64 = 8, 1..1e6, "factor",
            "Most of the time: the turns are longer by this factor.";
        solutions: u64 = 1_000, 0..1e9, "solutions",
            "A question that asks for learning returns to walking after this many solutions.";
        first: usize = 2_000, 1..1e9, "clauses",
            "Learned clauses before half of them are forgotten the first time.";
        more: usize = 500, 1..1e9, "clauses",
            "The number of clauses grows by this each time.";
    }
    proof ProofPolicies {
        conflicts: u64 = 500, 0..1e15, "conflicts",
            "A proof looks for a colouring argument after this many conflicts without a solution.";
        node: u64 = 4_000, 1..1e9, "nanoseconds",
            "Assumed time of a node of a walk in a proof.";
        solutions: u64 = 64, 1..1e15, "solutions",
            "After this many solutions, and whenever their number has doubled, a walk is given as much \
             time as learning has taken. It goes on if it finds more.";
        trial: u64 = 1_000, 1..1e15, "nodes",
            "The walk is given at least this many nodes.";
    }
    race RacePolicies {
        first: u64 = 16, 1..1e9, "nodes",
            "Nodes of the walk before the first look at its work.";
        enough: u64 = 20, 0..1e15, "nanoseconds per use",
            "Starts the other methods after one turn of the walk and this much work for each use of \
             an item by an option: starting them takes about as long. Looking at how much of its \
             tree the walk has covered does, too, so that happens at this much work and each time \
             the work has doubled.";
        turn: u64 = 100_000, 1..1e15, "nanoseconds",
            "The shortest turn of the favourite.";
        growth: u64 = 4, 1..1e6, "factor",
            "Later turns of the favourite take the work of all methods so far, divided by this.";
        share: u64 = 16, 1..1e6, "factor",
            "The others may do the work of the favourite, divided by this.";
        node: u64 = 100, 1..1e9, "nanoseconds",
            "A node of a walk takes this long if its engine does not count its work.";
        lookup: u64 = 90, 1..1e9, "nanoseconds",
            "A node of a sweep, or a state looked up in its tables, takes this long.";
        state: u64 = 200, 1..1e9, "nanoseconds",
            "A node of a fold takes this long, apart from `race.options` and `race.quota`.";
        options: u64 = 2, 1..1e9, "options",
            "A node of a fold that branches on the smallest item takes a nanosecond more for this \
             many options.";
        quota: u64 = 40, 0..1e9, "nanoseconds",
            "A node of such a fold takes this much more for each item with a multiplicity.";
        caution: u64 = 4, 0..1e9, "factor",
            "A fold is expected to have at least this many times as much work left as it has done.";
        worth: u64 = 25_000, 0..1e15, "nanoseconds",
            "A fold starts beside a sweep only if its turn is at least this long, because its \
             tables take longer to build.";
        poll: u64 = 128, 1..1e9, "nodes",
            "Nodes of a method between two checks of the limits of nodes and solutions.";
    }
    rate RatePolicies {
        searches: u64 = 64, 1..1e6, "searches",
            "The guesses of a board are averaged over this many random searches.";
        nodes: u64 = 20_000, 1..1e15, "nodes",
            "Under hard rules, the one search is stopped after this many nodes: the board \
             is extreme anyway.";
        calls: u64 = 1_000_000, 1..1e15, "calls",
            "Plain backtracking is stopped after this many calls.";
        turns: usize = 15, 1..1e6, "boards",
            "Plain backtracking solves this many random transformations of the board. One of them \
             can take a thousand times as long as another.";
    }
    reduce ReducePolicies {
        most: u64 = 64, 0..1e9, "factor",
            "The rules examine at most this many times as many uses as the problem has.";
        little: u64 = 67_108_864, 0..1e15, "uses",
            "The rules may always examine this many uses: about a quarter of a second.";
        grace: u64 = 120, 0..1e6, "milliseconds",
            "Time after a limit to assemble the results so far.";
        comparisons: u64 = 32, 0..1e9, "uses",
            "The support rule counts conflicts instead of comparing options after this many uses \
             for each option of the item. Tables of allowed pairs and chains of states take 1/5 to \
             1/10 of the work; 0 takes a fifth more for tilings.";
    }
    sharpen SharpenPolicies {
        largest: u32 = 1_000_000, 2..1e9, "options",
            "The support rule examines items with at most this many options.";
        patience: f64 = 0.5, 0..1e18, "factor",
            "The second walk begins when the first has worked for this many times as long as \
             compiling rows takes, about.";
        piece: u64 = 8, 1..1e9, "nodes",
            "Nodes of the second walk between two looks at its work.";
        solutions: u64 = 4, 0..1e6, "solutions",
            "No second walk begins if more solutions were found before. Problems with many \
             solutions gain nothing.";
        trial: u64 = 1_000_000, 1..1e15, "nanoseconds",
            "Work of the first turn of the second walk, about. Each later turn is twice as long.";
        share: u64 = 64, 1..1e6, "factor",
            "If many solutions are needed, the turns of the first walk are longer than those of \
             the second by this factor.";
        lead: f64 = 1_000.0, 1..1e300, "factor",
            "Walks take turns until one has covered this many times as much of its tree as the \
             other, for the same work. Early estimates can be wrong by a factor of 100.";
        narrower: f64 = 2.0, 1..1e6, "factor",
            "Lanes are compiled again if their states are smaller by this factor.";
        weighed: usize = 48, 1..64, "lanes",
            "Weighs at most this many of the smallest lanes in a walk on narrower lanes.";
    }
    sweep SweepPolicies {
        least: usize = 65_536, 0..1e12, "bytes",
            "No sweep starts with less memory than this.";
        trial: u64 = 4_096, 0..1e15, "nodes",
            "Nodes in the order of the problem before other orders are examined.";
        compared: usize = 8, 1..1e9, "items",
            "Compares this many items of the frontier for the next position in an order. With 16, \
             orders of networks take twice as long and save no nodes.";
        work: usize = 4_194_304, 0..1e15, "uses",
            "Examines at most this many uses to find an order. More would take longer than it \
             saves.";
        many: usize = 4_096, 0..1e15, "states",
            "Skips levels after a level with this many states.";
        reach: usize = 32, 1..1e6, "levels",
            "Skips at most this many levels at once. With `many`, Latin squares of order 6 take 34 \
             MB instead of 262 MB.";
        wider: usize = 6, 0..40, "bits",
            "A wider frontier counts as at most this many bits wider, because few sets of its \
             items are states.";
        cleared: usize = 64, 0..1e12, "bits per use",
            "No sweep starts if the options clear more bits than this for each use.";
        parallel: usize = 16_384, 0..1e15, "states",
            "Splits tables into shards at a level with this many states. Uses threads for such \
             levels, in turns with at least as many nodes. Threads save no time on smaller ones.";
        batch: usize = 2_048, 1..1e9, "additions",
            "A thread collects this many additions to tables before it writes them, so that it \
             locks a table once for many.";
        piece: u64 = 1_048_576, 1..1e15, "nodes",
            "Most nodes between two reports of progress: about a tenth of a second.";
        samples: usize = 32, 1..1e6, "states",
            "Follows this many states to estimate the nodes that skipping levels takes.";
    }
    symmetry SymmetryPolicies {
        enough: u64 = 200, 0..1e15, "nanoseconds per use",
            "A count looks for symmetries once its walk has done this much work for each use of an \
             item by an option: looking takes about as long.";
        gain: f64 = 1.25, 1.0..1e300, "factor",
            "A walk visits one option of each orbit of an item if it has this many times as many \
             options as orbits.";
        near: f64 = 0.7, 0..1, "share",
            "Items with this share of the largest ratio of options to orbits are as good as the best.";
        part: u64 = 20, 0..1e15, "nanoseconds per use",
            "To begin the walk of an orbit takes this long. Orbits are used if they save more.";
        tries: usize = 4, 1..1e9, "vertices",
            "At most this many images of a vertex are tried.";
        neighbour: u64 = 10, 1..1e9, "nanoseconds",
            "To look at a neighbour of a vertex takes this long.";
        effort: u64 = 4, 0..1e15, "factor",
            "The search for symmetries ends after this many times the work of the walk before it.";
        again: u64 = 8, 2..1e9, "factor",
            "If it ended early and found none, it is repeated when the walk has done this many times \
             as much work.";
    }
    team TeamPolicies {
        alone: u64 = 4, 0..1e9, "checks",
            "Checks of the clock that a search makes on the thread that asks before it uses other \
             threads. Starting a thread takes about 50 microseconds, as long as 500 nodes.";
        batch: usize = 16_384, 1..1e9, "uses",
            "Uses in the solutions that a thread collects before it passes them on, for options of the \
             mean length.";
        buffer: usize = 4_194_304, 1..1e12, "options",
            "Options of solutions that all threads keep for the caller. At this number only the \
             thread whose solutions come next continues.";
        unordered: usize = 262_144, 1..1e12, "uses",
            "Uses in the solutions that all threads keep for a caller that takes them in any order: no \
             thread waits for another, so few are enough. At a stop all of them are still to be \
             written: 16 million took seconds.";
        patience: u64 = 16, 1..1e6, "checks",
            "Checks of the clock between two reports of a thread to the team.";
        parts: usize = 1_000, 0..1e9, "parts",
            "Parts of a rest that are one try each. Below them, the tries that are left of a level \
             are one part: a walk of 2,000 levels had 138,000 parts, which took 20 s to save.";
    }
    walk WalkPolicies {
        nodes: u64 = 1_024, 1..1e9, "nodes",
            "Nodes, and dead ends, between two checks of the clock. Checking at every node takes \
             10 to 20 % of the time; this takes nothing.";
        updates: u64 = 33_554_432, 1..1e15, "updates",
            "Updates between two checks. In a problem of a gigabyte, 1,024 nodes take ten minutes.";
    }
    @compiled in
        METER_WORK "ask.meter": u64 = 1 << 20, "steps of work",
            "Work between two checks of the clock. A step takes a nanosecond or a few, all of them \
             some milliseconds.";
        BITS_BATCH "bits.batch": usize = 4, "options",
            "Options of a list that one pass tests for dead ends.";
        BITS_FEW "bits.few": usize = 96, "lanes",
            "Weighs no lanes if at most this many are undecided. This halves the time of Latin 5 \
             and saves a quarter of that of Langford 12 and 13 queens.";
        BITS_FEW_AT_FIRST "bits.few_at_first": usize = 144, "lanes",
            "The same as `bits.few`, as long as all tries on the path are the first of their levels. \
             Boards with several solutions take 0.75 of the time; hard boards take as long.";
        BITS_LIGHT "bits.light": u8 = 6, "bits",
            "Lanes with this many bits or more, their flag included, have weight 1. Hard boards \
             take 55 guesses with weights and 104 without.";
        BITS_WEIGHED "bits.weighed": usize = 8, "lanes",
            "Weighs at most this many of the smallest lanes.";
        BITS_MOST_WEIGHED "bits.most_weighed": usize = 64, "lanes",
            "Weighs at most this many lanes, whatever `sharpen.weighed` is.";
        BITS_AT_ONCE "bits.at_once": usize = 4, "lanes",
            "Lanes that one pass weighs.";
        DIAGRAM_LINES "diagram.lines": usize = 1_024, "lines",
            "Lines of a text between two checks of the limits.";
        DIAGRAM_LONG "diagram.long": usize = 1 << 16, "bytes",
            "The limits are also checked after longer lines.";
        DIAGRAM_NODES "diagram.nodes": usize = 16_384, "nodes",
            "Nodes to check between two checks of the limits.";
        ENGINE_BYTES "engine.bytes": usize = 16, "bytes",
            "Approximate memory of an engine for each item, option and use.";
        MEMO_SLOTS "fold.memo_slots": usize = 1 << 10, "slots",
            "Initial slots of the memo of a fold.";
        POOL_WINDOW "parallel.window": usize = 256, "chunks",
            "At most this many chunks are in progress. They keep the other threads busy while one \
             item is hard.";
        POOL_HEAVY "parallel.heavy": usize = 256, "units",
            "A chunk ends when its items weigh this much.";
        POOL_ITEMS "parallel.items": usize = 64, "items",
            "A chunk has at most this many items.";
        POOL_CHUNK "parallel.chunk": u64 = 1_000, "microseconds",
            "Intended time of a chunk: far longer than handing it over, and so short that all \
             threads end at about the same time.";
        POOL_PATIENCE "parallel.patience": u64 = 20, "milliseconds",
            "The receiver of answers waits this long before it takes those of an unfinished chunk. \
             Waking it for each answer would take longer than a short search.";
        POOL_GRACE "parallel.grace": u64 = 250, "milliseconds",
            "Time after a cancellation in which a worker may finish its item.";
        REDUCE_LOOK "reduce.look": usize = 4, "nanoseconds",
            "Approximate time to examine a use, which is rarely in a cache.";
        SWEEP_BIT "sweep.bit": usize = 160, "bytes",
            "Approximate memory of a bit in plans and levels.";
        SWEEP_OPTION "sweep.option": usize = 80, "bytes",
            "Approximate memory of an option in plans and levels.";
        SWEEP_SLOTS "sweep.slots": usize = 1 << 6, "slots",
            "Initial slots of a table of a sweep.";
        SWEEP_WORDS "sweep.words": usize = 4, "words of 64 bits",
            "The widest state of a sweep. Wider frontiers have too many states.";
        WALK_STEP "walk.step": usize = 1 << 10, "steps of work",
            "Work charged for each step on the way to a position.";
}

impl Policies {
    /// Returns the defaults, for sharing.
    pub(crate) fn shared() -> Arc<Self> {
        Arc::default()
    }

    /// Sets a policy. A value outside the range is replaced by the nearest value inside.
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

    /// Returns the value of a policy.
    pub(crate) fn get(&self, name: &str) -> Result<f64, PolicyError> {
        Policy::named(name).map(|policy| (policy.read)(self))
    }
}

impl Policy {
    /// Returns all policies, sorted by module. Those that are compiled in come last.
    pub fn all() -> impl Iterator<Item = Self> {
        POLICIES.iter().map(|policy| policy())
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
