//! Literals: an option is chosen, or it is dead.

/// A statement about an option: it is chosen, or it is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal(u32);

impl Literal {
    #[inline]
    pub(super) const fn chosen(option: u32) -> Self {
        Self(option << 1)
    }

    #[inline]
    pub(super) const fn dead(option: u32) -> Self {
        Self(option << 1 | 1)
    }

    #[inline]
    pub(super) const fn option(self) -> u32 {
        self.0 >> 1
    }

    #[inline]
    pub(super) const fn is_dead(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    pub(super) const fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that stands for the literal in a clause.
    #[inline]
    pub(super) const fn code(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) const fn of_code(code: u32) -> Self {
        Self(code)
    }
}
