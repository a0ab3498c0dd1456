//! Choosing from what a form or a question allows: a numbered list, and reading what was typed for it.

use boneyard_table::view::{Candidate, Domain, Param, Plain};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::words;

/// One thing on a numbered list.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    name: String,
    note: String,
    value: Value,
}

impl Choice {
    /// Whether this is its whole name.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name.to_lowercase() == name.to_lowercase()
    }
}

/// What a domain lists, given what was picked before; `None` where it cannot be listed.
pub(super) fn choices(domain: &Domain, before: Option<&Value>) -> Option<Vec<Choice>> {
    let plain = |name: &str, value: Value| Choice { name: name.to_owned(), note: String::new(), value };
    match domain {
        Domain::Creature { among } => Some(candidates(among, before)),
        Domain::Seat { among } => Some(candidates(among, before)),
        Domain::Item { among } | Domain::Place { among } => Some(candidates(among, before)),
        Domain::Die { among, least, most: 1, .. } => Some(dice(among, *least)),
        Domain::OneOf { options } => Some(candidates(options, before)),
        Domain::YesNo { yes, no } => {
            Some(vec![plain(yes.text(), Value::Bool(true)), plain(no.text(), Value::Bool(false))])
        }
        Domain::Direction { among } => {
            Some(among.iter().map(|wind| plain(&wind.name().replace('_', "-"), json!(wind.name()))).collect())
        }
        Domain::Square { among } => {
            Some(among.iter().map(|square| plain(&square.to_string(), json!(square))).collect())
        }
        _ => None,
    }
}

/// The list as it is shown.
pub(super) fn listed(domain: &Domain, before: Option<&Value>) -> Vec<String> {
    match choices(domain, before) {
        Some(choices) if matches!(domain, Domain::Die { .. }) => {
            choices.iter().map(|one| format!("     {}{}", one.name, one.note)).collect()
        }
        Some(choices) => choices
            .iter()
            .enumerate()
            .map(|(at, one)| format!("{:>3}. {}{}", at + 1, one.name, one.note))
            .collect(),
        None if !several_of(domain).is_empty() => {
            let things = several_of(domain).into_iter().enumerate();
            let things = things.map(|(at, one)| format!("{:>3}. {}", at + 1, one.name));
            things.chain(how(domain).map(|how| format!("     {how}"))).collect()
        }
        None => domain.lines().into_iter().chain(how(domain)).map(|line| format!("     {line}")).collect(),
    }
}

/// Reads what was typed for a domain.
pub(super) fn read(domain: &Domain, before: Option<&Value>, typed: &str) -> Result<Value, String> {
    if let Some(choices) = choices(domain, before) {
        // A number names a die by its face, not by its place in the list.
        if let (Domain::Die { .. }, Ok(face)) = (domain, typed.trim().parse::<u32>()) {
            let own = |choice: &&Choice| choice.is_called(&format!("the {face}"));
            let of = |choice: &&Choice| choice.name.starts_with(&format!("the {face} of "));
            let found = choices.iter().find(own).or_else(|| choices.iter().find(of));
            return found
                .map(|choice| choice.value.clone())
                .ok_or_else(|| format!("No die to pick shows {face}: {}.", names(&choices)));
        }
        let names: Vec<&str> = choices.iter().map(|choice| choice.name.as_str()).collect();
        return match among(&names, typed) {
            Ok(at) => Ok(choices[at].value.clone()),
            Err(_) if raw(typed) => {
                words::value(typed).ok_or_else(|| format!("`{typed}` is neither JSON nor TOML."))
            }
            Err(wrong) => Err(wrong),
        };
    }
    if raw(typed) {
        return words::value(typed).ok_or_else(|| format!("`{typed}` is neither JSON nor TOML."));
    }
    match domain {
        Domain::Amount { least, most, .. } => {
            let number = typed.parse::<i32>().ok().filter(|number| (least..=most).contains(&number));
            number.map(Value::from).ok_or_else(|| format!("Type a number from {least} to {most}."))
        }
        Domain::Text { .. } => Ok(Value::String(typed.to_owned())),
        Domain::Subset { .. } | Domain::Ranking { .. } | Domain::Die { .. } => {
            several(&several_of(domain), typed)
        }
        Domain::Points { to, .. } => {
            let names: Vec<&str> = to.iter().map(|bin| bin.to.name.text()).collect();
            let mut points = Map::new();
            for (name, amount) in words::fields(typed)? {
                let known = to.iter().position(|bin| bin.to.pick == name);
                let at = known.map_or_else(|| among(&names, &name), Ok)?;
                points.insert(to[at].to.pick.clone(), amount);
            }
            Ok(Value::Object(points))
        }
        Domain::Assign { values, slots } => assigned(values, slots, typed),
        Domain::Form { params } => form(params, typed),
        _ => words::fields(typed).map(Value::Object),
    }
}

