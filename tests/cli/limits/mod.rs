//! The limits of time and memory hold for everything that a command does, including reading.

mod memory;
mod reading;
mod signals;
mod time;
mod writing;

use std::path::PathBuf;
use std::time::Duration;

use super::file;

/// Far longer than a stop takes, far shorter than the work that is stopped.
const SOON: Duration = Duration::from_secs(20);

/// A problem whose text takes a while to read: the same option many times.
fn same(options: usize) -> PathBuf {
    let text = "a\n".repeat(options + 1);
    file(&format!("same{options}.dlx"), text.as_bytes())
}

/// Four items and very many options, each many times: what is left of a level is long.
fn alike(options: usize) -> PathBuf {
    let text = "a b c d\n".to_owned() + &"a b\nc d\na c\nb d\n".repeat(options / 4);
    file(&format!("alike{options}.dlx"), text.as_bytes())
}

#[cfg(target_os = "linux")]
fn send(signal: &str, child: &std::process::Child) {
    let id = child.id().to_string();
    let mut kill = std::process::Command::new("kill");
    let status = kill.args([&format!("-{signal}"), &id]).status().unwrap();
    assert!(status.success());
}
