//! Questions, limits, budgets and answers: the vocabulary of all solvers. Imports only problems.
//! Only `clock` reads the clock.

mod allowance;
mod answer;
mod assumptions;
mod budget;
mod cancel;
mod clock;
mod count;
mod counted;
#[cfg(feature = "json")]
mod json;
mod limits;
mod part;
mod parts;
mod question;
mod stats;
mod step_tree;
mod stop;
mod threads;
mod turns;
mod weights;

pub use answer::{Answer, Uniqueness};
pub use assumptions::Assumptions;
pub use budget::Budget;
pub(crate) use budget::Meter;
pub use cancel::CancelToken;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use clock::set_clock;
pub use count::{Count, CountOverflow, ParseCountError};
pub use counted::{CountReason, Counted, Memory};
pub use limits::Limits;
pub use part::{Part, PartError, Step};
pub use parts::Parts;
pub use question::{Method, Order, Position, Question, QuestionError, Want};
pub use stats::{Inferences, Stats};
pub use step_tree::StepTree;
pub(crate) use stop::Halt;
pub use stop::Stop;
pub use threads::{Lent, Threads};
pub use turns::{Contestant, Turns};
