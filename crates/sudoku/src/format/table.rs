//! What the words of a format stand for. Reading and writing walk the same tables.

use crate::rule::RuleKind;
use crate::shape::Rule;

/// A word for rules of one kind, and how the format lays them out. Reading takes the first row with
/// a word, writing a row with the kind: where there are several, the first whose layout can say the
/// rule.
pub(super) struct Row<L> {
    pub(super) name: &'static str,
    pub(super) kind: RuleKind,
    pub(super) layout: L,
}

pub(super) const fn row<L: Copy>(name: &'static str, kind: RuleKind, layout: L) -> Row<L> {
    Row { name, kind, layout }
}

/// The first row with a word.
pub(super) fn named<'t, L>(table: &'t [Row<L>], name: &str) -> Option<&'t Row<L>> {
    table.iter().find(|row| row.name == name)
}

/// All rows with a kind.
pub(super) fn of_kind<L>(table: &[Row<L>], kind: RuleKind) -> impl Iterator<Item = &Row<L>> {
    table.iter().filter(move |row| row.kind == kind)
}

/// A word for a rule for the whole board.
pub(super) type Flag = (&'static str, Rule);

/// The rule that a word stands for.
pub(super) fn rule_of(flags: &[Flag], word: &str) -> Option<Rule> {
    let found = flags.iter().find(|flag| flag.0 == word);
    found.map(|flag| flag.1.clone())
}

/// The word for a rule.
pub(super) fn word_of(flags: &[Flag], rule: &Rule) -> Option<&'static str> {
    let found = flags.iter().find(|flag| flag.1 == *rule);
    found.map(|flag| flag.0)
}
