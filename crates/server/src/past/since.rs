//! Since when each house rule is as it is. Every game sets a switch by a fact `house` with the switch and its value,
//! so what the journal says of those is enough; what was taken back does not count.

use boneyard_store::Record;
use serde_json::Value;

/// A house rule that was set while the table was in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Since {
    /// The switch.
    pub(crate) switch: String,
    /// The action that set it.
    pub(crate) action: u32,
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
}

/// The last setting of every switch that was ever set, in the order in which they were set.
pub(crate) fn since(records: &[Record]) -> Vec<Since> {
    let mut set: Vec<Since> = Vec::new();
    // What was taken back last comes back first.
    let mut undone: Vec<Vec<Since>> = Vec::new();
    for record in records {
        let body = || serde_json::from_str::<Value>(&record.body).unwrap_or_default();
        match record.kind.as_str() {
            "acted" if record.body.contains("\"switch\"") => {
                let body = body();
                let acted = &body["acted"];
                let action = number(&acted["id"]);
                for entry in acted["log"].as_array().into_iter().flatten() {
                    let switch = switch_of(&entry["fact"]["fact"]);
                    set.extend(switch.map(|switch| Since { switch, action, at: record.at }));
                }
            }
            "undone" => {
                let from = number(&body()["undone"]["from"]);
                undone.push(set.extract_if(.., |one| one.action >= from).collect());
            }
            "redone" => set.extend(undone.pop().into_iter().flatten()),
            _ => {}
        }
    }
    let mut last: Vec<Since> = Vec::new();
    for one in set {
        last.retain(|known| known.switch != one.switch);
        last.push(one);
    }
    last
}

/// The switch a fact sets, however deep in its family the fact stands.
fn switch_of(fact: &Value) -> Option<String> {
    let fields = fact.as_object()?;
    match fields.get("house") {
        Some(house) => house["switch"].as_str().map(str::to_owned),
        None => fields.values().find_map(switch_of),
    }
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| number.try_into().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use boneyard_store::Seq;

    use super::*;

    fn record(at: i64, kind: &str, body: &str) -> Record {
        Record { seq: Seq(at as u64), at, kind: kind.into(), command: None, body: body.into() }
    }

    fn set(at: i64, id: u32, fact: &str) -> Record {
        record(
            at,
            "acted",
            &format!(r#"{{"acted":{{"id":{id},"log":[{{"fact":{{"rule":"XX-1","fact":{fact}}}}}]}}}}"#),
        )
    }

    #[test]
    fn the_last_setting_counts_unless_it_was_taken_back() {
        let plain = r#"{"house":{"switch":"soft_hits","value":"on"}}"#;
        let deep = r#"{"table":{"house":{"switch":"grim","value":"no"}}}"#;
        let other = r#"{"hurt":{"who":1}}"#;
        let mut records = vec![set(10, 1, plain), set(20, 2, deep), set(25, 3, other), set(30, 4, plain)];
        let told = |records: &[Record]| -> Vec<(String, u32, i64)> {
            since(records).into_iter().map(|one| (one.switch, one.action, one.at)).collect()
        };
        assert_eq!(told(&records), [("grim".to_owned(), 2, 20), ("soft_hits".to_owned(), 4, 30)]);
        records.push(record(40, "undone", r#"{"undone":{"from":4,"by":0,"crossed":false}}"#));
        assert_eq!(told(&records), [("soft_hits".to_owned(), 1, 10), ("grim".to_owned(), 2, 20)]);
        records.push(record(50, "redone", r#"{"redone":{"from":4,"by":0}}"#));
        assert_eq!(told(&records), [("grim".to_owned(), 2, 20), ("soft_hits".to_owned(), 4, 30)]);
    }

    #[test]
    fn settings_taken_back_one_by_one_come_back_one_by_one() {
        let soft = r#"{"house":{"switch":"soft_hits","value":"on"}}"#;
        let grim = r#"{"house":{"switch":"grim","value":"no"}}"#;
        let undone =
            |at, from: u32| record(at, "undone", &format!(r#"{{"undone":{{"from":{from},"by":0}}}}"#));
        let redone =
            |at, from: u32| record(at, "redone", &format!(r#"{{"redone":{{"from":{from},"by":0}}}}"#));
        let mut records = vec![set(10, 1, soft), set(20, 2, grim), undone(30, 2), undone(40, 1)];
        let told = |records: &[Record]| -> Vec<(String, i64)> {
            since(records).into_iter().map(|one| (one.switch, one.at)).collect()
        };
        assert_eq!(told(&records), []);
        records.push(redone(50, 1));
        assert_eq!(told(&records), [("soft_hits".to_owned(), 10)]);
        records.push(redone(60, 2));
        assert_eq!(told(&records), [("soft_hits".to_owned(), 10), ("grim".to_owned(), 20)]);
    }
}
