//! The line of the progress on a terminal: the time passed, a bar, and numbers. Everything else
//! that is written to the terminal hides it for a moment.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use console::Term;

/// The columns at the end of the line that stay free, so that the `^C` of a terminal does not begin
/// another line.
const FREE_COLUMNS: u16 = 4;

/// The length of the bar.
const BAR: usize = 20;
/// The least length of a line with a bar.
const BAR_COLUMNS: usize = 60;
/// The least length of a line with the time passed.
const CLOCK_COLUMNS: usize = 36;

/// The line on the terminal, if it is there.
static LINE: Mutex<Option<String>> = Mutex::new(None);

/// Hides the line on the terminal while something else is written to it. `write` must not call
/// this, too.
pub(super) fn aside<T>(write: impl FnOnce() -> T) -> T {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(line) = &*line else {
        return write();
    };
    put(ERASE);
    let written = write();
    put(line);
    written
}

/// Removes the line from the terminal, unless a thread is just writing beside it.
pub(super) fn clear() {
    if let Ok(mut line) = LINE.try_lock()
        && line.take().is_some()
    {
        put(ERASE);
    }
}

/// Draws the line on the terminal, in place of the last one. `share` is the share of the work that
/// is done, from 0 to 1.
pub(super) fn draw(clock: &str, share: Option<f64>, numbers: &str) {
    let (_, columns) = Term::stderr().size();
    let columns = usize::from(columns.saturating_sub(FREE_COLUMNS));
    let text = fitted(clock, share, numbers, columns);
    let mut line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    put(&format!("{ERASE}{text}"));
    *line = Some(text);
}

/// Returns a line of at most `columns` characters. The first number matters most: a narrow terminal
/// has no bar, a very narrow one no clock either. The last numbers are left out if they do not fit;
/// a number is not cut, because it would look smaller than it is.
fn fitted(clock: &str, share: Option<f64>, numbers: &str, columns: usize) -> String {
    let mut line = match share.filter(|_| columns >= BAR_COLUMNS) {
        Some(share) => format!("{clock} {} ", bar(share)),
        None if columns >= CLOCK_COLUMNS => format!("{clock}, "),
        None => String::new(),
    };
    let mut separator = "";
    for number in numbers.split(", ") {
        let length = line.chars().count() + separator.len() + number.chars().count();
        if length > columns && !separator.is_empty() {
            break;
        }
        line = line + separator + number;
        separator = ", ";
    }
    line.chars().take(columns).collect()
}

/// A bar such as `[#####...............]`.
fn bar(share: f64) -> String {
    let done = (share.clamp(0.0, 1.0) * BAR as f64) as usize;
    format!("[{}{}]", "#".repeat(done), ".".repeat(BAR - done))
}

/// Erases the line of the cursor.
const ERASE: &str = "\r\x1B[K";

/// Writes to the terminal. A failure is ignored, as for messages.
fn put(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Standard output if it is a terminal. While the line of the progress is there, whole lines only
/// are written: the line would be drawn into the rest.
#[derive(Default)]
pub(super) struct Terminal {
    rest: Vec<u8>,
}

impl Terminal {
    fn write_rest(&mut self, length: usize) -> io::Result<()> {
        if length == 0 {
            return Ok(());
        }
        let lines: Vec<u8> = self.rest.drain(..length).collect();
        aside(|| {
            let mut output = io::stdout().lock();
            output.write_all(&lines)?;
            output.flush()
        })
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let end = self.rest.iter().rposition(|&byte| byte == b'\n');
        self.write_rest(end.map_or(0, |end| end + 1))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
        let is_drawn = line.is_some();
        drop(line);
        if is_drawn {
            Ok(())
        } else {
            self.write_rest(self.rest.len())
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.write_rest(self.rest.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: &str = "45.6 %, about 2 h left, 1,234 solutions, 33,000 nodes a second";

    #[test]
    fn a_wide_line_has_a_bar_and_all_numbers() {
        let line = fitted("0:12:30", Some(0.456), NUMBERS, 100);
        assert_eq!(line, format!("0:12:30 [#########...........] {NUMBERS}"));
        let line = fitted("0:12:30", None, "5 states", 100);
        assert_eq!(line, "0:12:30, 5 states");
    }

    #[test]
    fn a_narrow_line_keeps_the_first_numbers_whole() {
        let line = |columns| fitted("0:12:30", Some(0.456), NUMBERS, columns);
        let bar = "0:12:30 [#########...........] 45.6 %, about 2 h left, 1,234 solutions";
        assert_eq!(line(76), bar);
        assert_eq!(line(36), "0:12:30, 45.6 %, about 2 h left");
        assert_eq!(line(26), "45.6 %, about 2 h left");
        assert_eq!(line(10), "45.6 %");
        assert_eq!(line(0), "");
        for columns in 0..=120 {
            assert!(line(columns).chars().count() <= columns);
        }
    }

    #[test]
    fn a_bar_is_full_only_at_the_end() {
        assert_eq!(bar(0.0), format!("[{}]", ".".repeat(BAR)));
        assert_eq!(bar(0.999), format!("[{}.]", "#".repeat(BAR - 1)));
        assert_eq!(bar(1.0), format!("[{}]", "#".repeat(BAR)));
        assert_eq!(bar(f64::NAN), bar(0.0));
    }
}
