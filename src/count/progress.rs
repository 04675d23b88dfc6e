//! Why a sweep or a fold came back.

use crate::ask::Stop;

/// Why it came back.
#[derive(Clone, Debug)]
pub(super) enum Progress<V> {
    /// At its end, with the value of the root.
    Done(V),
    /// Before another node.
    Paused,
    /// It needs more memory than there is.
    Outgrown,
    /// A limit stopped it. It cannot go on.
    Stopped(Stop),
}
