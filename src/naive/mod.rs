//! Plain backtracking, the reference and the baseline.
