//! Pictures as text, as SVG and on pages.

use std::collections::HashMap;

use quadrille::draw::{Picture, Sheet};

/// A picture of letters: equal ones are a piece, `.` is no cell.
fn picture(rows: &[&str]) -> Picture {
    let mut picture = Picture::new(rows.len(), rows[0].len());
    for (row, text) in rows.iter().enumerate() {
        for (column, letter) in text.char_indices().filter(|&(_, letter)| letter != '.') {
            picture.set(row, column, letter as usize).label(letter);
        }
    }
    picture
}

#[test]
fn walls_stand_between_pieces_and_around_them() {
    let expected = "\
┌───┐
│ A │
├───┴───┐
│ B   B │
│   ┌───┘
│ B │
└───┘
";
    assert_eq!(picture(&["A.", "BB", "B."]).to_text(false), expected);
    let ring = "\
┌───────────┐
│ O   O   O │
│   ┌───┐   │
│ O │   │ O │
│   └───┘   │
│ O   O   O │
└───────────┘
";
    assert_eq!(picture(&["OOO", "O.O", "OOO"]).to_text(false), ring);
}

#[test]
fn columns_without_a_wall_between_them_are_one_space_apart() {
    let expected = "\
┌─────┬─────┐
│ A A │ B B │
│ A A │ B B │
├─────┴─────┤
│ C C   C C │
└───────────┘
";
    assert_eq!(picture(&["AABB", "AABB", "CCCC"]).to_text(false), expected);
}

#[test]
fn labels_are_as_wide_as_the_widest() {
    let mut picture = Picture::new(1, 2);
    picture.set(0, 0, 0).label("7").bold(true);
    picture.set(0, 1, 0).label("12").shade(1);
    assert_eq!(picture.to_text(false), "┌───────┐\n│  7 12 │\n└───────┘\n");
    let coloured = "┌───────┐\n│ \x1B[1m 7\x1B[0m \x1B[96;48;5;24m12\x1B[0m │\n└───────┘\n";
    assert_eq!(picture.to_text(true), coloured);
    assert_eq!(Picture::new(0, 0).to_text(false), "");
    // A label that is not bold has a colour of its own, a blank has none.
    let mut found = Picture::new(1, 2);
    found.blank('.').set(0, 0, 0).label("7");
    found.set(0, 1, 0);
    let line = found.to_text(true);
    assert_eq!(line.lines().nth(1), Some("│ \x1B[36m7\x1B[0m . │"));
}

#[test]
fn a_colour_fills_the_whole_piece_on_a_terminal() {
    let mut tiling = picture(&["AA", "AB"]);
    tiling.colour_pieces();
    let lines = tiling.to_text(true);
    let lines: Vec<&str> = lines.lines().collect();
    let (a, b) = ("\x1B[30;48;5;222m", "\x1B[30;48;5;110m");
    assert_eq!(lines[1], format!("│{a} A   A \x1B[0m│"));
    assert_eq!(lines[2], format!("│{a}   \x1B[0m┌───┤"));
    assert_eq!(lines[3], format!("│{a} A \x1B[0m│{b} B \x1B[0m│"));
}

#[test]
fn a_wrong_cell_is_red() {
    let mut picture = Picture::new(1, 1);
    picture.set(0, 0, 0).label("7").bold(true).wrong(true);
    assert!(picture.to_text(true).contains("\x1B[1m\x1B[97;41m7\x1B[0m"));
    assert!(picture.to_svg().contains("fill=\"#f9c0b8\""));
}

#[test]
fn marks_stand_in_a_square_until_there_is_a_label() {
    let mut picture = Picture::new(1, 1);
    picture.set(0, 0, 0).marks(["", "2", "", "4"]);
    assert_eq!(picture.to_text(false), "┌────┐\n│ 24 │\n└────┘\n");
    let svg = picture.to_svg();
    for place in ["x=\"34\" y=\"20\"", "x=\"34\" y=\"40\""] {
        assert!(svg.contains(place), "{place} in {svg}");
    }
    picture.set(0, 0, 0).marks(["1", "10"]);
    assert!(picture.to_text(false).contains(" 1,10 "));
    picture.set(0, 0, 0).marks(["1"]).label("7");
    assert_eq!(picture.to_svg().matches("<text").count(), 1);
}

#[test]
fn pieces_that_share_an_edge_never_share_a_colour() {
    // Pieces of two cells at random places, some far apart, so that a piece has many neighbours.
    let mut seed = 1_u64;
    let mut random = |limit: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % limit
    };
    for pieces in [2, 5, 12, 40] {
        let mut at = HashMap::new();
        let mut picture = Picture::new(9, 9);
        for row in 0..9 {
            for column in 0..9 {
                let piece = random(pieces) as usize;
                at.insert((row, column), piece);
                picture.set(row, column, piece);
            }
        }
        picture.colour_pieces();
        let svg = picture.to_svg();
        assert_eq!(svg, picture.clone().colour_pieces().to_svg());
        let fills: Vec<&str> = svg
            .lines()
            .filter(|line| line.contains("width=\"40\""))
            .collect();
        let fill = |row: usize, column: usize| fills[9 * row + column].rsplit("fill=").next();
        for row in 0..9 {
            for column in 0..9 {
                for (down, right) in [(0, 1), (1, 0)] {
                    let other = (row + down, column + right);
                    if let Some(piece) = at.get(&other) {
                        let differ = at[&(row, column)] != *piece;
                        assert_eq!(fill(row, column) != fill(other.0, other.1), differ);
                    }
                }
            }
        }
    }
}

