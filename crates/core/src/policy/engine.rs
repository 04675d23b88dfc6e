//! The tuned numbers of the engines.

use super::table::{Number, Policy, policies};

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
    contest ContestPolicies {
        largest: u32 = 1_000_000, 2..1e9, "options",
            "The support rule examines items with at most this many options.";
        patience: f64 = 0.5, 0..1e18, "factor",
            "A walk on rows or on narrower lanes begins when the first has worked for this many \
             times as long as compiling rows takes, about.";
        beside: f64 = 16.0, 0..1e18, "factor",
            "Beside other methods of counting, such a walk begins this many times as late.";
        sums: u64 = 100_000, 0..1e15, "nanoseconds",
            "Work before a walk that examines sums begins.";
        alone: u64 = 50_000_000, 0..1e15, "nanoseconds",
            "Work of the walks before learning begins, if there is no walk on rows or narrower \
             lanes, and before provers begin; and compiling their tables.";
        most: u64 = 3_000_000_000, 0..1e15, "nanoseconds",
            "If many solutions are needed, and none or few were found in this much work, learning \
             and provers end: threads can share a walk that is alone.";
        few: u64 = 200_000_000, 0..1e15, "nanoseconds",
            "If there are solutions, but fewer than `contest.solutions` were found in this much work, \
             all contestants get equal shares even if many solutions are needed.";
        piece: u64 = 8, 1..1e9, "nodes",
            "Nodes of a walk on rows, and of learning, between two looks at their work.";
        solutions: u64 = 4, 0..1e6, "solutions",
            "If more solutions were found, the fastest walk goes on alone. Problems with many \
             solutions gain nothing by others.";
        turn: u64 = 1_000_000, 1..1e15, "nanoseconds",
            "The shortest turn.";
        growth: u64 = 2, 1..1e6, "factor",
            "Later turns take the work of all contestants so far, divided by this.";
        share: u64 = 64, 1..1e6, "factor",
            "If many solutions are needed, the other walks may do the work of the first, divided by \
             this.";
        hopeless: f64 = 30.0, 0..1e300, "factor",
            "A contestant gets little of the time if it expects to need more than this many times \
             the work of all so far.";
        hopeful: f64 = 2.0, 0..1e300, "factor",
            "A contestant gets most of the time if it expects to need less than this many times \
             the work of all so far.";
        favour: u64 = 8, 1..1e6, "factor",
            "Most of the time, or little: the turns are longer, or shorter, by this factor.";
        lead: f64 = 1_000.0, 1..1e300, "factor",
            "A walk is dropped when another one has covered this many times as much of its tree for \
             the same work. Early estimates can be wrong by a factor of 100.";
        narrower: f64 = 2.0, 1..1e6, "factor",
            "Lanes are compiled again if their states are smaller by this factor.";
        weighed: usize = 48, 1..64, "lanes",
            "Weighs at most this many of the smallest lanes in a walk on narrower lanes.";
        words: usize = 8, 0..64, "words of 64 bits",
            "No fold looks for a solution if its states are wider. With 64, some variants of sudoku \
             take twice as long.";
    }
    costs CostsPolicies {
        trial: u64 = 100, 1..1e12, "nodes",
            "Nodes of the first walk under a guessed ceiling of costs. A later one gets half as many \
             again if these were not enough.";
        trials: u64 = 10_000, 0..1e15, "nodes",
            "No walk under a guessed ceiling begins after this many nodes. These walks have one thread.";
        bound_part: u64 = 1_000, 1..1e18, "parts",
            "While no solution is known, the first guess is above the bound by one part in this \
             many.";
        fruitless: u32 = 2, 0..1e9, "walks",
            "Once a solution is known, at most this many walks under lower ceilings that do not find \
             a better one.";
        known_part: u64 = 4, 1..1e18, "parts",
            "Once a solution is known, the first guess is above the bound by one part in this many \
             of what is between them.";
        ties: u64 = 30_000, 0..1e18, "solutions",
            "A search for the cheapest solution counts those that share its cost at once, as long \
             as they are at most so many.";
        root_steps: usize = 5_000, 0..1e9, "steps",
            "Steps of the subgradient ascent at the root; it ends earlier if it gains no more.";
        root_work: usize = 268_435_456, 0..1e15, "uses",
            "Limits the work of the ascent at the root. Larger problems make fewer steps there, \
             but no fewer than at other nodes.";
        root_part: f64 = 1.0, 1..1e6, "parts",
            "The first step at the root aims to raise the bound by one part in this many.";
        root_again: usize = 300, 0..1e9, "steps",
            "Steps of the ascent at the root under a ceiling, from the prices that were found \
             without one.";
        root_patience: u32 = 20, 1..1e9, "steps",
            "At the root, halves the length of the steps after this many steps without a better \
             bound.";
        steps: usize = 20, 0..1e6, "steps",
            "Steps of the ascent at every other node.";
        patience: u32 = 5, 1..1e9, "steps",
            "At other nodes, halves the length of the steps after this many steps without a better \
             bound.";
        again: usize = 90, 0..99, "percent",
            "Prices a node again if at most this share of its options is left since the last \
             pricing.";
        saved: usize = 16_777_216, 0..1e12, "prices",
            "Levels save no more prices once this many are saved. Without saved prices Langford 16 \
             takes twice as many nodes.";
        pivots: usize = 20_000, 0..1e9, "pivots",
            "Pivots of the simplex method for a node.";
        probe: usize = 20, 0..1e6, "pivots",
            "Pivots of the simplex method for each side of an option that is tried.";
        relaxed: u64 = 2_000, 1..1e12, "nodes",
            "Nodes of a walk with the linear relaxation on one thread before several threads share a \
             new one.";
        relaxed_for: u64 = 10_000, 1..1e12, "nodes",
            "A trial predicts how many nodes a walk without the linear relaxation would take; for each \
             so many of them, a walk with it may take one. Such a node takes 20 to 100 times as long.";
        relaxed_items: usize = 10_000, 0..1e9, "items",
            "Problems with more items do not use the linear relaxation.";
        relaxed_part: u64 = 8, 1..1e18, "parts",
            "Once walks under guessed ceilings run out of nodes, the linear relaxation is used if \
             the bound is below the known cost, or the guess, by at most one part in this many; by \
             one part in six where a trial predicts 10^10 nodes and more without it.";
        tries: usize = 4_194_304, 0..1e15, "tries",
            "Examines at most this many untried options for the lower bound of the solutions not \
             found yet.";
        short: usize = 262_144, 0..1e15, "uses",
            "Problems with at most this many uses charge the meter once for each pass. Charging it \
             for each option costs a third of the time of a bound.";
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
        few: u64 = 500_000_000, 0..1e15, "nanoseconds",
            "The same, for a solver that answers few questions.";
        lanes: u64 = 100_000_000, 0..1e15, "nanoseconds",
            "Work of a walk on narrower lanes before learning begins, about.";
        solutions: u64 = 1_000, 0..1e9, "solutions",
            "A question that asks for learning returns to walking after this many solutions.";
        first: usize = 2_000, 1..1e9, "clauses",
            "Learned clauses before half of them are forgotten the first time.";
        more: usize = 500, 1..1e9, "clauses",
            "The number of clauses grows by this each time.";
    }
    walk WalkPolicies {
        nodes: u64 = 1_024, 1..1e9, "nodes",
            "Nodes, and dead ends, between two checks of the clock. Checking at every node takes \
             10 to 20 % of the time; this takes nothing.";
        updates: u64 = 33_554_432, 1..1e15, "updates",
            "Updates between two checks. In a problem of a gigabyte, 1,024 nodes take ten minutes.";
    }
    @compiled in
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
            "Weighs at most this many lanes, whatever `contest.weighed` is.";
        BITS_AT_ONCE "bits.at_once": usize = 4, "lanes",
            "Lanes that one pass weighs.";
        WALK_STEP "walk.step": usize = 1 << 10, "steps of work",
            "Work charged for each step on the way to a position.";
        ENGINE_BYTES "engine.bytes": usize = 16, "bytes",
            "Approximate memory of an engine for each item, option and use.";
}
