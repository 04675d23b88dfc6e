//! The Rust side of the Python package `quadrille`: problems and questions about them, with numbers for
//! items, options and colours. The Python side gives them names.
//!
//! * [`problem`] builds, reads and writes problems; [`search`] answers questions about them.
//! * [`solution`] has solutions and the iterator over them; [`diagram`] has diagrams.
//! * [`sudoku`] has boards, [`tile`] tilings, [`steps`] the steps that solve problems and tilings.
//! * [`wait`] waits for long work, which [`workers`] do; [`bounds`] reads keyword arguments; [`failure`] makes exceptions.

mod bounds;
mod cost;
mod diagram;
mod failure;
mod problem;
mod search;
mod solution;
mod steps;
mod sudoku;
mod tile;
mod wait;
mod workers;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command line, and returns the exit code. The first argument is the name of the program.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>, stdout_was_closed: bool) -> u8 {
    py.detach(|| quadrille_cli::run(arguments, stdout_was_closed))
}

#[pymodule]
fn _quadrille(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<problem::Core>()?;
    module.add_class::<search::Assumptions>()?;
    module.add_class::<search::ExplainedCore>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<solution::Solutions>()?;
    module.add_class::<diagram::DiagramCore>()?;
    module.add_class::<wait::Progress>()?;
    module.add_class::<sudoku::BoardCore>()?;
    module.add_class::<sudoku::EncodedCore>()?;
    module.add_class::<sudoku::BoardStepsCore>()?;
    module.add_class::<tile::PackingCore>()?;
    module.add_class::<steps::StepsCore>()?;
    module.add_function(wrap_pyfunction!(sudoku::generate::generate, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::read::read_boards, module)?)?;
    module.add_function(wrap_pyfunction!(tile::set_names, module)?)?;
    module.add_function(wrap_pyfunction!(run_command, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
