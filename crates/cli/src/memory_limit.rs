//! The flag `--memory`: one limit for the tables of engines and for what a question stores.

use clap::{Arg, Args};
use quadrille_core::{EngineName, Settings, Solver};

use super::amount::size;
use super::help::LIMITS;

/// The memory limit of a command.
#[derive(Args, Clone, Copy)]
pub(super) struct MemoryArguments {
    /// Use at most this much memory, such as 2G
    ///
    /// A number of bytes, such as 500M or 2G; at least 1M. It bounds the tables of engines, what they
    /// learn, and visited states. The problem itself comes on top.
    #[arg(id = "memory", long = "memory", value_name = "SIZE", value_parser = size, default_value = "1G", help_heading = LIMITS)]
    pub(super) most: usize,
}

/// The flag `--memory` of a command where it bounds other things, in words.
pub(super) fn memory_of(what: &'static str) -> impl FnOnce(Arg) -> Arg {
    move |memory| {
        let first = memory
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        memory.long_help(format!(
            "{first}\n\nA number of bytes, such as 500M or 2G; at least 1M. It bounds {what}"
        ))
    }
}

/// What the memory limit of a command bounds where it bounds the process.
pub(super) const PROCESS: &str =
    "the whole process, with the problem and its text. The program itself may always use 40M.";

/// How much of the memory limit the tables of engines may take.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tables {
    /// All of it.
    All,
    /// A part: the limit also bounds the process, so it must leave room for the problem and for
    /// visited states.
    Part,
}

impl Tables {
    /// The tables take at most one part in this many.
    const PARTS: usize = 4;

    /// The most bytes of tables under a memory limit.
    pub(super) fn within(self, memory: usize) -> usize {
        match self {
            Self::All => memory,
            Self::Part => memory / Self::PARTS,
        }
    }

    /// The least memory limit that allows so many bytes of tables.
    fn least_limit(self, bytes: usize) -> usize {
        match self {
            Self::All => bytes,
            Self::Part => bytes.saturating_mul(Self::PARTS),
        }
    }
}

impl MemoryArguments {
    /// Limits the tables of engines.
    pub(super) fn bound(self, settings: Settings, tables: Tables) -> Settings {
        settings.memory(tables.within(self.most))
    }

    /// What to do if the tables of the requested engine need more memory than they may take.
    pub(super) fn help_for(
        self,
        engine: EngineName,
        solver: &Solver,
        tables: Tables,
    ) -> Option<String> {
        let bytes = solver.memory_of_engine(engine)?;
        let is_short = bytes > tables.within(self.most);
        let size = round_size(tables.least_limit(bytes));
        is_short.then(|| format!("allow more memory with '--memory {size}'"))
    }
}

/// A number of bytes, rounded up to a short one, as the flag reads it.
fn round_size(bytes: usize) -> String {
    let (megabytes, gigabytes) = (bytes.div_ceil(1 << 20), bytes.div_ceil(1 << 30));
    if megabytes <= 512 {
        format!("{}M", megabytes.next_power_of_two())
    } else {
        format!("{gigabytes}G")
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use quadrille_core::Limits;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        memory: MemoryArguments,
    }

    #[test]
    fn the_default_is_that_of_the_library() {
        let command = Command::parse_from(["command"]);
        assert_eq!(command.memory.most, Limits::MEMORY);
    }

    #[test]
    fn the_suggested_limit_suffices() {
        for tables in [Tables::All, Tables::Part] {
            for bytes in [
                1,
                1 << 20,
                (1 << 20) + 1,
                414 << 20,
                513 << 20,
                (3 << 30) + 1,
            ] {
                let suggested = size(&round_size(tables.least_limit(bytes))).unwrap();
                assert!(tables.within(suggested) >= bytes, "{tables:?}: {bytes}");
                // No more than twice as much, or a gigabyte.
                let most = (2 * tables.least_limit(bytes)).max(1 << 20);
                assert!(suggested <= most.max(1 << 30), "{tables:?}: {bytes}");
            }
        }
    }
}
