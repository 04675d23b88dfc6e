//! Steps of problems and tilings: how a person would solve them.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::draw::{Picture, Sheet};
use quadrille::report::{ProblemWords, StepWords, Stepped, TilingWords};
use quadrille::steps::{Deduction, Kind, Steps};
use quadrille::tile::Packing;
use quadrille::{Answer, Budget, OptionId, Problem, Stats, Stop};
use serde_json::{Value, json};

use crate::bounds::Bounds;
use crate::failure;
use crate::problem::Core;
use crate::search::{Assumptions, indices, limit_name};
use crate::tile::PackingCore;
use crate::wait::ask;

/// The kinds of arguments, by the words of the command line.
const KINDS: [(&str, Kind); 7] = [
    ("singles", Kind::Single),
    ("locked", Kind::Locked),
    ("sets", Kind::Set),
    ("chains", Kind::Chain),
    ("forcing", Kind::Forcing),
    ("cases", Kind::Cases),
    ("trial", Kind::Trial),
];

/// The kinds with these words.
pub(crate) fn kinds_of(words: &[String]) -> PyResult<Vec<Kind>> {
    let kind = |word: &String| {
        let known = KINDS.iter().find(|(known, _)| known == word);
        known.map(|&(_, kind)| kind).ok_or_else(|| {
            let known = KINDS.map(|(known, _)| known).join(", ");
            PyValueError::new_err(format!("techniques has {word:?}, expected some of {known}"))
        })
    };
    words.iter().map(kind).collect()
}

/// A step that was found.
struct Taken {
    deduction: Deduction,
    text: String,
    /// The options that were chosen before.
    chosen: Vec<OptionId>,
}

/// What is known after the steps.
#[derive(Default)]
struct Found {
    steps: Vec<Taken>,
    /// The options of the solution so far, ascending.
    chosen: Vec<OptionId>,
    /// Why no step is left, unless all is solved.
    remark: Option<String>,
    json: String,
    stop: Stop,
}

/// Takes at most `most` steps within a budget.
fn take<W: StepWords + Copy>(
    words: W,
    search: Result<Steps, Stop>,
    is_free: bool,
    most: Option<usize>,
    budget: &Budget,
) -> Found {
    let mut steps: Vec<Taken> = Vec::new();
    let mut stepped = Stepped::new(words, is_free);
    let taken = match most {
        Some(0) => Err(()),
        _ => stepped.take(search, budget, |deduction, text, chosen| {
            steps.push(Taken {
                deduction: deduction.clone(),
                text: text.to_owned(),
                chosen: chosen.to_vec(),
            });
            // Nobody asks for what follows from the last step.
            let is_last = Some(steps.len()) == most;
            if is_last { Err(()) } else { Ok(()) }
        }),
    };
    if taken.is_err() {
        return Found::up_to(words, steps);
    }
    Found {
        chosen: stepped.chosen().to_vec(),
        remark: stepped.last_line(),
        json: serde_json::to_string(&stepped).unwrap_or_default(),
        stop: stepped.stop,
        steps,
    }
}

impl Found {
    /// The steps up to one after which there may be others. The JSON is that of a path which a limit cut.
    fn up_to<W: StepWords>(words: W, steps: Vec<Taken>) -> Self {
        let named = |options: &[OptionId]| -> Vec<Value> {
            let options = options.iter();
            options
                .map(|&option| serde_json::to_value(words.named(option)).unwrap_or_default())
                .collect()
        };
        let object = |Taken {
                          deduction, text, ..
                      }: &Taken| {
            json!({
                "kind": deduction.reason.kind().name(),
                "chosen": named(&deduction.chosen),
                "removed": named(&deduction.removed),
                "text": text,
            })
        };
        let mut chosen = Vec::new();
        if let Some(last) = steps.last() {
            chosen = [&*last.chosen, &*last.deduction.chosen].concat();
            chosen.sort_unstable();
        }
        let objects: Vec<Value> = steps.iter().map(object).collect();
        let json = json!({
            "steps": objects,
            "chosen": named(&chosen),
            "stop": Stop::Exhausted.to_string(),
        });
        Self {
            json: json.to_string(),
            chosen,
            steps,
            ..Self::default()
        }
    }
}

/// What to look for.
#[derive(Clone)]
struct Wanted {
    problem: Arc<Problem>,
    /// The board and the pieces of a tiling.
    packing: Option<Arc<Packing>>,
    assumed: quadrille::Assumptions,
    /// The kinds of arguments that are allowed; all, if there are none.
    kinds: Vec<Kind>,
    most: Option<usize>,
}

impl Wanted {
    fn find(&self, budget: &Budget) -> Result<Found, Stop> {
        let is_free = self.kinds.is_empty();
        let search = || {
            let steps = Steps::new(Arc::clone(&self.problem), &self.assumed, budget)?;
            Ok(if is_free {
                steps
            } else {
                steps.kinds(self.kinds.iter().copied())
            })
        };
        let Some(packing) = &self.packing else {
            return Ok(take(
                ProblemWords(&self.problem),
                search(),
                is_free,
                self.most,
                budget,
            ));
        };
        let words = TilingWords { board: "", packing };
        let obstacle = packing.obstacle(budget);
        match obstacle.value {
            Some(obstacle) => {
                let stepped = Stepped::new(words, is_free).without_solution();
                Ok(Found {
                    remark: Some(obstacle.describe(packing)),
                    json: serde_json::to_string(&stepped).unwrap_or_default(),
                    ..Found::default()
                })
            }
            None if obstacle.stop.is_limit() => Err(obstacle.stop),
            None => Ok(take(words, search(), is_free, self.most, budget)),
        }
    }
}

