//! The tuned numbers of threads and limits.

use super::table::{Number, Policy, policies};

policies! {
    team TeamPolicies {
        alone: u64 = 4, 0..1e9, "checks",
            "Checks of the clock that a search makes on the thread that asks before it uses other \
             threads. Starting a thread takes about 50 microseconds, as long as 500 nodes.";
        batch: usize = 16_384, 1..1e9, "uses",
            "Uses in the solutions that a thread collects before it passes them on, for options of the \
             mean length.";
        buffer: usize = 4_194_304, 1..1e12, "options",
            "Options of solutions that all threads keep for the caller. At this number only the \
             thread whose solutions come next continues.";
        unordered: usize = 262_144, 1..1e12, "uses",
            "Uses in the solutions that all threads keep for a caller that takes them in any order: no \
             thread waits for another, so few are enough. At a stop all of them are still to be \
             written: 16 million took seconds.";
        patience: u64 = 16, 1..1e6, "checks",
            "Checks of the clock between two reports of a thread to the team.";
        parts: usize = 1_000, 0..1e9, "parts",
            "Parts of a rest that are one try each. Below them, the tries that are left of a level \
             are one part: a walk of 2,000 levels had 138,000 parts, which took 20 s to save.";
    }
    @compiled in
        METER_WORK "ask.meter": u64 = 1 << 20, "steps of work",
            "Work between two checks of the clock. A step takes a nanosecond or a few, all of them \
             some milliseconds.";
        POOL_WINDOW "parallel.window": usize = 256, "chunks",
            "At most this many chunks are in progress. They keep the other threads busy while one \
             item is hard.";
        POOL_HEAVY "parallel.heavy": usize = 256, "units",
            "A chunk ends when its items weigh this much.";
        POOL_ITEMS "parallel.items": usize = 64, "items",
            "A chunk has at most this many items.";
        POOL_CHUNK "parallel.chunk": u64 = 1_000, "microseconds",
            "Intended time of a chunk: far longer than handing it over, and so short that all \
             threads end at about the same time.";
        POOL_PATIENCE "parallel.patience": u64 = 20, "milliseconds",
            "The receiver of answers waits this long before it takes those of an unfinished chunk. \
             Waking it for each answer would take longer than a short search.";
        POOL_GRACE "parallel.grace": u64 = 250, "milliseconds",
            "Time after a cancellation in which a worker may finish its item.";
}
