//! Pictures as text, as SVG and on pages.

use std::collections::BTreeSet;

use quadrille::draw::{Colours, Ink, Lattice, Picture, Sheet, Sign};

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
    tiling.colour_kinds(|piece| piece - 'A' as usize);
    let lines = tiling.to_text(true);
    let lines: Vec<&str> = lines.lines().collect();
    let (a, b) = ("\x1B[30;48;5;109m", "\x1B[30;48;5;190m");
    assert_eq!(lines[1], format!("│{a} A   A \x1B[0m│"));
    assert_eq!(lines[2], format!("│{a}   \x1B[0m┌───┤"));
    assert_eq!(lines[3], format!("│{a} A \x1B[0m│{b} B \x1B[0m│"));
    let basic = tiling.to_text(Colours::Sixteen);
    let (a, b) = ("\x1B[30;46m", "\x1B[30;43m");
    assert_eq!(
        basic.lines().nth(3),
        Some(&*format!("│{a} A \x1B[0m│{b} B \x1B[0m│"))
    );
    assert!(!basic.contains("48;5"));
    assert_eq!(tiling.to_text(Colours::None), tiling.to_text(false));
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
    for place in ["x=\"33\" y=\"19\"", "x=\"33\" y=\"38\""] {
        assert!(svg.contains(place), "{place} in {svg}");
    }
    picture.set(0, 0, 0).marks(["1", "10"]);
    assert!(picture.to_text(false).contains(" 1,10 "));
    picture.set(0, 0, 0).marks(["1"]).label("7");
    assert_eq!(picture.to_svg().matches("<text").count(), 1);
}

