//! What a game's content calls things: the ids and names of its entries, by the table they stand in. Built from the text of
//! content files, so that a pack's own rows can be looked up beside the game's.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

/// Names of a game's content, and of the games there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// By table: each name in small letters, and as it is written.
    tables: BTreeMap<String, BTreeMap<String, String>>,
    rules: BTreeSet<String>,
    games: Vec<String>,
}

impl Dictionary {
    /// The names in content files; what is no TOML has none.
    pub fn of<'a>(files: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        for text in files {
            for (table, value) in text.parse::<Table>().unwrap_or_default() {
                collect(&value, all.tables.entry(table).or_default());
            }
        }
        all
    }

    /// With the ids of rules; without any, no rule is looked up.
    #[must_use]
    pub fn with_rules<'a>(mut self, rules: impl IntoIterator<Item = &'a str>) -> Self {
        self.rules.extend(rules.into_iter().map(str::to_owned));
        self
    }

    /// With the names of all games; without any, none is looked up.
    #[must_use]
    pub fn with_games<'a>(mut self, games: impl IntoIterator<Item = &'a str>) -> Self {
        self.games.extend(games.into_iter().map(str::to_owned));
        self
    }

    /// Whether one of these tables has it; capitals do not matter.
    pub fn knows(&self, tables: &[&str], name: &str) -> bool {
        let name = name.to_lowercase();
        tables.iter().any(|table| self.tables.get(*table).is_some_and(|names| names.contains_key(&name)))
    }

    /// Whether any table has it.
    pub fn knows_anywhere(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.tables.values().any(|names| names.contains_key(&name))
    }

    /// Whether it is the name of a table.
    pub fn is_table(&self, name: &str) -> bool {
        self.tables.contains_key(name)
    }

    /// The names of these tables, as they are written.
    pub fn names<'a>(&'a self, tables: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        let known = tables.iter().filter_map(|table| self.tables.get(*table));
        known.flat_map(|names| names.values().map(String::as_str))
    }

    /// All names.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.tables.values().flat_map(|names| names.values().map(String::as_str))
    }

    /// Whether there is such a rule, as far as it is known.
    pub fn has_rule(&self, id: &str) -> bool {
        self.rules.is_empty() || self.rules.contains(id)
    }

    /// The games there are.
    pub fn games(&self) -> &[String] {
        &self.games
    }
}

fn collect(value: &Value, names: &mut BTreeMap<String, String>) {
    match value {
        Value::Table(table) => {
            // Some rows are known by their kind alone.
            if let Some(Value::String(kind)) = table.get("kind")
                && !table.contains_key("name")
                && !table.contains_key("id")
            {
                names.insert(kind.to_lowercase(), kind.clone());
            }
            for (key, value) in table {
                match value {
                    Value::String(name) if key == "name" || key == "id" => {
                        names.insert(name.to_lowercase(), name.clone());
                    }
                    value => collect(value, names),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}
