//! Rules that an address names, beside cells that do not hold them.

use super::address::{decode, parts};
use crate::format::line;
use crate::rule::NAMES;

/// Keys whose value names the rules.
const KEYS: &[&str] = &["variant", "variants", "variation"];
/// Values of such keys that name no rules of their own.
const USUAL: &[&str] = &[
    "classic",
    "classical",
    "standard",
    "normal",
    "regular",
    "default",
    "plain",
    "sudoku",
    "vanilla",
];
/// Values that turn a rule off.
const OFF: &[&str] = &["", "0", "false", "no", "off", "none"];

/// The rules that an address names.
pub(super) fn rules(address: &str) -> Option<String> {
    parts(address).find_map(|part| {
        let part = decode(part).unwrap_or_else(|| part.to_owned());
        let (key, value) = part.split_once('=').unwrap_or(("", &part));
        let is_off = !key.is_empty() && OFF.contains(&value.to_lowercase().as_str());
        if is_off || key.is_empty() && line::read(value).is_some() {
            return None;
        }
        let (key, value) = (key.to_lowercase(), value.to_lowercase());
        let lower = part.to_lowercase();
        let named = NAMES.iter().find(|&&rule| lower.contains(rule));
        named.map(|&rule| rule.to_owned()).or_else(|| {
            let is_named = KEYS.contains(&key.as_str()) && !USUAL.contains(&value.as_str());
            is_named.then_some(value)
        })
    })
}
