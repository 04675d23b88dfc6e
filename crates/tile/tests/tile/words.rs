//! Boards and pieces as text.

use proptest::prelude::*;
use quadrille::text::TextError;
use quadrille::tile::{
    Board, CellGrid, Copies, Piece, Polyform, Turning, add_piece, board_remarks, boards,
    drawn_boards, drawn_piece_remarks, drawn_pieces, piece_remarks, pieces, set, set_names,
};

/// The error in one line, with its excerpt and help.
fn shown(error: &TextError) -> String {
    let help = error.help().unwrap_or("no help");
    format!("{error}\n{}\n{help}", error.excerpt())
}

fn names(pieces: &[Piece]) -> Vec<&str> {
    pieces.iter().map(|piece| &*piece.name).collect()
}

#[test]
fn sets_have_as_many_pieces_as_in_the_literature() {
    for (name, count, cells) in [
        ("trominoes", 2, 6),
        ("tetrominoes", 5, 20),
        ("pentominoes", 12, 60),
        ("hexominoes", 35, 210),
        ("one-sided-trominoes", 2, 6),
        ("one-sided-tetrominoes", 7, 28),
        ("one-sided-pentominoes", 18, 90),
        ("one-sided-hexominoes", 60, 360),
        ("fixed-pentominoes", 63, 315),
        ("tetracubes", 8, 32),
        ("pentacubes", 29, 145),
        ("hexacubes", 166, 996),
        ("soma", 7, 27),
        ("hexiamonds", 12, 72),
        ("heptiamonds", 24, 168),
        ("one-sided-hexiamonds", 19, 114),
        ("tetrahexes", 7, 28),
        ("pentahexes", 22, 110),
        ("tetrasticks", 16, 64),
        ("one-sided-tetrasticks", 25, 100),
        ("a-puzzle-a-day", 8, 41),
    ] {
        let pieces = set(name).unwrap().unwrap();
        let sum: usize = pieces.iter().map(|piece| piece.shape.len()).sum();
        assert_eq!((pieces.len(), sum), (count, cells), "{name}");
    }
    // All names are different, and each is the name of a set.
    for name in set_names().filter(|name| !name.contains("oct") && !name.contains("hept")) {
        let pieces = set(&name).unwrap_or_else(|| panic!("{name}")).unwrap();
        let mut different = names(&pieces);
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), pieces.len(), "{name}");
    }
}

#[test]
fn pieces_have_their_usual_letters() {
    let found = |name: &str| {
        let pieces = set(name).unwrap().unwrap();
        names(&pieces).join(" ")
    };
    assert_eq!(found("pentominoes"), "F I L N P T U V W X Y Z");
    assert_eq!(found("one-sided-tetrominoes"), "I J L O S T Z");
    assert_eq!(found("tetrasticks"), "F H I J L N O P R T U V W X Y Z");
    assert_eq!(found("tetracubes"), "A B I L O P T Z");
    assert_eq!(found("soma"), "V L T Z A B P");
    let one_sided = found("one-sided-pentominoes");
    assert_eq!(one_sided, "F F' I L L' N N' P P' T U V W X Y Y' Z Z'");
}

