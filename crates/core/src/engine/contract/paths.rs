//! The contract on every instruction set that this machine has.

use super::{FEW, Sane, Subject};
use crate::ask::{Meter, Stop};
use crate::case::cases;
use crate::engine::{Kernels, Lanes, Lists, Vectors};
use crate::policy::Policies;
use crate::problem::Problem;

use proptest::prelude::*;

const ALL: [Vectors; 3] = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512];

/// The instruction sets of this machine, detected without the code under test.
fn detected() -> Vec<Vectors> {
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

/// Tests one engine and records that it ran.
fn test_path<E: Sane>(
    path: String,
    ran: &mut Vec<String>,
    compile: &dyn Fn(&Problem, &mut Meter<'_>) -> Result<E, Stop>,
) {
    Subject {
        compile,
        cases: || cases().boxed(),
        tries: FEW,
    }
    .check_all_promises();
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
                    test_path(path, &mut ran, &|problem, meter| {
                        Lanes::<$lane, $lanes>::compile(problem, kernels, rule, meter)
                    });
                };
            }
            lanes!(u16, 32);
            lanes!(u32, 16);
            lanes!(u64, 8);
        }
        let path = format!("lists, {vectors}");
        test_path(path, &mut ran, &|problem, meter| {
            Lists::compile(problem, kernels, meter)
        });
    }
    let machine = detected();
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
