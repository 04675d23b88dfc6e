//! Writes solutions as JSON.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::super::json::{Each, Items};
use super::write::OptionLines;
use super::{NamedOption, Words, Writer};
use crate::{Decimal, OptionId, Solution};

impl<'a, W: Write> Writer<'a, W> {
    /// Makes a writer of the JSON form: one object per line, as the [module](super) describes.
    /// Needs the feature `json`.
    pub fn json(words: impl Into<Words<'a>>, out: W) -> Self {
        Self::new(words.into(), append_json, "", out)
    }
}

fn append_json(
    out: &mut Vec<u8>,
    lines: &mut OptionLines<'_>,
    solution: &Solution,
    cost: Option<Decimal>,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct Document<O> {
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<Decimal>,
        options: O,
    }

    let words = lines.words;
    let options = Each(|| solution.iter().map(|option| words.of(option)));
    serde_json::to_writer(&mut *out, &Document { cost, options })?;
    out.push(b'\n');
    Ok(())
}

impl Serialize for NamedOption<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Document<'a> {
            option: OptionId,
            #[serde(skip_serializing_if = "Option::is_none")]
            items: Option<Items<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            text: Option<&'a str>,
        }

        let &Self { option, words } = self;
        let items = match words {
            Words::Problem(problem) => Some(Items(problem, option)),
            Words::Lines(_) => None,
        };
        let text = words.line(option);
        Document {
            option,
            items,
            text,
        }
        .serialize(serializer)
    }
}
