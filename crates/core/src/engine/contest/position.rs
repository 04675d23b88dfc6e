//! Positions of a contest, and the numbers that stand for them.

use crate::engine::interface::Purpose;

/// The first number of a position that is a number of nodes, in place of the number of a try, which
/// is at least 1. After it come the purpose, and the high and the low half of the number of nodes.
const NODES: u32 = 0;

/// Where a walk is continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resume<'n> {
    Root,
    /// A position of the first walk, by the numbers of its tries.
    Tries(&'n [u32]),
    /// After this many nodes of all contestants: what one has learned depends on all of them.
    Nodes {
        purpose: Purpose,
        nodes: u64,
    },
}

impl<'n> Resume<'n> {
    /// The position with these numbers.
    pub(super) fn of(numbers: Option<&'n [u32]>) -> Self {
        match numbers {
            None | Some([]) => Self::Root,
            Some(&[NODES, purpose, high, low]) => Self::Nodes {
                purpose: Purpose::of_number(purpose),
                nodes: u64::from(high) << 32 | u64::from(low),
            },
            Some(tries) => Self::Tries(tries),
        }
    }

    /// The numbers of the position; none for the root.
    pub(super) fn numbers(self) -> Vec<u32> {
        match self {
            Self::Root => Vec::new(),
            Self::Tries(tries) => tries.to_vec(),
            Self::Nodes { purpose, nodes } => {
                let [high, low] = [nodes >> 32, nodes].map(|half| half as u32);
                vec![NODES, purpose.number(), high, low]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_numbers_that_lead_back_to_them() {
        let nodes = [0, 1, u64::from(u32::MAX), 1 << 32, u64::MAX - 1, u64::MAX];
        let purposes = [Purpose::Few, Purpose::Many, Purpose::Parts, Purpose::Count];
        let by_nodes = nodes
            .into_iter()
            .flat_map(|nodes| purposes.map(|purpose| Resume::Nodes { purpose, nodes }));
        let by_tries = [&[1][..], &[1, 2, 3, 4], &[u32::MAX; 5]].map(Resume::Tries);
        for position in by_nodes.chain(by_tries).chain([Resume::Root]) {
            assert_eq!(Resume::of(Some(&position.numbers())), position);
        }
        assert_eq!(Resume::of(None), Resume::Root);
    }
}
