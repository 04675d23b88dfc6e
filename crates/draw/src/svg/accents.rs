//! Cells and small labels that stand out, and the curves between small labels.

use std::fmt::{self, Write};

use super::super::accents::{Accent, Highlight, MarkPlace, Stroke};
use super::super::overlay::Place;
use super::labels::{baseline, mark_spot};
use super::{CELL, Canvas, FONT, OPACITY, Picture, escaped};

/// Blue, vermilion and green can be distinguished by colour-blind people, and the shapes by all.
const PATTERN: &str = "#1f5f9f";
const PALE: &str = "#cfe3f7";
const GONE: &str = "#b8380a";
const PLACED: &str = "#146b3a";

/// How far curves bend, as parts of the distance of their ends, in the order of their beauty.
const BENDS: [f64; 20] = [
    0.12, -0.12, 0.08, -0.08, 0.16, -0.16, 0.04, -0.04, 0.2, -0.2, 0.25, -0.25, 0.3, -0.3, 0.36,
    -0.36, 0.43, -0.43, 0.5, -0.5,
];

/// The middle of a small label and half the side of its square.
type Spot = ((f64, f64), f64);

impl Picture {
    /// Writes the backgrounds of cells that stand out, the pale ones first.
    pub(super) fn write_highlights(&self, svg: &mut Canvas) -> fmt::Result {
        let cells = &self.overlay.accents.cells;
        for highlight in [Highlight::Pale, Highlight::Full] {
            let mut places: Vec<Place> = cells
                .iter()
                .filter(|cell| cell.1 == highlight)
                .map(|cell| cell.0)
                .collect();
            places.sort_unstable();
            places.dedup();
            for (row, column) in places {
                write_tone(svg, highlight, (self.x(column), self.y(row)), CELL)?;
            }
        }
        Ok(())
    }

    /// The middle of a small label and its size; `None` if there is none.
    fn spot(&self, (place, number): MarkPlace) -> Option<((usize, usize), usize)> {
        let cell = self.at(place.0 + 1, place.1 + 1)?;
        let is_shown = cell.label.is_empty() && cell.marks.get(number)?.chars().next().is_some();
        let (x, y) = (self.x(place.1), self.y(place.0));
        let square = self.square_of_marks(x, y);
        is_shown.then(|| mark_spot(square, cell.marks.len(), number))
    }

    /// Everything that curves should not cross: small labels, and labels.
    fn obstacles(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let Some(cell) = self.at(row + 1, column + 1) else {
                    continue;
                };
                let (x, y) = self.centre((row, column));
                if !cell.label.is_empty() {
                    spots.push(((x as f64, y as f64), CELL as f64 / 4.0));
                }
                for number in 0..cell.marks.len() {
                    if let Some(((x, y), size)) = self.spot(((row, column), number)) {
                        spots.push(((x as f64, y as f64), size as f64 / 2.0));
                    }
                }
            }
        }
        spots
    }

    /// Writes the curves, below the labels.
    pub(super) fn write_links(&self, svg: &mut Canvas) -> fmt::Result {
        let links = &self.overlay.accents.links;
        if links.is_empty() {
            return Ok(());
        }
        let obstacles = self.obstacles();
        for &(ends, stroke) in links {
            let [Some(from), Some(to)] = ends.map(|end| self.spot(end)) else {
                continue;
            };
            let point = |spot: ((usize, usize), usize)| (spot.0.0 as f64, spot.0.1 as f64);
            let radius = from.1.min(to.1) as f64 * 0.72;
            let path = curve(point(from), point(to), radius, &obstacles);
            write_curve(svg, stroke, &path)?;
        }
        Ok(())
    }

    /// Writes the small labels that stand out. The others are written like those of other pictures.
    pub(super) fn write_accents(&self, svg: &mut Canvas) -> fmt::Result {
        for &((place, number), accent) in &self.overlay.accents.marks {
            let Some((middle, size)) = self.spot((place, number)) else {
                continue;
            };
            let cell = self.at(place.0 + 1, place.1 + 1);
            let label = cell.and_then(|cell| cell.marks.get(number));
            write_badge(svg, accent, middle, size, label.map_or("", String::as_str))?;
        }
        Ok(())
    }
}

