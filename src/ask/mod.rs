//! What a question may cost, and why it stopped: the bottom of the house, which knows nothing else.

mod budget;
mod cancel;
mod limits;
mod stop;

pub(crate) use budget::{Budget, Meter};
pub use cancel::CancelToken;
pub use limits::Limits;
pub use stop::Stop;
