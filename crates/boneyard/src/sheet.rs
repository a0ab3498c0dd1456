//! A designers' sheet: the odds a story asks about, worked out for every value of one or two things in the story, and
//! again with something else changed. Only the working out; writing it is the command's and the lab's.

use boneyard_lab::{Sheet, SheetCell};
use boneyard_table::story::{Story, play_out};
use toml::Value;

use crate::Failure;
use crate::games::GameEntry;
use crate::wait::Wait;

/// A part of a story that takes one value after another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Range {
    /// Where it stands: `heroes.Bo.set.gumption`.
    pub(crate) path: String,
    /// Its values, in order.
    pub(crate) values: Vec<Value>,
}

/// The most cells of a sheet.
const MOST: usize = 2_000;

impl Range {
    /// Reads `path=1..10`, `path=1,2,4` or `path=value`.
    pub(crate) fn read(text: &str) -> Result<Self, Failure> {
        let bad =
            || Failure::said(format!("\"{text}\" is no range: write PATH=1..10, PATH=1,2,4 or PATH=word."));
        let (path, values) =
            text.split_once('=').filter(|(path, _)| !path.trim().is_empty()).ok_or_else(bad)?;
        let values: Vec<Value> = match values.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (first.trim().parse::<i64>(), last.trim().parse::<i64>());
                let (first, last) = (first.map_err(|_| bad())?, last.map_err(|_| bad())?);
                if last < first || last.saturating_sub(first) as u64 >= MOST as u64 {
                    return Err(bad());
                }
                (first..=last).map(Value::Integer).collect()
            }
            None => values.split(',').map(|one| word(one.trim())).collect(),
        };
        Ok(Self { path: path.trim().to_owned(), values })
    }
}

/// A number, yes or no, or a word.
fn word(text: &str) -> Value {
    match (text.parse::<i64>(), text.parse::<bool>()) {
        (Ok(number), _) => Value::Integer(number),
        (_, Ok(is)) => Value::Boolean(is),
        _ => Value::String(text.to_owned()),
    }
}

