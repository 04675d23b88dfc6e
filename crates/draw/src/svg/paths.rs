//! Shapes behind labels, and lines through the centres of cells.

use std::fmt::{self, Write};

use super::super::colours::ink;
use super::super::overlay::{Backdrop, End, Path, Weight};
use super::{CELL, Canvas, Picture, faintly};

/// The radius of circles in cells.
const RADIUS: usize = 16;
/// The radius of bulbs and the half side of squares.
const BULB: usize = 14;
/// The length of the strokes of an arrow head.
const HEAD: f64 = 9.0;

impl Picture {
    /// Writes the shapes behind the labels.
    pub(super) fn write_backdrops(&self, svg: &mut Canvas) -> fmt::Result {
        for &(place, backdrop, colour, faint) in &self.overlay.backdrops {
            let [strong, pale, word] = ink(colour);
            let (x, y) = self.centre(place);
            let class = svg.class([
                match backdrop {
                    Backdrop::Ring => "ring",
                    _ => "shape",
                },
                word,
            ]);
            let square = |half: usize| {
                let (x, y, side) = (x - half, y - half, 2 * half);
                format!(
                    "<rect{class} x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{pale}\"/>"
                )
            };
            let circle = format!("<circle{class} cx=\"{x}\" cy=\"{y}\"");
            let element = match backdrop {
                Backdrop::Fill => square(CELL / 2),
                Backdrop::Square => square(BULB),
                Backdrop::Disc => format!("{circle} r=\"{RADIUS}\" fill=\"{pale}\"/>"),
                Backdrop::Ring => {
                    format!(
                        "{circle} r=\"{RADIUS}\" fill=\"none\" stroke=\"{strong}\" stroke-width=\"1.5\"/>"
                    )
                }
            };
            faintly(svg, faint, |svg| writeln!(svg, "{element}"))?;
        }
        Ok(())
    }

    /// Writes the wide lines, the thin ones, and then the shapes at their ends, so that no line
    /// crosses a circle.
    pub(super) fn write_paths(&self, svg: &mut Canvas) -> fmt::Result {
        let paths = || self.overlay.paths.iter();
        for weight in [Weight::Thick, Weight::Medium, Weight::Thin, Weight::Pill] {
            for path in paths().filter(|path| path.weight == weight) {
                faintly(svg, path.faint, |svg| self.write_path(svg, path))?;
            }
        }
        for path in paths() {
            faintly(svg, path.faint, |svg| self.write_ends(svg, path))?;
        }
        Ok(())
    }

    fn write_path(&self, svg: &mut Canvas, path: &Path) -> fmt::Result {
        let [strong, pale, word] = ink(path.ink);
        let mut line = String::new();
        for (number, &place) in path.places.iter().enumerate() {
            let (x, y) = self.centre(place);
            write!(line, "{}{x} {y}", if number == 0 { 'M' } else { 'L' })?;
        }
        if path.places.len() == 1 {
            line.push_str("h0.01");
        }
        let strokes: &[(&str, &str, f64)] = match path.weight {
            Weight::Thick => &[("band", pale, 11.0)],
            Weight::Medium => &[("band", pale, 6.0)],
            Weight::Thin => &[("line", strong, 1.8)],
            Weight::Pill => &[("line", strong, 33.0), ("hollow", "#ffffff", 30.0)],
        };
        for (role, colour, width) in strokes {
            writeln!(
                svg,
                "<path{} d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                svg.class([role, word])
            )?;
        }
        Ok(())
    }

    fn write_ends(&self, svg: &mut Canvas, path: &Path) -> fmt::Result {
        let [strong, pale, word] = ink(path.ink);
        let places = &path.places[..];
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
            return Ok(());
        };
        let before = [places.get(1), places.iter().rev().nth(1)];
        for ((end, place), before) in path.ends.into_iter().zip([first, last]).zip(before) {
            let (x, y) = self.centre(place);
            let ring = svg.class(["ring", "hollow", word]);
            let outline = format!("fill=\"#ffffff\" stroke=\"{strong}\" stroke-width=\"1.5\"/>");
            match (end, before) {
                (End::Arrow, Some(&before)) => {
                    let (from_x, from_y) = self.centre(before);
                    let angle = (y as f64 - from_y as f64).atan2(x as f64 - from_x as f64);
                    let [one, other] = [-0.5, 0.5].map(|turn| {
                        let (sin, cos) = (angle + turn).sin_cos();
                        format!("{:.1} {:.1}", x as f64 - HEAD * cos, y as f64 - HEAD * sin)
                    });
                    let width = if path.weight == Weight::Thin {
                        1.8
                    } else {
                        3.0
                    };
                    writeln!(
                        svg,
                        "<path{} d=\"M{one}L{x} {y}L{other}\" fill=\"none\" stroke=\"{strong}\" \
                         stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                        svg.class(["line", word])
                    )?;
                }
                (End::Bulb, _) => {
                    writeln!(
                        svg,
                        "<circle{} cx=\"{x}\" cy=\"{y}\" r=\"{BULB}\" fill=\"{pale}\"/>",
                        svg.class(["shape", word])
                    )?;
                }
                (End::Circle, _) => {
                    writeln!(
                        svg,
                        "<circle{ring} cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" {outline}"
                    )?;
                }
                (End::Diamond, _) => {
                    let half = RADIUS + 1;
                    let corners = format!(
                        "M{} {y}l{half} {half}l{half} -{half}l-{half} -{half}Z",
                        x - half
                    );
                    writeln!(svg, "<path{ring} d=\"{corners}\" {outline}")?;
                }
                (End::Plain | End::Arrow, _) => {}
            }
        }
        Ok(())
    }
}
