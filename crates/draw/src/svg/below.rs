//! The legend and the paragraphs below a picture.

use std::fmt::{self, Write};

use super::super::accents::Swatch;
use super::accents::{write_badge, write_curve, write_tone};
use super::{CELL, Canvas, FONT, MARGIN, Picture, escaped};

/// The least width of a picture with text below it, so that lines are not too short.
const LEAST: usize = 320;
/// The size of text, and the distance of two lines.
const SIZE: usize = 13;
const LINE: usize = 18;
/// The size of the text of the legend.
const LEGEND: usize = 11;
/// The side of a sample in the legend, and the room after a sample and after an entry.
const SAMPLE: usize = 14;
const GAP: usize = 5;
const BETWEEN: usize = 14;
/// The room between the picture, the legend and the paragraphs.
const SPACE: usize = 10;

/// What stands below a picture, in lines.
pub(super) struct Below<'a> {
    /// The entries of the legend, line by line, each with its distance from the left edge.
    legend: Vec<Vec<(usize, Swatch, &'a str)>>,
    /// The lines of the paragraphs, and whether they are bold.
    lines: Vec<(String, bool)>,
}

impl Below<'_> {
    pub(super) fn height(&self) -> usize {
        let part = |lines: usize| match lines {
            0 => 0,
            lines => SPACE + lines * LINE,
        };
        part(self.legend.len()) + part(self.lines.len())
    }
}

/// The width of a text in Helvetica, about.
fn width(text: &str, size: usize, bold: bool) -> usize {
    let thousandths = text.chars().map(|character| match character {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | ' ' | '!' | '/' | 'I' => 280,
        'f' | 't' | 'r' | '(' | ')' | '-' => 340,
        'm' | 'w' | 'M' | 'W' => 850,
        'A'..='Z' => 700,
        character if character.is_ascii() => 556,
        _ => 900,
    });
    let all = thousandths.sum::<usize>() * size;
    // Bold letters are wider.
    let all = if bold { all * 27 / 25 } else { all };
    all.div_ceil(1000)
}

/// Breaks a text into lines. A word that is longer than a line has a line of its own.
fn wrapped(text: &str, size: usize, bold: bool, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, bold) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

impl Picture {
    /// How much wider the picture is than its cells and labels, because of the text below it.
    pub(super) fn width_for_text(&self, width: usize) -> usize {
        let accents = &self.overlay.accents;
        if accents.below.is_empty() && accents.legend.is_empty() {
            return 0;
        }
        LEAST.saturating_sub(width).next_multiple_of(2)
    }

    /// The paragraphs below the picture, one after the other.
    pub(crate) fn words_below(&self) -> String {
        let below = self.overlay.accents.below.iter();
        let texts: Vec<&str> = below.map(|(text, _)| text.as_str()).collect();
        texts.join(". ")
    }

    /// Lays out what stands below the picture.
    pub(super) fn below(&self) -> Below<'_> {
        let accents = &self.overlay.accents;
        let [_, right, _, left] = self.edges();
        let room = self.columns * CELL + left + right;
        let mut legend: Vec<Vec<(usize, Swatch, &str)>> = Vec::new();
        let mut at = 0;
        for (swatch, text) in &accents.legend {
            let wide = SAMPLE + GAP + width(text, LEGEND, false);
            if at + wide > room || legend.is_empty() {
                legend.push(Vec::new());
                at = 0;
            }
            if let Some(line) = legend.last_mut() {
                line.push((at, *swatch, text));
            }
            at += wide + BETWEEN;
        }
        let lines = accents.below.iter().flat_map(|(text, bold)| {
            let lines = wrapped(text, SIZE, *bold, room).into_iter();
            lines.map(|line| (line, *bold))
        });
        Below {
            legend,
            lines: lines.collect(),
        }
    }

    /// Writes the legend and the paragraphs.
    pub(super) fn write_below(&self, svg: &mut Canvas) -> fmt::Result {
        let below = self.below();
        if below.height() == 0 {
            return Ok(());
        }
        let [top, _, bottom, _] = self.edges();
        let mut y = 2 * MARGIN + top + self.rows * CELL + bottom;
        let class = svg.class(["words"]);
        writeln!(svg, "<g{class} font-family=\"{FONT}\" fill=\"#222222\">")?;
        if !below.legend.is_empty() {
            y += SPACE;
        }
        for line in &below.legend {
            for &(x, swatch, text) in line {
                let x = MARGIN + x;
                write_sample(svg, swatch, x, y)?;
                writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" font-size=\"{LEGEND}\">{}</text>",
                    x + SAMPLE + GAP,
                    y + SAMPLE - 3,
                    escaped(text)
                )?;
            }
            y += LINE;
        }
        if !below.lines.is_empty() {
            y += SPACE;
        }
        for (line, bold) in &below.lines {
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            writeln!(
                svg,
                "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"{SIZE}\"{weight}>{}</text>",
                y + SIZE,
                escaped(line)
            )?;
            y += LINE;
        }
        writeln!(svg, "</g>")
    }
}

/// Writes the sample of an entry of the legend.
fn write_sample(svg: &mut Canvas, swatch: Swatch, x: usize, y: usize) -> fmt::Result {
    let middle = (x + SAMPLE / 2, y + SAMPLE / 2);
    match swatch {
        Swatch::Accent(accent) => write_badge(svg, accent, middle, LEGEND - 1, "4"),
        Swatch::Highlight(highlight) => write_tone(svg, highlight, (x, y), SAMPLE),
        Swatch::Link(stroke) => {
            let y = middle.1;
            write_curve(svg, stroke, &format!("M{x} {y}H{}", x + SAMPLE))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{width, wrapped};

    #[test]
    fn lines_fit_and_lose_no_word() {
        let text = "In column 3, only r7c3 can be 5. anextraordinarilylongwordthatfitsnowhere so";
        let lines = wrapped(text, 13, false, 100);
        assert!(lines.len() > 3);
        assert_eq!(lines.join(" "), text);
        let is_long = |line: &&String| width(line, 13, false) > 100;
        assert_eq!(lines.iter().filter(is_long).count(), 1);
    }
}
