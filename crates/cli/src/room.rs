//! How many bytes of one input the program stores.
//!
//! An input may never end. Everything that is read into memory is read through [`Bounded`], so that
//! the program reports the limit instead of taking all memory of the machine. A stream of boards is
//! read piece by piece and may be endless.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::sync::LazyLock;

/// The most bytes of one input if no limit is given and the machine has enough memory: 4 GB.
const MOST: u64 = 4 << 30;

/// A limit of the bytes of one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// The limit that `--memory` gives.
    Memory(u64),
    /// The limit that always holds: [`MOST`], or half of the memory if that is less.
    Program(u64),
}

impl Room {
    /// The limit without `--memory`.
    pub(super) fn of_program() -> Self {
        static ROOM: LazyLock<u64> =
            LazyLock::new(|| memory().map_or(MOST, |bytes| MOST.min(bytes / 2)));
        Self::Program(*ROOM)
    }

    pub(super) fn most(self) -> u64 {
        match self {
            Self::Memory(most) | Self::Program(most) => most,
        }
    }

    /// The error of an input that exceeds the limit.
    pub(super) fn exceeded(self) -> io::Error {
        io::Error::new(io::ErrorKind::FileTooLarge, Exceeded(self))
    }
}

/// The limit that an input exceeds, if that is the error.
pub(super) fn exceeded(error: &io::Error) -> Option<Room> {
    let exceeded = error.get_ref()?.downcast_ref::<Exceeded>()?;
    Some(exceeded.0)
}

#[derive(Debug)]
struct Exceeded(Room);

impl Error for Exceeded {}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} bytes", self.0.most())
    }
}

/// A reader that fails after so many bytes.
pub(super) struct Bounded<R> {
    input: R,
    room: Room,
    left: u64,
}

impl<R> Bounded<R> {
    pub(super) fn new(input: R, room: Room) -> Self {
        let left = room.most();
        Self { input, room, left }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // One byte more than fits shows that the input is longer.
        let most = usize::try_from(self.left.saturating_add(1)).unwrap_or(usize::MAX);
        let length = bytes.len().min(most);
        let read = self.input.read(&mut bytes[..length])?;
        match self.left.checked_sub(read as u64) {
            Some(left) => {
                self.left = left;
                Ok(read)
            }
            None => Err(self.room.exceeded()),
        }
    }
}

/// The memory of the machine, or of its container if that is less. `None` if it is unknown.
fn memory() -> Option<u64> {
    let container = [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    let container = container
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok());
    let container = container.filter_map(|text| text.trim().parse().ok()).min();
    let machine = fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.and_then(|text| total(&text));
    machine.into_iter().chain(container).min()
}

/// The total in the text of `/proc/meminfo`, in bytes.
fn total(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_input_fails_after_the_room() {
        for room in [Room::Memory(0), Room::Program(1), Room::Program(100_000)] {
            let mut bytes = Vec::new();
            let read = Bounded::new(io::repeat(7), room).read_to_end(&mut bytes);
            assert_eq!(exceeded(&read.unwrap_err()), Some(room));
            assert!(bytes.len() as u64 <= room.most());
        }
    }

    #[test]
    fn an_input_of_the_size_of_the_room_is_read() {
        for size in [0, 1, 70_000] {
            let mut bytes = Vec::new();
            let mut input = Bounded::new(io::repeat(7).take(size), Room::Program(size));
            assert_eq!(input.read_to_end(&mut bytes).unwrap() as u64, size);
        }
    }

    #[test]
    fn the_room_is_at_most_half_of_the_memory() {
        assert_eq!(
            total("MemTotal:       24576 kB\nMemFree: 1 kB\n"),
            Some(24576 << 10)
        );
        assert_eq!(total("MemFree: 1 kB\n"), None);
        let room = Room::of_program();
        assert!(room.most() <= MOST && room.most() <= memory().unwrap_or(u64::MAX) / 2);
    }
}
