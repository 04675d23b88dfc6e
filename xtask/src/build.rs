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

fn smaller(module: &Path) -> Result<Vec<u8>> {
    let out = module.with_extension("opt.wasm");
    let optimised = Command::new("wasm-opt")
        .args([
            "-O3",
            "--enable-simd",
            "--enable-bulk-memory",
            "--enable-sign-ext",
        ])
        .args([
            "--enable-nontrapping-float-to-int",
            "--enable-mutable-globals",
        ])
        .args(["--enable-multivalue", "--enable-reference-types"])
        .args([module, Path::new("-o"), &out])
        .status();
    match optimised {
        Ok(status) if status.success() => Ok(fs::read(out)?),
        Ok(status) => Err(format!("wasm-opt failed: {status}").into()),
        Err(_) => {
            say(
                "wasm-opt is not on the path: the module is about 15 % larger. It is part of binaryen.",
            )?;
            Ok(fs::read(module)?)
        }
    }
}
