//! `--proof`.

use std::fs;
use std::path::{Path, PathBuf};

use super::{EXAMPLE, file, run};

/// A name for files of this test that do not exist yet.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for extension in ["opb", "pbp"] {
        let _ = fs::remove_file(path.with_extension(extension));
    }
    let _ = fs::remove_dir_all(&path);
    path
}

fn is_complete(proof: &Path) -> bool {
    let text = fs::read_to_string(proof).unwrap();
    text.starts_with("pseudo-Boolean proof version 3.0\n")
        && text.contains("\nrup >= 1 ;\noutput NONE ;\nconclusion UNSAT : -1 ;\n")
}

#[test]
fn a_proof_has_two_files() {
    let name = fresh("proof");
    let base = name.display();
    let note = format!("note: to check the proof, run: veripb {base}.opb {base}.pbp\n");
    for given in [
        format!("{base}"),
        format!("{base}.pbp"),
        format!("{base}.opb"),
    ] {
        for engine in ["auto", "links", "learn"] {
            let arguments = format!("solve --proof {given} --engine {engine}");
            run(&arguments, EXAMPLE).is(0, "c e\na d f\nb g\n", &note);
            assert!(is_complete(&name.with_extension("pbp")));
            let formula = fs::read_to_string(name.with_extension("opb")).unwrap();
            assert!(formula.ends_with("\n* solution 1\n+1 ~x1 +1 ~x4 +1 ~x5 >= 1 ;\n"));
        }
    }
}

#[test]
fn without_a_complete_search_there_is_no_proof() {
    let name = fresh("no-proof");
    let arguments = format!("solve --proof {}", name.display());
    let two = "a b\na b\na\nb\n";
    let run_without = |more: &str| {
        let run = run(&format!("{arguments} {more}"), two);
        assert!(!name.with_extension("opb").exists() && !name.with_extension("pbp").exists());
        run
    };
    let several = "note: there are more solutions than were printed, so there is no proof\n\
         help: '-n 0' proves that all solutions were found\n";
    run_without("").is(3, "a b\n", several);
    assert_eq!(run_without("-n 1 --nodes 0").code, 3);
    let found = run(&format!("{arguments} -n 2"), two);
    assert_eq!((found.code, &*found.out), (0, "a b\n\na\nb\n"));
    assert!(is_complete(&name.with_extension("pbp")));
    // The files of an earlier run stay as they are.
    let earlier = fs::read(name.with_extension("pbp")).unwrap();
    assert_eq!(run(&format!("{arguments} -n 1"), two).code, 3);
    assert_eq!(fs::read(name.with_extension("pbp")).unwrap(), earlier);
    assert!(!name.with_extension("pbp.part").exists());
}

#[test]
fn a_problem_without_solution_has_a_proof() {
    let name = fresh("none");
    let none = run(&format!("solve --proof {}", name.display()), "a b\na\n");
    assert_eq!((none.code, &*none.out), (1, ""));
    assert!(is_complete(&name.with_extension("pbp")));
}

#[test]
fn each_board_has_its_proof() {
    let folder = fresh("boards");
    let boards = "1234341221434321\nx\n1...............\n123........4....\n";
    let boards = file("proofs.txt", boards.as_bytes());
    let arguments = format!("sudoku {} --proof {}", boards.display(), folder.display());
    let run = run(&arguments, "");
    // The second board is invalid.
    assert_eq!(run.code, 2, "{}", run.err);
    let several = "proofs.txt:3: there are more solutions, so there is no proof\n";
    assert!(run.err.contains(several), "{}", run.err);
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["1.opb", "1.pbp", "4.opb", "4.pbp"]);
    assert!(is_complete(&folder.join("1.pbp")) && is_complete(&folder.join("4.pbp")));
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let run = run("solve --proof /nowhere/proof", EXAMPLE);
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .starts_with("quadrille: cannot write /nowhere/proof.pbp: "),
        "{}",
        run.err
    );
    let run = super::run("sudoku --proof /dev/null/proofs", "1...............\n");
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("cannot write /dev/null/proofs: "),
        "{}",
        run.err
    );
}

