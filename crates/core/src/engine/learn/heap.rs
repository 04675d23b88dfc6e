//! The order of decisions: a heap of options by activity.

/// Options by activity, the most active first. Ties go to the lowest number.
#[derive(Clone, Debug)]
pub(super) struct Heap {
    /// The options in the heap.
    heap: Vec<u32>,
    /// For each option its place in the heap; `ABSENT` if it is not in the heap.
    places: Vec<u32>,
    activities: Vec<f64>,
    increment: f64,
    decay: f64,
}

const ABSENT: u32 = u32::MAX;

impl Heap {
    /// A heap of all options, with these activities.
    pub(super) fn new(activities: Vec<f64>, decay: f64) -> Self {
        let len = activities.len() as u32;
        let mut heap = Self {
            heap: (0..len).collect(),
            places: (0..len).collect(),
            activities,
            increment: 1.0,
            decay,
        };
        for place in (0..heap.heap.len() / 2).rev() {
            heap.sink(place);
        }
        heap
    }

    /// Takes the most active option out.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[first as usize] = ABSENT;
        if first != last {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(first)
    }

    /// Puts an option back, if it is not in the heap.
    #[inline]
    pub(super) fn push(&mut self, option: u32) {
        if self.places[option as usize] == ABSENT {
            let place = self.heap.len();
            self.heap.push(option);
            self.places[option as usize] = place as u32;
            self.rise(place);
        }
    }

    /// Raises the activity of an option.
    pub(super) fn bump(&mut self, option: u32) {
        let activity = &mut self.activities[option as usize];
        *activity += self.increment;
        if *activity > 1e100 {
            self.activities.iter_mut().for_each(|one| *one *= 1e-100);
            self.increment *= 1e-100;
        }
        let place = self.places[option as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    /// Makes later bumps weigh more.
    pub(super) fn decay(&mut self) {
        self.increment /= self.decay;
    }

    #[inline]
    fn precedes(&self, one: u32, other: u32) -> bool {
        let (a, b) = (
            self.activities[one as usize],
            self.activities[other as usize],
        );
        a > b || (a == b && one < other)
    }

    fn rise(&mut self, mut place: usize) {
        let option = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            let parent = self.heap[above];
            if !self.precedes(option, parent) {
                break;
            }
            self.heap[place] = parent;
            self.places[parent as usize] = place as u32;
            place = above;
        }
        self.heap[place] = option;
        self.places[option as usize] = place as u32;
    }

    fn sink(&mut self, mut place: usize) {
        let option = self.heap[place];
        loop {
            let left = 2 * place + 1;
            let Some(&first) = self.heap.get(left) else {
                break;
            };
            let (below, child) = match self.heap.get(left + 1) {
                Some(&second) if self.precedes(second, first) => (left + 1, second),
                _ => (left, first),
            };
            if !self.precedes(child, option) {
                break;
            }
            self.heap[place] = child;
            self.places[child as usize] = place as u32;
            place = below;
        }
        self.heap[place] = option;
        self.places[option as usize] = place as u32;
    }
}
