//! The questions of the page as a WebAssembly module. `crates/page/web/worker.js` runs it.
//!
//! The module and its host exchange UTF-8 text in linear memory:
//!
//! ```text
//! host                         module
//! start()                  ->  send(message of the host)
//! at = alloc(length)       ->
//! write the question to at
//! ask(at, length)          ->  send(progress), ..., send(answer)
//! ```
//!
//! `ask` returns after the answer. To cancel it, the page ends the worker.

#![cfg(target_arch = "wasm32")]
// The host passes places in linear memory, which no safe type can hold.
#![allow(unsafe_code)]

use std::time::Duration;

use quadrille_core::CancelToken;
use quadrille_page::Host;

/// What the page says of this host. docs/page.md has the measurements.
const REMARK: &str = "This page answers by itself, on one thread: it takes about 3 times as long \
                      as the program `quadrille serve` on one thread.";

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Returns the milliseconds since a fixed moment.
    safe fn now() -> f64;

    /// Receives one message, which is a JSON object.
    ///
    /// # Safety
    /// `at` and `length` must be those of a text. The host must copy it before it returns.
    unsafe fn send(at: *const u8, length: usize);

    /// Receives the reason why the module is about to trap.
    ///
    /// # Safety
    /// As for [`send`].
    unsafe fn fail(at: *const u8, length: usize);
}

fn send_text(text: &str) {
    // SAFETY: the place and the length of a text.
    unsafe { send(text.as_ptr(), text.len()) }
}

/// Prepares the module, and sends the message of the host. Call this once, before anything else.
#[unsafe(no_mangle)]
extern "C" fn start() {
    quadrille_core::set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    std::panic::set_hook(Box::new(|panic| {
        let reason = panic.to_string();
        // SAFETY: the place and the length of a text.
        unsafe { fail(reason.as_ptr(), reason.len()) }
    }));
    send_text(&Host::PAGE.greeting("page", Some(REMARK)));
}

/// Returns room for a question of this many bytes.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers a question. It frees the room of the question.
///
/// # Safety
/// `at` must come from [`alloc`] with the same `length`. Each room holds one question only.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(at: *mut u8, length: usize) {
    let room = std::ptr::slice_from_raw_parts_mut(at, length);
    // SAFETY: the room is a box that `alloc` made, and nothing else owns it.
    let question = unsafe { Box::from_raw(room) };
    let question = String::from_utf8_lossy(&question);
    let progress = |message: String| send_text(&message);
    let answer = quadrille_page::answer(&question, &Host::PAGE, &CancelToken::new(), progress);
    send_text(&answer);
}
