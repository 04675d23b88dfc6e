//! Learned clauses, in one array, each watched by two of its literals.

use super::literal::Literal;
use super::watches::{Place, Watch, Watches};

/// The numbers before the literals of a clause: its length and flags, its glue, its activity, and
/// for how many more rounds of forgetting its last use protects it.
const HEADER: usize = 4;

/// The flag of a clause that is deleted.
const DELETED: u32 = 1 << 31;
/// The flag of a clause that is never deleted.
const KEPT: u32 = 1 << 30;
const LENGTH: u32 = KEPT - 1;

/// All learned clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    all: Vec<u32>,
    /// The places of the clauses that may be deleted.
    learned: Vec<Place>,
    kept: Vec<Place>,
    pub(super) watches: Watches,
    /// What a use adds to the activity of a clause.
    increment: f32,
}

impl Clauses {
    pub(super) fn new(options: usize) -> Self {
        Self {
            watches: Watches::new(2 * options),
            increment: 1.0,
            ..Self::default()
        }
    }

    /// The number of clauses that may be deleted.
    pub(super) fn len(&self) -> usize {
        self.learned.len()
    }

    /// All clauses that are not deleted.
    #[cfg(test)]
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.learned.iter().chain(&self.kept).copied()
    }

    /// The bytes of all clauses, about.
    pub(super) fn bytes(&self) -> usize {
        let watches = 2 * (self.learned.len() + self.kept.len()) * size_of::<Watch>();
        4 * self.all.len() + 2 * watches
    }

    /// Adds a clause of at least two literals, and watches the first two. Returns its place.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, is_kept: bool) -> Place {
        let place = self.all.len() as Place;
        let flag = if is_kept { KEPT } else { 0 };
        self.all.push(literals.len() as u32 | flag);
        self.all.push(glue);
        self.all.push(self.increment.to_bits());
        self.all.push(1);
        self.all
            .extend(literals.iter().map(|literal| literal.code()));
        if is_kept {
            self.kept.push(place);
        } else {
            self.learned.push(place);
        }
        self.watch(place);
        place
    }

    fn watch(&mut self, place: Place) {
        let at = place as usize + HEADER;
        let [first, second] = [self.all[at], self.all[at + 1]].map(Literal::of_code);
        let watch = |other| Watch {
            clause: place,
            other,
        };
        self.watches.add(first, watch(second));
        self.watches.add(second, watch(first));
    }

    #[inline]
    fn length(&self, place: Place) -> usize {
        (self.all[place as usize] & LENGTH) as usize
    }

    /// The codes of the literals of a clause.
    #[inline]
    pub(super) fn codes(&self, place: Place) -> &[u32] {
        let start = place as usize + HEADER;
        &self.all[start..start + self.length(place)]
    }

    /// The codes of the literals of a clause, to be reordered.
    #[inline]
    pub(super) fn codes_mut(&mut self, place: Place) -> &mut [u32] {
        let start = place as usize + HEADER;
        let length = self.length(place);
        &mut self.all[start..start + length]
    }

    pub(super) fn glue(&self, place: Place) -> u32 {
        self.all[place as usize + 1]
    }

    /// A clause was used: it is safe for some rounds, and its glue falls to this one.
    pub(super) fn improve(&mut self, place: Place, glue: u32) {
        let old = &mut self.all[place as usize + 1];
        *old = glue.min(*old);
        self.all[place as usize + 3] = 2;
    }

    fn activity(&self, place: Place) -> f32 {
        f32::from_bits(self.all[place as usize + 2])
    }

    /// Raises the activity of a clause.
    pub(super) fn bump(&mut self, place: Place) {
        let activity = self.activity(place) + self.increment;
        self.all[place as usize + 2] = activity.to_bits();
        // Long before an f32 overflows, all activities shrink together, which keeps their order.
        if activity > 1e20 {
            for &place in &self.learned {
                let at = place as usize + 2;
                self.all[at] = (f32::from_bits(self.all[at]) * 1e-20).to_bits();
            }
            self.increment *= 1e-20;
        }
    }

    /// Makes later uses of clauses weigh more.
    pub(super) fn decay(&mut self) {
        // To let later uses weigh more is cheaper than to let all earlier ones weigh less.
        self.increment *= 1.0 / 0.999;
    }

    /// Deletes clauses, those with the highest glue and the lowest activity: this share of those
    /// that may be deleted. Clauses of glue 2 stay, and those with at most the glue `tier` that
    /// were used of late.
    pub(super) fn forget(&mut self, tier: u32, share: f64) {
        let mut order = Vec::new();
        for &place in &self.learned {
            let rounds = self.all[place as usize + 3];
            self.all[place as usize + 3] = rounds.saturating_sub(1);
            let glue = self.glue(place);
            // Audemard and Simon found that clauses of glue 2 are the most useful, and never forget
            // them.
            if glue > 2 && (glue > tier || rounds == 0) {
                order.push(place);
            }
        }
        order.sort_by(|&one, &other| {
            let by_glue = self.glue(other).cmp(&self.glue(one));
            let by_activity = self.activity(one).total_cmp(&self.activity(other));
            // Ties go by place, so that every run forgets the same clauses.
            by_glue.then(by_activity).then(one.cmp(&other))
        });
        let count = (order.len() as f64 * share) as usize;
        for &place in &order[..count] {
            self.all[place as usize] |= DELETED;
        }
        self.collect();
    }

    /// Moves the clauses that are not deleted together.
    fn collect(&mut self) {
        // All places change, so all watches are made anew.
        self.watches.clear();
        self.learned.clear();
        self.kept.clear();
        let (mut from, mut to) = (0, 0);
        while from < self.all.len() {
            let size = self.length(from as Place) + HEADER;
            if self.all[from] & DELETED == 0 {
                if from != to {
                    self.all.copy_within(from..from + size, to);
                }
                if self.all[to] & KEPT != 0 {
                    self.kept.push(to as Place);
                } else {
                    self.learned.push(to as Place);
                }
                self.watch(to as Place);
                to += size;
            }
            from += size;
        }
        self.all.truncate(to);
    }
}
