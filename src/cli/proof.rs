//! `--proof`: two files with a proof that there are no other solutions.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use quadrille::text::{WriteError, opb};
use quadrille::{Answer, Search, Solution};

use super::message::quoted;
use super::outcome::Failure;

/// The file of the formula and that of the proof, which refutes it.
pub(super) struct ProofFiles {
    formula: PathBuf,
    proof: PathBuf,
}

impl ProofFiles {
    /// The files `NAME.opb` and `NAME.pbp`. The name may have one of these extensions already.
    pub(super) fn named(name: &Path) -> Result<Self, Failure> {
        // Without a slash at the end.
        let mut base: PathBuf = name.components().collect();
        if base.file_name().is_none() {
            return Err(Failure::Usage {
                what: "the name of the proof is that of a folder",
                help: Some("give '--proof' the name of a file"),
            });
        }
        let extension = base.extension();
        if extension.is_some_and(|extension| extension == "opb" || extension == "pbp") {
            base.set_extension("");
        }
        let with = |extension: &str| {
            let mut name = base.clone().into_os_string();
            name.push(extension);
            PathBuf::from(name)
        };
        Ok(Self {
            formula: with(".opb"),
            proof: with(".pbp"),
        })
    }

    /// The command that checks the proof.
    pub(super) fn command(&self) -> String {
        let [formula, proof] = self.names().map(|name| quoted(&name.display().to_string()));
        format!("veripb {formula} {proof}")
    }

    /// The formula and the proof.
    pub(super) fn names(&self) -> [&Path; 2] {
        [&self.formula, &self.proof]
    }

    /// Finds the solutions and writes the proof. The files are written under other names first and
    /// renamed when both are complete. So if the search stops before its end, nothing changes.
    pub(super) fn prove(&self, search: &mut Search) -> Result<Answer<Vec<Solution>>, Failure> {
        if let Some(folder) = self.names().into_iter().find(|name| name.is_dir()) {
            return Err(failed(folder, io::ErrorKind::IsADirectory.into()));
        }
        let answer = self.write(search).and_then(|answer| {
            if answer.is_complete() {
                for path in self.names() {
                    fs::rename(part(path), path).map_err(|error| failed(path, error))?;
                }
            }
            Ok(answer)
        });
        // What was not renamed is not complete. What is not there needs no removal.
        let _ = self.names().map(|path| fs::remove_file(part(path)));
        answer
    }

    fn write(&self, search: &mut Search) -> Result<Answer<Vec<Solution>>, Failure> {
        let proof = create(&self.proof)?;
        let answer = search.prove(proof);
        let answer = answer.map_err(|error| unwritable(&self.proof, error))?;
        if answer.is_complete() {
            let mut formula = create(&self.formula)?;
            let (problem, assumptions) = (search.solver().problem(), search.assumptions());
            opb::write_without(problem, assumptions, &answer.value, &mut formula)
                .map_err(|error| unwritable(&self.formula, error))?;
        }
        Ok(answer)
    }
}

/// The name of a file while it is incomplete.
fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

fn create(path: &Path) -> Result<File, Failure> {
    File::create(part(path)).map_err(|error| failed(path, error))
}

fn unwritable(path: &Path, error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) => failed(path, error),
        error => Failure::Unwritable(error),
    }
}

fn failed(path: &Path, error: io::Error) -> Failure {
    let name = path.display().to_string();
    Failure::WriteFile { name, error }
}
