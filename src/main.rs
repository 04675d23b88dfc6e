//! The command line of quadrille.

fn main() {}
