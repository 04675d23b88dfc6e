//! The tuned numbers of questions about sudoku boards.

use super::table::{Number, Policy, policies};

policies! {
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
    generate GeneratePolicies {
        counted: u64 = 200, 1..1e9, "solutions",
            "Counts at most this many solutions to compare two sets of givens in a mask.";
        whole: u64 = 200_000, 1..1e15, "nodes",
            "Node limit of the proof that a finished board has one solution.";
        changes: u32 = 400, 0..1e9, "changes",
            "Changes the givens of a mask at most this often in one attempt.";
        harder: u64 = 100, 0..1e9, "guesses",
            "Measures a board that is too hard up to this many guesses above the wanted ones.";
        short: u64 = 125, 1..1e15, "nodes",
            "Node limit of one question about a given of a minimal puzzle with rules. What it leaves \
             open is decided once there are fewer rules: then it is easier to find another solution.";
        learned: u64 = 100, 1..1e15, "nodes",
            "A question about a given, with a node limit, that learning leaves open after this many \
             nodes is searched, as are all after it.";
        patience: u64 = 8, 1..1e9, "factor",
            "Whether a placed rule is needed is asked with this many times the nodes of such a \
             question. An answer that is not known keeps the rule.";
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
}
