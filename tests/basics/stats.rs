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
        "solutions: 92\nnodes: 1049\nupdates: 16680\nseconds: 1.500000"
    );
    stats.updates = None;
    stats.inferences = Some(Inferences::default());
    assert_eq!(
        stats.to_string(),
        "solutions: 92\nnodes: 1049\nupdates: -\nforced: 0\nsubsets: 0\nseconds: 1.500000"
    );
}
