//! The line of the progress on a terminal. Everything else that is written to the terminal hides it
//! for a moment.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use console::Term;

/// The columns at the end of the line that stay free, so that the `^C` of a terminal does not begin
/// another line.
const FREE_COLUMNS: u16 = 4;

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

/// Draws the line on the terminal, in place of the last one.
pub(super) fn draw(text: &str) {
    let (_, columns) = Term::stderr().size();
    let columns = usize::from(columns.saturating_sub(FREE_COLUMNS));
    let text: String = text.chars().take(columns).collect();
    let mut line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    put(&format!("{ERASE}{text}"));
    *line = Some(text);
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
        match is_drawn {
            true => Ok(()),
            false => self.write_rest(self.rest.len()),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.write_rest(self.rest.len());
    }
}
