//! A picture as SVG elements.

use std::fmt::Write;

use super::Picture;
use super::svg::Canvas;

/// A picture as SVG elements, for a [`Sheet`](super::Sheet). Drawing takes most of the time of a
/// sheet, so a program with little time draws each picture when it has it, and not all at the end.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// In SVG units.
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) canvas: Canvas,
    /// The text below the picture, for people who cannot see it.
    pub(super) words: String,
}

impl Picture {
    /// Draws the picture.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        let mut canvas = Canvas::default();
        // Writing into memory does not fail.
        let _ = self.write_svg(&mut canvas);
        self.drawn(canvas)
    }

    /// The drawing with the elements of a canvas.
    pub(super) fn drawn(&self, canvas: Canvas) -> Drawing {
        let (width, height) = self.size();
        Drawing {
            width,
            height,
            canvas,
            words: self.words_below(),
        }
    }
}

impl From<Picture> for Drawing {
    fn from(picture: Picture) -> Self {
        picture.draw()
    }
}

impl Drawing {
    /// Returns an SVG document of this picture alone.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let Self {
            width,
            height,
            canvas,
            ..
        } = self;
        let (paper, elements) = (canvas.class(["paper"]), &canvas.elements);
        let mut svg = String::new();
        // Writing into memory does not fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n\
             <rect{paper} width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             {elements}</svg>\n"
        );
        svg
    }
}
