//! A sheet as an HTML page for the printer: no scripts, nothing from the network.

use std::fmt::{self, Write};

use super::drawing::Drawing;
use super::sheet::{CAPTION, GAP, Layout, PAGE, Sheet};
use super::svg::{FONT, escaped};

/// The height of the line at the top of a page, with the room below it, in millimetres.
const TOP: f64 = 14.0;

impl Sheet {
    /// Returns one HTML page. Every page of the sheet is a page of paper, A4 or Letter.
    #[must_use]
    pub fn to_html(&self) -> String {
        let title = match &*self.title {
            "" => "Pictures",
            title => title,
        };
        let [width, height] = [PAGE[0], PAGE[1] + TOP];
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <title>{}</title>\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<style>\n\
             @page {{ margin: 12mm }}\n\
             * {{ box-sizing: border-box }}\n\
             body {{ margin: 0; color: #000; background: #fff; font-family: {FONT} }}\n\
             section {{ width: {width}mm; height: {height}mm; margin: 0 auto; overflow: hidden; \
             break-after: page }}\n\
             section:last-child {{ break-after: auto }}\n\
             header {{ display: flex; justify-content: space-between; align-items: flex-end; \
             height: {}mm; margin-bottom: 6mm; border-bottom: 0.4mm solid #000 }}\n\
             h1, header p {{ margin: 0 0 1mm; font-size: 14pt; line-height: 1 }}\n\
             header p {{ font-size: 9pt }}\n\
             .figures {{ display: grid; gap: {GAP}mm; justify-items: center }}\n\
             figure {{ margin: 0; text-align: center; break-inside: avoid }}\n\
             figure svg {{ display: block; margin: 0 auto }}\n\
             figcaption {{ height: {CAPTION}mm; padding-top: 1.5mm; font-size: 10pt; line-height: 1.2; \
             overflow: hidden }}\n\
             @media screen {{ body {{ background: #ddd }} section {{ margin: 8mm auto; padding: 12mm; \
             width: {}mm; height: {}mm; background: #fff; box-shadow: 0 1mm 3mm #999 }} }}\n\
             </style>\n</head>\n<body>\n",
            escaped(title),
            TOP - 6.0,
            width + 24.0,
            height + 24.0,
        );
        let parts = || self.parts.iter().filter(|part| !part.figures.is_empty());
        let layouts: Vec<Layout> = parts().map(|part| part.layout(self.per_page)).collect();
        let pages = parts()
            .zip(&layouts)
            .map(|(part, layout)| part.pages(layout).len());
        let all: usize = pages.sum();
        let mut number = 0;
        for (part, layout) in parts().zip(&layouts) {
            for page in part.pages(layout) {
                number += 1;
                let heading = match &*part.heading {
                    "" => title,
                    heading => heading,
                };
                let place = format!("page {number} of {all}");
                // Writing into memory does not fail.
                let _ = write_page(&mut html, page, layout, [heading, &place]);
            }
        }
        html.push_str("</body>\n</html>\n");
        html
    }
}

/// Writes a page: the line at its top, then its pictures.
fn write_page(
    html: &mut String,
    page: &[(Drawing, String)],
    layout: &Layout,
    [heading, place]: [&str; 2],
) -> fmt::Result {
    writeln!(
        html,
        "<section>\n<header><h1>{}</h1><p>{place}</p></header>\n\
         <div class=\"figures\" style=\"grid-template-columns: repeat({}, 1fr)\">",
        escaped(heading),
        layout.columns
    )?;
    for (drawing, caption) in page {
        let (width, height) = (drawing.width, drawing.height);
        let [across, down] = [width, height].map(|size| size as f64 * layout.unit);
        let names = [&**caption, &drawing.words];
        let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
        let name = match &*names.join(": ") {
            "" => escaped(heading),
            name => escaped(name),
        };
        writeln!(
            html,
            "<figure>\n<svg role=\"img\" aria-label=\"{name}\" \
             style=\"width: {across:.2}mm; height: {down:.2}mm\" viewBox=\"0 0 {width} {height}\">"
        )?;
        html.push_str(&drawing.canvas.elements);
        writeln!(html, "</svg>")?;
        if !caption.is_empty() {
            writeln!(html, "<figcaption>{}</figcaption>", escaped(caption))?;
        }
        writeln!(html, "</figure>")?;
    }
    writeln!(html, "</div>\n</section>")
}
