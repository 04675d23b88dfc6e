//! Puts ES modules together into one script. A browser that opens a page from the disk loads no
//! module beside it.
//!
//! Each module becomes a function that returns what the module exports:
//!
//! ```text
//! import { host } from "./host.js";      const { host } = $host;
//! export function mount() {}             function mount() {}
//!                                        return { mount };
//! import("./tiles.js")                   Promise.resolve($tiles)
//! ```
//!
//! It knows the forms of import and export that the page uses, each at the start of a line. Any
//! other form is an error.

use std::fmt::Write;

use crate::{Result, Web};

/// Returns one script with a module and all that it imports, each before the modules that import it.
pub(crate) fn bundle(web: &Web, first: &str) -> Result<String> {
    let mut bundle = Bundle {
        web,
        done: Vec::new(),
        open: Vec::new(),
        script: "\"use strict\";\n".to_owned(),
    };
    bundle.add(first)?;
    Ok(bundle.script)
}

struct Bundle<'w> {
    web: &'w Web,
    done: Vec<String>,
    /// The modules whose imports are being added.
    open: Vec<String>,
    script: String,
}

impl Bundle<'_> {
    fn add(&mut self, name: &str) -> Result<()> {
        if self.done.iter().any(|done| done == name) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == name) {
            return Err(format!("{name} imports itself by way of {}", self.open.join(", ")).into());
        }
        self.open.push(name.to_owned());
        let module = Module::read(name, self.web.text(name)?)?;
        for import in &module.imports {
            self.add(import)?;
        }
        let (own, body, exports) = (variable(name), &module.body, module.exports.join(", "));
        write!(
            self.script,
            "const {own} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        )?;
        self.open.pop();
        self.done.push(name.to_owned());
        Ok(())
    }
}

/// The variable that holds what a module exports.
fn variable(name: &str) -> String {
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    };
    format!(
        "${}",
        name.trim_end_matches(".js")
            .chars()
            .map(letter)
            .collect::<String>()
    )
}

struct Module {
    imports: Vec<String>,
    exports: Vec<String>,
    body: String,
}

impl Module {
    fn read(name: &str, text: &str) -> Result<Self> {
        let mut module = Self {
            imports: Vec::new(),
            exports: Vec::new(),
            body: String::new(),
        };
        let mut lines = text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let mut statement = line.to_owned();
            // A list of names may be longer than a line.
            if line.starts_with("import ") || line.starts_with("export {") {
                while !statement.trim_end().ends_with(';') {
                    let Some((_, more)) = lines.next() else { break };
                    statement.push(' ');
                    statement.push_str(more.trim());
                }
            }
            let changed = module.statement(&statement).ok_or_else(|| {
                format!(
                    "{name}, line {}: the single file knows no such import or export: {line}",
                    number + 1
                )
            })?;
            module.body.push_str(&changed);
            module.body.push('\n');
        }
        Ok(module)
    }

    /// What a statement becomes in the script. `None` if its form is unknown.
    fn statement(&mut self, line: &str) -> Option<String> {
        let line = &self.with_loaded(line)?;
        if let Some(import) = line.strip_prefix("import ") {
            let (names, file) = match import.split_once(" from ") {
                Some((names, file)) => (Some(names.strip_prefix('{')?.strip_suffix('}')?), file),
                None => (None, import),
            };
            let file = file.strip_prefix("\"./")?.strip_suffix("\";")?;
            self.imports.push(file.to_owned());
            let names = names.map(|names| names.replace(" as ", ": "));
            return Some(names.map_or_else(String::new, |names| {
                format!("const {{{names}}} = {};", variable(file))
            }));
        }
        if let Some(list) = line.strip_prefix("export {") {
            let names = list.strip_suffix("};")?.split(',').map(str::trim);
            for name in names.filter(|name| !name.is_empty()) {
                let name = match name.split_once(" as ") {
                    Some((own, exported)) => format!("{exported}: {own}"),
                    None => name.to_owned(),
                };
                self.exports.push(name);
            }
            return Some(String::new());
        }
        if let Some(item) = line.strip_prefix("export ") {
            let kinds = [
                "const ",
                "class ",
                "function ",
                "function* ",
                "async function ",
            ];
            let rest = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
            let is_end = |letter: char| !(letter.is_alphanumeric() || "_$".contains(letter));
            let name = &rest[..rest.find(is_end)?];
            self.exports
                .push((!name.is_empty()).then(|| name.to_owned())?);
            return Some(item.to_owned());
        }
        let is_known = !["import", "export", "await ", "for await"]
            .iter()
            .any(|word| line.starts_with(word));
        (is_known && !line.contains("import.meta")).then(|| line.to_owned())
    }

    /// A line in which each module that is loaded later is one that is there.
    fn with_loaded(&mut self, line: &str) -> Option<String> {
        let mut line = line.to_owned();
        while let Some((before, after)) = code_import(&line) {
            let (file, after) = after.strip_prefix("\"./")?.split_once("\")")?;
            self.imports.push(file.to_owned());
            line = format!("{before}Promise.resolve({}){after}", variable(file));
        }
        Some(line)
    }
}

