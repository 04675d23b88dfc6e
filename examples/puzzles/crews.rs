//! Crew pairing: assign all flights of a day to crews at the least cost.

use quadrille::{BuildError, Problem};

/// A flight: from an airport to an airport, from an hour to an hour.
pub type Flight = (char, char, u32, u32);

/// The flights of a small airline, whose home airport is `A`.
pub const FLIGHTS: [Flight; 12] = [
    ('A', 'B', 6, 7),
    ('A', 'C', 6, 8),
    ('B', 'C', 8, 9),
    ('C', 'B', 9, 10),
    ('C', 'A', 10, 12),
    ('A', 'B', 10, 11),
    ('B', 'A', 11, 12),
    ('B', 'A', 12, 13),
    ('A', 'B', 13, 14),
    ('A', 'C', 13, 15),
    ('B', 'A', 15, 16),
    ('C', 'A', 16, 18),
];
const HOME: char = 'A';

/// * Primary items, one for each flight, such as `AB6`: exactly one crew flies it.
/// * Primary item `crew`, covered at most as often as there are crews.
/// * Options: the flights of one crew in a day, a chain that starts and ends at home. Each flight
///   leaves from the airport where the one before ended, and not before it ended. A day costs 4,
///   plus its hours, plus 2 for each hour above eight.
pub fn crews(flights: &[Flight], crews: u32) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let crew = builder.multiple("crew", 0..=crews)?;
    let mut items = Vec::new();
    for (from, to, start, _) in flights {
        items.push(builder.primary(format!("{from}{to}{start}"))?);
    }
    let mut days: Vec<Vec<usize>> = (0..flights.len())
        .filter(|&flight| flights[flight].0 == HOME)
        .map(|flight| vec![flight])
        .collect();
    while let Some(day) = days.pop() {
        let (first, last) = (flights[day[0]], flights[day[day.len() - 1]]);
        if last.1 == HOME {
            let option = builder.option(day.iter().map(|&f| items[f]).chain([crew]))?;
            let hours = last.3 - first.2;
            builder.add_cost(option, i64::from(4 + hours + 2 * hours.saturating_sub(8)))?;
        }
        let next = (0..flights.len()).filter(|&next| {
            let (from, _, start, _) = flights[next];
            from == last.1 && start >= last.3
        });
        days.extend(next.map(|next| day.iter().copied().chain([next]).collect()));
    }
    Ok(builder.build())
}
