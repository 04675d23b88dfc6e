//! Runs every console block of README.md, CONTRIBUTING.md and docs/*.md, and compares what the
//! commands print with what the page shows.
//!
//! A page is run from top to bottom in a scratch folder that holds the repository's `examples`:
//!
//! * A block below a line `<!-- file: NAME -->` is written to that file.
//! * In a block ` ```console `, a line that begins with `$ ` is a command, run by `sh`. The lines
//!   below it are its output: standard output and standard error, as a terminal shows them. `…`
//!   stands for any text within a line, and a line `…` for any number of lines. A last line such as
//!   `[1]` is the exit code; without it, the command must exit with 0.
//!
//! `quadrille` is the binary under test. `cargo run --example NAME -- ARGS` runs the example that
//! `cargo test` has built.
//!
//! Blocks ` ```rust ` are doctests of the library. Blocks ` ```sh ` are not run: they install, or
//! take minutes. With `QUADRILLE_BLESS=1` the outputs in the pages are written anew instead of
//! compared.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const LANGUAGES: [&str; 7] = ["console", "rust", "python", "text", "toml", "json", "sh"];

macro_rules! pages {
    ($($test:ident: $page:literal,)*) => {
        const PAGES: &[&str] = &[$($page),*];
        $(
            #[test]
            fn $test() {
                Page::read($page).run();
            }
        )*
    };
}

pages! {
    readme: "README.md",
    contributing: "CONTRIBUTING.md",
    architecture: "docs/architecture.md",
    boards: "docs/boards.md",
    costs: "docs/costs.md",
    counting: "docs/counting.md",
    faq: "docs/faq.md",
    formats: "docs/formats.md",
    guide: "docs/guide.md",
    learning: "docs/learning.md",
    long_runs: "docs/long-runs.md",
    making: "docs/making.md",
    page: "docs/page.md",
    performance: "docs/performance.md",
    python: "docs/python.md",
    steps_page: "docs/steps.md",
    steps_theory: "docs/steps-theory.md",
    tile: "docs/tile.md",
    variants: "docs/variants.md",
}

#[test]
fn every_page_is_run() {
    let mut found: Vec<String> = vec!["README.md".into(), "CONTRIBUTING.md".into()];
    for entry in fs::read_dir(Path::new(ROOT).join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") {
            found.push(format!("docs/{name}"));
        }
    }
    found.sort();
    let mut listed = PAGES.to_vec();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

#[test]
fn every_link_between_pages_leads_somewhere() {
    for page in PAGES.iter().chain(&["CHANGELOG.md"]) {
        let text = fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
        let folder = Path::new(ROOT).join(page);
        let inline = text
            .split("](")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap());
        for link in inline.chain(definitions(&text).map(|(_, target)| target)) {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => folder.clone(),
                path => folder.parent().unwrap().join(path),
            };
            assert!(target.exists(), "{page}: {link} leads nowhere");
            if !anchor.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                assert!(
                    anchors(&text).any(|a| a == anchor),
                    "{page}: no heading for {link}"
                );
            }
        }
    }
}

/// The guide is also a page of the library's documentation, where the other pages do not exist. So
/// its links have definitions, which `src/lib.rs` replaces.
#[test]
fn every_link_of_the_guide_leads_somewhere_in_the_rustdoc() {
    let read = |path| fs::read_to_string(Path::new(ROOT).join(path)).unwrap();
    let (guide, library) = (read("docs/guide.md"), read("src/lib.rs"));
    assert!(!guide.contains("]("), "a link without a definition");
    let replaced = library.lines().filter_map(|line| line.strip_prefix("/// "));
    let replaced = replaced.collect::<Vec<_>>().join("\n");
    let labels: Vec<&str> = definitions(&guide).map(|(label, _)| label).collect();
    let replaced: Vec<&str> = definitions(&replaced).map(|(label, _)| label).collect();
    assert_eq!(labels, replaced);
    for label in labels {
        assert!(guide.contains(&format!("][{label}]")), "unused: {label}");
    }
}

/// The labels and targets of the link definitions of a page.
fn definitions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines()
        .filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
}

/// The picture on the front page, as the program draws it.
#[test]
fn the_picture_is_what_the_program_draws() {
    let folder = Folder::new("picture");
    let drawn = folder.0.join("tiling.svg");
    let problem = Path::new(ROOT).join("examples/problems/pentominoes.dlx");
    let status = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args([Path::new("solve"), &problem, Path::new("-o"), &drawn])
        .status();
    assert!(status.unwrap().success());
    let picture = Path::new(ROOT).join("docs/pictures/pentominoes.svg");
    assert_eq!(fs::read(drawn).unwrap(), fs::read(picture).unwrap());
}

/// The anchors of the headings of a page, made as GitHub makes them.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    text.lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
}

/// A page of Markdown in the repository.
struct Page {
    path: PathBuf,
    lines: Vec<String>,
}

/// A command of a console block.
struct Step<'a> {
    command: &'a str,
    expected: &'a [String],
}

impl Page {
    fn read(page: &str) -> Self {
        let path = Path::new(ROOT).join(page);
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().map(str::to_owned).collect();
        Self { path, lines }
    }

