//! The names of techniques, and how hard each is.

use std::fmt;

/// Makes the techniques of a table: name, and cost.
macro_rules! techniques {
    ($($technique:ident $name:literal $cost:literal;)*) => {
        /// What people call an argument about a board.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $name] $technique,)*
        }

        impl Technique {
            /// All techniques.
            pub const ALL: &[Self] = &[$(Self::$technique,)*];

            /// Returns the name, such as `Hidden single`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$technique => $name,)*
                }
            }

            /// Returns the name inside a sentence, such as `hidden single`.
            #[must_use]
            pub fn in_sentence(self) -> String {
                let name = self.name();
                // Names that begin with a letter by itself keep it: X-wing.
                let is_word = name.chars().nth(1).is_some_and(char::is_lowercase);
                match name.split_at_checked(1) {
                    Some((first, rest)) if is_word && self != Self::Nishio => {
                        first.to_lowercase() + rest
                    }
                    _ => name.to_owned(),
                }
            }

            /// How hard it is, in tenths of the scale of Sukaku Explainer. Of the deductions of one
            /// kind, the least is the next step.
            pub(super) const fn cost(self) -> u64 {
                match self {
                    $(Self::$technique => $cost,)*
                }
            }
        }
    };
}

techniques! {
    FullHouse "Full house" 10;
    HiddenSingle "Hidden single" 12;
    NakedSingle "Naked single" 23;
    Rule "Rule" 29;
    Pointing "Pointing" 26;
    KnownSum "Innies and outies" 27;
    Claiming "Claiming" 28;
    Locked "Locked candidates" 29;
    NakedPair "Naked pair" 30;
    XWing "X-wing" 32;
    HiddenPair "Hidden pair" 34;
    NakedTriple "Naked triple" 36;
    Swordfish "Swordfish" 38;
    HiddenTriple "Hidden triple" 40;
    FinnedXWing "Finned X-wing" 41;
    TurbotFish "Turbot fish" 41;
    XyWing "XY-wing" 42;
    XyzWing "XYZ-wing" 44;
    WWing "W-wing" 44;
    TwoRules "Two rules" 45;
    FinnedSwordfish "Finned swordfish" 46;
    UniqueRectangle1 "Unique rectangle type 1" 45;
    AvoidableRectangle1 "Avoidable rectangle type 1" 45;
    UniqueRectangle2 "Unique rectangle type 2" 46;
    UniqueRectangle4 "Unique rectangle type 4" 46;
    UniqueRectangle5 "Unique rectangle type 5" 46;
    AvoidableRectangle2 "Avoidable rectangle type 2" 46;
    UniqueRectangle3 "Unique rectangle type 3" 47;
    UniqueRectangle6 "Unique rectangle type 6" 47;
    HiddenRectangle "Hidden rectangle" 48;
    NakedQuad "Naked quad" 50;
    Jellyfish "Jellyfish" 52;
    HiddenQuad "Hidden quad" 54;
    Fish "Fish" 56;
    BugPlus1 "BUG+1" 56;
    Set "Set" 60;
    XChain "X-chain" 66;
    XyChain "XY-chain" 68;
    Chain "Chain" 70;
    Nishio "Nishio" 75;
    Forcing "Forcing chain" 76;
    Cases "Cases" 80;
    Trial "Trial" 100;
}

impl Technique {
    /// What a step of this technique costs at least, in tenths: on the public scale, some cost less
    /// where a single follows at once.
    pub(crate) fn least(self) -> u64 {
        match self {
            Self::Pointing => 17,
            Self::Claiming => 19,
            Self::HiddenPair => 20,
            Self::HiddenTriple => 25,
            _ => self.cost(),
        }
    }

    /// Returns whether makers of puzzles can ask for the technique: those that assume one solution,
    /// and those whose steps have several names, cannot be asked for.
    #[must_use]
    pub fn is_definite(self) -> bool {
        !self.assumes_unique()
            && !matches!(
                self,
                Self::Rule
                    | Self::KnownSum
                    | Self::TwoRules
                    | Self::Locked
                    | Self::Fish
                    | Self::Set
                    | Self::Trial
            )
    }

    /// What a step of this technique costs at most, in tenths.
    pub(super) fn most(self) -> u64 {
        match self {
            Self::HiddenSingle => 15,
            Self::XChain | Self::XyChain | Self::Chain | Self::Nishio => 79,
            Self::Cases | Self::Forcing | Self::Trial => u64::MAX,
            _ => self.cost(),
        }
    }

    /// Returns the name as a word, such as `hidden-single`.
    #[must_use]
    pub fn word(self) -> String {
        self.name().to_lowercase().replace(' ', "-")
    }

    /// Returns the technique of a word. Capitals do not matter, and each `-` may be a space.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let word = word.trim().to_lowercase().replace([' ', '_'], "-");
        let mut all = Self::ALL.iter().copied();
        all.find(|technique| technique.word() == word)
    }

    /// Returns whether the technique rests on the assumption that the puzzle has exactly one
    /// solution.
    #[must_use]
    pub fn assumes_unique(self) -> bool {
        matches!(
            self,
            Self::UniqueRectangle1
                | Self::UniqueRectangle2
                | Self::UniqueRectangle3
                | Self::UniqueRectangle4
                | Self::UniqueRectangle5
                | Self::UniqueRectangle6
                | Self::HiddenRectangle
                | Self::AvoidableRectangle1
                | Self::AvoidableRectangle2
                | Self::BugPlus1
        )
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