/// The curve between the edges of two discs that crosses the fewest obstacles; of these, the one
/// that bends least.
fn curve(from: (f64, f64), to: (f64, f64), radius: f64, obstacles: &[Spot]) -> String {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down).max(1.0);
    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let bent = |bend: f64| (middle.0 - down * bend, middle.1 + across * bend);
    let crossed = |bend: f64| {
        let control = bent(bend);
        let is_crossed = |&&((x, y), half): &&Spot| {
            let is_end = |end: (f64, f64)| (x - end.0).hypot(y - end.1) < half;
            let samples = (length / 3.0).ceil().max(4.0) as usize;
            let at = |number: usize| {
                let t = number as f64 / samples as f64;
                let part = |a: f64, b: f64, c: f64| {
                    (1.0 - t).powi(2) * a + 2.0 * t * (1.0 - t) * b + t * t * c
                };
                (part(from.0, control.0, to.0), part(from.1, control.1, to.1))
            };
            let is_near = |point: (f64, f64)| (point.0 - x).hypot(point.1 - y) < half;
            !is_end(from) && !is_end(to) && (0..=samples).map(at).any(is_near)
        };
        obstacles.iter().filter(is_crossed).count()
    };
    let best = BENDS.into_iter().min_by_key(|&bend| crossed(bend));
    let control = bent(best.unwrap_or(BENDS[0]));
    // From the edge of a disc, not from its middle.
    let edge = |end: (f64, f64)| {
        let (x, y) = (control.0 - end.0, control.1 - end.1);
        let far = x.hypot(y).max(1.0);
        let part = (radius / far).min(0.45);
        (end.0 + x * part, end.1 + y * part)
    };
    let ((a, b), (c, d)) = (edge(from), edge(to));
    format!(
        "M{a:.1} {b:.1}Q{:.1} {:.1} {c:.1} {d:.1}",
        control.0, control.1
    )
}

/// Writes a curve.
pub(super) fn write_curve(svg: &mut Canvas, stroke: Stroke, path: &str) -> fmt::Result {
    let class = svg.class(["link"]);
    let dashes = match stroke {
        Stroke::Solid => "",
        Stroke::Dashed => " stroke-dasharray=\"3.5 2.5\"",
    };
    writeln!(
        svg,
        "<path{class} d=\"{path}\" fill=\"none\" stroke=\"{PATTERN}\" stroke-width=\"1.6\"{dashes} \
         stroke-opacity=\"0.85\"/>"
    )
}

/// Writes the background of a cell that stands out.
pub(super) fn write_tone(
    svg: &mut Canvas,
    highlight: Highlight,
    (x, y): (usize, usize),
    side: usize,
) -> fmt::Result {
    let (fill, role) = match highlight {
        Highlight::Pale => ("#d7dce2", "pale"),
        Highlight::Full => ("#ffe27a", "full"),
    };
    let class = svg.class(["tone", role]);
    writeln!(
        svg,
        "<rect{class} x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" \
         fill-opacity=\"{OPACITY}\"/>"
    )
}

/// Writes a small label that stands out.
pub(super) fn write_badge(
    svg: &mut Canvas,
    accent: Accent,
    (x, y): (usize, usize),
    size: usize,
    label: &str,
) -> fmt::Result {
    let radius = size as f64 * 0.6;
    let role = match accent {
        Accent::Pale => "pale",
        Accent::Full => "full",
        Accent::Struck => "struck",
        Accent::Square => "square",
    };
    let class = svg.class(["badge", role]);
    let disc = |fill: &str| {
        format!(
            "<circle{class} cx=\"{x}\" cy=\"{y}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{PATTERN}\" \
             stroke-width=\"1\"/>"
        )
    };
    let (left, top) = (x as f64 - radius, y as f64 - radius);
    let square = |fill: &str| {
        format!(
            "<rect{class} x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"1.5\" \
             fill=\"{fill}\"/>",
            side = 2.0 * radius
        )
    };
    let (shape, fill) = match accent {
        Accent::Pale => (disc(PALE), "#10355c"),
        Accent::Full => (disc(PATTERN), "#ffffff"),
        Accent::Struck => (square("#fbe0d5"), GONE),
        Accent::Square => (square(PLACED), "#ffffff"),
    };
    writeln!(
        svg,
        "{shape}\n<text{class} x=\"{x}\" y=\"{}\" font-family=\"{FONT}\" font-size=\"{size}\" \
         font-weight=\"bold\" text-anchor=\"middle\" fill=\"{fill}\">{}</text>",
        y + baseline(size),
        escaped(label)
    )?;
    if accent == Accent::Struck {
        let (right, bottom) = (x as f64 + radius, y as f64 + radius);
        writeln!(
            svg,
            "<path{class} d=\"M{left:.1} {bottom:.1}L{right:.1} {top:.1}\" stroke=\"{GONE}\" \
             stroke-width=\"1.1\"/>"
        )?;
    }
    Ok(())
}