#[test]
fn what_cannot_be_proved_is_refused() {
    let name = fresh("refused");
    let base = name.display();
    let bits = run(&format!("solve --proof {base} --engine bits"), EXAMPLE);
    let what = "quadrille: the engine bits writes no proofs\n\
         help: leave out '--engine', or give '--engine links'\n";
    bits.is(2, "", what);
    let same = run(&format!("solve --proof {base} -o {base}.opb"), EXAMPLE);
    let what = "quadrille: the output file is a file of the proof\n\
         help: give '--proof' another name\n";
    same.is(2, "", what);
    let folder = base.to_string();
    let bits = run(
        &format!("sudoku --proof {folder} --engine bits"),
        "1...............\n",
    );
    assert_eq!((bits.code, name.exists()), (2, false));
}

#[test]
fn a_folder_in_the_way_is_named() {
    let name = fresh("in-the-way");
    let folder = name.with_extension("pbp");
    fs::create_dir_all(&folder).unwrap();
    let run = run(&format!("solve --proof {}/", name.display()), EXAMPLE);
    let what = format!("quadrille: cannot write {}: ", folder.display());
    assert!(run.code == 2 && run.err.starts_with(&what), "{}", run.err);
    fs::remove_dir(folder).unwrap();
    assert!(!name.with_extension("opb").exists());
    assert!(!name.with_extension("opb.part").exists());
}

#[test]
fn the_command_can_be_pasted() {
    let name = fresh("the proof");
    let output = assert_cmd::cargo::cargo_bin_cmd!("quadrille")
        .args(["solve", "--proof"])
        .arg(&name)
        .write_stdin(EXAMPLE)
        .output()
        .unwrap();
    let base = name.display();
    let note = format!("note: to check the proof, run: veripb '{base}.opb' '{base}.pbp'\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), note);
}

#[test]
fn the_empty_solution_is_pointed_out() {
    let name = fresh("empty");
    let run = run(&format!("solve --proof {}", name.display()), " | a\n");
    assert_eq!(run.code, 0);
    assert!(run.err.contains("the solution is empty"), "{}", run.err);
    assert!(is_complete(&name.with_extension("pbp")));
}

#[test]
fn proofs_replace_no_other_files() {
    let name = fresh("other-files");
    let input = file("other-files.pbp", EXAMPLE.as_bytes());
    let base = input.with_extension("");
    let run = |arguments: &str| super::run(arguments, "1...............\n");
    let same = run(&format!(
        "solve {} --proof {}",
        input.display(),
        base.display()
    ));
    let what =
        "quadrille: the input file is a file of the proof\nhelp: give '--proof' another name\n";
    same.is(2, "", what);
    assert_eq!(fs::read(&input).unwrap(), EXAMPLE.as_bytes());
    fs::create_dir_all(&name).unwrap();
    for (arguments, who) in [
        (
            format!("sudoku --proof {0} -o {0}/1.opb", name.display()),
            "output",
        ),
        (
            format!("sudoku --proof {0} {0}/2.pbp", name.display()),
            "input",
        ),
    ] {
        fs::write(name.join("2.pbp"), "1...............\n").unwrap();
        let what = format!("quadrille: the {who} file may be a file of a proof\n");
        let run = run(&arguments);
        assert!(run.code == 2 && run.err.starts_with(&what), "{}", run.err);
    }
}

#[test]
fn files_of_an_earlier_run_are_pointed_out() {
    let name = fresh("earlier");
    let path = name.display().to_string();
    assert_eq!(run(&format!("solve --proof {path}"), "a\na\n").code, 0);
    let note = format!("note: {path}.opb and {path}.pbp are from an earlier run\n");
    let later = run(&format!("solve --proof {path}"), "a\na\na\n");
    assert!(
        later.code == 3 && later.err.ends_with(&note),
        "{}",
        later.err
    );
    assert_eq!(
        run(&format!("sudoku --proof {path}"), "1234341221434321\n").code,
        0
    );
    let later = run(&format!("sudoku --proof {path}"), "1...............\n");
    let note = "<stdin>:1: there are more solutions, so there is no proof; the files are from an earlier run\n";
    assert!(later.code == 3 && later.err.contains(note), "{}", later.err);
}