#[test]
fn words_name_pieces() {
    let read = |text: &str| -> Vec<(String, usize, String)> {
        let pieces = pieces(text, None).unwrap().into_iter();
        let parts = pieces.map(|piece| (piece.name, piece.shape.len(), piece.copies.to_string()));
        parts.collect()
    };
    let piece =
        |name: &str, cells: usize, copies: &str| (name.to_owned(), cells, copies.to_owned());
    assert_eq!(
        read("F, O*2 I7*..3 L4*2.. M*"),
        [
            piece("F", 5, "1"),
            piece("O", 4, "2"),
            piece("I7", 7, "0..3"),
            piece("L4", 4, "2.."),
            piece("M", 1, "0.."),
        ]
    );
    assert_eq!(read("brick=1x2x4*13"), [piece("brick", 8, "13")]);
    assert_eq!(
        read("xx.|.xx x.|xx"),
        [piece("A", 4, "1"), piece("B", 3, "1")]
    );
    let bar = &pieces("I7", Some(CellGrid::Cubes)).unwrap()[0];
    assert_eq!((bar.shape.grid(), bar.shape.len()), (CellGrid::Cubes, 7));
    assert_eq!(read("pentominoes-F-I").len(), 10);
    assert_eq!(read("hexominoes:C").len(), 1);
    assert_eq!(read("L4 L4")[1], piece("L4", 4, "1"));
    assert_eq!(
        pieces("##||#.", None).unwrap()[0].shape.grid(),
        CellGrid::Cubes
    );
    // Letters of sticks need a grid of sticks, which a set brings along.
    let sticks = pieces("tetrasticks-X X*2", None).unwrap();
    assert!(
        sticks
            .iter()
            .all(|piece| piece.shape.grid() == CellGrid::Sticks)
    );
}

#[test]
fn wrong_words_are_shown() {
    let error = |text: &str| shown(&pieces(text, None).unwrap_err());
    let no_piece = "name a set such as pentominoes, a letter such as F or L4, sides such as 2x3, a shape \
                    such as 'xx.|.xx', or a file with drawn pieces";
    assert_eq!(
        error("F pentominos"),
        "line 1, column 3: unknown piece \"pentominos\"\nF pentominos\n  ^^^^^^^^^^\ndid you mean \
         \"pentominoes\"?"
    );
    assert_eq!(
        error("F Q"),
        format!("line 1, column 3: unknown piece \"Q\"\nF Q\n  ^\n{no_piece}")
    );
    assert_eq!(
        error("F*two"),
        "line 1, column 3: invalid number of copies \"two\"\nF*two\n  ^^^\nwrite '*3' for three copies, \
         '*1..3' for one to three, '*' for any number"
    );
    assert_eq!(
        error("soma-Q"),
        "line 1, column 6: soma have no piece \"Q\"\nsoma-Q\n     ^\nthe pieces are V L T Z A B P"
    );
    for (text, what) in [
        ("F*0", "invalid number of copies 0..0"),
        ("F*3..1", "invalid number of copies 3..1"),
        ("F*4294967296", "invalid number of copies"),
        ("*3", "no piece"),
        ("A=", "no piece"),
        ("A=pentominoes", "a name for 12 pieces, expected one piece"),
        ("..|..", "no cells"),
        ("x%|xx", "unexpected character '%'"),
        ("xxx|xx", "2 characters in this row, but 3 in the first row"),
        ("99999x99999", "too large"),
        ("1000x1000", "a piece of 1000000 cells is too large"),
        ("0x3", "no cells"),
    ] {
        let error = error(text);
        assert!(error.contains(what), "{text}: {error}");
    }
}

