//! A value that would complete the rectangle: unique rectangle types 1, 4 and 6, hidden rectangle,
//! avoidable rectangle type 1.

use quadrille_core::shared::listing;

use super::position::{Candidate, Exchange, Position, values};
use super::rectangle::Rectangle;
use crate::steps::sentence::value;
use crate::steps::technique::Technique;

/// A corner that holds its value if another corner does: because it has no other value, or because
/// a unit has no other place for the value.
struct Forced {
    candidate: Candidate,
    unit: Option<usize>,
}

/// A candidate that would complete the rectangle, and how.
struct Completion {
    candidate: Candidate,
    forced: Vec<Forced>,
}

/// Steps on a rectangle of empty cells.
pub(super) fn of_empty(position: &Position<'_>, rectangle: &Rectangle) -> Vec<Exchange> {
    let corners = rectangle.corners();
    let has_extra = |&corner: &usize| rectangle.extra(position, corner) != 0;
    let extra: Vec<usize> = corners.filter(has_extra).collect();
    let mut left: Vec<Completion> = completions(position, rectangle);
    let mut steps = Vec::new();
    match *extra {
        [] => return Vec::new(),
        [corner] => {
            let is_own = |one: &Completion| one.candidate.0 == rectangle.cell(corner);
            left.retain(is_own);
            steps.extend(type_1(position, rectangle, &left));
            return steps;
        }
        [one, other] => {
            let roof = [rectangle.cell(one), rectangle.cell(other)];
            for (gone, kept) in rectangle.orders() {
                let is_roof = |found: &Completion| {
                    found.candidate.1 == gone && roof.contains(&found.candidate.0)
                };
                let (both, others) = left.into_iter().partition(is_roof);
                left = others;
                let found = if (other - one).is_multiple_of(2) {
                    type_6(position, rectangle, &both)
                } else {
                    type_4(position, rectangle, roof, kept, &both)
                };
                match found {
                    Some(step) => steps.push(step),
                    None => left.extend(both),
                }
            }
        }
        _ => {}
    }
    let hidden = left.iter().map(|one| hidden(position, rectangle, one));
    steps.extend(hidden);
    steps
}

/// The step on a rectangle of which only one corner is empty.
pub(super) fn of_known(position: &Position<'_>, rectangle: &Rectangle) -> Option<Exchange> {
    let [corner] = *rectangle.open(position) else {
        return None;
    };
    let first = (0..2).find(|&first| {
        let mut others = rectangle.corners().filter(|&other| other != corner);
        others.all(|other| {
            let (cell, value) = rectangle.candidate(other, first);
            position.value(cell) == Some(value)
        })
    })?;
    let removed = rectangle.candidate(corner, first);
    let (own, names) = (position.items.cell(removed.0), rectangle.names());
    let cells = rectangle.cells();
    let known = cells.into_iter().filter(|&cell| cell != removed.0);
    let text = format!(
        "{} are not given. If {own} were {}, {} could be exchanged in these four cells, and the board \
         would have two solutions.",
        position.items.cells(known, "and"),
        value(removed.1),
        listing(names, "and"),
    );
    Some(Exchange {
        technique: Technique::AvoidableRectangle1,
        cells: cells.to_vec(),
        removed: vec![removed],
        text,
    })
}

fn completions(position: &Position<'_>, rectangle: &Rectangle) -> Vec<Completion> {
    let corners = rectangle.corners();
    let all = corners.flat_map(|corner| (0..2).map(move |first| (corner, first)));
    // Not each cell can still hold both values.
    let is_live = |&(_, first): &(usize, usize)| {
        let mut corners = rectangle.corners();
        corners.all(|corner| position.has(rectangle.candidate(corner, first)))
    };
    let found = all.filter(is_live).filter_map(|(corner, first)| {
        let forced = forced(position, rectangle, corner, first)?;
        let candidate = rectangle.candidate(corner, first);
        Some(Completion { candidate, forced })
    });
    found.collect()
}

/// How a value of a corner forces the values of all other corners.
fn forced(
    position: &Position<'_>,
    rectangle: &Rectangle,
    corner: usize,
    first: usize,
) -> Option<Vec<Forced>> {
    let mut known = vec![rectangle.candidate(corner, first)];
    let others = rectangle.corners().filter(|&other| other != corner);
    let mut left: Vec<Candidate> = others
        .map(|other| rectangle.candidate(other, first))
        .collect();
    let mut forced = Vec::new();
    while !left.is_empty() {
        let found = left.iter().enumerate();
        let mut found =
            found.filter_map(|(place, &one)| Some((place, why(position, one, &known)?)));
        let (place, unit) = found.next()?;
        let candidate = left.remove(place);
        known.push(candidate);
        forced.push(Forced { candidate, unit });
    }
    Some(forced)
}

