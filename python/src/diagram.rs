//! Diagrams of all solutions.

use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille::count::Diagram;
use quadrille::{CancelToken, Count, OptionId};

use crate::bounds::Bounds;
use crate::failure;
use crate::search::integer;
use crate::solution::Solution;
use crate::wait::wait;

/// All solutions of a problem in one structure.
#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct DiagramCore {
    owner: Py<PyAny>,
    diagram: Arc<Diagram>,
}

impl DiagramCore {
    pub(crate) fn new(owner: Py<PyAny>, diagram: Diagram) -> Self {
        Self {
            owner,
            diagram: Arc::new(diagram),
        }
    }
}

fn ids(options: Vec<u32>) -> Vec<OptionId> {
    options.into_iter().map(OptionId::new).collect()
}

#[pymethods]
impl DiagramCore {
    fn count(&self) -> BigUint {
        integer(&self.diagram.count())
    }

    #[getter]
    fn node_count(&self) -> usize {
        self.diagram.node_count()
    }

    /// The solution with a number from 0; `None` if there are not so many.
    fn nth(&self, py: Python<'_>, number: BigUint) -> Option<Solution> {
        let found = self.diagram.nth(&Count::from(number))?;
        Some(Solution::new(self.owner.clone_ref(py), found))
    }

    /// Random solutions; none if there is no solution.
    fn sample(&self, py: Python<'_>, solutions: usize, seed: u64) -> PyResult<Vec<Solution>> {
        let (diagram, token) = (Arc::clone(&self.diagram), CancelToken::new());
        let cancelled = token.clone();
        let drawn = wait(py, &token, None, move || {
            let draws = diagram.sampler(seed).take(solutions);
            draws
                .take_while(|_| !cancelled.is_cancelled())
                .collect::<Vec<_>>()
        })?;
        let drawn = drawn.into_iter();
        Ok(drawn
            .map(|drawn| Solution::new(self.owner.clone_ref(py), drawn))
            .collect())
    }

    /// For each option, the number of solutions that use it.
    fn marginals(&self, py: Python<'_>, bounds: Bounds) -> PyResult<Vec<BigUint>> {
        let (diagram, token) = (Arc::clone(&self.diagram), CancelToken::new());
        let limits = bounds.limits(&token);
        let answer = wait(py, &token, None, move || diagram.marginals(&limits))?;
        if answer.stop.is_limit() {
            Err(failure::stopped(py, answer.stop))
        } else {
            Ok(answer.value.iter().map(integer).collect())
        }
    }

    /// The diagram of the solutions that use some options and do not use others.
    fn restrict(&self, py: Python<'_>, force: Vec<u32>, forbid: Vec<u32>) -> PyResult<Self> {
        let (diagram, token) = (Arc::clone(&self.diagram), CancelToken::new());
        let (force, forbid) = (ids(force), ids(forbid));
        let diagram = wait(py, &token, None, move || diagram.restrict(&force, &forbid))?;
        Ok(Self::new(self.owner.clone_ref(py), diagram))
    }

    /// The diagram as text in the format NNF.
    fn nnf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let diagram = Arc::clone(&self.diagram);
        let out = wait(py, &CancelToken::new(), None, move || {
            let mut out = Vec::new();
            diagram.write_nnf(|_| String::new(), &mut out).map(|()| out)
        })?;
        Ok(PyBytes::new(py, &out?))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.owner)
    }

    /// Reads the text of a diagram.
    #[staticmethod]
    fn read(py: Python<'_>, owner: Py<PyAny>, text: String) -> PyResult<Self> {
        let token = CancelToken::new();
        let limits = quadrille::Limits::new().cancel(&token);
        let read = wait(py, &token, None, move || Diagram::read_nnf(&text, limits))?;
        let named = read.map_err(|error| failure::with_help(py, error, None))?;
        Ok(Self::new(owner, named.diagram))
    }
}
