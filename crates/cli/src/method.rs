//! The flag `--method` of the commands that count.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quadrille_core::Method;

/// A method of counting: its name, and what it does in a command.
pub(super) type Known = (&'static str, Method, &'static str);

/// Returns a parser of these methods. The help of the command lists them in this order.
pub(super) fn one_of(known: &'static [Known]) -> impl TypedValueParser<Value = Method> {
    let values = known
        .iter()
        .map(|&(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).try_map(|name| {
        let named = known.iter().find(|known| known.0 == name);
        named.map(|known| known.1).ok_or("unknown method")
    })
}
