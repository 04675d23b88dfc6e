//! The text of `Stats`.

use std::time::Duration;

use quadrille::{Inferences, Stats};

#[test]
fn stats_print_one_line_per_number() {
    let mut stats = Stats::default();
    (stats.solutions, stats.nodes) = (92.into(), 1049);
    stats.updates = Some(16680);
    stats.elapsed = Duration::from_micros(1_500_000);
    assert_eq!(
        stats.to_string(),
        "solutions: 92\nnodes: 1049\nupdates: 16680\nthreads: 1\nseconds: 1.500000"
    );
    stats.updates = None;
    let mut inferences = Inferences::default();
    (inferences.forced, inferences.subsets) = (Some(7), Some(0));
    stats.inferences = Some(inferences);
    assert_eq!(
        stats.to_string(),
        "solutions: 92\nnodes: 1049\nupdates: -\nforced: 7\nsubsets: 0\nthreads: 1\nseconds: 1.500000"
    );
    let mut inferences = Inferences::default();
    (inferences.forced_options, inferences.rejected_options) = (Some(3), Some(4));
    inferences.unsupported = Some(5);
    stats.inferences = Some(inferences);
    assert!(stats.to_string().contains(
        "\nforced options: 3\nrejected options: 4\nunsupported: 5\nthreads: 1\nseconds: "
    ));
    let sum = &mut stats.clone();
    *sum += &stats;
    let sum = sum.inferences.unwrap();
    assert_eq!(
        (sum.forced_options, sum.rejected_options),
        (Some(6), Some(8))
    );
    assert_eq!((sum.unsupported, sum.forced), (Some(10), None));
}
