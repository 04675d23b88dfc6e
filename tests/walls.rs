//! What Cargo cannot check of the architecture: which room of the core may import which, that files
//! do not import each other in circles, and which words no part may contain. The tests read the
//! source. Between crates, the tables `[dependencies]` say what may import what.
//!
//! An import is the path of a `use`, or a path in the code that begins with `crate`, `super` or
//! `self`. It points to the file that defines the name. If a module re-exports the name (`pub
//! use`), it points to the file behind the module. Tests and comments are left out.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the core: the top-level folders and files of `crates/core/src`. Each may import
/// itself and the rooms listed with it.
const ROOMS: &[(&str, &[&str])] = &[
    ("display", &[]),
    ("problem", &["display"]),
    ("model", &["ask", "problem"]),
    ("policy", &[]),
    ("ask", &["problem", "policy", "display"]),
    ("verify", &["problem", "display"]),
    ("parallel", &["ask", "policy"]),
    ("schedule", &[]),
    ("engine", &["problem", "ask", "policy", "schedule"]),
    ("states", &["problem", "ask", "policy", "schedule"]),
    (
        "solver",
        &[
            "problem",
            "ask",
            "policy",
            "schedule",
            "engine",
            "states",
            "symmetry",
            "colouring",
        ],
    ),
    ("reduce", &["problem", "ask", "policy", "solver", "display"]),
    ("steps", &["problem", "ask", "solver"]),
    ("symmetry", &["problem", "ask", "policy", "engine"]),
    (
        "count",
        &[
            "problem", "ask", "policy", "schedule", "engine", "states", "solver", "symmetry",
        ],
    ),
    ("colouring", &["problem", "ask", "policy"]),
    (
        "explain",
        &[
            "problem",
            "ask",
            "policy",
            "engine",
            "solver",
            "reduce",
            "colouring",
        ],
    ),
    ("reply", &["problem", "ask", "solver", "count", "explain"]),
    ("text", &["problem", "ask", "solver", "verify", "display"]),
    (
        "proof",
        &[
            "problem",
            "ask",
            "policy",
            "engine",
            "solver",
            "colouring",
            "text",
        ],
    ),
];

/// Words that must not occur in the code of a folder of `crates`, and why. The folder `src` of each
/// crate is left out of the names.
const ABSENT: &[(&str, &[&str], &str)] = &[
    (
        "core/engine/",
        &[
            "std::time",
            "Instant",
            "std::thread",
            "std::io",
            "std::fs",
            "String::new",
            ".name(",
            ".display(",
            ".display_option(",
        ],
        "engines know no time, threads, I/O or text",
    ),
    (
        "",
        &[
            "println!",
            "eprintln!",
            "print!",
            "eprint!",
            "process::exit",
            "stdout()",
            "stderr()",
        ],
        "only the command line prints or exits",
    ),
    (
        "",
        &["Instant::now", "SystemTime"],
        "the clock is read in core/ask/clock.rs",
    ),
    (
        "",
        &["unsafe "],
        "unsafe code belongs in core/engine/bits/simd",
    ),
];

/// The files and folders in which these words are allowed.
const EXEMPT: &[(&str, &str)] = &[
    ("Instant::now", "core/ask/clock.rs"),
    // It watches the whole program, including code that polls no budget.
    ("Instant::now", "cli/interrupt.rs"),
    // It asks the system again after a millisecond, whatever the budget is.
    ("Instant::now", "cli/memory.rs"),
    ("stdout()", "cli/"),
    ("stderr()", "cli/"),
    ("process::exit", "cli/"),
    ("unsafe ", "core/engine/bits/simd/"),
];

