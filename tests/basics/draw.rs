//! Pictures, in letters and as SVG.

use quadrille::draw::Picture;

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
fn what_no_wall_parts_stands_close() {
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
    // What is not bold has a colour of its own, a blank has none.
    let mut found = Picture::new(1, 2);
    found.blank('.').set(0, 0, 0).label("7");
    found.set(0, 1, 0);
    let line = found.to_text(true);
    assert_eq!(line.lines().nth(1), Some("│ \x1B[36m7\x1B[0m . │"));
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
<g font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\">
<text x=\"24\" y=\"32\" font-weight=\"bold\">&lt;</text>
<text x=\"64\" y=\"32\" fill=\"#2b5d9b\">2</text>
</g>
</svg>
";
    assert_eq!(picture.to_svg(), expected);
}
