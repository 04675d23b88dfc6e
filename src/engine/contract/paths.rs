//! The contract on every vector path that the machine has.

use super::{FEW, Sane, Subject};
use crate::ask::{Meter, Stop};
use crate::case::cases;
use crate::engine::{Kernels, Lanes, Lists, Vectors};
use crate::policy::Policies;
use crate::problem::Problem;

use proptest::prelude::*;

const ALL: [Vectors; 3] = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512];

/// What the machine has, found without the code under test.
fn machine() -> Vec<Vectors> {
    let mut found = vec![Vectors::Portable];
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! has {
            ($($feature:tt)*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
        }
        if has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") {
            found.push(Vectors::Avx2);
            if has!("avx512f" "avx512bw" "avx512vl" "avx512dq" "avx512bitalg")
                && has!("avx512vpopcntdq" "avx512vbmi2")
            {
                found.push(Vectors::Avx512);
            }
        }
    }
    found
}

/// Tries one engine, and says that it did.
fn keep<E: Sane>(
    path: String,
    ran: &mut Vec<String>,
    compile: &dyn Fn(&Problem, &mut Meter<'_>) -> Result<E, Stop>,
) {
    Subject {
        compile,
        cases: || cases().boxed(),
        tries: FEW,
    }
    .keeps_the_contract();
    eprintln!("ran on {path}");
    ran.push(path);
}

#[test]
fn the_contract_is_kept_on_every_vector_path() {
    let mut ran = Vec::new();
    for vectors in ALL {
        if !vectors.is_available() {
            eprintln!("skipped {vectors}: this machine does not have it");
            continue;
        }
        let kernels = Kernels::new(Some(vectors));
        assert_eq!(kernels.vectors(), vectors);
        for (rule, with) in [(Some(Policies::default().bits), "with"), (None, "without")] {
            macro_rules! lanes {
                ($lane:ty, $lanes:literal) => {
                    let bits = <$lane>::BITS;
                    let path = format!("lanes of {bits} bits, {vectors}, {with} the subset rule");
                    keep(path, &mut ran, &|problem, meter| {
                        Lanes::<$lane, $lanes>::compile(problem, kernels, rule, meter)
                    });
                };
            }
            lanes!(u16, 32);
            lanes!(u32, 16);
            lanes!(u64, 8);
        }
        let path = format!("lists, {vectors}");
        keep(path, &mut ran, &|problem, meter| {
            Lists::compile(problem, kernels, meter)
        });
    }
    let machine = machine();
    for vectors in &machine {
        let name = vectors.to_string();
        let of = ran.iter().filter(|path| path.contains(&name)).count();
        assert_eq!(
            of, 7,
            "3 widths with and without the rule, and lists: {vectors}"
        );
    }
    assert_eq!(ran.len(), 7 * machine.len(), "{ran:?}");
}