/// Why a candidate is true if others are: its cell has no other value, or a unit, which is named,
/// has no other place for it.
fn why(position: &Position<'_>, one: Candidate, known: &[Candidate]) -> Option<Option<usize>> {
    let (cell, own) = one;
    let is_excluded = |other: Candidate| {
        let mut known = known.iter();
        known.any(|&known| position.are_exclusive(known, other))
    };
    let mut others = values(position.marks(cell)).into_iter();
    if others.all(|value| value == own || is_excluded((cell, value))) {
        return Some(None);
    }
    let shape = position.items.shape();
    let mut units = shape.units_of(cell).iter().copied();
    let unit = units.find(|&unit| {
        let cells = shape.unit(unit).cells();
        let mut others = cells.iter().filter(|&&other| other != cell);
        // Only units of all values must hold the value.
        cells.len() == shape.side()
            && others.all(|&other| !position.has((other, own)) || is_excluded((other, own)))
    });
    unit.map(Some)
}

fn step(
    technique: Technique,
    rectangle: &Rectangle,
    removed: &[Completion],
    text: String,
) -> Exchange {
    let mut removed: Vec<Candidate> = removed.iter().map(|found| found.candidate).collect();
    removed.sort_unstable();
    Exchange {
        technique,
        cells: rectangle.cells().to_vec(),
        removed,
        text,
    }
}

fn type_1(
    position: &Position<'_>,
    rectangle: &Rectangle,
    removed: &[Completion],
) -> Option<Exchange> {
    let own = removed.first()?.candidate.0;
    let others = rectangle.cells().into_iter().filter(|&cell| cell != own);
    let [a, b] = rectangle.names();
    let text = format!(
        "{} can only be {a} or {b}. If {} were also {a} or {b}, the two values could be exchanged in \
         these four cells, and the board would have two solutions.",
        position.items.cells(others, "and"),
        position.items.cell(own),
    );
    Some(step(Technique::UniqueRectangle1, rectangle, removed, text))
}

/// The roof: the two cells with other values, in a unit in which only they can hold one of the two
/// values.
fn type_4(
    position: &Position<'_>,
    rectangle: &Rectangle,
    roof: [usize; 2],
    kept: u8,
    removed: &[Completion],
) -> Option<Exchange> {
    let items = position.items;
    let shape = items.shape();
    let mut units = shape.units_of(roof[0]).iter().copied();
    let unit = units.find(|&unit| {
        let cells = shape.unit(unit).cells();
        let is_other = |cell: &&usize| !roof.contains(cell);
        cells.len() == shape.side()
            && cells.contains(&roof[1])
            && !cells
                .iter()
                .filter(is_other)
                .any(|&cell| position.has((cell, kept)))
    })?;
    let (cells, kept) = (items.cells(roof, "and"), value(kept));
    let text = format!(
        "{} In {}, only {cells} can be {kept}, so one of them is {kept}.",
        rectangle.exchange(position),
        items.unit(unit),
    );
    let step = || step(Technique::UniqueRectangle4, rectangle, removed, text);
    (!removed.is_empty()).then(step)
}

/// The two cells with other values are opposite, and both would complete the rectangle.
fn type_6(
    position: &Position<'_>,
    rectangle: &Rectangle,
    removed: &[Completion],
) -> Option<Exchange> {
    let [one, other] = removed else {
        return None;
    };
    let text = format!(
        "{} The same holds for {}.",
        story(position, one),
        position.items.cell(other.candidate.0),
    );
    Some(step(Technique::UniqueRectangle6, rectangle, removed, text))
}

fn hidden(position: &Position<'_>, rectangle: &Rectangle, one: &Completion) -> Exchange {
    Exchange {
        technique: Technique::HiddenRectangle,
        cells: rectangle.cells().to_vec(),
        removed: vec![one.candidate],
        text: story(position, one),
    }
}

/// How a candidate would complete the rectangle.
fn story(position: &Position<'_>, one: &Completion) -> String {
    let items = position.items;
    let forced = one.forced.iter().map(|forced| {
        let (cell, own) = forced.candidate;
        let (cell, own) = (items.cell(cell), value(own));
        match forced.unit {
            Some(unit) => format!("{cell} would be the {own} of {}", items.unit(unit)),
            None => format!("{cell} would be {own}"),
        }
    });
    format!(
        "if {} were {}, then {}. The two values could be exchanged in these four cells, and the \
         board would have two solutions.",
        items.cell(one.candidate.0),
        value(one.candidate.1),
        listing(forced, "and"),
    )
}
