//! The tuned numbers of counts, diagrams and estimates.

use super::table::{Number, Policy, policies};

policies! {
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
    fold FoldPolicies {
        tables: usize = 268_435_456, 0..1e15, "bytes",
            "Memory limit of the tables of options by bits. Larger tables also take long to build.";
        trial: u64 = 2_000, 0..1e15, "nodes",
            "Nodes in the order of the first item. If most of them are dead ends, the fold starts \
             again and branches on the smallest item.";
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
        uses: u64 = 12, 1..1e9, "uses",
            "Or for this many uses of items by options, if that is longer.";
        quota: u64 = 40, 0..1e9, "nanoseconds",
            "A node of such a fold takes this much more for each item with a multiplicity.";
        caution: u64 = 4, 0..1e9, "factor",
            "A fold is expected to have at least this many times as much work left as it has done.";
        worth: u64 = 25_000, 0..1e15, "nanoseconds",
            "A fold starts beside a sweep only if its turn is at least this long, and";
        tables: u64 = 4, 0..1e15, "nanoseconds per use",
            "this long for each use of an item by an option, because its tables take as long to \
             build.";
        poll: u64 = 128, 1..1e9, "nodes",
            "Nodes of a method between two checks of the limits of nodes and solutions.";
    }
    sweep SweepPolicies {
        least: usize = 65_536, 0..1e12, "bytes",
            "No sweep starts with less memory than this.";
        trial: u64 = 4_096, 0..1e15, "nodes",
            "Nodes in the order of the problem before other orders are examined.";
        wide: f64 = 48.0, 0..1e9, "bits",
            "Examines other orders before it begins if the order of the problem may have more states \
             than fit into this many bits.";
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
    @compiled in
        DIAGRAM_LINES "diagram.lines": usize = 1_024, "lines",
            "Lines of a text between two checks of the limits.";
        DIAGRAM_LONG "diagram.long": usize = 1 << 16, "bytes",
            "The limits are also checked after longer lines.";
        DIAGRAM_NODES "diagram.nodes": usize = 16_384, "nodes",
            "Nodes to check between two checks of the limits.";
        MEMO_SLOTS "fold.memo_slots": usize = 1 << 10, "slots",
            "Initial slots of the memo of a fold.";
        SWEEP_BIT "sweep.bit": usize = 160, "bytes",
            "Approximate memory of a bit in plans and levels.";
        SWEEP_OPTION "sweep.option": usize = 80, "bytes",
            "Approximate memory of an option in plans and levels.";
        SWEEP_SLOTS "sweep.slots": usize = 1 << 6, "slots",
            "Initial slots of a table of a sweep.";
        SWEEP_WORDS "sweep.words": usize = 4, "words of 64 bits",
            "The widest state of a sweep. Wider frontiers have too many states.";
}
