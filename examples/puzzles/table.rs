//! The tables of the examples: CSV files without quoted fields. A mistake in them is reported with
//! its file and line.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

/// A line of a table.
pub struct Row {
    /// The file and the line.
    place: String,
    fields: Vec<(&'static str, String)>,
}

impl Row {
    /// Returns a field, which may be empty.
    pub fn text(&self, column: &str) -> &str {
        let field = self.fields.iter().find(|field| field.0 == column);
        field.map_or("", |field| &field.1)
    }

    /// Returns a field that must not be empty.
    pub fn name(&self, column: &str) -> Result<&str, Box<dyn Error>> {
        match self.text(column) {
            "" => Err(self.error(format!("no {column}"))),
            text => Ok(text),
        }
    }

    /// Returns a whole number.
    pub fn number(&self, column: &str) -> Result<u32, Box<dyn Error>> {
        let text = self.text(column);
        match text.parse() {
            Ok(number) if number <= 9999 && !text.starts_with('+') => Ok(number),
            _ => Err(self.error(format!(
                "invalid {column} \"{text}\", expected a number from 0 to 9999"
            ))),
        }
    }

    /// Returns an error that says what is wrong with this line.
    pub fn error(&self, what: impl std::fmt::Display) -> Box<dyn Error> {
        format!("{}: {what}", self.place).into()
    }
}

/// Reads a table. Its first line must name these columns.
pub fn read(file: &str, columns: &[&'static str]) -> Result<Vec<Row>, Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut lines = (1..).zip(text.lines());
    let header = lines.next().map_or("", |line| line.1);
    let wanted = columns.join(",");
    if header != wanted {
        return Err(
            format!("{file}:1: the columns are \"{header}\", expected \"{wanted}\"").into(),
        );
    }
    let mut rows = Vec::new();
    for (number, line) in lines.filter(|line| !line.1.trim().is_empty()) {
        let place = format!("{file}:{number}");
        if line.contains('"') {
            return Err(
                format!("{place}: quoted fields are not read here, remove the quotes").into(),
            );
        }
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        if fields.len() != columns.len() {
            let (found, wanted) = (fields.len(), columns.len());
            return Err(format!("{place}: {found} fields, expected {wanted}").into());
        }
        let fields = fields.into_iter().map(str::to_owned);
        let fields = columns.iter().copied().zip(fields).collect();
        rows.push(Row { place, fields });
    }
    if rows.is_empty() {
        return Err(format!("{file}: no rows below the names of the columns").into());
    }
    Ok(rows)
}

/// Reports a row that has the same name as an earlier one. The name consists of these columns.
pub fn check_names(rows: &[Row], columns: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut seen = BTreeSet::new();
    for row in rows {
        let name: Vec<&str> = columns.iter().map(|column| row.text(column)).collect();
        let name = name.join(" ");
        if seen.contains(&name) {
            return Err(row.error(format!("\"{}\" occurs twice", name.trim())));
        }
        seen.insert(name);
    }
    Ok(())
}
