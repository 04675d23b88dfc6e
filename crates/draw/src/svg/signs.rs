//! Signs between cells.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::super::overlay::{Place, Sign};
use super::labels::baseline;
use super::{Canvas, FONT, Picture, escaped, faintly};

/// The radius of dots, and of circles with text.
const DOT: usize = 6;
const RING: usize = 11;
/// The distance of signs of the same cells.
const STEP: usize = 13;

impl Picture {
    pub(super) fn write_signs(&self, svg: &mut Canvas) -> fmt::Result {
        let signs = &self.overlay.signs;
        for (number, (places, sign, faint)) in signs.iter().enumerate() {
            if places.is_empty() {
                continue;
            }
            // A further sign of the same cells stands beside the one before.
            let set = |places: &[Place]| places.iter().copied().collect::<BTreeSet<Place>>();
            let own = set(places);
            let is_same = |other: &&(Vec<Place>, Sign, bool)| set(&other.0) == own;
            let before = signs[..number].iter().filter(is_same).count();
            let is_flat = own.iter().all(|place| place.0 == places[0].0);
            let shift = if is_flat {
                [0, STEP * before]
            } else {
                [STEP * before, 0]
            };
            faintly(svg, *faint, |svg| self.write_sign(svg, places, sign, shift))?;
        }
        Ok(())
    }

    fn write_sign(
        &self,
        svg: &mut Canvas,
        places: &[Place],
        sign: &Sign,
        shift: [usize; 2],
    ) -> fmt::Result {
        let centres = || places.iter().map(|&place| self.centre(place));
        let x = centres().map(|centre| centre.0).sum::<usize>() / places.len() + shift[0];
        let y = centres().map(|centre| centre.1).sum::<usize>() / places.len() + shift[1];
        let role = match sign {
            Sign::White(_) => "white",
            Sign::Black(_) => "black",
            Sign::Ring(text) if text.is_empty() => "",
            _ => "hollow",
        };
        let class = svg.class(["dot", role]);
        let circle = |radius: usize, fill: &str| {
            format!(
                "<circle{class} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#000000\" \
                 stroke-width=\"1.2\"/>"
            )
        };
        // A text makes a dot a little larger.
        let radius = |text: &str| DOT + 2 * text.chars().count().min(2);
        match sign {
            Sign::White(text) => {
                writeln!(svg, "{}", circle(radius(text), "#ffffff"))?;
                write_text(svg, [x, y], text, 10, "#000000")
            }
            Sign::Black(text) => {
                writeln!(svg, "{}", circle(radius(text), "#000000"))?;
                write_text(svg, [x, y], text, 10, "#ffffff")
            }
            Sign::Letters(text) => {
                let (size, half) = (13, 4 * text.chars().count().max(1) + 1);
                writeln!(
                    svg,
                    "<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"14\" fill=\"#ffffff\" \
                     fill-opacity=\"0.85\"/>",
                    svg.class(["plate"]),
                    x.saturating_sub(half),
                    y - 7,
                    2 * half
                )?;
                write_text(svg, [x, y], text, size, "#000000")
            }
            Sign::Angle => write_angle(svg, [x, y], places),
            Sign::Ring(text) => {
                // A circle without text must not look like a dot.
                let fill = if text.is_empty() { "none" } else { "#ffffff" };
                writeln!(svg, "{}", circle(RING, fill))?;
                let lines = text.lines().count();
                for (number, line) in text.lines().enumerate() {
                    let y = (y + 9 * number).saturating_sub(9 * (lines - 1) / 2);
                    write_text(svg, [x, y], line, 10, "#000000")?;
                }
                Ok(())
            }
        }
    }
}

/// Writes an angle around a point, which points from the first place to the last one.
fn write_angle(svg: &mut Canvas, [x, y]: [usize; 2], places: &[Place]) -> fmt::Result {
    let (Some(from), Some(to)) = (places.first(), places.last()) else {
        return Ok(());
    };
    let way = |from: usize, to: usize| (to as isize - from as isize).signum();
    let (down, right) = (way(from.0, to.0), way(from.1, to.1));
    let [x, y] = [x as isize, y as isize];
    // The point, and the two open ends.
    let (tip_x, tip_y) = (x + 4 * right, y + 4 * down);
    let [one, other] = [-1, 1].map(|side| {
        format!(
            "{} {}",
            x - 4 * right + 6 * side * down,
            y - 4 * down + 6 * side * right
        )
    });
    for (role, stroke, width) in [("hollow", "#ffffff", 5.0), ("", "#000000", 1.8)] {
        writeln!(
            svg,
            "<path{} d=\"M{one}L{tip_x} {tip_y}L{other}\" fill=\"none\" \
             stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
            svg.class(["angle", role])
        )?;
    }
    Ok(())
}

/// Writes a text around a point.
fn write_text(
    svg: &mut Canvas,
    [x, y]: [usize; 2],
    text: &str,
    size: usize,
    fill: &str,
) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    writeln!(
        svg,
        "<text{} x=\"{x}\" y=\"{}\" font-family=\"{FONT}\" font-size=\"{size}\" fill=\"{fill}\" \
         text-anchor=\"middle\">{}</text>",
        svg.class(["sign", if fill == "#000000" { "" } else { "on-black" }]),
        y + baseline(size),
        escaped(text)
    )
}
