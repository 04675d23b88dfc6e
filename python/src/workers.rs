//! Threads for work, kept for the next work, because to start one takes longer than a small question.

use std::io;
use std::process;
use std::sync::Mutex;
use std::sync::mpsc::{self, Sender};
use std::thread;

pub(crate) type Work = Box<dyn FnOnce() + Send>;

/// The threads that have nothing to do, and the process that they belong to: a fork has none.
static IDLE: Mutex<(u32, Vec<Sender<Work>>)> = Mutex::new((0, Vec::new()));

/// The largest number of idle threads.
const MOST: usize = 8;

/// Runs work on an idle thread, or else on a new one.
///
/// Nobody waits for the lock: in a fork it may be held by a thread that is not there.
pub(crate) fn run(work: Work) -> io::Result<()> {
    let mut work = work;
    if let Ok(mut idle) = IDLE.try_lock() {
        if idle.0 != process::id() {
            *idle = (process::id(), Vec::new());
        }
        while let Some(thread) = idle.1.pop() {
            match thread.send(work) {
                Ok(()) => return Ok(()),
                Err(back) => work = back.0,
            }
        }
    }
    let thread = thread::Builder::new().name("quadrille".to_owned());
    thread.spawn(move || serve(work)).map(|_| ())
}

/// Does work, and then what other threads send.
fn serve(mut work: Work) {
    let (send, receive) = mpsc::channel();
    loop {
        work();
        match IDLE.try_lock() {
            Ok(mut idle) if idle.1.len() < MOST => idle.1.push(send.clone()),
            _ => return,
        }
        match receive.recv() {
            Ok(next) => work = next,
            Err(_) => return,
        }
    }
}
