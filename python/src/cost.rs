//! Costs between Python and the library.

use pyo3::prelude::*;
use pyo3::types::PyInt;
use quadrille::Decimal;

use crate::failure;

/// A cost from Python: a whole number, or the digits of a number with decimals.
#[derive(FromPyObject)]
pub(crate) enum Given {
    Whole(i64),
    Digits(String),
}

impl Given {
    pub(crate) fn decimal(self, py: Python<'_>) -> PyResult<Decimal> {
        match self {
            Self::Whole(cost) => Ok(cost.into()),
            Self::Digits(digits) => digits.parse().map_err(|error| {
                let what = format!("the cost {digits} is out of range, {error}");
                failure::with_help(py, what, None)
            }),
        }
    }
}

/// A cost for Python: an `int` if it is whole, else a `decimal.Decimal`.
#[derive(Clone, Copy)]
pub(crate) struct Shown(pub(crate) Decimal);

impl<'py> IntoPyObject<'py> for Shown {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        if self.0.decimals() == 0 {
            return Ok(PyInt::new(py, self.0.units()).into_any());
        }
        let class = py.import("decimal")?.getattr("Decimal")?;
        class.call1((self.0.to_string(),))
    }
}