#[test]
fn a_kind_has_one_colour_wherever_its_pieces_lie() {
    let colour = |rows: &[&str], letter: char| {
        let mut picture = picture(rows);
        picture.colour_kinds(|piece| piece - 'A' as usize);
        let svg = picture.to_svg();
        let fills = svg.lines().filter(|line| line.contains("width=\"40\""));
        let places = rows.iter().flat_map(|row| row.chars());
        let of_letter = fills.zip(places).filter(|(_, place)| *place == letter);
        let fills: BTreeSet<String> = of_letter
            .map(|(line, _)| line.rsplit("fill=").next().unwrap().to_owned())
            .collect();
        assert_eq!(fills.len(), 1, "{rows:?} {letter}");
        fills.first().cloned().unwrap()
    };
    let (one, other) = (["ABR", "ABR"], ["RRA", "BBA"]);
    let colours: BTreeSet<String> = ['A', 'B', 'R']
        .into_iter()
        .map(|letter| {
            assert_eq!(colour(&one, letter), colour(&other, letter));
            colour(&one, letter)
        })
        .collect();
    assert_eq!(colours.len(), 3);
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

/// The lattices whose cells are not squares.
const LATTICES: [Lattice; 3] = [Lattice::Triangles, Lattice::Hexagons, Lattice::Sticks];

/// Whether a lattice can have a cell at a place.
fn is_cell(lattice: Lattice, row: usize, column: usize) -> bool {
    match lattice {
        Lattice::Hexagons => (row + column).is_multiple_of(2),
        Lattice::Sticks => !(row + column).is_multiple_of(2),
        _ => true,
    }
}

/// The corners of a cell, in rows and columns; the end points of a stick.
fn corners(lattice: Lattice, row: usize, column: usize) -> Vec<(usize, usize)> {
    let (r, c) = (row, column);
    match lattice {
        Lattice::Triangles if (r + c).is_multiple_of(2) => {
            vec![(r, c + 1), (r + 1, c), (r + 1, c + 2)]
        }
        Lattice::Triangles => vec![(r, c), (r, c + 2), (r + 1, c + 1)],
        // A row of hexagons is three units high, and its lower tip another one.
        Lattice::Hexagons => vec![
            (3 * r, c + 1),
            (3 * r + 1, c),
            (3 * r + 1, c + 2),
            (3 * r + 3, c),
            (3 * r + 3, c + 2),
            (3 * r + 4, c + 1),
        ],
        _ if r.is_multiple_of(2) => vec![(r + 1, c), (r + 1, c + 2)],
        _ => vec![(r, c + 1), (r + 2, c + 1)],
    }
}

#[test]
fn neighbours_of_a_kind_have_different_tints_on_every_lattice() {
    for lattice in LATTICES {
        // Cells are neighbours if they share two corners; sticks, if they share one.
        let shared = if lattice == Lattice::Sticks { 1 } else { 2 };
        let mut picture = Picture::new(7, 9);
        picture.lattice(lattice);
        let mut cells = Vec::new();
        for row in 0..7 {
            for column in (0..9).filter(|&column| is_cell(lattice, row, column)) {
                // Pieces of about three cells.
                let piece = (row * 9 + column) / 3;
                picture.set(row, column, piece);
                cells.push((corners(lattice, row, column), piece));
            }
        }
        picture.colour_kinds(|_| 0);
        let svg = picture.to_svg();
        // Sticks are written piece by piece, which is the order of the places here, too.
        let is_fill =
            |line: &&str| line.contains("<polygon") || line.contains("stroke-width=\"13\"");
        let fills: Vec<&str> = svg.lines().filter(is_fill).collect();
        assert_eq!(fills.len(), cells.len());
        let colour = |line: &str| {
            let at = line.rfind("=\"#").map(|at| line[at..at + 9].to_owned());
            at.unwrap_or_default()
        };
        for (a, (corners, piece)) in cells.iter().enumerate() {
            for (b, (others, other)) in cells.iter().enumerate() {
                let common = corners.iter().filter(|corner| others.contains(corner));
                if common.count() >= shared {
                    let is_equal = colour(fills[a]) == colour(fills[b]);
                    assert_eq!(is_equal, piece == other, "{lattice:?} {a} {b}");
                }
            }
        }
    }
}

#[test]
fn a_wall_or_a_thin_line_is_at_every_side_of_a_polygon() {
    for (lattice, sides) in [(Lattice::Triangles, 3), (Lattice::Hexagons, 6)] {
        let mut picture = Picture::new(5, 8);
        picture.lattice(lattice).grid();
        let mut all = Vec::new();
        for row in 0..5 {
            for column in (0..8).filter(|&column| is_cell(lattice, row, column)) {
                picture.set(row, column, row).shade(0);
                all.push(corners(lattice, row, column));
            }
        }
        let svg = picture.to_svg();
        assert_eq!(svg.matches("<polygon").count(), all.len());
        let pairs = all.iter().enumerate();
        let touches = pairs.flat_map(|(at, one)| {
            let others = all[at + 1..].iter();
            others.filter(move |other| one.iter().filter(|c| other.contains(c)).count() == 2)
        });
        let touches = touches.count();
        let paths: Vec<&str> = svg.lines().filter(|line| line.contains("<path")).collect();
        let count: usize = paths.iter().map(|path| path.matches('M').count()).sum();
        assert_eq!(paths.len(), 2);
        assert_eq!(count, sides * all.len() - touches);
    }
}

#[test]
fn two_triangles_in_svg() {
    let mut picture = Picture::new(1, 2);
    picture.lattice(Lattice::Triangles);
    picture.set(0, 0, 0).label("A").bold(true).colour(0);
    picture.set(0, 1, 1).label("B").wrong(true);
    let expected = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"86\" height=\"53\" viewBox=\"0 0 86 53\">
<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>
<polygon points=\"30,4 56,49 4,49\" fill=\"#87afaf\"/>
<polygon points=\"30,4 82,4 56,49\" fill=\"#f9c0b8\"/>
<path d=\"M30 4L56 49M56 49L4 49M4 49L30 4M30 4L82 4M82 4L56 49\" stroke=\"#000000\" stroke-width=\"3\" stroke-linecap=\"round\"/>
<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"24\" text-anchor=\"middle\">
<text x=\"30\" y=\"41\" font-size=\"18\" font-weight=\"bold\">A</text>
<text x=\"56\" y=\"26\" font-size=\"18\" fill=\"#b30000\">B</text>
</g>
</svg>
";
    assert_eq!(picture.to_svg(), expected);
}

#[test]
fn sticks_of_a_piece_join_and_other_pieces_stay_apart() {
    // Two sticks of piece 0 turn at the upper right point. At the upper left one piece 1 ends.
    let mut picture = Picture::new(3, 3);
    picture.lattice(Lattice::Sticks);
    for (row, column, piece) in [(0, 1, 0), (1, 2, 0), (1, 0, 1)] {
        picture.set(row, column, piece).colour(piece);
    }
    let svg = picture.to_svg();
    assert_eq!(svg.matches("<circle").count(), 4);
    for stroke in [
        "d=\"M32 13L69 13\"",
        "d=\"M69 13L69 69\"",
        "d=\"M13 32L13 69\"",
    ] {
        assert!(svg.contains(stroke), "{stroke} in {svg}");
    }
    let outline = "<path d=\"M32 13L69 13M69 13L69 69\" stroke=\"#000000\"";
    assert!(svg.contains(outline), "{svg}");
    // A turn cuts its corner at a point that it shares with another piece.
    let mut turn = Picture::new(5, 5);
    turn.lattice(Lattice::Sticks);
    for (row, column, piece) in [(1, 2, 0), (2, 1, 0), (3, 2, 1)] {
        turn.set(row, column, piece);
    }
    let svg = turn.to_svg();
    for stroke in [
        "d=\"M69 13L69 53L61 61\"",
        "d=\"M13 69L53 69L61 61\"",
        "d=\"M69 88L69 125\"",
    ] {
        assert!(svg.contains(stroke), "{stroke} in {svg}");
    }
}

#[test]
fn text_of_lattices_shows_a_piece_in_every_cell() {
    let mut picture = Picture::new(2, 4);
    picture.lattice(Lattice::Triangles);
    for (row, column, piece) in [(0, 1, 0), (0, 2, 0), (1, 0, 1), (1, 1, 1), (1, 2, 2)] {
        picture.set(row, column, piece);
    }
    picture.set(0, 2, 0).label("Ab");
    picture.set(1, 1, 1).label("x");
    picture.note("a note");
    assert_eq!(picture.to_text(false), " AA\nxx#\na note\n");
    picture.blank('.').set(1, 0, 1).label("y");
    assert_eq!(picture.to_text(false), " AA\nyx.\na note\n");
    let coloured = " \x1B[36mAA\x1B[0m\n\x1B[36myx\x1B[0m.\na note\n";
    assert_eq!(picture.to_text(true), coloured);
}

#[test]
fn colours_of_lattices_on_a_terminal() {
    let (first, second) = ("\x1B[30;48;5;109m", "\x1B[30;48;5;190m");
    let mut hexagons = Picture::new(1, 5);
    hexagons.lattice(Lattice::Hexagons);
    for (column, piece) in [(0, 0), (2, 0), (4, 1)] {
        hexagons
            .set(0, column, piece)
            .label(piece.to_string())
            .colour(piece);
    }
    assert_eq!(hexagons.to_text(false), "0 0 1\n");
    // The space after a hexagon has its colour.
    let text = format!("{first}0 0 \x1B[0m{second}1 \x1B[0m\n");
    assert_eq!(hexagons.to_text(true), text);
    let mut sticks = Picture::new(1, 7);
    sticks.lattice(Lattice::Sticks);
    for (column, piece) in [(1, 0), (3, 0), (5, 1)] {
        sticks
            .set(0, column, piece)
            .label(piece.to_string())
            .colour(piece);
    }
    assert_eq!(sticks.to_text(false), "·0·0·1·\n");
    // A point where sticks of a piece join has their colour.
    let text = format!("·{first}0·0\x1B[0m·{second}1\x1B[0m·\n");
    assert_eq!(sticks.to_text(true), text);
}

#[test]
fn every_part_of_a_piece_has_one_label_in_every_lattice() {
    for lattice in LATTICES {
        let mut picture = Picture::new(5, 5);
        picture.lattice(lattice);
        for row in 0..5 {
            for column in (0..5).filter(|&column| is_cell(lattice, row, column)) {
                picture.set(row, column, 0);
            }
        }
        picture.label_pieces(|_| Some("x".to_owned()));
        assert_eq!(picture.to_svg().matches("<text").count(), 1, "{lattice:?}");
    }
}

#[test]
fn other_lattices_ignore_what_lies_over_squares() {
    for lattice in LATTICES {
        let mut plain = Picture::new(3, 3);
        plain.lattice(lattice);
        plain.set(0, 1, 0).label("A");
        let mut picture = plain.clone();
        picture.cage([(0, 1)], "17");
        picture.path([(0, 1), (0, 2)]);
        picture.sign([(0, 1), (0, 2)], Sign::Angle);
        picture.corner((0, 1), "c");
        picture.outside((0, 0), (0, 1), "12", Ink::Black);
        assert_eq!(picture.to_svg(), plain.to_svg());
        assert_eq!(picture.to_text(true), plain.to_text(true));
        assert_ne!(picture.lattice(Lattice::Squares).to_svg(), plain.to_svg());
    }
}

#[test]
fn sheets_show_every_lattice() {
    let mut sheet = Sheet::new("Lattices");
    for lattice in LATTICES {
        for size in [0, 1, 4] {
            let mut picture = Picture::new(size, size);
            picture.lattice(lattice);
            assert_eq!(picture.to_text(false).lines().count(), size);
            sheet.add(picture, format!("{lattice:?} {size}"));
        }
    }
    assert_eq!(sheet.to_svg().matches("<svg").count(), 10);
    assert_eq!(sheet.to_html().matches("<figure>").count(), 9);
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

/// An SVG document for a web page, without its classes and its targets.
fn plain(page: &str) -> String {
    let is_target = |line: &&str| line.contains("data-cell=");
    let without_class = |line: &str| match line.split_once(" class=\"") {
        Some((before, after)) => {
            let after = after.split_once('"').map_or("", |(_, after)| after);
            format!("{before}{after}\n")
        }
        None => format!("{line}\n"),
    };
    let lines = page.lines().filter(|line| !is_target(line));
    lines.map(without_class).collect()
}

#[test]
fn the_page_adds_classes_and_one_target_a_cell() {
    let name = |row: usize, column: usize| format!("r{}c{}", row + 1, column + 1);
    for lattice in [Lattice::Squares].iter().chain(&LATTICES) {
        let mut picture = Picture::new(3, 5);
        picture.lattice(*lattice).grid();
        let mut count = 0;
        for row in 0..3 {
            for column in (0..4).filter(|&column| is_cell(*lattice, row, column)) {
                picture.set(row, column, row).label("7").colour(18).shade(1);
                count += 1;
            }
        }
        picture.cage([(0, 0), (0, 1)], "17").ink(Ink::Red);
        picture.path([(0, 0), (1, 1)]).label("x");
        picture.sign([(0, 0), (0, 1)], Sign::Black("2".to_owned()));
        picture.outside((0, 0), (1, 1), "9", Ink::Blue);
        picture.heading("Words");
        let page = picture.to_svg_page(name);
        assert_eq!(plain(&page), picture.to_svg(), "{lattice:?}");
        assert_eq!(page.matches("class=\"cell\"").count(), count, "{lattice:?}");
        assert!(page.contains("class=\"gap\" data-cell=\"r"), "{lattice:?}");
        assert!(!page.contains("style="));
    }
}
