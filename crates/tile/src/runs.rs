//! Names of cells in short, by runs that stand side by side or below each other.

/// Names of cells in short: `r1c2-4 r2-3c3` for five cells, of which three stand side by side and
/// two below each other.
pub(crate) fn cells_in_short(names: &[String]) -> String {
    let split = |name: &str| {
        let digits = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let number: Option<u64> = name[digits..].parse().ok();
        number.map(|number| (name[..digits].to_owned(), number))
    };
    // The first name of each run, and its last number if the run is longer.
    let mut runs: Vec<(String, Option<u64>)> = Vec::new();
    let mut before = None;
    for name in names {
        let own = split(name);
        match (&own, &before, runs.last_mut()) {
            (Some((row, number)), Some((row_before, number_before)), Some(run))
                if row == row_before && *number == number_before + 1 =>
            {
                run.1 = Some(*number);
            }
            _ => runs.push((name.clone(), None)),
        }
        before = own;
    }
    let run = |(first, last): (String, Option<u64>)| match last {
        Some(last) => format!("{first}-{last}"),
        None => first,
    };
    below_each_other(runs.into_iter().map(run)).join(" ")
}

/// Joins equal runs of rows that follow each other: `r1c1-2 r2c1-2` is `r1-2c1-2`.
fn below_each_other(runs: impl Iterator<Item = String>) -> Vec<String> {
    let split = |run: &str| {
        let (row, columns) = run.strip_prefix('r')?.split_once('c')?;
        Some((row.parse::<u64>().ok()?, columns.to_owned()))
    };
    let mut joined: Vec<String> = Vec::new();
    // The first row, the last row and the columns of the last run.
    let mut last: Option<(u64, u64, String)> = None;
    for run in runs {
        let own = split(&run);
        last = match (own, last) {
            (Some((row, columns)), Some((first, before, of_before)))
                if columns == of_before && row == before + 1 =>
            {
                joined.pop();
                joined.push(format!("r{first}-{row}c{columns}"));
                Some((first, row, columns))
            }
            (own, _) => {
                joined.push(run);
                own.map(|(row, columns)| (row, row, columns))
            }
        };
    }
    joined
}
