//! All solutions of a few puzzles, counted by each engine.
#![allow(
    missing_docs,
    reason = "criterion makes a public function of the group"
)]
#![allow(clippy::panic, reason = "a bench that panics has failed")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use quadrille::{BuildError, EngineChoice, EngineName, Problem, Settings, Solver};

#[path = "../examples/puzzles/mod.rs"]
mod puzzles;
use puzzles::{langford, latin_squares, pentominoes, queens, soma};

fn engines(criterion: &mut Criterion) {
    for engine in [EngineName::Links, EngineName::Bits] {
        let settings = Settings::new().engine(EngineChoice::Prefer(engine));
        let mut group = criterion.benchmark_group(engine.to_string());
        group.sample_size(10);
        // As many walks in one sample as in another, since the longest take seconds.
        group.sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(300));
        group.measurement_time(Duration::from_secs(3));
        let instances: [(_, Result<Problem, BuildError>, u64); 6] = [
            ("latin 5", latin_squares::latin_squares(5), 161_280),
            ("queens 13", queens::queens(13), 73_712),
            ("langford 12", langford::langford(12), 216_288),
            ("soma", soma::soma(), 11_520),
            ("scott", pentominoes::scott(), 520),
            ("pent 6 10", pentominoes::rectangle(6, 10), 9_356),
        ];
        for (name, problem, known) in instances {
            let problem = problem.unwrap_or_else(|error| panic!("{name}: {error}"));
            let solver = Solver::with_settings(problem, &settings);
            let mut search = solver.search();
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    let count = black_box(&mut search).count().value;
                    assert_eq!(count, known, "{name}");
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
