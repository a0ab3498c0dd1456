//! Changes between two JSON documents, as JSON Patch (RFC 6902) with `add`, `remove` and `replace`.
//! Things in lists are known by their `key`, `id`, `owner`, `seat`, `who` or `name`, so that one that comes
//! or goes does not rewrite its neighbours. Both documents are already filtered for the seat.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One change. A path is a JSON Pointer (RFC 6901).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Change {
    /// A new field, or a new thing in a list before the one at this place.
    Add { path: String, value: Value },
    /// A field or thing is gone.
    Remove { path: String },
    /// Something is otherwise now.
    Replace { path: String, value: Value },
}

/// What names a thing in a list.
const NAMES: [&str; 6] = ["key", "id", "owner", "seat", "who", "name"];

/// Changes gathered part by part: a part that is equal costs no more than to see that it is.
#[derive(Debug, Default)]
pub(super) struct Differences(Vec<Change>);

impl Differences {
    /// A part at a path. What is nothing is not there.
    pub(super) fn part<T: PartialEq + Serialize + ?Sized>(&mut self, path: &str, old: &T, new: &T) {
        if old == new {
            return;
        }
        // Plain data with text keys always has a JSON form.
        let [old, new] = [old, new].map(|part| serde_json::to_value(part).unwrap_or_default());
        let path = path.to_owned();
        match (old.is_null(), new.is_null()) {
            (true, _) => self.0.push(Change::Add { path, value: new }),
            (_, true) => self.0.push(Change::Remove { path }),
            _ => compare(&old, &new, &mut path.clone(), &mut self.0),
        }
    }

    /// The same for a thing in a list, or in a list of a thing in a list.
    pub(super) fn nth_part<T: PartialEq + Serialize>(
        &mut self,
        names: &[&str],
        at: &[usize],
        old: &T,
        new: &T,
    ) {
        if old != new {
            let path: String = names.iter().zip(at).map(|(name, at)| format!("{name}{at}")).collect();
            self.part(&path, old, new);
        }
    }

    pub(super) fn changes(self) -> Vec<Change> {
        self.0
    }
}

/// Makes changes in order. `None` where one does not fit: the document is not what it was made for.
pub fn apply(document: &mut Value, changes: &[Change]) -> Option<()> {
    changes.iter().try_for_each(|change| {
        let (Change::Add { path, .. } | Change::Remove { path } | Change::Replace { path, .. }) = change;
        if path.is_empty() {
            let Change::Replace { value, .. } = change else { return None };
            *document = value.clone();
            return Some(());
        }
        let (parent, last) = path.rsplit_once('/')?;
        let last = last.replace("~1", "/").replace("~0", "~");
        match (document.pointer_mut(parent)?, change) {
            (Value::Object(fields), Change::Remove { .. }) => fields.remove(&last).map(drop),
            (Value::Object(fields), Change::Add { value, .. } | Change::Replace { value, .. }) => {
                fields.insert(last, value.clone());
                Some(())
            }
            (Value::Array(things), change) => {
                let at: usize = last.parse().ok()?;
                match change {
                    Change::Add { value, .. } if at <= things.len() => things.insert(at, value.clone()),
                    Change::Remove { .. } if at < things.len() => drop(things.remove(at)),
                    Change::Replace { value, .. } => *things.get_mut(at)? = value.clone(),
                    _ => return None,
                }
                Some(())
            }
            _ => None,
        }
    })
}

fn compare(old: &Value, new: &Value, path: &mut String, changes: &mut Vec<Change>) {
    match (old, new) {
        _ if old == new => {}
        (Value::Object(old), Value::Object(new)) => fields(old, new, path, changes),
        (Value::Array(old), Value::Array(new)) => things(old, new, path, changes),
        _ => changes.push(Change::Replace { path: path.clone(), value: new.clone() }),
    }
}

fn fields(old: &Map<String, Value>, new: &Map<String, Value>, path: &mut String, changes: &mut Vec<Change>) {
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        under(path, name, |path| changes.push(Change::Remove { path: path.clone() }));
    }
    for (name, value) in new {
        under(path, name, |path| match old.get(name) {
            Some(before) => compare(before, value, path, changes),
            None => changes.push(Change::Add { path: path.clone(), value: value.clone() }),
        });
    }
}

