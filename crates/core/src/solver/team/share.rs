//! The shares of a walk: pieces of the search tree, each walked by one thread at a time.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::engine::Engine;
use crate::problem::OptionId;

/// A piece of the walk through one part.
#[derive(Debug)]
pub(super) struct Share {
    /// The place of the part in the list of parts.
    pub(super) part: usize,
    /// The engine, unless a thread is walking.
    pub(super) engine: Option<Box<dyn Engine>>,
    /// Solutions that the caller has not taken yet, in order.
    pub(super) batches: VecDeque<Batch>,
    pub(super) is_done: bool,
}

/// Solutions, end to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    pub(super) options: Vec<OptionId>,
    /// The end of each solution in `options`.
    pub(super) ends: Vec<usize>,
}

impl Batch {
    /// Adds the solution of an engine.
    pub(super) fn add(&mut self, engine: &dyn Engine) {
        engine.trail(&mut self.options);
        self.ends.push(self.options.len());
    }

    /// Passes the solutions to `visit`, until it breaks.
    pub(super) fn visit(
        &self,
        visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut start = 0;
        for &end in &self.ends {
            visit(&self.options[start..end])?;
            start = end;
        }
        ControlFlow::Continue(())
    }

    /// The memory of the batch, in options.
    pub(super) fn len(&self) -> usize {
        self.options.len() + self.ends.len()
    }
}

/// The shares in the order of their solutions. Ids are never used again while the share exists.
#[derive(Debug, Default)]
pub(super) struct Shares {
    all: Vec<Option<Share>>,
    unused: Vec<usize>,
    pub(super) order: VecDeque<usize>,
}

impl Shares {
    pub(super) fn get(&self, id: usize) -> Option<&Share> {
        self.all.get(id)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, id: usize) -> Option<&mut Share> {
        self.all.get_mut(id)?.as_mut()
    }

    /// Adds a share behind another, or at the end. Returns its id.
    pub(super) fn add(
        &mut self,
        part: usize,
        engine: Option<Box<dyn Engine>>,
        behind: Option<usize>,
    ) -> usize {
        let share = Share {
            part,
            engine,
            batches: VecDeque::new(),
            is_done: false,
        };
        let id = match self.unused.pop() {
            Some(id) => {
                self.all[id] = Some(share);
                id
            }
            None => {
                self.all.push(Some(share));
                self.all.len() - 1
            }
        };
        let place = behind.and_then(|other| self.order.iter().position(|&id| id == other));
        match place {
            Some(place) => self.order.insert(place + 1, id),
            None => self.order.push_back(id),
        }
        id
    }

    /// Removes a share.
    pub(super) fn remove(&mut self, id: usize) {
        if let Some(place) = self.order.iter().position(|&other| other == id) {
            self.order.remove(place);
            self.all[id] = None;
            self.unused.push(id);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Share> {
        self.order.iter().filter_map(|&id| self.get(id))
    }
}
