//! Readers under a memory limit.

use quadrille::text::{TextError, dlx, ec, json, libexact, matrix, miniexact, rows, spp, txt};
use quadrille::{BuildError, Problem};

type Reader = fn(&[u8], usize) -> Result<Problem, TextError>;

/// Each reader with a problem of two options in its form.
const FORMS: [(Reader, &str); 13] = [
    (dlx::read_within, "1 2\n1\n2\n"),
    (
        json::read_within,
        r#"{"primary":["1","2"],"options":[["1"],["2"]]}"#,
    ),
    (ec::read_within, "p ec 2\ns 1\ns 2\n"),
    (txt::read_within, "2 2\n1 1\n1 2\n"),
    (matrix::read_within, "10\n01\n"),
    (matrix::read_within, "[[1, 0], [0, 1]]"),
    (json::read_within, r#"{"universe":[1,2],"sets":[[1],[2]]}"#),
    (json::read_within, r#"{"A":["1"],"B":["2"]}"#),
    (rows::read_within, "2 2\n1 1\n1 2\n"),
    (spp::read_within, "2 2\n0 1 1\n0 1 2\n"),
    (libexact::read_within, "r 1\nr 2\nc 1\nc 2\ne 1 1\ne 2 2\n"),
    (miniexact::read_within, "<1 2>1;2;"),
    (miniexact::read_within, "p xc 2 0\n1 0 2 0\n"),
];

#[test]
fn a_problem_beyond_the_memory_limit_is_rejected() {
    for (read, text) in FORMS {
        let problem = read(text.as_bytes(), usize::MAX).unwrap();
        let bytes = problem.bytes();
        assert!((1..1000).contains(&bytes), "{text}: {bytes}");
        assert!(read(text.as_bytes(), 2 * bytes).is_ok(), "{text}");
        let error = read(text.as_bytes(), bytes / 2).unwrap_err();
        assert_eq!(
            error.cause(),
            Some(&BuildError::Memory(bytes / 2)),
            "{text}"
        );
    }
}