/// What stands before and after the first `import(` of a line that is not in a comment. Comments name
/// types of other modules so.
fn code_import(line: &str) -> Option<(&str, &str)> {
    let mut found = line.match_indices("import(");
    let is_code = |at: usize| {
        let before = line[..at].trim_start();
        let is_comment = before.starts_with('*') || before.contains("//");
        // A comment within the line begins before and does not end.
        !is_comment
            && before
                .rfind("/*")
                .is_none_or(|begin| before[begin..].contains("*/"))
    };
    let (at, import) = found.find(|&(at, _)| is_code(at))?;
    Some((&line[..at], &line[at + import.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(files: &[(&str, &str)]) -> std::result::Result<String, String> {
        let file = |&(name, text): &(&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
        let files = files.iter().map(file).collect();
        bundle(&Web { files }, "main.js").map_err(|error| error.to_string())
    }

    #[test]
    fn a_module_stands_before_those_that_import_it() {
        let main = "import {\n  a,\n  b as c,\n} from \"./x-y.js\";\nimport \"./z.js\";\nc(a);\n";
        let x = "import \"./z.js\";\nexport const a = () => import(\"./z.js\");\nfunction b() {}\nexport { b };\n";
        let z = "/** @param {import(\"./x-y.js\").A} a */\nexport async function q(a) {}\n";
        let script = bundled(&[("main.js", main), ("x-y.js", x), ("z.js", z)]);
        assert_eq!(
            script.as_deref(),
            Ok("\"use strict\";\n\
                const $z = (() => {\n\
                /** @param {import(\"./x-y.js\").A} a */\nasync function q(a) {}\nreturn { q };\n})();\n\
                const $x_y = (() => {\n\nconst a = () => Promise.resolve($z);\nfunction b() {}\n\nreturn { a, b };\n})();\n\
                const $main = (() => {\nconst { a, b: c, } = $x_y;\n\nc(a);\nreturn {  };\n})();\n")
        );
    }

    #[test]
    fn an_unknown_form_is_an_error() {
        let unknown = [
            "import x from \"./x.js\";",
            "import * as x from \"./x.js\";",
            "import { x } from \"x\";",
            "import { x } from './x.js';",
            "const x = await import(x);",
            "/* a */ const x = import('./x.js');",
            "await start();",
            "export default 3;",
            "export let x = 3;",
            "export const { a, b } = c;",
            "export * from \"./x.js\";",
            "f(import.meta.url); // import()",
        ];
        for line in unknown {
            let error = bundled(&[("main.js", &format!("\n{line}\n")), ("x.js", "")]).unwrap_err();
            assert!(
                error.starts_with("main.js, line 2: the single file"),
                "{line}: {error}"
            );
        }
        let circle = [
            ("main.js", "import \"./x.js\";"),
            ("x.js", "import \"./main.js\";"),
        ];
        assert_eq!(
            bundled(&circle).unwrap_err(),
            "main.js imports itself by way of main.js, x.js"
        );
        let missing = bundled(&[("main.js", "import \"./x.js\";")]).unwrap_err();
        assert_eq!(missing, "crates/page/web has no file \"x.js\"");
    }
}
