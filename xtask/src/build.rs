//! Builds the WebAssembly module.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Result, say};

const TARGET: &str = "wasm32-unknown-unknown";

/// Without vectors of 128 bits, batches of boards take five times as long. The stack is as large as
/// that of the program: recursion is as deep here as there.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=8388608";

/// Builds the module, and makes it smaller if `wasm-opt` is there.
pub(crate) fn wasm(root: &Path) -> Result<Vec<u8>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = root.join("target");
    let built = Command::new(cargo)
        .args([
            "build",
            "--locked",
            "--profile",
            "wasm",
            "-p",
            "quadrille-wasm",
        ])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&target)
        .current_dir(root)
        .env("RUSTFLAGS", FLAGS)
        .status()?;
    if !built.success() {
        return Err(format!(
            "the build for {TARGET} failed; `rustup target add {TARGET}` installs the target"
        )
        .into());
    }
    let module = target.join(TARGET).join("wasm/quadrille_wasm.wasm");
    smaller(&module)
}

/// The module after `wasm-opt`, which takes a minute: its result is kept for the next time.
fn smaller(module: &Path) -> Result<Vec<u8>> {
    let out = module.with_extension("opt.wasm");
    let age = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    if age(&out).is_ok_and(|out| age(module).is_ok_and(|module| module < out)) {
        return Ok(fs::read(out)?);
    }
    let optimised = Command::new("wasm-opt")
        .args([
            "-O3",
            "--strip-debug",
            "--strip-producers",
            "--all-features",
        ])
        .args([module, Path::new("-o"), &out])
        .status();
    match optimised {
        Ok(status) if status.success() => Ok(fs::read(out)?),
        Ok(status) => Err(format!("wasm-opt failed: {status}").into()),
        Err(_) => {
            say("wasm-opt of binaryen is not on the path: the module is larger than it could be")?;
            Ok(fs::read(module)?)
        }
    }
}