#[test]
fn every_part_of_a_piece_has_its_label_in_the_middle() {
    let mut parts = picture(&["AAABA", "AAABA"]);
    for row in 0..2 {
        for (column, piece) in "AAABA".chars().enumerate() {
            parts.set(row, column, piece as usize);
        }
    }
    parts.label_pieces(|piece| Some(if piece == 'A' as usize { "x" } else { "y" }.to_owned()));
    let expected = "\
┌───────┬───┬───┐
│   x   │ y │ x │
│       │   │   │
└───────┴───┴───┘
";
    assert_eq!(parts.to_text(false), expected);
}

#[test]
fn every_piece_of_a_large_tiling_is_labelled() {
    let side = 200;
    let mut tiling = Picture::new(side, side);
    for row in 0..side {
        for column in 0..side {
            tiling.set(row, column, (row * side + column) / 2);
        }
    }
    // Looking at all cells for each of the 20,000 pieces would take many seconds.
    tiling.label_pieces(|piece| (piece % 2 == 0).then(|| "x".to_owned()));
    assert_eq!(tiling.to_text(false).matches('x').count(), side * side / 4);
}

#[test]
fn a_picture_of_two_cells() {
    let mut picture = Picture::new(1, 2);
    picture.set(0, 0, 0).label("<").bold(true);
    picture.set(0, 1, 1).label("2").shade(1);
    let expected = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"88\" height=\"48\" viewBox=\"0 0 88 48\">
<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>
<rect x=\"44\" y=\"4\" width=\"40\" height=\"40\" fill=\"#a9c9ec\" fill-opacity=\"0.6\"/>
<path d=\"M4 4h40M44 4h40M4 4v40M44 4v40M4 44h40M84 4v40M44 44h40\" stroke=\"#000000\" stroke-width=\"3\" stroke-linecap=\"square\"/>
<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"24\" text-anchor=\"middle\">
<text x=\"24\" y=\"33\" font-weight=\"bold\">&lt;</text>
<text x=\"64\" y=\"33\" fill=\"#2b5d9b\">2</text>
</g>
</svg>
";
    assert_eq!(picture.to_svg(), expected);
}

/// A sheet of some single cells with numbers as captions.
fn sheet(count: usize) -> Sheet {
    let mut sheet = Sheet::new("A & B");
    for number in 1..=count {
        let mut picture = Picture::new(1, 1);
        picture.set(0, 0, 0).label(number.to_string());
        sheet.add(picture, format!("<{number}>"));
    }
    sheet
}

#[test]
fn a_single_picture_without_words_is_a_plain_document() {
    let mut sheet = Sheet::new("");
    sheet.add(picture(&["AB"]), "");
    assert_eq!(sheet.to_svg(), picture(&["AB"]).to_svg());
    assert!(!sheet.is_empty());
    assert_eq!(Sheet::new("").len(), 0);
}

#[test]
fn a_sheet_is_one_svg_document() {
    let mut sheet = sheet(5);
    sheet.part("Solutions").add(picture(&["AB"]), "");
    let svg = sheet.to_svg();
    assert_eq!(svg.matches("xmlns").count(), 1);
    assert_eq!(svg.matches("<svg").count(), 7);
    assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
    for text in ["<title>A &amp; B</title>", "&lt;5&gt;", ">Solutions<"] {
        assert!(svg.contains(text), "{text}");
    }
}

#[test]
fn a_sheet_is_pages_of_html() {
    let pages = |sheet: &Sheet| sheet.to_html().matches("<section>").count();
    assert_eq!(pages(&sheet(0)), 0);
    assert_eq!(pages(&sheet(6)), 1);
    assert_eq!(pages(&sheet(7)), 2);
    assert_eq!(pages(sheet(7).per_page(10)), 1);
    assert_eq!(pages(sheet(7).per_page(0)), 7);
    let mut all = sheet(7);
    all.per_page(usize::MAX)
        .part("Solutions")
        .add(picture(&["AB"]), "");
    assert_eq!(pages(&all), 2);
    assert_eq!(all.to_svg().matches("<svg").count(), 9);
    let html = sheet(7)
        .part("Solutions")
        .add(picture(&["AB"]), "")
        .to_html();
    assert_eq!(html.matches("<section>").count(), 3);
    assert_eq!(html.matches("<figure>").count(), 8);
    for text in [
        "<title>A &amp; B</title>",
        "<h1>Solutions</h1><p>page 3 of 3</p>",
        "<figcaption>&lt;7&gt;</figcaption>",
        "break-after: page",
    ] {
        assert!(html.contains(text), "{text}");
    }
    for absent in ["<script", "http", "url("] {
        assert!(!html.contains(absent), "{absent}");
    }
}
