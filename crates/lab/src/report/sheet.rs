//! A designers' sheet: odds for every value of one or two things, and again with a third changed, as a table, as CSV and
//! as a page with a chart. What the numbers are is worked out elsewhere.

use std::fmt::Write;

use super::chart::{escape, lines};

const STYLE: &str = include_str!("page.css");

/// Odds over ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// What changes from row to row, and its values.
    pub rows: (String, Vec<String>),
    /// What changes from column to column, and its values; one if nothing does.
    pub columns: (String, Vec<String>),
    /// What is compared, and its values; one if nothing is.
    pub compared: (String, Vec<String>),
    /// What the numbers are of.
    pub asked: String,
    /// Row by row, in it column by column, in it what is compared.
    pub cells: Vec<SheetCell>,
}

/// One number of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetCell {
    /// As a fraction.
    pub exact: String,
    /// The same, rounded.
    pub share: f64,
    /// Whether it is a mean rather than a chance.
    pub mean: bool,
}

impl Sheet {
    /// The series of the sheet: what each column is, what is compared in it, and its numbers from row to row.
    fn series(&self) -> Vec<(String, Vec<&SheetCell>)> {
        let (columns, compared) = (self.columns.1.len(), self.compared.1.len());
        let mut all = Vec::new();
        for column in 0..columns {
            for other in 0..compared {
                let name = |(path, values): &(String, Vec<String>), nth: usize| match path.is_empty() {
                    true => None,
                    false => Some(format!("{} {}", short(path), values[nth])),
                };
                let names: Vec<String> = [name(&self.columns, column), name(&self.compared, other)]
                    .into_iter()
                    .flatten()
                    .collect();
                let name = if names.is_empty() { "odds".to_owned() } else { names.join(", ") };
                let cell = |row: usize| self.cells.get((row * columns + column) * compared + other);
                all.push((name, (0..self.rows.1.len()).filter_map(cell).collect()));
            }
        }
        all
    }

    /// As plain text.
    pub fn text(&self) -> String {
        let series = self.series();
        let mut out = format!("{}\n\n", self.asked);
        let head = short(&self.rows.0);
        let first = self.rows.1.iter().map(String::len).chain([head.len()]).max().unwrap_or(0);
        let wide = |name: &str| name.chars().count().max(8);
        let _ = write!(out, "{head:>first$}");
        for (name, _) in &series {
            let _ = write!(out, "  {name:>0$}", wide(name));
        }
        out.push('\n');
        for (row, value) in self.rows.1.iter().enumerate() {
            let _ = write!(out, "{value:>first$}");
            for (name, cells) in &series {
                let told = cells.get(row).map_or_else(String::new, |cell| cell.told());
                let _ = write!(out, "  {told:>0$}", wide(name));
            }
            out.push('\n');
        }
        out
    }
}

impl SheetCell {
    fn told(&self) -> String {
        if self.mean { format!("{:.3}", self.share) } else { format!("{:.2} %", self.share * 100.0) }
    }
}

/// The sheet as CSV: one line for each cell, with the exact fraction.
pub fn sheet_csv(sheet: &Sheet) -> String {
    let name = |path: &str, other: &str| quoted(if path.is_empty() { other } else { path });
    let mut out = format!(
        "{},{},{},value,exact\n",
        name(&sheet.rows.0, "row"),
        name(&sheet.columns.0, "column"),
        name(&sheet.compared.0, "compared")
    );
    let mut cells = sheet.cells.iter();
    for row in &sheet.rows.1 {
        for column in &sheet.columns.1 {
            for other in &sheet.compared.1 {
                let Some(cell) = cells.next() else { return out };
                let column = if sheet.columns.0.is_empty() { "" } else { column };
                let other = if sheet.compared.0.is_empty() { "" } else { other };
                let _ = writeln!(
                    out,
                    "{},{},{},{},{}",
                    quoted(row),
                    quoted(column),
                    quoted(other),
                    cell.share,
                    cell.exact
                );
            }
        }
    }
    out
}

/// The sheet as one file of HTML with its chart inside.
pub fn sheet_html(game: &str, sheet: &Sheet, credits: Option<&str>) -> String {
    let series = sheet.series();
    let mean = sheet.cells.iter().any(|cell| cell.mean);
    let drawn: Vec<(String, Vec<f64>)> = series
        .iter()
        .map(|(name, cells)| (name.clone(), cells.iter().map(|cell| cell.share).collect()))
        .collect();
    let title = format!("{} by {}", if mean { "Mean" } else { "Chance" }, short(&sheet.rows.0));
    let said: Vec<String> = drawn
        .iter()
        .map(|(name, values)| {
            let ends = values.first().zip(values.last());
            ends.map_or_else(String::new, |(from, to)| format!("{name}: from {from:.3} to {to:.3}"))
        })
        .collect();
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{0}</title><style>{STYLE}</style></head><body><main>\
         <p class=\"over\">{1}</p><h1>{0}</h1><p class=\"note\">{2}</p><section><h2>Chart</h2>{3}</section>",
        escape(&title),
        escape(game),
        escape(&sheet.asked),
        lines(&said.join("; "), &sheet.rows.1, &drawn, mean)
    );
    let _ = write!(
        out,
        "<section><h2>Numbers</h2><div class=\"wide\"><table><thead><tr><th scope=\"col\">{}</th>",
        escape(short(&sheet.rows.0))
    );
    for (name, _) in &series {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(name));
    }
    out.push_str("</tr></thead><tbody>");
    for (row, value) in sheet.rows.1.iter().enumerate() {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(value));
        for (_, cells) in &series {
            if let Some(cell) = cells.get(row) {
                let _ = write!(out, "<td title=\"{}\">{}</td>", escape(&cell.exact), cell.told());
            }
        }
        out.push_str("</tr>");
    }
    out.push_str(
        "</tbody></table></div></section><p class=\"note\">Exact, by the full rules of the game.</p>",
    );
    if let Some(credits) = credits {
        let _ = write!(out, "<p class=\"note\">{}</p>", escape(credits));
    }
    out.push_str("</main></body></html>\n");
    out
}

/// The last part of a path: what people call it.
fn short(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// A field of CSV.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