/// What has left is removed, what is new is put in its place, what has stayed is compared.
fn things(old: &[Value], new: &[Value], path: &mut String, changes: &mut Vec<Change>) {
    let remove = |at: usize, path: &mut String, changes: &mut Vec<Change>| {
        under(path, &at.to_string(), |path| changes.push(Change::Remove { path: path.clone() }));
    };
    let named = old.iter().chain(new).all(|thing| name(thing).is_some());
    let mut now: Vec<&Value> = old.iter().collect();
    if named {
        let stays = |thing: &Value| new.iter().any(|other| name(other) == name(thing));
        for at in (0..now.len()).rev().filter(|at| !stays(&old[*at])) {
            now.remove(at);
            remove(at, path, changes);
        }
    }
    for (at, thing) in new.iter().enumerate() {
        let here = now.get(at).copied();
        if let Some(here) = here.filter(|here| !named || name(here) == name(thing)) {
            under(path, &at.to_string(), |path| compare(here, thing, path, changes));
            continue;
        }
        if let Some(later) = now.iter().skip(at).position(|other| name(other) == name(thing)) {
            now.remove(at + later);
            remove(at + later, path, changes);
        }
        now.insert(at, thing);
        under(path, &at.to_string(), |path| {
            changes.push(Change::Add { path: path.clone(), value: thing.clone() });
        });
    }
    for at in (new.len()..now.len()).rev() {
        remove(at, path, changes);
    }
}

fn name(thing: &Value) -> Option<&Value> {
    let fields = thing.as_object()?;
    NAMES.iter().find_map(|name| fields.get(*name))
}

fn under(path: &mut String, name: &str, then: impl FnOnce(&mut String)) {
    let length = path.len();
    path.push('/');
    path.push_str(&name.replace('~', "~0").replace('/', "~1"));
    then(path);
    path.truncate(length);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn leads(old: &Value, new: &Value) -> Vec<Change> {
        let mut changes = Vec::new();
        compare(old, new, &mut String::new(), &mut changes);
        let mut made = old.clone();
        assert_eq!(apply(&mut made, &changes), Some(()), "{changes:?}");
        assert_eq!(made, *new, "{changes:?}");
        changes
    }

    #[test]
    fn a_hero_who_loses_hit_points_costs_one_number() {
        let sheet = |hp: i32| json!({ "sheets": [{ "owner": 3, "blocks": [{ "key": "hp", "now": hp }] }] });
        let changes = leads(&sheet(9), &sheet(4));
        assert_eq!(changes, [Change::Replace { path: "/sheets/0/blocks/0/now".into(), value: json!(4) }]);
    }

    #[test]
    fn one_who_comes_or_goes_does_not_rewrite_the_others() {
        let list =
            |names: &[&str]| -> Value { names.iter().map(|name| json!({ "id": name, "much": 1 })).collect() };
        assert_eq!(leads(&list(&["bo", "cy"]), &list(&["ana", "bo", "cy"])).len(), 1);
        assert_eq!(leads(&list(&["ana", "bo", "cy"]), &list(&["bo", "cy"])).len(), 1);
        assert_eq!(leads(&list(&["ana", "bo", "cy"]), &list(&["ana", "cy", "di"])).len(), 2);
        leads(&list(&["ana", "bo", "cy"]), &list(&["cy", "bo", "ana"]));
        leads(&list(&["ana", "ana", "bo"]), &list(&["bo", "ana", "ana", "ana"]));
        leads(&list(&["ana"]), &list(&[]));
    }

    #[test]
    fn lists_without_names_and_odd_field_names_are_told_too() {
        leads(&json!({ "a/b": [1, 2, 3], "t~": null }), &json!({ "a/b": [1, 5], "new": { "x": [] } }));
        leads(&json!([1]), &json!([{ "id": 1 }, 2, 3]));
        leads(&json!([{ "id": 1 }, 2]), &json!([{ "id": 2 }]));
        leads(&json!(1), &json!({ "id": 2 }));
    }

    #[test]
    fn a_change_made_for_another_document_is_not_made() {
        let change = Change::Remove { path: "/a/7".into() };
        assert_eq!(apply(&mut json!({ "a": [1] }), &[change]), None);
    }
}
