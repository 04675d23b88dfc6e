//! Files of BurrTools.

use std::io::Write;
use std::process::{Command, Stdio};

use quadrille::Solver;
use quadrille::tile::{Gaps, Packing, burr_tools};

/// A cube of 2 x 2 x 2 from two pieces, one of them twice in another problem.
const CUBE: &str = r##"<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors/>
<shapes>
<voxel x="2" y="2" z="2" type="0">########</voxel>
<voxel x="2" y="2" z="2" type="0" name="corner">##__#___</voxel>
<voxel x="2" y="2" z="1" type="0">####</voxel>
<voxel x="3" y="2" z="1" type="0">##+##+</voxel>
<voxel x="4" y="1" z="1" type="0">++++</voxel>
<voxel x="2" y="1" z="1" type="0">##</voxel>
</shapes>
<problems>
<problem name="cube"><shapes><shape id="2" count="2"/></shapes><result id="0"/></problem>
<problem><shapes><shape id="2" min="0" max="1"/><shape id="1" count="0"/></shapes><result id="3"/></problem>
<problem maxHoles="2"><shapes><shape id="1" count="2"/></shapes><result id="0"/></problem>
<problem maxHoles="1"><shapes><shape id="5" min="1" max="2"/></shapes><result id="4"/></problem>
<problem maxHoles="2"><shapes><shape id="5" min="1" max="2"/></shapes><result id="4"/></problem>
<problem maxHoles="0"><shapes><shape id="5" min="1" max="3"/></shapes><result id="3"/></problem>
<problem maxHoles="2"><shapes><shape id="5" min="1" max="3"/></shapes><result id="3"/></problem>
</problems>
<comment/>
</puzzle>
"##;

#[test]
fn problems_are_read() {
    let puzzles = burr_tools(CUBE.as_bytes()).unwrap();
    let names: Vec<&str> = puzzles.iter().map(|puzzle| &*puzzle.name).collect();
    assert_eq!(names, ["cube", "2", "3", "4", "5", "6", "7"]);
    let counts: Vec<u64> = puzzles
        .into_iter()
        .map(|puzzle| {
            let packing = Packing::new(puzzle.board, puzzle.pieces, puzzle.gaps).unwrap();
            let search = Solver::new(packing.into_problem()).search().count().value;
            u64::try_from(search).unwrap()
        })
        .collect();
    // Two slabs: three directions. One square in the left part, which must be covered. Two corners
    // do not fill the cube, and its cells are not variable. Dominoes in four variable cells in a row,
    // of which one or two may be empty. Dominoes in a rectangle whose right column is variable.
    assert_eq!(counts, [3, 1, 0, 1, 4, 3, 5]);
    let some = CUBE.replace("maxHoles=\"0\"", "maxHoles=\"1\"");
    let error = burr_tools(some.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("maxHoles for a part"), "{error}");
}

#[test]
fn compressed_files_are_read() {
    let gzip = Command::new("gzip")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut gzip) = gzip else { return };
    gzip.stdin
        .take()
        .unwrap()
        .write_all(CUBE.as_bytes())
        .unwrap();
    let packed = gzip.wait_with_output().unwrap().stdout;
    assert_eq!(burr_tools(&packed).unwrap().len(), 7);
    for length in 0..packed.len() {
        assert!(burr_tools(&packed[..length]).is_err(), "{length}");
    }
}

/// Old versions of BurrTools write Latin-1 and name no encoding.
#[test]
fn names_in_latin_1_are_read() {
    let named = |prolog: &str, name: &[u8]| {
        let start = CUBE.find("<puzzle").unwrap();
        let (before, after) = CUBE[start..].split_once("name=\"").unwrap();
        let (_, after) = after.split_once('"').unwrap();
        [
            prolog.as_bytes(),
            before.as_bytes(),
            b"name=\"",
            name,
            b"\"",
            after.as_bytes(),
        ]
        .concat()
    };
    let first = |bytes: &[u8]| burr_tools(bytes).map(|puzzles| puzzles[2].pieces[0].name.clone());
    let of = |encoding: &str| format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n");
    let latin: &[u8] = b"St\xfcck";
    for prolog in ["", "<?xml version=\"1.0\"?>\n", &of("ISO-8859-1")] {
        assert_eq!(first(&named(prolog, latin)).unwrap(), "Stück", "{prolog}");
    }
    for prolog in ["", "<?xml version=\"1.0\"?>\n", &of("UTF-8")] {
        let utf_8 = named(prolog, "Stück".as_bytes());
        assert_eq!(first(&utf_8).unwrap(), "Stück", "{prolog}");
    }
    // Another encoding is not guessed.
    for encoding in ["UTF-8", "ISO-8859-15", "windows-1252"] {
        let error = first(&named(&of(encoding), latin)).unwrap_err();
        assert_eq!(error.help(), Some("save it as UTF-8"), "{encoding}");
    }
}