/// The kind of a step, the options that it chooses and removes, and its words.
type Parts = (&'static str, Vec<usize>, Vec<usize>, String);

/// The steps that solve a problem or a tiling.
#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct StepsCore {
    packing: Option<Arc<Packing>>,
    found: Found,
}

#[pymethods]
impl Core {
    /// The steps that solve the problem, which may be that of a tiling; at most `most`.
    #[pyo3(signature = (assumed, bounds, packing, techniques, most))]
    fn steps(
        &self,
        py: Python<'_>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
        packing: Option<&PackingCore>,
        techniques: Vec<String>,
        most: Option<usize>,
    ) -> PyResult<StepsCore> {
        let wanted = Wanted {
            problem: Arc::clone(&self.frozen(py).problem),
            packing: packing.map(|packing| Arc::clone(&packing.0)),
            assumed: assumed.map(|assumed| assumed.0.clone()).unwrap_or_default(),
            kinds: kinds_of(&techniques)?,
            most,
        };
        let packing = wanted.packing.clone();
        let found = ask(py, &bounds, move |budget, _| {
            let found = wanted.find(budget)?;
            let stop = found.stop;
            Ok(Answer::new(found, stop, Stats::default()))
        })?;
        let answer = found.map_err(|stop| failure::stopped(py, stop))?;
        let found = answer.value;
        Ok(StepsCore { packing, found })
    }
}

#[pymethods]
impl StepsCore {
    fn steps(&self) -> Vec<Parts> {
        let parts = |Taken {
                         deduction, text, ..
                     }: &Taken| {
            (
                deduction.reason.kind().name(),
                indices(&deduction.chosen, OptionId::index),
                indices(&deduction.removed, OptionId::index),
                text.clone(),
            )
        };
        self.found.steps.iter().map(parts).collect()
    }

    /// The options of the solution so far.
    fn chosen(&self) -> Vec<usize> {
        indices(&self.found.chosen, OptionId::index)
    }

    /// Why no step is left, unless all is solved.
    #[getter]
    fn remark(&self) -> Option<&str> {
        self.found.remark.as_deref()
    }

    /// The limit that stopped the search.
    #[getter]
    fn stop(&self) -> Option<String> {
        limit_name(self.found.stop)
    }

    /// The object that the command line prints.
    #[getter]
    fn json(&self) -> &str {
        &self.found.json
    }

    /// A picture of a step of a tiling as SVG; `None` if there is none.
    fn picture(&self, step: usize) -> Option<String> {
        let (packing, taken) = (self.drawable()?, self.found.steps.get(step)?);
        let (picture, caption) = draw(packing, taken, None);
        let mut sheet = Sheet::new("");
        sheet.add(picture.draw(), caption);
        Some(sheet.to_svg())
    }

    /// Pictures of all steps: as SVG, or as a page in HTML. `None` if there are none.
    fn pictures(&self, form: &str) -> Option<String> {
        let packing = self.drawable()?;
        let mut sheet = sheet("Steps", form);
        for (number, taken) in (1..).zip(&self.found.steps) {
            let (picture, caption) = draw(packing, taken, Some(number));
            sheet.add(picture.draw(), caption);
        }
        if let Some(remark) = &self.found.remark {
            let picture = packing.picture_so_far(&self.found.chosen);
            sheet.add(picture.draw(), remark.as_str());
        }
        Some(page(&sheet, form))
    }

    /// The pieces that are placed so far, as text; `None` if there is no picture.
    fn drawing(&self) -> Option<String> {
        let picture = self.drawable()?.picture_so_far(&self.found.chosen);
        (!self.found.chosen.is_empty()).then(|| picture.to_text(false))
    }
}

impl StepsCore {
    /// The board, if it is a tiling and not too large for pictures.
    fn drawable(&self) -> Option<&Packing> {
        let packing = self.packing.as_deref();
        packing.filter(|packing| packing.is_drawable())
    }
}

/// A picture of a step, and its caption. Where there can be no text below the cells, the begin of the
/// sentence is the caption.
fn draw(packing: &Packing, taken: &Taken, number: Option<usize>) -> (Picture, String) {
    let mut picture = packing.step_picture(&taken.chosen, &taken.deduction);
    let number = number.map_or_else(String::new, |number| format!("{number}. "));
    let text = format!("{number}{}", taken.text);
    if packing.has_squares() {
        picture.paragraph(text);
        return (picture, String::new());
    }
    let caption = text.split(':').next().unwrap_or_default().to_owned();
    (picture, caption)
}

/// A sheet for the pictures of steps. Only a page has a title.
pub(crate) fn sheet(title: &str, form: &str) -> Sheet {
    Sheet::new(if form == "html" { title } else { "" })
}

/// Several pictures as one SVG document, or as a page in HTML.
pub(crate) fn page(sheet: &Sheet, form: &str) -> String {
    if form == "html" {
        sheet.to_html()
    } else {
        sheet.to_svg()
    }
}