    /// Runs all blocks, and compares or writes the outputs.
    fn run(&self) {
        let folder = Folder::new(self.path.file_stem().unwrap().to_str().unwrap());
        let mut written = Vec::new();
        let mut wrong = String::new();
        let mut lines = (1..).zip(&self.lines);
        let mut file = None;
        while let Some((number, line)) = lines.next() {
            written.push(line.clone());
            if let Some(language) = line.strip_prefix("```") {
                let place = format!("{}:{number}", self.path.display());
                assert!(
                    LANGUAGES.contains(&language),
                    "{place}: unknown {language:?}"
                );
                let block = lines.by_ref().map(|(_, line)| line.clone());
                let block: Vec<String> = block.take_while(|line| line != "```").collect();
                if let Some(file) = file.take() {
                    fs::write(folder.0.join(file), block.join("\n") + "\n").unwrap();
                }
                if language == "console" {
                    for step in steps(&block) {
                        let printed = folder.run(step.command);
                        written.push(format!("$ {}", step.command));
                        if is_as_shown(step.expected, &printed) {
                            written.extend_from_slice(step.expected);
                        } else {
                            let shown = printed.join("\n");
                            writeln!(wrong, "{place}: $ {}\n{shown}", step.command).unwrap();
                            written.extend(printed);
                        }
                    }
                } else {
                    written.extend(block);
                }
                written.push("```".to_owned());
            }
            let comment = line.strip_prefix("<!-- file: ");
            file = comment.and_then(|rest| rest.strip_suffix(" -->"));
        }
        if std::env::var_os("QUADRILLE_BLESS").is_some() {
            fs::write(&self.path, written.join("\n") + "\n").unwrap();
        } else {
            assert!(
                wrong.is_empty(),
                "commands that print something else:\n{wrong}"
            );
        }
    }
}

/// The commands of a block.
fn steps(block: &[String]) -> Vec<Step<'_>> {
    assert!(
        block.first().is_some_and(|line| line.starts_with("$ ")),
        "no command in {block:?}"
    );
    let is_command = |line: &String| line.starts_with("$ ");
    let starts: Vec<usize> = (0..block.len())
        .filter(|&n| is_command(&block[n]))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([block.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| Step {
            command: &block[start][2..],
            expected: &block[start + 1..end],
        })
        .collect()
}

/// Whether the lines printed are those expected. A wildcard does not stand for the exit code.
fn is_as_shown(expected: &[String], printed: &[String]) -> bool {
    exit_code(expected) == exit_code(printed) && matches(expected, printed)
}

/// The last line, if it is an exit code.
fn exit_code(lines: &[String]) -> Option<&str> {
    let code = lines.last()?.strip_prefix('[')?.strip_suffix(']')?;
    code.parse::<i32>().is_ok().then_some(code)
}

/// Whether the lines printed are those expected, where `…` is a wildcard.
fn matches(expected: &[String], printed: &[String]) -> bool {
    match (expected, printed) {
        ([], []) => true,
        ([any, rest @ ..], _) if any == "…" => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        ([line, rest @ ..], [printed, others @ ..]) => {
            line_matches(line, printed) && matches(rest, others)
        }
        _ => false,
    }
}

fn line_matches(expected: &str, printed: &str) -> bool {
    match expected.split_once('…') {
        None => expected == printed,
        Some((start, rest)) => printed.strip_prefix(start).is_some_and(|printed| {
            let ends = printed
                .char_indices()
                .map(|(at, _)| at)
                .chain([printed.len()]);
            ends.into_iter()
                .any(|at| line_matches(rest, &printed[at..]))
        }),
    }
}

/// A scratch folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(page: &str) -> Self {
        let name = format!("quadrille-docs-{page}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(folder.join(".bin")).unwrap();
        std::os::unix::fs::symlink(Path::new(ROOT).join("examples"), folder.join("examples"))
            .unwrap();
        std::os::unix::fs::symlink(Path::new(ROOT).join("docs"), folder.join("docs")).unwrap();
        let cargo = folder.join(".bin/cargo");
        fs::write(&cargo, CARGO).unwrap();
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&cargo, executable).unwrap();
        Self(folder)
    }

    /// The lines that a command prints on a terminal, and its exit code in brackets if it is not 0.
    fn run(&self, command: &str) -> Vec<String> {
        let binary = Path::new(env!("CARGO_BIN_EXE_quadrille")).parent().unwrap();
        let path = format!(
            "{}:{}:{}",
            self.0.join(".bin").display(),
            binary.display(),
            std::env::var("PATH").unwrap()
        );
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{command}")])
            .current_dir(&self.0)
            .env("PATH", path)
            .env("CARGO", env!("CARGO"))
            .env("QUADRILLE_ROOT", ROOT)
            .env("QUADRILLE_EXAMPLES", binary.join("examples"))
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().map(|line| line.trim_end().to_owned());
        let code = output.status.code().unwrap_or(-1);
        lines
            .chain((code != 0).then(|| format!("[{code}]")))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// In place of cargo: runs an example that is built already.
const CARGO: &str = r#"#!/bin/sh
all="$*"
while [ $# -gt 0 ]; do
    case $1 in
    --example) name=$2; shift ;;
    --) shift; break ;;
    esac
    shift
done
if [ -x "$QUADRILLE_EXAMPLES/$name" ]; then
    exec "$QUADRILLE_EXAMPLES/$name" "$@"
fi
exec "$CARGO" run --quiet --manifest-path "$QUADRILLE_ROOT/Cargo.toml" --example "$name" -- "$@"
"#;

#[test]
fn an_exit_code_other_than_0_is_the_last_line() {
    let folder = Folder::new("codes");
    let lines = |command| folder.run(command);
    assert_eq!(lines("printf 'a\n\n'"), ["a", ""]);
    assert_eq!(lines("echo a; false"), ["a", "[1]"]);
    assert_eq!(lines("exit 3"), ["[3]"]);
    assert_eq!(lines("false | cat"), [""; 0]);
    // No wildcard of a line stands for it.
    let shown = ["…".to_owned(), "[1]".to_owned()];
    assert!(is_as_shown(&shown, &lines("echo a; false")));
    assert!(!is_as_shown(&shown, &lines("echo a; exit 2")));
    assert!(!is_as_shown(&shown[..1], &lines("echo a; false")));
}
