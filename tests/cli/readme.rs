//! The commands of the README's chapters on sudoku, run as they stand there.

use std::process::Command;

const README: &str = include_str!("../../README.md");

#[cfg(unix)]
#[test]
fn the_commands_on_sudoku_do_what_the_readme_says() {
    let chapter = README.split("\n## Sudoku\n").nth(1).unwrap();
    let chapter = chapter.split("\n## ").next().unwrap();
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_quadrille"));
    let path = format!(
        "{}:{}",
        binary.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let mut commands = 0;
    for block in chapter.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for command in block.split("$ ").filter(|command| !command.is_empty()) {
            let (line, expected) = command.split_once('\n').unwrap();
            let output = Command::new("sh")
                .args(["-c", line])
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .env("PATH", &path)
                .output()
                .unwrap();
            let told = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8(told).unwrap(), expected, "{line}");
            commands += 1;
        }
    }
    assert!(commands >= 18, "{commands}");
}
