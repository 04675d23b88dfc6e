//! `quadrille serve`.

use std::io;
use std::time::Duration;

use clap::Args;
use quadrille_core::parallel::cores;
use quadrille_page::Host;
use quadrille_serve::{Options, Server};

use super::Execute;
use super::help::LIMITS;
use super::interrupt::Interrupt;
use super::limits::seconds;
use super::memory_limit::{MemoryArguments, memory_of};
use super::message::{note_with, say};
use super::outcome::{Failure, Outcome};
use super::output;
use super::threads::ThreadArguments;

/// The port of the page, if none is named.
const PORT: u16 = 7878;

/// The port to which the userscript of f-puzzles connects.
const BRIDGE: u16 = 4545;

/// Draw puzzles in a browser, and see the answers while you edit
///
/// Prints the address of the page, and opens it in a browser. Only this computer reaches the page:
/// nothing is sent to any other address, and nothing is written to disk.
///
/// The bridge answers the userscript 'Fpuzzles-SudokuSolver', which adds buttons to f-puzzles.com:
/// solve, check, count, estimate, true candidates, and steps.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille serve
  quadrille serve --port 8000 --time 10m

Exit codes:
  0    stopped by Ctrl-C or SIGTERM
  2    bad usage, or the port is taken")]
#[command(mut_arg("memory", memory_of("each question, with the puzzle.")))]
pub(super) struct Serve {
    /// Serve the page at this port; 0 finds a free one
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,

    /// Do not answer the userscript of f-puzzles at port 4545
    #[arg(long)]
    no_bridge: bool,

    /// Let pages of this website use the bridge, too; may be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = origin, conflicts_with = "no_bridge")]
    allow_origin: Vec<String>,

    /// Stop each question after this time: seconds, or 500ms, 5m, 2h
    #[arg(long, value_name = "SECS", value_parser = seconds, default_value = "60", allow_negative_numbers = true, help_heading = LIMITS)]
    time: Duration,

    #[command(flatten)]
    memory: MemoryArguments,

    #[command(flatten)]
    threads: ThreadArguments,
}

/// Reads the origin of a page: what a browser sends of its address.
fn origin(text: &str) -> Result<String, String> {
    let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    let mut schemes = ["https://", "http://"].into_iter();
    let host = schemes.find_map(|scheme| text.strip_prefix(scheme));
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    match host {
        Some(host) if !host.is_empty() && host.bytes().all(is_host) => Ok(text),
        _ => Err("expected a website without a path, such as https://example.org".to_owned()),
    }
}

impl Execute for Serve {
    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let host = Host {
            time: self.time,
            memory: self.memory.most,
            threads: self.threads.count(),
        };
        let options = Options {
            host,
            allowed_origins: self.allow_origin.clone(),
        };
        let mut server = bind(self.port, options)?;
        if !self.no_bridge
            && let Err(error) = server.open_bridge(BRIDGE)
        {
            note_with(
                format_args!(
                    "f-puzzles cannot be answered: {}",
                    cannot_bind(BRIDGE, &error)
                ),
                "the page works; stop the other program and start again, or give '--no-bridge'",
            );
        }
        serve(&server, "", !self.no_open, interrupt)
    }
}

/// Serves the page at its usual port, or at a free one if that is taken, and opens it at a place such
/// as `#puzzle=...`, until a signal comes.
pub(super) fn open(place: &str, interrupt: &Interrupt) -> Result<Outcome, Failure> {
    let options = Options {
        host: Host {
            threads: cores(),
            ..Host::default()
        },
        allowed_origins: Vec::new(),
    };
    let server = match Server::bind(PORT, options.clone()) {
        Ok(server) => server,
        Err(_) => bind(0, options)?,
    };
    serve(&server, place, true, interrupt)
}

fn bind(port: u16, options: Options) -> Result<Server, Failure> {
    Server::bind(port, options).map_err(|error| {
        Failure::usage(
            cannot_bind(port, &error),
            "give another port with '--port', or '--port 0' for a free one",
        )
    })
}

/// Why a port cannot be bound.
fn cannot_bind(port: u16, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("port {port} is taken by another program"),
        _ => format!("cannot open port {port}: {error}"),
    }
}

/// Prints the address of the page, opens it in a browser if that is wanted, and serves until a signal
/// comes. `place` follows the address.
fn serve(
    server: &Server,
    place: &str,
    opens: bool,
    interrupt: &Interrupt,
) -> Result<Outcome, Failure> {
    // From here on a signal stops the server.
    let stop = interrupt.token();
    let address = server.address() + place;
    output::print(format!("{address}\n").as_bytes()).map_err(Failure::Write)?;
    say("Ctrl-C stops the server");
    if opens && open::that_detached(&address).is_err() {
        note_with("cannot open a browser", "open the address yourself");
    }
    server.run(stop).map_err(Failure::Thread)?;
    Ok(Outcome::Answered)
}
