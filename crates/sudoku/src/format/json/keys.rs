//! The words of our own JSON.

use crate::rule::{Needs, RuleKind};

/// The keys of a puzzle.
pub(in crate::format) const KEYS: &[&str] = &[
    "title",
    "author",
    "ruleset",
    "rows",
    "columns",
    "values",
    "lowest",
    "boxes",
    "regions",
    "rules",
    "givens",
    "candidates",
    "solution",
];

/// The keys of a rule of a kind, besides its type: those that must be there and the others.
pub(super) fn keys(kind: RuleKind) -> (Vec<&'static str>, Vec<&'static str>) {
    let (must, may): (&[&'static str], &[&'static str]) = match kind.needs() {
        Needs::Nothing => (&[], &[]),
        Needs::Number(name) => (&[name], &[]),
        Needs::Perhaps(name) | Needs::Usually(name, _) => (&[], &[name]),
        Needs::Factors => (&["sum"], &["factors"]),
        Needs::Values => (&["values"], &[]),
        Needs::Pairs => (&["pairs"], &[]),
        Needs::Pattern => (&["pattern"], &[]),
        Needs::Machine => (&["machine"], &[]),
        Needs::Branches => return (vec!["branches"], Vec::new()),
    };
    let must = ["cells"].iter().chain(must).copied().collect();
    (must, may.to_vec())
}
