//! What `--help`, `completions` and `manual` print.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{program, run};

/// The words that may follow a command, as its help lists them.
fn words(command: &str) -> Vec<String> {
    let help = run(&format!("{command} -h"), "").out;
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage"));
    let lines = lines.take_while(|line| *line != "Options:" && *line != "Arguments:");
    let words = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    words
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect()
}

/// All commands but `help`, such as "solve" and "sudoku generate".
pub(super) fn commands() -> Vec<String> {
    let mut all = Vec::new();
    for word in words("") {
        if word == "sudoku" {
            all.extend(words(&word).iter().map(|inner| format!("{word} {inner}")));
        }
        all.push(word);
    }
    all.retain(|command| !command.ends_with("help"));
    all
}

/// The lines of a section of a help text, without their indent.
fn section<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = help.lines().skip_while(|line| *line != heading);
    let lines = lines.skip(1).take_while(|line| line.starts_with("  "));
    lines.map(str::trim).collect()
}

#[test]
fn every_command_has_help_and_its_summary_is_shorter() {
    let all = commands();
    assert_eq!(all.len(), 32, "{all:?}");
    for command in all {
        let help = run(&format!("{command} --help"), "");
        assert_eq!((help.code, &*help.err), (0, ""), "{command}");
        let usage = format!("\nUsage: quadrille {command}");
        assert!(help.out.contains(&usage), "{command}");
        let short = run(&format!("{command} -h"), "");
        assert_eq!((short.code, &*short.err), (0, ""), "{command}");
        assert!(short.out.contains(&usage), "{command}");
        assert!(short.out.len() < help.out.len(), "{command}");
        // `help` comes before the word.
        let (before, word) = command.rsplit_once(' ').unwrap_or(("", &command));
        run(&format!("{before} help {word}"), "").is(0, &help.out, "");
        for flag in ["-h", "--help"] {
            let asked = run(&format!("{before} help {flag}"), "");
            let own = run(&format!("{before} {flag}"), "").out;
            asked.is(0, &own, "");
        }
    }
    assert!(run("help -h", "").out.len() < run("help --help", "").out.len());
    // The help of `help` is that of the command before it, which says in our words what it does.
    for (command, before) in [("help help", ""), ("sudoku help help", "sudoku")] {
        let help = run(&format!("{before} --help"), "").out;
        assert!(help.contains(" Print the help of a command\n"), "{help}");
        run(command, "").is(0, &help, "");
    }
}

#[test]
fn help_opens_with_one_sentence_and_examples() {
    for command in commands() {
        let help = run(&format!("{command} --help"), "").out;
        let mut lines = help.lines();
        let first = lines.next().unwrap();
        assert!(first.len() <= 90 && !first.ends_with('.'), "{first}");
        let next: Vec<&str> = lines.take(2).collect();
        assert_eq!(next, ["", "Examples:"], "{command}");
    }
}

/// The help of a command on a terminal of this width.
fn help_at(columns: u32, command: &str) -> String {
    let mut program = program(command);
    let output = program.env("COLUMNS", columns.to_string()).output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// Each flag of a help text with the heading above it.
fn flags(help: &str) -> Vec<(&str, &str)> {
    let (mut heading, mut flags) = ("", Vec::new());
    for line in help.lines() {
        let words = line.trim_start();
        match line.strip_suffix(':') {
            Some(text) if words == line => heading = text,
            _ if words.starts_with('-') && line.len() - words.len() <= 6 => {
                let mut words = words.split([' ', ',', '[']);
                let long = words.find(|word| word.starts_with("--"));
                flags.push((heading, long.unwrap_or(&line.trim_start()[..2])));
            }
            _ => {}
        }
    }
    flags
}

#[test]
fn flags_stand_in_groups_in_one_order() {
    let groups = [
        "Options",
        "Input",
        "Assumptions",
        "Limits",
        "Output",
        "Engine",
    ];
    let engine = [
        "--engine",
        "--vectors",
        "--no-subset-rule",
        "--no-support-rule",
        "--no-weights",
        "--no-learning",
    ];
    let mut found = 0;
    for command in commands() {
        for flag in ["-h", "--help"] {
            let help = run(&format!("{command} {flag}"), "").out;
            let flags = flags(help.split("\nUsage: ").nth(1).unwrap());
            let place = |heading| groups.iter().position(|group| *group == heading);
            let order: Vec<_> = flags.iter().map(|(heading, _)| place(*heading)).collect();
            assert!(order.iter().all(Option::is_some), "{command}: {help}");
            assert!(order.is_sorted() && !order.is_empty(), "{command}: {help}");
            for (heading, name) in flags {
                let is_engine = engine.contains(&name);
                assert_eq!(heading == "Engine", is_engine, "{command}: {name}");
                // Few people need them.
                assert!(flag == "--help" || !is_engine, "{command} -h: {name}");
                found += usize::from(is_engine);
            }
        }
    }
    assert!(found > engine.len(), "{found}");
    for (heading, flag) in [
        ("Input", "--from"),
        ("Limits", "--threads"),
        ("Output", "--stats"),
        ("Engine", "--no-learning"),
    ] {
        assert!(flags(&run("solve --help", "").out).contains(&(heading, flag)));
    }
}

#[test]
fn the_short_help_fits_on_one_screen() {
    for command in commands().iter().map(|command| &**command).chain([""]) {
        for columns in [80, 100] {
            let help = help_at(columns, &format!("{command} -h"));
            let lines = help.lines().count();
            assert!(lines <= 40, "{command}: {lines} lines of {columns}");
            let widest = help.lines().map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|widest| widest <= columns as usize));
        }
    }
}