/// A value as text.
pub(crate) fn told(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

/// Works out a sheet: each row for each column, and all of it again for each thing compared. Who has enough before it is
/// done gets the rows that are whole.
pub(crate) fn worked_out(
    entry: &'static GameEntry,
    text: &str,
    rows: &Range,
    columns: Option<&Range>,
    compare: Option<&Range>,
    wait: &Wait,
) -> Result<Sheet, Failure> {
    let whole: Value = toml::from_str(text).map_err(|error| Failure::said(error.to_string()))?;
    let nothing = Range { path: String::new(), values: vec![Value::Boolean(true)] };
    let (columns, compared) = (columns.unwrap_or(&nothing), compare.unwrap_or(&nothing));
    if rows.values.len() * columns.values.len() * compared.values.len() > MOST {
        return Err(Failure::said(format!("A sheet has at most {MOST} cells.")));
    }
    let mut sheet = Sheet {
        rows: (rows.path.clone(), rows.values.iter().map(told).collect()),
        columns: (columns.path.clone(), columns.values.iter().map(told).collect()),
        compared: (compared.path.clone(), compared.values.iter().map(told).collect()),
        asked: String::new(),
        cells: Vec::new(),
    };
    let mut stories = Vec::new();
    for row in &rows.values {
        for column in &columns.values {
            for other in &compared.values {
                let mut story = whole.clone();
                for (range, value) in [(rows, row), (columns, column), (compared, other)] {
                    if !range.path.is_empty() {
                        put(&mut story, &range.path, value)?;
                    }
                }
                stories.push(story);
            }
        }
    }
    let number = stories.len();
    let say = |done: usize| format!("Cell {} of {number}", (done + 1).min(number));
    let done = wait.pieces(say, move |hand| {
        for story in &stories {
            let cell = answer(entry, story);
            let failed = cell.is_err();
            hand(cell);
            if failed {
                return;
            }
        }
    });
    for cell in done {
        let (asked, cell) = cell?;
        sheet.asked = asked;
        sheet.cells.push(cell);
    }
    whole_rows(&mut sheet);
    if sheet.rows.1.is_empty() {
        return Err(Failure::said("Stopped before the first row was ready."));
    }
    Ok(sheet)
}

/// Removes the rows that are not complete.
fn whole_rows(sheet: &mut Sheet) {
    let across = sheet.columns.1.len() * sheet.compared.1.len();
    let rows = sheet.cells.len() / across.max(1);
    sheet.rows.1.truncate(rows);
    sheet.cells.truncate(rows * across);
}

/// The first question of a story.
fn answer(entry: &GameEntry, story: &Value) -> Result<(String, SheetCell), Failure> {
    let text = toml::to_string(story).map_err(|error| Failure::said(error.to_string()))?;
    let story = Story::read(&text).map_err(|error| Failure::said(error.to_string()))?;
    let Some(check) = story.odds.first() else {
        return Err(Failure::said("This story asks for no odds: it has no [[odds]]."));
    };
    // Steps and packs belong to stories; a sheet begins with its stage.
    let no_packs = |path: &str| Err(format!("a sheet takes no packs, and this story has {path}"));
    let table = play_out(entry.game, &story, &no_packs).map_err(Failure::said)?;
    let told = check.answer(&*table).map_err(Failure::said)?;
    let share = told.decimal.parse().map_err(|_| Failure::said("That is no number."))?;
    Ok((check.asked(), SheetCell { exact: told.is, share, mean: check.mean.is_some() }))
}

/// Puts a value at a path; makes missing tables on the way, but places in lists must exist.
pub(crate) fn put(whole: &mut Value, path: &str, value: &Value) -> Result<(), Failure> {
    let lost = |part: &str| Failure::said(format!("{path} leads nowhere in this story: there is no {part}."));
    let mut place = whole;
    for part in path.split('.') {
        place = match place {
            Value::Table(table) => table.entry(part).or_insert_with(|| Value::Table(toml::Table::new())),
            Value::Array(list) => {
                let nth: usize = part.parse().map_err(|_| lost(part))?;
                list.get_mut(nth).ok_or_else(|| lost(part))?
            }
            _ => return Err(lost(part)),
        };
    }
    *place = value.clone();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        let read =
            |text: &str| Range::read(text).map(|range| range.values.iter().map(told).collect::<Vec<_>>());
        assert_eq!(read("a.b=1..3").ok(), Some(vec!["1".into(), "2".into(), "3".into()]));
        assert_eq!(read("a=once, off").ok(), Some(vec!["once".into(), "off".into()]));
        for bad in ["", "a", "=1..2", "a=3..1", "a=1..x", "a=0..9999999"] {
            assert!(Range::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_sheet_that_was_stopped_has_the_rows_that_are_whole() {
        let values = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let cell = SheetCell { exact: "1/2".into(), share: 0.5, mean: false };
        let mut sheet = Sheet {
            rows: ("dice".into(), values(&["1", "2", "3"])),
            columns: ("sides".into(), values(&["4", "6"])),
            compared: (String::new(), values(&["true"])),
            asked: "Bo hits".into(),
            cells: vec![cell; 3],
        };
        whole_rows(&mut sheet);
        assert_eq!((sheet.rows.1, sheet.cells.len()), (values(&["1"]), 2));
    }

    #[test]
    fn a_path_makes_the_tables_it_needs_and_no_places_in_lists() {
        let mut whole: Value = toml::from_str("odds = [{ do = {} }]").expect("TOML");
        put(&mut whole, "heroes.Bo.set.str", &Value::Integer(3)).expect("a new table");
        put(&mut whole, "odds.0.do.dice", &Value::Integer(2)).expect("a place in a list");
        assert_eq!(whole["heroes"]["Bo"]["set"]["str"].as_integer(), Some(3));
        assert_eq!(whole["odds"][0]["do"]["dice"].as_integer(), Some(2));
        assert!(put(&mut whole, "odds.1.do", &Value::Integer(2)).is_err());
        assert!(put(&mut whole, "heroes.Bo.set.str.more", &Value::Integer(2)).is_err());
    }
}
