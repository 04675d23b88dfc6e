//! The result of a turn of a sweep or a fold.

/// The reason why a turn ended. A turn that a limit stops is an error instead, and cannot continue.
#[derive(Clone, Debug)]
pub(crate) enum Progress<V> {
    /// Everything is counted; this is the value of the root.
    Done(V),
    /// The turn is over. It can continue in the next.
    Paused,
    /// It needs more memory than it may use.
    Outgrown,
}
