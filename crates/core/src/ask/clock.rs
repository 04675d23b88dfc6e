//! The clock. This is the only file of the library that reads it.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(super) use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(super) use self::host::Instant;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use self::host::set_clock;

/// Returns the current time.
pub(super) fn now() -> Instant {
    Instant::now()
}

/// WebAssembly has no clock of its own, so the host lends one.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock of the host: the time since any fixed moment. Call this before the first
    /// question. Without a clock the time stands still, so no time limit ends a question. The first
    /// clock stays; later calls have no effect.
    pub fn set_clock(now: fn() -> Duration) {
        CLOCK.get_or_init(|| now);
    }

    /// A moment of the clock of the host, with the methods of `std::time::Instant` that are needed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(super) fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |now| now()))
        }

        pub(crate) fn checked_add(self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }

        pub(crate) fn saturating_duration_since(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
