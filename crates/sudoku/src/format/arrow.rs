//! Arrows as drawings have them: a circle or a pill, and a line from it.

use crate::rule::{CellRule, RuleKind};

/// The rule of an arrow. Cells of the circle at the start of the line are no part of the sum.
pub(super) fn rule(circle: &[usize], line: Vec<usize>) -> CellRule {
    let rest = line.into_iter().skip_while(|cell| circle.contains(cell));
    let all: Vec<usize> = circle.iter().copied().chain(rest).collect();
    match circle.len() {
        1 => CellRule::new(RuleKind::Arrow, all),
        pill => CellRule::new(RuleKind::PillArrow, all).with_number(pill as i64),
    }
}

/// The circle or pill of an arrow, and its line; `None` if the rule is no arrow, or if it would not
/// be read again: a reader sorts the pill, and takes cells of it off the start of the line.
pub(super) fn parts(rule: &CellRule) -> Option<(&[usize], &[usize])> {
    let pill = match rule.kind() {
        RuleKind::Arrow => 1,
        RuleKind::PillArrow => usize::try_from(rule.number()?).ok()?,
        _ => return None,
    };
    let (circle, line) = rule.cells().split_at_checked(pill)?;
    let is_good = circle.is_sorted() && !circle.contains(line.first()?);
    is_good.then_some((circle, line))
}