#[test]
fn words_name_boards() {
    let size = |word: &str, grid: Option<CellGrid>| boards(word, grid).unwrap()[0].board.len();
    assert_eq!(size("6x10", None), 60);
    assert_eq!(size("3x4x5", None), 60);
    assert_eq!(size("8x8-2x2", None), 60);
    assert_eq!(size("5x5x5-1x1x1", None), 124);
    assert_eq!(size("xx.|.x?", None), 4);
    assert_eq!(size("xx||x.", None), 3);
    assert_eq!(size("aztec:3", None), 24);
    assert_eq!(size("6x6", Some(CellGrid::Triangles)), 72);
    assert_eq!(size("5x5", Some(CellGrid::Sticks)), 60);
    assert_eq!(size("4x7", Some(CellGrid::Hexagons)), 28);
    assert_eq!(size("triangle:5", Some(CellGrid::Triangles)), 25);
    for side in 1..6 {
        let word = format!("hexagon:{side}");
        assert_eq!(size(&word, Some(CellGrid::Triangles)), 6 * side * side);
        assert_eq!(size(&word, None), 3 * side * (side - 1) + 1);
    }
    assert_eq!(boards("a-puzzle-a-day", None).unwrap().len(), 366);
    let named = boards("a-puzzle-a-day:nov-25", None).unwrap().remove(0);
    assert_eq!((&*named.name, named.board.len()), ("11-25", 41));
    for (word, what) in [
        ("pentomino", "unknown board"),
        ("hexagn:3", "unknown board"),
        ("8x8-3x3", "the hole cannot lie in the middle"),
        ("8x8-9x9", "the hole is larger than the board"),
        ("8x8-8x8", "the hole leaves no cells"),
        ("aztec", "no size for the board"),
        ("aztec:4294967295", "too large"),
        ("triangle:4294967295", "too large"),
        ("hexagon:4294967295", "too large"),
        ("99999999999x99999999999", "too large"),
        ("0x0", "no cells"),
        ("a-puzzle-a-day:02-30", "there is no day"),
        ("a-puzzle-a-day:13-01", "there is no day"),
        ("...|...", "no cells"),
    ] {
        let error = shown(&boards(word, None).unwrap_err());
        assert!(error.contains(what), "{word}: {error}");
    }
    let error = boards("6x6x6", Some(CellGrid::Triangles)).unwrap_err();
    assert_eq!(
        error.message(),
        "a piece of triangles does not fit a board of cubes"
    );
}

#[test]
fn boards_are_connected() {
    for grid in CellGrid::ALL {
        let board = Board::block(grid, 1, 3, 4).unwrap();
        let neighbours: usize = board
            .cells()
            .map(|(cell, _)| {
                grid.neighbours(cell)
                    .into_iter()
                    .filter(|&c| board.contains(c))
                    .count()
            })
            .sum();
        let pairs = match grid {
            CellGrid::Squares | CellGrid::Cubes => 17,
            // Two triangles in each of twelve rhombuses, which share their sides.
            CellGrid::Triangles => 12 + 17,
            CellGrid::Hexagons => 17 + 6,
            // Each of the grid points with n sticks has n(n - 1)/2 pairs: four corners, ten sides,
            // six inner points.
            CellGrid::Sticks => 4 + 10 * 3 + 6 * 6,
        };
        assert_eq!(neighbours, 2 * pairs, "{grid}");
    }
}

