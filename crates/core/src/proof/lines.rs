//! The text of a proof.

use std::io::{self, Write};

use crate::problem::OptionId;
use crate::text::opb;

/// A proof that is being written.
pub(super) struct Lines<W> {
    out: W,
    /// Clauses that are written when it is known that they are needed.
    held: Vec<u8>,
    holds: bool,
}

impl<W: Write> Lines<W> {
    pub(super) fn begin(mut out: W) -> io::Result<Self> {
        writeln!(out, "pseudo-Boolean proof version 3.0")?;
        Ok(Self {
            out,
            held: Vec::new(),
            holds: false,
        })
    }

    /// Holds the clauses from here on back.
    pub(super) fn hold(&mut self) {
        self.holds = true;
    }

    /// The bytes that are held back.
    pub(super) fn held(&self) -> usize {
        self.held.len()
    }

    /// Writes the clauses that were held back.
    pub(super) fn release(&mut self) -> io::Result<()> {
        self.holds = false;
        self.out.write_all(&std::mem::take(&mut self.held))
    }

    /// Forgets the clauses that were held back: the proof does not need them.
    pub(super) fn discard(&mut self) {
        self.holds = false;
        self.held.clear();
    }

    /// Writes a clause: options, and whether they are chosen.
    pub(super) fn clause(
        &mut self,
        literals: &mut dyn Iterator<Item = (OptionId, bool)>,
    ) -> io::Result<()> {
        let out: &mut dyn Write = if self.holds {
            &mut self.held
        } else {
            &mut self.out
        };
        write!(out, "rup")?;
        for (option, is_chosen) in literals {
            let sign = if is_chosen { "" } else { "~" };
            write!(out, " 1 {sign}x{}", opb::variable(option))?;
        }
        writeln!(out, " >= 1 ;")
    }

    /// Writes the clause without literals: what was written so far refutes the formula.
    pub(super) fn contradiction(&mut self) -> io::Result<()> {
        self.clause(&mut std::iter::empty())
    }

    /// Writes a line that adds up constraints, in the notation of a stack.
    pub(super) fn sum(&mut self, words: &str) -> io::Result<()> {
        writeln!(self.out, "pol {words} ;")
    }

    /// Writes the end.
    pub(super) fn end(mut self, is_complete: bool) -> io::Result<()> {
        self.release()?;
        let conclusion = if is_complete { "UNSAT : -1" } else { "NONE" };
        writeln!(self.out, "output NONE ;\nconclusion {conclusion} ;")?;
        writeln!(self.out, "end pseudo-Boolean proof ;")?;
        self.out.flush()
    }
}
