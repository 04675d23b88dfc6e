//! `best --why`: what it costs to use an option, or to do without it.

use std::sync::Arc;
use std::time::Duration;

use quadrille_core::text::solutions::Words;
use quadrille_core::{Answer, Decimal, OptionPrice, Problem, Search, Sense, Settings, Stop};
use quadrille_report::{Priced, Work as Done};

use super::super::assume::{Assumed, find_one};
use super::super::end::{AnswerFormat, end};
use super::super::interrupt::Interrupt;
use super::super::limits::COMPILING;
use super::super::message;
use super::super::outcome::{Failure, Outcome};
use super::super::progress::{Reporter, Work};
use super::Best;

/// After this time, the bounds that the prices prove are reported.
const SILENCE: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(500);

impl Best {
    /// Refuses flags of other questions.
    pub(super) fn check_why(&self) -> Result<(), Failure> {
        let others = [
            ("-k", self.k.is_some()),
            ("--one", self.one),
            ("--improving", self.improving),
            ("--ledger", self.ledger.is_some()),
        ];
        let other = others.into_iter().find(|(_, is_given)| *is_given);
        if let Some((flag, _)) = other.filter(|_| self.why.is_some()) {
            return Err(Failure::usage(
                format!("'--why' and '{flag}' cannot be used together"),
                "give only one of them",
            ));
        }
        if self.why.is_some() && self.solutions.is_drawn() {
            return Err(Failure::usage(
                "'--why' prints numbers, which cannot be drawn",
                "use '--format text' or '--format json'",
            ));
        }
        Ok(())
    }

    /// Answers the question about the option that `text` names.
    pub(super) fn price(
        &self,
        text: &str,
        (problem, settings): (&Arc<Problem>, &Settings),
        assumed: &Assumed,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let words = Words::Problem(problem);
        let option = find_one("--why", text, (words, problem.option_count()))?;
        let printer = self.solutions.printer(problem, self.problem.path())?;
        let mut output = printer.end()?;
        let compiled = self
            .limits
            .compile(Arc::clone(problem), settings, interrupt);
        interrupt.step(COMPILING);
        let unknown = OptionPrice::before(problem, self.sense(), option);
        let (bounds, price, stop, stats) = match compiled {
            Err(stop) => (unknown, unknown, stop, None),
            Ok(solver) => {
                let mut search = solver.search();
                search.assume(assumed.assumptions.clone());
                search.threads(self.threads.threads());
                search.limits(self.limits.question(interrupt));
                let bounds = search.price_bounds(self.sense(), option);
                if bounds.is_complete() {
                    let price = self.price_exactly(&mut search, &bounds.value);
                    let mut stats = bounds.stats;
                    stats += &price.stats;
                    (bounds.value, price.value, price.stop, Some(stats))
                } else {
                    (bounds.value, unknown, bounds.stop, Some(bounds.stats))
                }
            }
        };
        interrupt.print();
        let priced = Priced::new(words.of(option), bounds, price, stop);
        let format = if self.solutions.is_json() {
            AnswerFormat::Json
        } else {
            AnswerFormat::Text
        };
        format.print(&priced, &mut output)?;
        let work = stats.as_ref().map(|stats| Done::best(stats, stop));
        let work = self.stats.then(|| work.unwrap_or_else(|| Done::none(stop)));
        let ended = assumed.end(end(&priced, work));
        let printed = u64::from(self.solutions.is_json() || stop == Stop::Exhausted);
        Ok(self.solutions.end(1, printed, ended))
    }

    /// Searches for the exact costs. If that takes long, reports what the prices prove.
    fn price_exactly(&self, search: &mut Search, bounds: &OptionPrice) -> Answer<OptionPrice> {
        let progress = self.progress.begin(Work::Question);
        let mut reporter = progress.reporter().map(Reporter::watch);
        let mut words = words_of(bounds);
        search.watch(EVERY, move |progress| {
            if let Some(words) = words.take_if(|_| progress.elapsed >= SILENCE) {
                message::say(words);
            }
            if let Some((_, report)) = &mut reporter {
                report(progress);
            }
        });
        search.price_of(self.sense(), bounds.option)
    }
}

/// What the prices prove, while the exact costs are unknown. `None` if a side has no solution.
fn words_of(bounds: &OptionPrice) -> Option<String> {
    let limit = match bounds.with.sense {
        Sense::Min => "at least",
        Sense::Max => "at most",
    };
    let decimal = |cost| Decimal::new(cost, bounds.with.decimals);
    let (with, without) = (bounds.with.bound?, bounds.without.bound?);
    let (with, without) = (decimal(with), decimal(without));
    Some(format!(
        "the prices say: {limit} {with} with this option, {limit} {without} without it; \
         searching for the exact costs"
    ))
}