#[test]
fn imports_of_the_core_point_down() {
    let core = House::read("core");
    let mut wrong = Vec::new();
    for (file, imports) in &core.imports {
        let room = room(file);
        if room == "lib" {
            continue;
        }
        let Some((_, allowed)) = ROOMS.iter().find(|known| known.0 == room) else {
            panic!("{}: a room that is not in ROOMS", file.display())
        };
        for import in imports {
            let other = self::room(&import.file);
            if other != room && !allowed.contains(&other) {
                wrong.push(format!("{}: {}", file.display(), import.path.join("::")));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "imports that the walls forbid:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn imports_have_no_cycle() {
    for name in crates() {
        let cycles = House::read(&name).cycles();
        assert!(cycles.is_empty(), "cycles of files in {name}: {cycles:#?}");
    }
}

#[test]
fn forbidden_words_do_not_occur() {
    let mut found = Vec::new();
    for house in crates() {
        for (file, code) in &House::read(&house).code {
            let name = format!("{house}/{}", file.display());
            for (place, words, why) in ABSENT {
                for word in words.iter().filter(|_| name.starts_with(place)) {
                    let is_exempt = EXEMPT
                        .iter()
                        .any(|exempt| exempt.0 == *word && name.starts_with(exempt.1));
                    if !is_exempt && occurs(code, word) {
                        found.push(format!("{name}: {word}: {why}"));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The names of the crates.
fn crates() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Returns whether a word occurs in the code, other than as the end of a longer word.
fn occurs(code: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .any(|(at, _)| !code[..at].ends_with(is_part))
}

/// The room of a file: its top-level folder, or the file itself.
fn room(file: &Path) -> &str {
    let first = file.iter().next().and_then(|part| part.to_str()).unwrap();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The source of a crate.
struct House {
    /// The code of every file, by its path in `src`, without comments and tests.
    code: BTreeMap<PathBuf, String>,
    /// The file of every module.
    modules: BTreeMap<Vec<String>, PathBuf>,
    /// The re-exports: a module and a name, and the path of what it stands for.
    reexports: BTreeMap<(Vec<String>, String), Vec<String>>,
    imports: BTreeMap<PathBuf, Vec<Import>>,
}

struct Import {
    path: Vec<String>,
    file: PathBuf,
}

impl House {
    fn read(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = root.join("crates").join(name).join("src");
        let mut files = Vec::new();
        collect(&root, &mut files);
        let mut house = Self {
            code: BTreeMap::new(),
            modules: BTreeMap::new(),
            reexports: BTreeMap::new(),
            imports: BTreeMap::new(),
        };
        let mut tests = BTreeSet::new();
        for path in files {
            let name = path.strip_prefix(&root).unwrap().to_owned();
            let (code, test_modules) =
                without_tests(&without_comments(&fs::read_to_string(&path).unwrap()));
            for module in test_modules {
                let folder = match name.file_stem().unwrap().to_str().unwrap() {
                    "mod" | "lib" => name.parent().unwrap().to_owned(),
                    stem => name.parent().unwrap().join(stem),
                };
                for folder in [folder.as_path(), name.parent().unwrap()] {
                    tests.insert(folder.join(&module));
                    tests.insert(folder.join(format!("{module}.rs")));
                }
            }
            house.modules.insert(module_of(&name), name.clone());
            house.code.insert(name, without_inner_modules(&code));
        }
        let is_test = |name: &Path| name.ancestors().any(|part| tests.contains(part));
        house.code.retain(|name, _| !is_test(name));
        house.modules.retain(|_, name| !is_test(name));
        let mut uses = Vec::new();
        for (name, code) in &house.code {
            let module = module_of(name);
            for (path, is_reexport) in paths(code) {
                let Some(path) = house.absolute(&module, &path) else {
                    continue;
                };
                if is_reexport {
                    let last = path.last().unwrap().clone();
                    house.reexports.insert((module.clone(), last), path);
                } else {
                    uses.push((name.clone(), path));
                }
            }
        }
        for (name, path) in uses {
            let file = house.definer(&path);
            let imports = house.imports.entry(name.clone()).or_default();
            if file != name {
                imports.push(Import { path, file });
            }
        }
        house
    }

    /// Converts a path into one from the root of the crate; `None` if it leads to another crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let mut whole = match first.as_str() {
            "crate" => Vec::new(),
            "self" => module.to_vec(),
            "super" => module[..module.len().checked_sub(1)?].to_vec(),
            child => {
                let inner: Vec<_> = module.iter().cloned().chain([child.to_owned()]).collect();
                return self
                    .modules
                    .contains_key(&inner)
                    .then(|| inner.into_iter().chain(rest.iter().cloned()).collect());
            }
        };
        for part in rest {
            match part.as_str() {
                "super" => drop(whole.pop()),
                "self" => {}
                _ => whole.push(part.clone()),
            }
        }
        Some(whole)
    }

    /// The file that defines the target of a path.
    fn definer(&self, path: &[String]) -> PathBuf {
        let mut module = Vec::new();
        for (at, part) in path.iter().enumerate() {
            module.push(part.clone());
            if self.modules.contains_key(&module) {
                continue;
            }
            module.pop();
            if let Some(behind) = self.reexports.get(&(module.clone(), part.clone())) {
                let whole: Vec<_> = behind.iter().chain(&path[at + 1..]).cloned().collect();
                return self.definer(&whole);
            }
            break;
        }
        self.modules[&module].clone()
    }

    /// Groups of files that import each other, directly or through others.
    fn cycles(&self) -> Vec<Vec<PathBuf>> {
        let reach: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> = self
            .code
            .keys()
            .map(|file| (file, self.reached_from(file)))
            .collect();
        let mut cycles: Vec<Vec<PathBuf>> = Vec::new();
        for (file, reached) in &reach {
            if reached.contains(file) && !cycles.iter().flatten().any(|known| known == *file) {
                let both = |other: &&&PathBuf| reach[**other].contains(file);
                cycles.push(
                    reached
                        .iter()
                        .filter(both)
                        .map(|&file| file.clone())
                        .collect(),
                );
            }
        }
        cycles
    }

    fn reached_from(&self, file: &PathBuf) -> BTreeSet<&PathBuf> {
        let mut reached = BTreeSet::new();
        let mut ahead = vec![file];
        while let Some(file) = ahead.pop() {
            for import in self.imports.get(file).into_iter().flatten() {
                if reached.insert(&import.file) {
                    ahead.push(&import.file);
                }
            }
        }
        reached
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// `count/fold.rs` and `count/fold/mod.rs` are the module `count::fold`.
fn module_of(file: &Path) -> Vec<String> {
    let parts = file.with_extension("");
    let parts = parts.iter().map(|part| part.to_str().unwrap().to_owned());
    parts
        .filter(|part| part != "mod" && part != "lib")
        .collect()
}

fn without_comments(text: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned() + "\n";
    text.lines().map(code).collect()
}

/// Returns the code without items marked `#[cfg(test)]`, and the names of the modules among these.
fn without_tests(code: &str) -> (String, Vec<String>) {
    let (mut kept, mut modules) = (String::new(), Vec::new());
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..at]);
        let item = &rest[at..];
        let end = end_of_item(item);
        let words: Vec<&str> = item[..end].split_whitespace().collect();
        let after = words.iter().position(|word| *word == "mod");
        if let Some(name) = after.and_then(|at| words.get(at + 1))
            && let Some(name) = name.strip_suffix(';')
        {
            modules.push(name.to_owned());
        }
        rest = &item[end..];
    }
    kept.push_str(rest);
    (kept, modules)
}

/// Replaces `super::` by `self::` in the inner modules of a file, because their parent is the file.
fn without_inner_modules(code: &str) -> String {
    let starts = code.match_indices("\nmod ").map(|(at, _)| at);
    let inner = starts.filter(|&at| {
        code[at..].split(['{', ';']).next().unwrap().len() < code[at..].find(';').unwrap()
    });
    let mut whole = code.to_owned();
    for at in inner.collect::<Vec<_>>().into_iter().rev() {
        let end = at + end_of_item(&code[at..]);
        whole.replace_range(at..end, &code[at..end].replace("super::", "self::"));
    }
    whole
}

/// The end of an item: a semicolon, or the brace that closes its first one.
fn end_of_item(item: &str) -> usize {
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        match c {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    item.len()
}

/// All paths of the code that may lead to other files, each with whether it is a re-export.
fn paths(code: &str) -> Vec<(Vec<String>, bool)> {
    let mut found = Vec::new();
    let mut rest = code;
    let mut other = String::new();
    while let Some(at) = next_use(rest) {
        let before = &rest[..at];
        let is_reexport = before.trim_end().ends_with("pub")
            || before.trim_end().ends_with(')')
                && before.rsplit('\n').next().unwrap().contains("pub(");
        other.push_str(before);
        let end = at + rest[at..].find(';').unwrap();
        expand(&rest[at + 4..end], &mut Vec::new(), &mut |path| {
            found.push((path, is_reexport));
        });
        rest = &rest[end..];
    }
    other.push_str(rest);
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in other.match_indices(start) {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            if other[..at].ends_with(is_part) {
                continue;
            }
            let path: String = other[at..].chars().take_while(|&c| is_part(c)).collect();
            let parts = path.split("::").filter(|part| !part.is_empty());
            found.push((parts.map(str::to_owned).collect(), false));
        }
    }
    found
}

/// The start of the next `use` statement.
fn next_use(code: &str) -> Option<usize> {
    let starts = |at: &usize| {
        let before = code[..*at].trim_end_matches(' ');
        before.is_empty() || before.ends_with(['\n', ';', '}', '{', ')']) || before.ends_with("pub")
    };
    code.match_indices("use ").map(|(at, _)| at).find(starts)
}

/// Calls `found` with every path of a tree such as `a::{b, c::{d as e}}`.
fn expand(tree: &str, before: &mut Vec<String>, found: &mut impl FnMut(Vec<String>)) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        let parts = path
            .split("::")
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let whole: Vec<String> = before
            .iter()
            .cloned()
            .chain(parts.map(str::to_owned))
            .collect();
        let whole = match whole.split_last() {
            Some((last, start)) if last == "self" || last == "*" => start.to_vec(),
            _ => whole,
        };
        return found(whole);
    };
    let depth = before.len();
    let parts = tree[..open].split("::").map(str::trim);
    before.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
    let inner = &tree[open + 1..tree.rfind('}').unwrap()];
    let (mut level, mut start) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => level += 1,
            '}' => level -= 1,
            ',' if level == 0 => {
                if !inner[start..at].trim().is_empty() {
                    expand(&inner[start..at], before, found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    before.truncate(depth);
}
