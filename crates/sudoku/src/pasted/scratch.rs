#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test may panic"
)]
use super::read;
fn walk(path: &std::path::Path, files: &mut Vec<std::path::PathBuf>) {
    if path.is_file() {
        files.push(path.to_owned());
        return;
    }
    let mut all: Vec<_> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    all.sort();
    for path in all {
        if !path.to_string_lossy().contains("/target") && !path.to_string_lossy().contains("/.git")
        {
            walk(&path, files);
        }
    }
}
#[test]
fn scratch() {
    let Ok(folders) = std::env::var("PASTED") else {
        return;
    };
    let all = std::env::var("ALL").is_ok();
    let mut files = Vec::new();
    for folder in folders.split(':') {
        walk(std::path::Path::new(folder), &mut files);
    }
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let name = if all {
            path.to_string_lossy()
        } else {
            path.file_name().unwrap().to_string_lossy()
        };
        // all: at each line
        let mut starts = vec![0];
        if all {
            starts.extend(text.match_indices('\n').map(|own| own.0 + 1).take(3000));
        }
        for start in starts {
            let text = &text[start..];
            match read(text) {
                None if all => {}
                None => println!("{name} | None"),
                Some(found) => match found.puzzle {
                    Err(error) => println!(
                        "{name}@{start} | ERR {}/{} {:?} {error} | {:?}",
                        found.length,
                        text.len(),
                        error.span,
                        &text
                            .get(error.span.clone())
                            .map(|t| t.chars().take(60).collect::<String>())
                    ),
                    Ok(puzzle) if all => println!(
                        "{name}@{start} | {} {} {:?}",
                        found.length,
                        puzzle
                            .shape
                            .line(&puzzle.board)
                            .chars()
                            .take(81)
                            .collect::<String>(),
                        text.chars().take(70).collect::<String>()
                    ),
                    Ok(puzzle) => {
                        let sudoku = crate::Sudoku::for_board(
                            &puzzle.shape,
                            &puzzle.board,
                            &quadrille_core::Settings::default(),
                        );
                        let mut search = sudoku.search();
                        let count = search.count(&puzzle.board).value;
                        let first = search.first(&puzzle.board).value;
                        println!(
                            "{name} | {}/{} places {} {} | {:?} | {} | {} rules | {:?} {:?}",
                            found.length,
                            text.len(),
                            found.places.len(),
                            puzzle
                                .shape
                                .line(&puzzle.board)
                                .chars()
                                .take(81)
                                .collect::<String>(),
                            count,
                            first
                                .map(|grid| puzzle
                                    .shape
                                    .line(&grid)
                                    .chars()
                                    .take(100)
                                    .collect::<String>())
                                .unwrap_or_default(),
                            puzzle.shape.cell_rules().len(),
                            puzzle.notes,
                            found.words.join(" ")
                        );
                    }
                },
            }
        }
    }
}
