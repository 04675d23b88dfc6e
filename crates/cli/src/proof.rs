//! `--proof`: two files with a proof that there are no other solutions.

use std::fs::{self, File};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use quadrille_core::text::{WriteError, opb};
use quadrille_core::{Answer, Search, Solution};

use super::outcome::Failure;
use super::output::{failed, is_same};
use super::shell::{path_word, quoted};

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
        if base.file_name().is_none() || base.is_dir() {
            return Err(Failure::usage(
                "the name of the proof is that of a folder",
                "give '--proof' the name of a file",
            ));
        }
        if is_known(&base) {
            base.set_extension("");
        }
        Ok(Self::of(&base))
    }

    /// The files with this name and their extensions.
    pub(super) fn of(base: &Path) -> Self {
        let with = |extension: &str| {
            let mut name = base.as_os_str().to_owned();
            name.push(extension);
            PathBuf::from(name)
        };
        Self {
            formula: with(".opb"),
            proof: with(".pbp"),
        }
    }

    /// The command that checks the proof.
    pub(super) fn command(&self) -> String {
        let [formula, proof] = self.names().map(|name| quoted(&path_word(name)));
        format!("veripb {formula} {proof}")
    }

    /// Rejects the input and the output as files of the proof.
    pub(super) fn check(&self, input: Option<&Path>, output: Option<&Path>) -> Result<(), Failure> {
        let is_file = |path: &Path| self.names().iter().any(|name| is_same(name, path));
        if input.is_some_and(is_file) {
            return Err(replaced("the input file is a file of the proof"));
        }
        if output.is_some_and(is_file) {
            return Err(replaced("the output file is a file of the proof"));
        }
        Ok(())
    }

    /// Whether there are files of an earlier run.
    pub(super) fn exist(&self) -> bool {
        self.names().iter().any(|name| name.exists())
    }

    /// The formula and the proof.
    pub(super) fn names(&self) -> [&Path; 2] {
        [&self.formula, &self.proof]
    }

    /// Finds the solutions, which `visit` sees until it breaks, and writes the proof. The files are
    /// written under other names first and renamed when both are complete. So if the search stops
    /// before its end, nothing changes.
    pub(super) fn prove(
        &self,
        search: &mut Search,
        visit: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Answer<Vec<Solution>>, Failure> {
        if let Some(folder) = self.names().into_iter().find(|name| name.is_dir()) {
            return Err(failed(folder, io::ErrorKind::IsADirectory.into()));
        }
        let answer = self.write(search, visit).and_then(|answer| {
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

    fn write(
        &self,
        search: &mut Search,
        visit: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Answer<Vec<Solution>>, Failure> {
        let proof = create(&self.proof)?;
        let answer = search.prove_with(proof, visit);
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

/// Creates the folder of the proofs of boards, and those that it is in, unless it exists. Rejects
/// the input and the output as files of proofs.
pub(super) fn create_folder(
    folder: &Path,
    input: Option<&Path>,
    output: Option<&Path>,
) -> Result<(), Failure> {
    let created = if folder.exists() && !folder.is_dir() {
        Err(io::ErrorKind::NotADirectory.into())
    } else {
        fs::create_dir_all(folder)
    };
    created.map_err(|error| failed(folder, error))?;
    let is_proof = |path: &Path| {
        let name = path.file_name().map(|name| folder.join(name));
        is_known(path) && name.is_some_and(|name| is_same(&name, path))
    };
    if input.is_some_and(is_proof) {
        return Err(replaced("the input file may be a file of a proof"));
    }
    if output.is_some_and(is_proof) {
        return Err(replaced("the output file may be a file of a proof"));
    }
    Ok(())
}

/// The failure when a proof would replace another file.
fn replaced(what: &'static str) -> Failure {
    Failure::usage(what, "give '--proof' another name")
}

/// Whether the name of a file is that of a formula or a proof.
fn is_known(name: &Path) -> bool {
    let extension = name.extension();
    extension.is_some_and(|extension| extension == "opb" || extension == "pbp")
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