#[test]
fn every_command_that_searches_has_a_memory_limit() {
    let without = [
        "merge",
        "check",
        "convert",
        "completions",
        "manual",
        "sudoku canonical",
        "sudoku dedup",
    ];
    for command in commands() {
        let help = run(&format!("{command} --help"), "").out;
        let is_listed = flags(&help).contains(&("Limits", "--memory"));
        assert_eq!(is_listed, !without.contains(&&*command), "{command}");
        assert_eq!(help.contains("[default: 1G]"), is_listed, "{command}");
    }
}

/// A new folder for a test.
pub(super) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a line in a shell, in a folder, where `quadrille` is this program.
pub(super) fn shell(shell: &str, line: &str, folder: &Path) -> Option<Output> {
    let binary = Path::new(env!("CARGO_BIN_EXE_quadrille"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", binary.parent().unwrap().display());
    let run = Command::new(shell)
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("MANPAGER", "cat")
        .output();
    run.ok()
}

#[cfg(unix)]
#[test]
fn the_examples_of_every_help_work() {
    let folder = folder("examples");
    for from in ["problems", "boards"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("examples")
            .join(from);
        for file in fs::read_dir(from).unwrap().map(Result::unwrap) {
            fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
    }
    let mut all = commands();
    all.push(String::new());
    for command in all {
        let help = run(&format!("{command} --help"), "").out;
        let examples = section(&help, "Examples:");
        assert_eq!(examples.len(), 2, "{command}");
        for example in examples {
            if example.contains("| man ") && shell("sh", "man true", &folder).is_none() {
                continue;
            }
            // It would open a browser, and never end.
            if command == "serve" {
                let parsed = shell("sh", &format!("{example} -h"), &folder).unwrap();
                assert_eq!(parsed.status.code(), Some(0), "{example}");
                continue;
            }
            let output = shell("sh", example, &folder).unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{example}: {err}");
            assert!(!err.contains("quadrille: "), "{example}: {err}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_flags_values_and_files() {
    let folder = folder("bash");
    for (line, expected) in [
        ("quadrille est", "estimate"),
        ("quadrille sudoku gen", "generate"),
        ("quadrille count --meth", "--method"),
        ("quadrille solve --from js", "json"),
        ("quadrille sudoku show --format gr", "grid"),
        // Nothing of its own, so that bash completes a file.
        ("quadrille solve que", ""),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let (last, previous) = (words[words.len() - 1], words[words.len() - 2]);
        let script = format!(
            "set -e; eval \"$(quadrille completions bash)\"\n\
             COMP_WORDS=({line}); COMP_CWORD={}; COMP_LINE='{line}'; COMP_POINT={}\n\
             complete -p quadrille >&2\n\
             _quadrille quadrille '{last}' '{previous}' 2>/dev/null || true\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.len() - 1,
            line.len()
        );
        let Some(output) = shell("bash", &script, &folder) else {
            return;
        };
        let out = String::from_utf8(output.stdout).unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(
            err.contains("-F _quadrille") && err.contains("-o default"),
            "{err}"
        );
        assert_eq!(out.lines().collect::<Vec<_>>(), [expected], "{line}");
    }
}

#[test]
fn there_are_completions_for_every_shell() {
    for (shell, line) in [
        ("bash", "complete -F _quadrille"),
        ("zsh", "#compdef quadrille"),
        ("fish", "complete -c quadrille"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion:arg-completer[quadrille]"),
    ] {
        let script = run(&format!("completions {shell}"), "");
        assert_eq!((script.code, &*script.err), (0, ""), "{shell}");
        assert!(script.out.contains(line), "{shell}");
        for flag in ["vectors", "no-subset-rule", "no-support-rule", "no-weights"] {
            assert!(script.out.contains(flag), "{shell}: {flag}");
        }
    }
    assert_eq!(run("completions tcsh", "").code, 2);
}

/// The shells of this machine load their scripts without a word.
#[test]
fn shells_load_their_completions() {
    let folder = folder("completions");
    for (shell, load, expected) in [
        (
            "bash",
            "source ./script; complete -p quadrille",
            "_quadrille",
        ),
        (
            "zsh",
            "autoload -Uz compinit && compinit -u -d ./dump; source ./script; echo $_comps[quadrille]",
            "_quadrille",
        ),
        (
            "fish",
            "source ./script; complete -C 'quadrille compl'",
            "completions",
        ),
    ] {
        fs::write(
            folder.join("script"),
            run(&format!("completions {shell}"), "").out,
        )
        .unwrap();
        let mut command = Command::new(shell);
        let command = command
            .arg("-c")
            .arg(load)
            .current_dir(&folder)
            .env("HOME", &folder);
        let Ok(output) = command.output() else {
            continue;
        };
        let err = String::from_utf8_lossy(&output.stderr);
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(
            err.is_empty() && out.contains(expected),
            "{shell}: {out}{err}"
        );
    }
}

#[test]
fn every_command_has_a_man_page() {
    let folder = folder("man").join("man1");
    let output = program("manual -o").arg(&folder).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
    let mut all = commands();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), all.len() + 1);
    all.push(String::new());
    for command in all {
        let name = format!("quadrille {command}").trim().replace(' ', "-");
        let page = fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
        run(&format!("manual {command}"), "").is(0, &page, "");
        let title = format!(".TH {name} 1 ");
        assert!(page.contains(&title), "{page}");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES"] {
            assert!(
                page.contains(&format!(".SH {section}\n")),
                "{name} {section}"
            );
        }
    }
    run("manual sudoku slove", "").is(
        2,
        "",
        "quadrille: there is no command \"sudoku slove\"\n\
         help: list the commands with 'quadrille --help'\n",
    );
    let missing = program("manual -o /dev/null/x").output().unwrap();
    let err = String::from_utf8(missing.stderr).unwrap();
    assert!(
        err.starts_with("quadrille: cannot write /dev/null/x: "),
        "{err}"
    );
}

/// The warnings of groff would show in `man` as holes.
#[cfg(unix)]
#[test]
fn man_pages_render_without_warnings() {
    let folder = folder("groff");
    for command in commands() {
        let line = format!("quadrille manual {command} | groff -man -Tutf8 -ww -z");
        let Some(output) = shell("sh", "command -v groff", &folder) else {
            return;
        };
        if !output.status.success() {
            return;
        }
        let output = shell("sh", &line, &folder).unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*err), (Some(0), ""), "{command}");
    }
}

#[test]
fn a_word_that_is_no_command_is_answered_with_what_was_meant() {
    for (word, help) in [
        ("slove", "did you mean 'solve'?"),
        ("generate", "did you mean 'quadrille sudoku generate'?"),
        ("rate", "did you mean 'quadrille sudoku rate'?"),
        ("hint", "did you mean 'quadrille sudoku hint'?"),
        ("hints", "did you mean 'quadrille sudoku hint'?"),
        ("queens.dlx", "did you mean 'quadrille solve queens.dlx'?"),
        ("week.sdk", "did you mean 'quadrille sudoku week.sdk'?"),
        (
            "examples/boards/hard.txt",
            "did you mean 'quadrille sudoku examples/boards/hard.txt' \
             or 'quadrille solve examples/boards/hard.txt'?",
        ),
        (
            "samurai",
            "did you mean 'quadrille sudoku --shape samurai'?",
        ),
        (
            "jigsaw",
            "did you mean 'quadrille sudoku --shape jigsaw:FILE'?",
        ),
        (
            "killer",
            "'quadrille sudoku FILE' solves puzzles with rules, \
             'quadrille sudoku generate --rules killer' makes them",
        ),
        (
            "Thermo",
            "'quadrille sudoku FILE' solves puzzles with rules, \
             'quadrille sudoku generate --rules thermo' makes them",
        ),
        ("16x16", "did you mean 'quadrille sudoku --shape 16x16'?"),
        ("list", "did you mean 'quadrille solve -n 0'?"),
        ("gui", "did you mean 'quadrille serve'?"),
    ] {
        let run = run(word, "");
        let start = format!("quadrille: there is no command '{word}'\nhelp: {help}\n\nUsage: ");
        assert_eq!((run.code, &*run.out), (2, ""));
        assert!(run.err.starts_with(&start), "{}", run.err);
    }
    let unknown = run("zzzzzz", "").err;
    assert!(!unknown.contains("help: "), "{unknown}");
}
