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

/// The page with its styles, its script, the worker and the module in one file.
pub(crate) fn file(web: &Web, wasm: &[u8]) -> Result<String> {
    let mut page = web.text("index.html")?.to_owned();
    let mut styles = String::new();
    while let Some((link, name)) = link(&page, "<link rel=\"stylesheet\" href=\"") {
        let style = web.text(&name)?;
        if ["@import", "url(", "</style"]
            .iter()
            .any(|word| style.contains(word))
        {
            return Err(format!("{name} loads another file, which the single file has not").into());
        }
        let style = format!("\n{style}");
        styles = styles + " " + &hash(&style);
        page = page.replacen(&link, &format!("<style>{style}</style>"), 1);
    }
    while let Some((link, name)) = link(&page, "<link rel=\"icon\" href=\"") {
        let icon = STANDARD.encode(web.bytes(&name)?);
        let embedded = format!(
            "<link rel=\"icon\" type=\"image/svg+xml\" href=\"data:image/svg+xml;base64,{icon}\">"
        );
        page = page.replacen(&link, &embedded, 1);
    }
    let script = inline("main.js", format!("\n{}", bundle(web, "main.js")?))?;
    let worker = inline("worker.js", web.text("worker.js")?.to_owned())?;
    let policy = format!(
        "{POLICY}; script-src {} 'wasm-unsafe-eval'; style-src{styles}; worker-src blob:",
        hash(&script)
    );
    let module = STANDARD.encode(compressed(wasm)?);
    let embedded = format!(
        "<script type=\"text/plain\" id=\"worker-source\">{worker}</script>\n\
         <script type=\"text/plain\" id=\"wasm-source\">{module}</script>\n\
         <script type=\"module\">{script}</script>"
    );
    let (head, tail) = page
        .split_once(SCRIPT)
        .ok_or_else(|| format!("index.html has no line {SCRIPT}"))?;
    for part in [head, tail] {
        check_addresses(part)?;
    }
    with_policy(&format!("{head}{embedded}{tail}"), &policy)
}

/// Fails if an element loads a file that the page does not hold.
fn check_addresses(page: &str) -> Result<()> {
    for attribute in [" src=\"", " href=\""] {
        for address in page.split(attribute).skip(1) {
            let address = address.split('"').next().unwrap_or_default();
            if !["#", "data:", "https://"]
                .iter()
                .any(|known| address.starts_with(known))
            {
                return Err(
                    format!("index.html loads {address:?}, which the single file has not").into(),
                );
            }
        }
    }
    Ok(())
}

fn with_policy(page: &str, policy: &str) -> Result<String> {
    if !page.contains(CHARSET) {
        return Err(format!("index.html has no line {CHARSET}").into());
    }
    let meta =
        format!("{CHARSET}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    Ok(page.replacen(CHARSET, &meta, 1))
}

/// The first element that begins so, and the name of its file, if the file is not embedded yet.
fn link(page: &str, begin: &str) -> Option<(String, String)> {
    let (_, rest) = page.split_once(begin)?;
    let (name, rest) = rest.split_once('"')?;
    let (end, _) = rest.split_once('>')?;
    Some((format!("{begin}{name}\"{end}>"), name.to_owned()))
}

/// A text that stands in an element `script`.
fn inline(name: &str, text: String) -> Result<String> {
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