/// The reader of XML takes time in the square of the attributes and the namespaces.
#[test]
fn files_that_would_take_very_long_are_rejected_with_the_line() {
    let attributes: String = (0..200_000).map(|n| format!(" a{n}='>'")).collect();
    let flood = CUBE.replacen("<voxel", &format!("<voxel{attributes}"), 1);
    let error = burr_tools(flood.as_bytes()).unwrap_err();
    assert_eq!(
        error.line(),
        1 + CUBE
            .lines()
            .position(|line| line.contains("<voxel"))
            .unwrap()
    );
    let says = "an element has more than 100 attributes";
    assert!(error.to_string().contains(says), "{error}");
    let spaces = "<a xmlns:b = 'c'>".repeat(3);
    let error = burr_tools(spaces.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("it declares a namespace"), "{error}");
    // Comments and other sections may hold anything.
    let comment = format!("<!-- <a{attributes}> --><?a {attributes}?><puzzle>");
    let text = CUBE.replacen("<puzzle>", &comment, 1);
    assert_eq!(
        burr_tools(text.as_bytes()).is_ok(),
        burr_tools(CUBE.as_bytes()).is_ok()
    );
    let parts = "<shape id=\"5\"/>".repeat(2_000);
    let many = CUBE.replacen("<shapes><shape", &format!("<shapes>{parts}<shape"), 1);
    assert_ne!(many, CUBE);
    let error = burr_tools(many.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("more than 1000 kinds of pieces"), "{error}");
}

#[test]
fn damaged_files_are_rejected() {
    for (from, to, expected) in [
        ("</puzzle>", "", "invalid XML"),
        ("<puzzle version", "<muzzle version", "invalid XML"),
        (
            "type=\"0\"/>",
            "type=\"1\"/>",
            "line 3, column 1: the puzzle is not made of cubes",
        ),
        ("########", "#######", "a shape of 2 x 2 x 2 with"),
        ("########", "#########", "a shape of 2 x 2 x 2 with"),
        ("########", "#1#######", "colours on the result shape"),
        ("########", "#######!", "unexpected cell '!'"),
        ("########", "________", "a result shape without cells"),
        (
            "<result id=\"0\"/></problem>\n<problem>",
            "</problem>\n<problem>",
            "a problem without a result shape",
        ),
        (
            "id=\"2\" count",
            "id=\"9\" count",
            "unknown id of a shape, expected less than 6",
        ),
        (
            "count=\"2\"",
            "count=\"two\"",
            "invalid number \"two\" of count",
        ),
        (
            "min=\"0\" max=\"1\"",
            "min=\"2\" max=\"1\"",
            "invalid number of copies 2..1",
        ),
        (
            "x=\"2\" y=\"2\" z=\"1\"",
            "x=\"99999\" y=\"99999\" z=\"9\"",
            "is too large",
        ),
        (
            "x=\"2\" y=\"2\" z=\"1\"",
            "x=\"0\" y=\"2\" z=\"1\"",
            "cells, expected 0",
        ),
    ] {
        assert!(CUBE.contains(from), "{from}");
        let error = burr_tools(CUBE.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert!(error.to_string().contains(expected), "{from} {to}: {error}");
    }
    for bytes in [&b""[..], b"\xFF\xFE", b"\x1F\x8B\x08", b"<puzzle/>"] {
        assert!(burr_tools(bytes).is_err());
    }
}

#[test]
fn every_change_of_a_byte_is_read_or_rejected() {
    for place in 0..CUBE.len() {
        for byte in [b'0', b'9', b'<', b'"', b'#', b' '] {
            let mut bytes = CUBE.as_bytes().to_vec();
            bytes[place] = byte;
            if let Ok(puzzles) = burr_tools(&bytes) {
                for puzzle in puzzles {
                    let _ = Packing::new(puzzle.board, puzzle.pieces, Gaps::Any);
                }
            }
        }
    }
}
