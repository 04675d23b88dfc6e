//! Answers the questions on standard input, one a line, as the module does. `tests/same.mjs` compares
//! both.

use std::io::{self, Write};

use quadrille_core::CancelToken;
use quadrille_page::{Host, answer};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for question in io::stdin().lines() {
        let answer = answer(&question?, &Host::PAGE, &CancelToken::new(), |_| ());
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
