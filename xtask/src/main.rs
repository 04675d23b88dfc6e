//! `cargo run -p xtask -- page` builds the static page: the page with the solver as WebAssembly.
//!
//! It writes one folder for any web server, and one file, `quadrille.html`, that a browser opens
//! from the disk.

mod build;
mod bundle;
mod single;

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What the steps return: the reason of a failure is for the person who builds the page.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: cargo run -p xtask -- page [--out FOLDER]";

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let out = match arguments {
        [page] if page == "page" => "page-dist",
        [page, option, out] if page == "page" && option == "--out" => out,
        _ => return Err(USAGE.into()),
    };
    page(Path::new(out))
}

/// Writes the page into a folder.
fn page(out: &Path) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let web = Web::read(&root.join("crates/page/web"))?;
    // A fault of the page shows before the long build.
    single::file(&web, &[])?;
    let wasm = build::wasm(&root)?;
    fs::create_dir_all(out).map_err(|error| format!("cannot make {}: {error}", out.display()))?;
    for (name, bytes) in &web.files {
        write(out, name, bytes)?;
    }
    write(out, "index.html", single::folder(&web)?.as_bytes())?;
    write(out, "quadrille.wasm", &wasm)?;
    write(out, "quadrille.html", single::file(&web, &wasm)?.as_bytes())
}

fn write(out: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let path = out.join(name);
    fs::write(&path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    say(&format!("{}: {} bytes", path.display(), bytes.len()))
}

fn say(text: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{text}")?)
}

/// The files that a browser loads, by name.
struct Web {
    files: Vec<(String, Vec<u8>)>,
}

impl Web {
    fn read(folder: &Path) -> Result<Self> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        let files = paths.iter().map(Self::file).collect::<Result<_>>()?;
        Ok(Self { files })
    }

    fn file(path: &PathBuf) -> Result<(String, Vec<u8>)> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match fs::read(path) {
            Ok(bytes) => Ok((name.into_owned(), bytes)),
            Err(error) => Err(format!("cannot read {}: {error}", path.display()).into()),
        }
    }

    fn bytes(&self, name: &str) -> Result<&[u8]> {
        let file = self.files.iter().find(|(own, _)| own == name);
        let (_, bytes) = file.ok_or_else(|| format!("crates/page/web has no file {name:?}"))?;
        Ok(bytes)
    }

    fn text(&self, name: &str) -> Result<&str> {
        let text = str::from_utf8(self.bytes(name)?);
        text.map_err(|_| format!("{name} is not UTF-8 text").into())
    }
}