fn names(choices: &[Choice]) -> String {
    choices.iter().map(|choice| choice.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Dice by their names; those that are alike are one choice.
fn dice(among: &[Candidate<String>], least: u32) -> Vec<Choice> {
    let mut all: Vec<Choice> = Vec::new();
    for one in candidates(among, None) {
        if !all.iter().any(|known| known.is_called(&one.name)) {
            all.push(Choice { value: json!([one.value]), ..one });
        }
    }
    if least == 0 {
        all.push(Choice { name: "pass".into(), note: ": let them lie".into(), value: json!([]) });
    }
    all
}

/// The place of what was typed in a list: by number, by name, or by how a name begins.
pub(super) fn among(names: &[&str], typed: &str) -> Result<usize, String> {
    let typed = typed.trim();
    if let Ok(number) = typed.parse::<usize>() {
        return match number {
            1.. if number <= names.len() => Ok(number - 1),
            _ if names.is_empty() => Err("There is nothing to choose from.".into()),
            _ => Err(format!("Type a number from 1 to {}.", names.len())),
        };
    }
    let small = typed.to_lowercase();
    if let Some(at) = names.iter().position(|name| name.to_lowercase() == small) {
        return Ok(at);
    }
    let begins = |name: &&str| !small.is_empty() && name.to_lowercase().starts_with(&small);
    let mut found = names.iter().enumerate().filter(|(_, name)| begins(name));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Ok(at),
        (Some((_, one)), Some((_, other))) => {
            Err(format!("`{typed}` may be {one} or {other}. Type more of it."))
        }
        (None, _) if names.is_empty() => Err("There is nothing to choose from.".into()),
        (None, _) => {
            Err(format!("`{typed}` is not among them. Type a number from 1 to {}, or a name.", names.len()))
        }
    }
}

fn raw(typed: &str) -> bool {
    typed.starts_with(['{', '[', '"'])
}

fn candidates<K: Serialize>(among: &[Candidate<K>], before: Option<&Value>) -> Vec<Choice> {
    let fits =
        |one: &&Candidate<K>| before.is_none_or(|before| one.given.is_empty() || one.given.contains(before));
    among
        .iter()
        .filter(fits)
        .map(|one| {
            let say = one.say.as_ref().map(|say| format!(": {say}")).unwrap_or_default();
            let odds = one.odds.as_ref().map(|odds| format!(" {}", odds.sentence())).unwrap_or_default();
            let off =
                one.refusal.as_ref().map(|refusal| format!(" (not now: {refusal})")).unwrap_or_default();
            Choice { name: one.name.to_string(), note: format!("{say}{odds}{off}"), value: json!(one.pick) }
        })
        .collect()
}

/// What several can be taken of.
fn several_of(domain: &Domain) -> Vec<&Candidate<String>> {
    match domain {
        Domain::Subset { of, .. } => of.iter().map(|thing| &thing.what).collect(),
        Domain::Ranking { of: among } | Domain::Die { among, .. } => among.iter().collect(),
        _ => Vec::new(),
    }
}

fn several(of: &[&Candidate<String>], typed: &str) -> Result<Value, String> {
    if typed == "all" {
        return Ok(of.iter().map(|one| one.pick.as_str()).collect());
    }
    let names: Vec<&str> = of.iter().map(|one| one.name.text()).collect();
    let wanted = typed.split(',').map(str::trim).filter(|one| !one.is_empty() && *one != "-");
    wanted.map(|one| among(&names, one).map(|at| json!(of[at].pick))).collect()
}

/// Values in the order of the slots, or each by the name of its slot.
fn assigned(values: &[Candidate<String>], slots: &[Candidate<String>], typed: &str) -> Result<Value, String> {
    let names: Vec<&str> = slots.iter().map(|slot| slot.name.text()).collect();
    let mut given = Map::new();
    if typed.contains('=') {
        for (name, value) in words::fields(typed)? {
            let known = slots.iter().position(|slot| slot.pick == name);
            let at = known.map_or_else(|| among(&names, &name), Ok)?;
            given.insert(slots[at].pick.clone(), value);
        }
        return Ok(Value::Object(given));
    }
    let words: Vec<&str> = typed.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    if words.len() != slots.len() {
        return Err(format!("Type {} values, for {} in this order.", slots.len(), names.join(", ")));
    }
    for (slot, word) in slots.iter().zip(words) {
        let known = values.iter().find(|value| value.pick == word || value.name.text() == word);
        let value = known.ok_or_else(|| {
            let all: Vec<&str> = values.iter().map(|value| value.name.text()).collect();
            format!("`{word}` is none of {}.", all.join(", "))
        })?;
        given.insert(slot.pick.clone(), json!(value.pick));
    }
    Ok(Value::Object(given))
}

fn form(params: &[Param], typed: &str) -> Result<Value, String> {
    let mut filled = words::fields(typed)?;
    for param in params {
        let before = param.after.as_ref().and_then(|name| filled.get(name)).cloned();
        if let Some(Value::String(word)) = filled.get(&param.name).cloned() {
            filled.insert(param.name.clone(), read(&param.domain, before.as_ref(), &word)?);
        }
    }
    Ok(Value::Object(filled))
}

/// How to type what cannot be listed.
fn how(domain: &Domain) -> Option<String> {
    let how = match domain {
        Domain::Assign { .. } => "Type the values in the order of the names, or name=value for each.",
        Domain::Points { .. } | Domain::Form { .. } => "Type name=value for each.",
        Domain::Subset { .. } | Domain::Ranking { .. } | Domain::Die { .. } => {
            "Type numbers or names with commas between, `all`, or - for none."
        }
        Domain::Path { .. } | Domain::Area { .. } => "Type it as JSON.",
        _ => return None,
    };
    Some(how.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_made_by_number_by_name_or_by_how_it_begins() {
        let names = ["Brack", "Raider", "Raider's dog"];
        assert_eq!(among(&names, "2"), Ok(1));
        assert_eq!(among(&names, "raider"), Ok(1));
        assert_eq!(among(&names, "br"), Ok(0));
        assert!(among(&names, "rai").is_err_and(|wrong| wrong.contains("Raider's dog")));
        assert!(among(&names, "4").is_err_and(|wrong| wrong.contains("1 to 3")));
        assert!(among(&names, "0").is_err());
        assert!(among(&names, "").is_err());
    }

    #[test]
    fn a_die_is_named_by_its_face_and_alike_dice_are_one() {
        let named = |id: &str, name: &str| Candidate::new(id, name.to_owned());
        let among =
            vec![named("0", "the 2"), named("1", "the 2"), named("2", "the 5"), named("3", "the 2 of Cy")];
        let domain = Domain::Die { tray: "tray".into(), among, least: 0, most: 1 };
        for typed in ["2", "the 2"] {
            assert_eq!(read(&domain, None, typed), Ok(json!(["0"])), "{typed}");
        }
        assert_eq!(read(&domain, None, "5"), Ok(json!(["2"])));
        assert_eq!(read(&domain, None, "the 2 of cy"), Ok(json!(["3"])));
        assert_eq!(read(&domain, None, "pass"), Ok(json!([])));
        let wrong = read(&domain, None, "3").expect_err("no die shows 3");
        assert!(wrong.contains("the 2, the 5, the 2 of Cy, pass"), "{wrong}");
        assert_eq!(listed(&domain, None).len(), 4);
    }

    #[test]
    fn values_are_given_in_order_or_by_name() {
        let slots = ["Strength", "Dexterity"].map(|name| Candidate::new(name.to_lowercase(), name)).to_vec();
        let values = ["3", "-1"].map(|value| Candidate::new(value, value)).to_vec();
        let domain = Domain::Assign { values, slots };
        let wanted = json!({ "strength": "-1", "dexterity": "3" });
        assert_eq!(read(&domain, None, "-1, 3"), Ok(wanted.clone()));
        assert_eq!(read(&domain, None, "-1 3"), Ok(wanted));
        assert_eq!(read(&domain, None, "str=3 dex=-1"), Ok(json!({ "strength": 3, "dexterity": -1 })));
        let wrong = read(&domain, None, "3").expect_err("one is missing");
        assert_eq!(wrong, "Type 2 values, for Strength, Dexterity in this order.");
        assert_eq!(read(&domain, None, "3 7"), Err("`7` is none of 3, -1.".into()));
    }

    #[test]
    fn what_does_not_fit_the_pick_before_is_not_listed() {
        let among = [Candidate::new("bow", "Bow").given("far"), Candidate::new("sword", "Sword")];
        let domain = Domain::item(among);
        assert_eq!(read(&domain, Some(&json!("near")), "1"), Ok(json!("sword")));
        assert_eq!(read(&domain, Some(&json!("far")), "1"), Ok(json!("bow")));
    }

    #[test]
    fn a_number_out_of_range_says_the_range() {
        let domain = Domain::amount(0, 5);
        assert_eq!(read(&domain, None, "3"), Ok(json!(3)));
        assert_eq!(read(&domain, None, "6"), Err("Type a number from 0 to 5.".into()));
    }
}
