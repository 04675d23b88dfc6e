//! What it costs to use an option, or to do without it.

use std::io::Write;

use serde::Serialize;

use super::{Ending, Report};
use quadrille_core::text::WriteError;
use quadrille_core::text::solutions::NamedOption;
use quadrille_core::{CostRange, Decimal, OptionPrice, Sense, Stop};

/// The costs with and without an option:
///
/// ```text
/// the cheapest solution costs 56 and uses this option
/// without it: 59 (3 more; the prices say at least 2)
/// ```
///
/// As JSON: `{"option":4,"items":["a"],"with":{"least":56,"bound":56,"priced":56},"without":
/// {"least":59,"bound":59,"priced":58},"stop":"exhausted"}`. For the dearest solutions, `greatest`
/// stands in the place of `least`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Priced<'a> {
    #[serde(flatten)]
    option: NamedOption<'a>,
    with: Side,
    without: Side,
    stop: Stop,
    #[serde(skip)]
    sense: Sense,
}

/// The costs of the solutions with the option, or of those without it.
#[derive(Clone, Copy, Debug, Serialize)]
struct Side {
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<Option<Decimal>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    greatest: Option<Option<Decimal>>,
    bound: Option<Decimal>,
    /// The bound that the prices of the items prove without a search.
    priced: Option<Decimal>,
    #[serde(skip)]
    range: CostRange,
    #[serde(skip)]
    prices: Option<i64>,
}

impl<'a> Priced<'a> {
    /// Reports what the prices of the items prove, what a search has found, and why it stopped.
    #[must_use]
    pub fn new(
        option: NamedOption<'a>,
        bounds: OptionPrice,
        price: OptionPrice,
        stop: Stop,
    ) -> Self {
        Self {
            option,
            with: Side::new(bounds.with, price.with),
            without: Side::new(bounds.without, price.without),
            stop,
            sense: price.with.sense,
        }
    }

    /// Whether the best solution uses the option; `None` if there is no solution.
    fn uses(&self) -> Option<bool> {
        let loss = |side: Side| side.range.best.map(|cost| self.sense.loss(cost));
        match (loss(self.with), loss(self.without)) {
            (None, None) => None,
            (Some(_), None) => Some(true),
            (None, Some(_)) => Some(false),
            (Some(with), Some(without)) => Some(with <= without),
        }
    }

    /// The best solution, and what it would cost to do otherwise, in words.
    fn words(&self) -> Option<(String, String)> {
        let uses = self.uses()?;
        let (side, other) = if uses {
            (self.with, self.without)
        } else {
            (self.without, self.with)
        };
        let best = side.range.best?;
        let cost = side.decimal(best);
        let does = if uses { "uses" } else { "does not use" };
        let kind = self.sense.superlative();
        let first = format!("the {kind} solution costs {cost} and {does} this option");
        let second = match other.range.best {
            Some(other_cost) => {
                let without = if uses { "without" } else { "with" };
                let difference = other.difference(best, other_cost);
                format!("{without} it: {}{difference}", other.decimal(other_cost))
            }
            None if uses => "every solution uses it".to_owned(),
            None => "no solution uses it".to_owned(),
        };
        Some((first, second))
    }
}

impl Side {
    fn new(bounds: CostRange, found: CostRange) -> Self {
        let sense = found.sense;
        // The better one of two bounds; a side without a bound has no solution.
        let bound = bounds.bound.zip(found.bound);
        let bound = bound.map(|(one, other)| sense.loss(sense.loss(one).max(sense.loss(other))));
        let mut range = found;
        range.bound = bound;
        let decimal = |cost| Decimal::new(cost, found.decimals);
        let best = found.best.map(decimal);
        Self {
            least: (sense == Sense::Min).then_some(best),
            greatest: (sense == Sense::Max).then_some(best),
            bound: bound.map(decimal),
            priced: bounds.bound.map(decimal),
            range,
            prices: bounds.bound,
        }
    }

    const fn decimal(&self, cost: i64) -> Decimal {
        Decimal::new(cost, self.range.decimals)
    }

    /// How much worse a cost is than the best one, and what the prices alone say about it.
    fn difference(&self, best: i64, cost: i64) -> String {
        let worse = match self.range.sense {
            Sense::Min => "more",
            Sense::Max => "less",
        };
        let more = self.decimal(cost.saturating_sub(best).saturating_abs());
        if cost == best {
            return " (the same)".to_owned();
        }
        let loss = |cost| self.range.sense.loss(cost);
        match self.prices.filter(|&priced| loss(priced) > loss(best)) {
            Some(priced) => {
                let least = self.decimal(priced.saturating_sub(best).saturating_abs());
                format!(" ({more} {worse}; the prices say at least {least})")
            }
            None => format!(" ({more} {worse})"),
        }
    }

    /// What is proved about the best cost, in words.
    fn proved(&self) -> String {
        let limit = match self.range.sense {
            Sense::Min => "at least",
            Sense::Max => "at most",
        };
        match (self.range.best, self.range.bound) {
            (Some(best), Some(bound)) if best != bound => {
                let (low, high) = (best.min(bound), best.max(bound));
                format!("between {} and {}", self.decimal(low), self.decimal(high))
            }
            (Some(best), _) => self.decimal(best).to_string(),
            (None, Some(bound)) => format!("{limit} {}", self.decimal(bound)),
            (None, None) => "no solution".to_owned(),
        }
    }
}

impl Ending for Priced<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.uses().is_some() && !self.stop.is_limit()
    }

    fn remark(&self, stop_reason: &str) -> String {
        let is_none = |side: Side| side.range.bound.is_none();
        if is_none(self.with) && is_none(self.without) {
            "no solution".to_owned()
        } else if self.stop == Stop::Exhausted {
            String::new()
        } else {
            format!(
                "stopped by {stop_reason}: {} cost with this option: {}; without it: {}",
                self.sense.best(),
                self.with.proved(),
                self.without.proved()
            )
        }
    }
}

impl Report for Priced<'_> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        if self.stop == Stop::Exhausted
            && let Some((first, second)) = self.words()
        {
            writeln!(out, "{first}\n{second}")?;
        }
        Ok(())
    }
}
