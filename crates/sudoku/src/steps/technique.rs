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

            /// How hard it is, in tenths of the scale of Sukaku Explainer. Of the deductions of one
            /// kind, the least is the next step.
            pub(super) fn cost(self) -> u64 {
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
    Rule "Rule" 25;
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
    NakedQuad "Naked quad" 50;
    Jellyfish "Jellyfish" 52;
    HiddenQuad "Hidden quad" 54;
    Fish "Fish" 56;
    Set "Set" 60;
    XChain "X-chain" 66;
    XyChain "XY-chain" 68;
    Chain "Chain" 70;
    Forcing "Forcing chain" 75;
    Cases "Cases" 80;
    Trial "Trial" 100;
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