#[test]
fn drawings_are_read() {
    let drawn = drawn_pieces("A A\nAAB\n BB\n", None).unwrap();
    assert_eq!(names(&drawn), ["A", "B"]);
    assert_eq!((drawn[0].shape.len(), drawn[1].shape.len()), (4, 3));
    let headed = drawn_pieces("left*2:\n##\n#.\n\nright*:\n###\n", None).unwrap();
    assert_eq!(names(&headed), ["left", "right"]);
    assert_eq!(
        (headed[0].copies.most(), headed[1].copies),
        (Some(2), Copies::ANY)
    );
    // Blank lines separate layers.
    let layers = drawn_pieces("##\n##\n\n#.\n..\n", None).unwrap();
    assert_eq!(
        (layers[0].shape.grid(), layers[0].shape.len()),
        (CellGrid::Cubes, 5)
    );
    let hexagons = drawn_boards(" # #\n# # #\n # #\n", Some(CellGrid::Hexagons));
    assert_eq!(hexagons[0].as_ref().unwrap().board.len(), 7);
    let sticks = drawn_boards("+-+-+\n|   |\n+-+ +\n", Some(CellGrid::Sticks));
    assert_eq!(sticks[0].as_ref().unwrap().board.len(), 5);
    for (text, grid, expected) in [
        ("##\n#", None, "line 2, column 2: 1 character in this row"),
        ("#\t#\n", None, "line 1, column 2: a tab"),
        ("#\u{7}\n", None, "line 1, column 2: unexpected character"),
        (
            "# #\n# #\n",
            Some(CellGrid::Hexagons),
            "line 2, column 1: a hexagon between two columns",
        ),
        (
            "#-+\n",
            Some(CellGrid::Sticks),
            "line 1, column 1: a stick at the place of a grid point",
        ),
        (
            "##\n\n##\n",
            Some(CellGrid::Triangles),
            "line 3, column 1: a second layer",
        ),
        ("\n\n", None, "line 1, column 1: no cells"),
    ] {
        let error = drawn_boards(text, grid).remove(0).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
    let error = drawn_pieces("A:\n##\nB:\n..\n", None).unwrap_err();
    assert_eq!(error.to_string(), "line 3, column 1: an empty piece");
}

#[test]
fn a_bad_board_leaves_the_others() {
    let read = drawn_boards("one:\n##\n\ntwo:\n#!\n\nthree:\n###\n", None);
    let sizes: Vec<Option<usize>> = read
        .iter()
        .map(|board| board.as_ref().ok().map(|named| named.board.len()))
        .collect();
    assert_eq!(sizes, [Some(2), None, Some(3)]);
    assert_eq!(read[1].as_ref().unwrap_err().line(), 5);
}

#[test]
fn equal_names_of_different_pieces_are_numbered() {
    let mut all = Vec::new();
    for piece in pieces("A=2x3 A=2x3 A=1x5", None).unwrap() {
        add_piece(&mut all, piece);
    }
    assert_eq!(names(&all), ["A", "A", "A2"]);
}

#[test]
fn flat_pieces_can_be_turned_over_in_space() {
    for piece in pieces("L4", Some(CellGrid::Cubes)).unwrap() {
        assert_eq!(piece.turning, Turning::OneSided);
        assert_eq!(piece.shape.orientations(piece.turning).len(), 24);
    }
}

proptest! {
    /// No text makes a reader panic.
    #[test]
    fn any_text_is_read_or_rejected(
        text in "([FILXO#.?x|*=:, \n-]|pentominoes|hexagon|soma|[0-9]{1,5}|x|\\PC){0,12}",
        grid in prop::option::of(prop::sample::select(CellGrid::ALL.to_vec())),
    ) {
        let _ = pieces(&text, grid);
        let _ = drawn_pieces(&text, grid);
        let _ = drawn_boards(&text, grid);
        let _ = boards(&text, grid);
    }
}

/// A row of digits as a word could also be a size, so the help draws it in another way, which is read.
#[test]
fn a_row_of_zeros_and_ones_as_a_word_is_rejected_with_its_drawing() {
    for row in ["0101", "1", "10", "11", "0110"] {
        for error in [
            boards(row, None).unwrap_err(),
            pieces(row, None).unwrap_err(),
        ] {
            let help = error.help().unwrap();
            let (_, drawing) = help.split_once("draw a row of cells: '").unwrap();
            let drawing = drawing.trim_end_matches('\'');
            let drawn = drawn_boards(row, None).remove(0).unwrap().board;
            assert_eq!(boards(drawing, None).unwrap()[0].board, drawn, "{help}");
            let piece = &pieces(drawing, None).unwrap()[0];
            assert_eq!(piece.shape.len(), drawn.len(), "{help}");
        }
    }
    for word in ["6", "0", "00", "102"] {
        let error = boards(word, None).unwrap_err();
        assert!(!error.help().unwrap().contains("draw"), "{word}");
    }
}

#[test]
fn a_drawing_of_zeros_and_ones_has_cells_at_the_ones() {
    let plain = boards(".xx.|xxxx|.xx.", None).unwrap().remove(0).board;
    for text in [
        "0110\n1111\n0110\n",
        "0 1 1 0\n1 1 1 1\n0 1 1 0\n",
        "  0 1 1 0\n  1 1 1 1\n  0 1 1 0\n",
        ". # # .\n# # # #\n. # # .\n",
    ] {
        let read = drawn_boards(text, None).remove(0).unwrap().board;
        assert_eq!(read, plain, "{text:?}");
        assert!(board_remarks(text, None).is_empty(), "{text:?}");
    }
    let word = boards("0110|1111|0110", None).unwrap().remove(0).board;
    assert_eq!(word, plain);
    // A row of a matrix that is too short is no shorter row of the board.
    assert!(drawn_boards("0 1 1\n1 1\n", None).remove(0).is_err());
    // What could mean something else is said.
    for text in [
        "0##0\n####\n",
        "oxxo\nxxxx\n",
        "0012\n3312\n",
        "# #\n# #\n",
        "01.\n111\n",
        "0 0\n0 0\n",
        "# # #\n#   #\n",
    ] {
        assert_eq!(board_remarks(text, None).len(), 1, "{text:?}");
    }
    for text in ["AAB\nABB\n", "##.\n###\n", "OOP\nQPP\n"] {
        assert!(board_remarks(text, None).is_empty(), "{text:?}");
    }
    let piece = drawn_pieces("01\n11\n", None).unwrap();
    assert_eq!((piece.len(), piece[0].shape.len()), (1, 3));
    assert_eq!(drawn_piece_remarks("01\n11\n", None).len(), 1);
    assert!(drawn_piece_remarks("012\n112\n", None).is_empty());
}

#[test]
fn mirrored_tetrominoes_single_cells_and_sizes_with_spaces() {
    let read = |text: &str| pieces(text, None).unwrap();
    let side = |text: &str| read(text)[0].shape.canonical(Turning::OneSided);
    for (one, other) in [("J", "L4"), ("J4", "L4"), ("Z4", "S"), ("Z4", "S4")] {
        assert_ne!(side(one), side(other), "{one} {other}");
        let free = |text: &str| read(text)[0].shape.canonical(Turning::Free);
        assert_eq!(free(one), free(other), "{one} {other}");
    }
    assert_eq!(side("J"), side("one-sided-tetrominoes:J"));
    assert_eq!(read("Z")[0].shape.len(), 5);
    assert_eq!(read("x")[0].shape.len(), 1);
    assert_eq!(names(&read("2 x 3*2 A=1 × 2 x 4 D")), ["2x3", "A", "D"]);
    for (spaced, plain) in [
        ("6 x 10", "6x10"),
        ("3 X 4 × 5", "3x4x5"),
        ("8 x 8 - 2 x 2", "8x8-2x2"),
    ] {
        assert_eq!(boards(spaced, None).unwrap(), boards(plain, None).unwrap());
    }
    let remarks = piece_remarks("O I L4 x hexominoes-C", None);
    let remarks: Vec<&str> = remarks.iter().map(|remark| &*remark.what).collect();
    assert_eq!(
        remarks,
        [
            "'x' is read as a single cell",
            "I is the pentomino, though O is a tetromino",
            "C of hexominoes: only this program uses these labels",
        ]
    );
    assert!(piece_remarks("pentominoes-F I4 O pentacubes-F", None).is_empty());
}

#[test]
fn flat_pentacubes_have_the_letters_of_pentominoes() {
    let flat = pieces("F I L N P T U V W X Y Z", Some(CellGrid::Cubes)).unwrap();
    let all = set("pentacubes").unwrap().unwrap();
    for piece in &flat {
        let same = all.iter().find(|other| other.name == piece.name).unwrap();
        let cubes = Polyform::new(CellGrid::Cubes, piece.shape.cells().iter().copied()).unwrap();
        let turned = |shape: &Polyform| shape.canonical(Turning::OneSided);
        assert_eq!(turned(&same.shape), turned(&cubes), "{}", piece.name);
    }
    assert_eq!(
        names(&all)
            .iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len(),
        29
    );
    assert_eq!(pieces("pentacubes-F-I-L", None).unwrap().len(), 26);
}
