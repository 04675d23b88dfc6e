//! The tuned numbers of what is found out about a problem without an answer: reductions,
//! symmetries, colouring arguments, reasons and proofs.

use super::table::{Number, Policy, policies};

policies! {
    colouring ColouringPolicies {
        work: usize = 16_777_216, 0..1e15, "entries",
            "The search for a colouring argument reads at most this many entries of matrices, in \
             about 0.2 s. Each elimination may use half of the rest. 0 turns it off.";
        entries: usize = 2_097_152, 0..1e12, "entries of 16 bytes",
            "Gives up an elimination if its matrix has more entries.";
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
    @compiled in
        REDUCE_LOOK "reduce.look": usize = 4, "nanoseconds",
            "Approximate time to examine a use, which is rarely in a cache.";
}
