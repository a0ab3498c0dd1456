//! A word that is no command, and the few it may have been meant for.

use std::collections::BTreeSet;

use serde_json::Value;

/// As many as are read at a glance.
const SHOWN: usize = 5;

/// What a command is called.
pub(super) fn name_of(command: &Value) -> &str {
    let key = command.as_object().and_then(|fields| fields.keys().next());
    key.map(String::as_str).or(command.as_str()).unwrap_or_default()
}

/// The commands of a game, as its schema lists them.
pub(super) fn commands(schema: &Value) -> BTreeSet<&str> {
    let schema = &schema["command"];
    let families = schema["$defs"].as_object().into_iter().flatten();
    let families = families.filter(|(name, _)| name.ends_with("Command")).map(|(_, family)| family);
    let mut all = BTreeSet::new();
    // What has a name of its own, and families of such, side by side.
    let lists = families.chain([schema]).flat_map(|family| [&family["oneOf"], &family["anyOf"]]);
    for one in lists.filter_map(Value::as_array).flatten() {
        all.extend(one["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()));
        all.extend(one["const"].as_str());
        all.extend(one["enum"].as_array().into_iter().flatten().filter_map(Value::as_str));
    }
    all
}

/// What is said of a word that is no command.
pub(super) fn told(word: &str, commands: &BTreeSet<&str>) -> String {
    let near = near(word, commands);
    let meant = if near.is_empty() { String::new() } else { format!(" Near it: {}.", near.join(", ")) };
    format!(
        "This game has no command `{word}`.{meant} `acts` lists what you can do now, `help` lists everything you can type."
    )
}

/// The nearest first: a letter or two off, or a part of the name.
fn near<'a>(word: &str, commands: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let off = |name: &str| {
        let steps = steps_apart(&word, name);
        let part = length >= 3 && (name.contains(&word) || (name.len() >= 3 && word.contains(name)));
        // A part of a name counts like one slip.
        (steps <= (length / 3).max(1)).then_some(steps).or(part.then_some(1))
    };
    let mut found: Vec<(usize, &str)> =
        commands.iter().filter_map(|name| Some((off(name)?, *name))).collect();
    found.sort_unstable();
    found.into_iter().take(SHOWN).map(|(_, name)| name).collect()
}

/// How many letters must be put in, taken out or changed to make one word of the other.
fn steps_apart(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (place, same) in other.iter().enumerate() {
            let changed = before + usize::from(letter != *same);
            before = row[place + 1];
            row[place + 1] = changed.min(row[place] + 1).min(before + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_few_commands_near_it() {
        let all = BTreeSet::from(["attack", "called_shot", "cast", "dash", "hide", "search", "strike"]);
        assert_eq!(near("atack", &all), ["attack"]);
        assert_eq!(near("HIED", &all), Vec::<&str>::new(), "two letters of four are another word");
        assert_eq!(near("hidee", &all), ["hide"]);
        assert_eq!(near("shot", &all), ["called_shot"]);
        let told = told("strke", &all);
        assert!(told.contains("`strke`") && told.contains("strike") && !told.contains("dash"), "{told}");
        assert_eq!(
            (steps_apart("", "abc"), steps_apart("abc", "abc"), steps_apart("abc", "xbcd")),
            (3, 0, 2)
        );
    }
}
