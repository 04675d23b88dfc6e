//! The two forms of `index.html`: that of the folder, and the one that holds everything.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::bundle::bundle;
use crate::{Result, Web};

/// The line of `index.html` after which the policy stands.
const CHARSET: &str = "<meta charset=\"utf-8\">";
const SCRIPT: &str = "<script type=\"module\" src=\"main.js\"></script>";
const END: &str = "</body>";

/// Nothing comes from another address. A blob is what the page itself has made: pictures to save.
const POLICY: &str =
    "default-src 'none'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'";

/// The page of the folder: `index.html` with its policy.
pub(crate) fn folder(web: &Web) -> Result<String> {
    let policy = format!(
        "{POLICY}; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; \
         worker-src 'self'"
    );
    with_policy(web.text("index.html")?, &policy)
}

/// The page with its styles, its scripts, the worker and the module in one file.
pub(crate) fn file(web: &Web, wasm: &[u8]) -> Result<String> {
    let mut file = File {
        web,
        page: web.text("index.html")?.to_owned(),
        scripts: String::new(),
        styles: String::new(),
    };
    file.embed_styles()?;
    file.embed_scripts()?;
    file.embed_pictures()?;
    file.check_addresses()?;
    let worker = text_of_script("worker.js", web.text("worker.js")?)?;
    let module = STANDARD.encode(compressed(wasm)?);
    // They are long. At the end, they do not delay what is seen first.
    let sources = format!(
        "<script type=\"text/plain\" id=\"worker-source\">{worker}</script>\n\
         <script type=\"text/plain\" id=\"wasm-source\">{module}</script>\n{END}"
    );
    file.replace(END, &sources)?;
    let policy = format!(
        "{POLICY}; script-src{} 'wasm-unsafe-eval'; style-src{}; worker-src blob:",
        file.scripts, file.styles
    );
    with_policy(&file.page, &policy)
}

/// The page while its parts are embedded.
struct File<'w> {
    web: &'w Web,
    page: String,
    /// The hashes of the scripts and the styles, each after a space.
    scripts: String,
    styles: String,
}

impl File<'_> {
    fn replace(&mut self, old: &str, new: &str) -> Result<()> {
        let (before, after) =
            (self.page.split_once(old)).ok_or_else(|| format!("index.html has no {old}"))?;
        self.page = format!("{before}{new}{after}");
        Ok(())
    }

    /// Embeds all styles: first those of `index.html`, then those that a room loads later.
    fn embed_styles(&mut self) -> Result<()> {
        let (mut done, mut elements) = (Vec::new(), String::new());
        while let Some((link, name)) = element(&self.page, "<link rel=\"stylesheet\" href=\"") {
            let style = self.style(&name, &mut done)?;
            self.replace(&link, &style)?;
        }
        for (name, _) in &self.web.files {
            if name.ends_with(".css") {
                elements += &self.style(name, &mut done)?;
            }
        }
        self.replace(SCRIPT, &format!("{elements}{SCRIPT}"))
    }

    /// The element of a style, after those of the styles that it imports. Each style has one.
    fn style(&mut self, name: &str, done: &mut Vec<String>) -> Result<String> {
        if done.iter().any(|done| done == name) {
            return Ok(String::new());
        }
        done.push(name.to_owned());
        let (mut imported, mut style) = (String::new(), "\n".to_owned());
        for line in self.web.text(name)?.lines() {
            let import = line.strip_prefix("@import url(\"");
            match import.and_then(|import| import.strip_suffix("\");")) {
                Some(import) => imported += &self.style(import, done)?,
                None if ["@import", "url(", "</style"]
                    .iter()
                    .any(|word| line.contains(word)) =>
                {
                    return Err(format!("{name}: the single file cannot hold: {line}").into());
                }
                None => style = style + line + "\n",
            }
        }
        self.styles = format!("{} {}", self.styles, hash(&style));
        // A room loads no style that is there.
        Ok(format!(
            "{imported}<style data-file=\"{name}\">{style}</style>\n"
        ))
    }

    fn embed_scripts(&mut self) -> Result<()> {
        while let Some((element, name)) = element(&self.page, "<script src=\"") {
            let script = format!("\n{}", text_of_script(&name, self.web.text(&name)?)?);
            self.scripts = format!("{} {}", self.scripts, hash(&script));
            self.replace(&element, &format!("<script>{script}"))?;
        }
        let modules = bundle(self.web, "main.js")?;
        let script = format!("\n{}", text_of_script("main.js", &modules)?);
        self.scripts = format!("{} {}", self.scripts, hash(&script));
        self.replace(
            SCRIPT,
            &format!("<script type=\"module\">{script}</script>"),
        )
    }

    fn embed_pictures(&mut self) -> Result<()> {
        for (name, bytes) in &self.web.files {
            if name.ends_with(".svg") {
                let data = format!(
                    "href=\"data:image/svg+xml;base64,{}\"",
                    STANDARD.encode(bytes)
                );
                self.page = self.page.replace(&format!("href=\"{name}\""), &data);
            }
        }
        Ok(())
    }

    /// Fails if an element loads a file that the page does not hold.
    fn check_addresses(&self) -> Result<()> {
        let (head, rest) = self
            .page
            .split_once("<script type=\"module\">")
            .unwrap_or_default();
        let (_, body) = rest.split_once("</script>").unwrap_or_default();
        let addresses = [" src=\"", " href=\""]
            .into_iter()
            .flat_map(|attribute| [head, body].map(|part| part.split(attribute).skip(1)))
            .flatten();
        for address in addresses.map(|rest| rest.split('"').next().unwrap_or_default()) {
            if !["#", "data:", "https://"]
                .iter()
                .any(|known| address.starts_with(known))
            {
                return Err(format!("the single file does not hold {address:?}").into());
            }
        }
        Ok(())
    }
}

/// The first element that begins so, and the name of its file.
fn element(page: &str, begin: &str) -> Option<(String, String)> {
    let (_, rest) = page.split_once(begin)?;
    let (name, rest) = rest.split_once('"')?;
    let (end, _) = rest.split_once('>')?;
    Some((format!("{begin}{name}\"{end}>"), name.to_owned()))
}

fn with_policy(page: &str, policy: &str) -> Result<String> {
    if !page.contains(CHARSET) {
        return Err(format!("index.html has no line {CHARSET}").into());
    }
    let meta =
        format!("{CHARSET}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    Ok(page.replacen(CHARSET, &meta, 1))
}

/// A text that may stand in an element `script`.
fn text_of_script<'t>(name: &str, text: &'t str) -> Result<&'t str> {
    let lower = text.to_lowercase();
    match ["</script", "<!--"]
        .iter()
        .find(|word| lower.contains(**word))
    {
        Some(word) => Err(format!("{name} contains {word:?}, which would end the element").into()),
        None => Ok(text),
    }
}

/// The source of a policy that allows exactly this text.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    Ok(gzip.finish()?)
}
