//! Events, tables and trackers that set one another off without end in one command. The running world cuts such a loop off; here
//! its author hears of it. What happens once, or after some time, ends a loop; so does an event whose own flag stands against it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Told, graph};
use crate::adventure::{Adventure, Again, Effects, Event, Test, Then, When};
use crate::dialect::Dialect;

/// What can be in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Event(usize),
    Row(usize, usize),
    Table(usize),
    Step(usize, usize),
    Over(usize),
}

pub(super) fn check<G: Dialect>(file: &Adventure<G>, told: &mut Told) {
    let mut leads: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
    let finds = Finds::of(file);
    for (event, at) in file.event.iter().zip(0..) {
        if event.again == Again::Always && !ends_itself(event) {
            leads.insert(Node::Event(at), finds.follows(&event.then));
        }
    }
    for (table, at) in file.table.iter().zip(0..) {
        let rows =
            table.rows.iter().zip(0..).map(|(row, number)| (Node::Row(at, number), finds.follows(&row.then)));
        leads.extend(rows);
        leads.insert(Node::Table(at), (0..table.rows.len()).map(|number| Node::Row(at, number)).collect());
    }
    for (tracker, at) in file.tracker.iter().zip(0..) {
        if tracker.rearms {
            for (step, number) in tracker.steps.iter().zip(0..) {
                leads.insert(Node::Step(at, number), finds.follows(&step.then));
            }
        }
        leads.insert(Node::Over(at), finds.follows(&tracker.over));
    }
    let left = without_ends(leads);
    if let Some(way) = round(&left) {
        let words: Vec<String> = way.iter().filter_map(|node| spoken(file, *node)).collect();
        let what = format!("this goes round without end: {}", words.join(", then "));
        told.warning(field(way[0]), what);
    }
}

/// Takes away what ends: nodes that lead nowhere, tables of which a row does, and what then leads nowhere.
fn without_ends(mut leads: BTreeMap<Node, BTreeSet<Node>>) -> BTreeMap<Node, BTreeSet<Node>> {
    loop {
        let alive: BTreeSet<Node> = leads
            .iter()
            .filter(|(node, to)| {
                let goes_on = |to: &Node| leads.contains_key(to);
                // Dice that can fall on a row that ends sooner or later do.
                if matches!(node, Node::Table(_)) { to.iter().all(goes_on) } else { to.iter().any(goes_on) }
            })
            .map(|(node, _)| *node)
            .collect();
        if alive.len() == leads.len() {
            return leads;
        }
        leads.retain(|node, _| alive.contains(node));
    }
}

/// A way that comes back to where it began, if there is one.
fn round(leads: &BTreeMap<Node, BTreeSet<Node>>) -> Option<Vec<Node>> {
    let mut way: Vec<Node> = vec![*leads.keys().next()?];
    loop {
        let to = leads.get(way.last()?)?;
        let next = *to.iter().find(|next| leads.contains_key(next))?;
        if let Some(at) = way.iter().position(|node| *node == next) {
            way.drain(..at);
            // It begins with what an author thinks of first.
            let first = way.iter().position(|node| matches!(node, Node::Event(_))).unwrap_or(0);
            way.rotate_left(first);
            return Some(way);
        }
        way.push(next);
    }
}

fn field(node: Node) -> String {
    match node {
        Node::Event(at) => format!("event[{}]", at + 1),
        Node::Row(at, row) => format!("table[{}].rows[{}]", at + 1, row + 1),
        Node::Table(at) => format!("table[{}]", at + 1),
        Node::Step(at, step) => format!("tracker[{}].steps[{}]", at + 1, step + 1),
        Node::Over(at) => format!("tracker[{}].over", at + 1),
    }
}

fn spoken<G: Dialect>(file: &Adventure<G>, node: Node) -> Option<String> {
    match node {
        Node::Event(at) => Some(format!("event `{}`", file.event[at].id)),
        Node::Table(at) => Some(format!("table `{}`", file.table[at].id)),
        Node::Step(at, step) => {
            Some(format!("`{}` at {}", file.tracker[at].id, file.tracker[at].steps[step].at))
        }
        Node::Over(at) => Some(format!("`{}` beyond its end", file.tracker[at].id)),
        Node::Row(..) => None,
    }
}

/// Whether an event does what then stands against it: it sets the flag it must not find.
fn ends_itself<G: Dialect>(event: &Event<G>) -> bool {
    event.then.iter().any(|then| match then {
        Then::Flag(set) => event.r#if.iter().any(|test| match test {
            Test::Not(inside) => matches!(&**inside, Test::Flag(flag) if flag == set),
            _ => false,
        }),
        Then::Unflag(taken) => {
            event.r#if.iter().any(|test| matches!(test, Test::Flag(flag) if flag == taken))
        }
        _ => false,
    })
}

/// What a kind of signal sets off, found once for a file.
#[derive(Default)]
struct Finds<'a> {
    events: BTreeMap<&'a str, usize>,
    tables: BTreeMap<&'a str, usize>,
    trackers: BTreeMap<&'a str, Vec<Node>>,
    /// By kind of signal and name.
    waits: BTreeMap<(&'static str, &'a str), Vec<Node>>,
    /// By kind of signal, whatever its name.
    any: BTreeMap<&'static str, Vec<Node>>,
}

impl<'a> Finds<'a> {
    fn of<G: Dialect>(file: &'a Adventure<G>) -> Self {
        let mut finds = Self::default();
        for (event, at) in file.event.iter().zip(0..) {
            finds.events.insert(event.id.as_str(), at);
            for when in event.when.iter() {
                let (kind, name) = signal(when);
                let by_name = ["flag", "unflag", "tracker", "opened"].contains(&kind);
                if by_name {
                    finds.waits.entry((kind, name)).or_default().push(Node::Event(at));
                } else {
                    finds.any.entry(kind).or_default().push(Node::Event(at));
                }
            }
        }
        finds.tables.extend(file.table.iter().zip(0..).map(|(table, at)| (table.id.as_str(), at)));
        for (tracker, at) in file.tracker.iter().zip(0..) {
            let steps = (0..tracker.steps.len()).map(|step| Node::Step(at, step));
            finds.trackers.insert(tracker.id.as_str(), steps.chain([Node::Over(at)]).collect());
        }
        finds
    }

    /// What effects set off at once.
    fn follows<G: Dialect>(&self, effects: &Effects<G>) -> BTreeSet<Node> {
        let mut to = BTreeSet::new();
        graph::each(effects, graph::Stands::default(), &mut |then, stands| {
            if stands.later {
                return;
            }
            let mut waits = |kind, name: &str| to.extend(self.waits.get(&(kind, name)).into_iter().flatten());
            match then {
                Then::Flag(flag) => waits("flag", flag.as_str()),
                Then::Unflag(flag) => waits("unflag", flag.as_str()),
                Then::Tracker { is, .. } => {
                    waits("tracker", is.as_str());
                    to.extend(self.trackers.get(is.as_str()).into_iter().flatten());
                }
                Then::Way { is, .. } => waits("opened", is.as_str()),
                Then::Run(event) => to.extend(self.events.get(event.as_str()).map(|at| Node::Event(*at))),
                Then::Roll(table) => to.extend(self.tables.get(table.as_str()).map(|at| Node::Table(*at))),
                Then::Noise { .. } => to.extend(self.any.get("noise").into_iter().flatten()),
                Then::Fight { .. } => to.extend(self.any.get("fight").into_iter().flatten()),
                Then::Harm { .. } => to.extend(self.any.get("hurt").into_iter().flatten()),
                Then::Move { .. } => to.extend(self.any.get("went").into_iter().flatten()),
                Then::Put { .. } | Then::Lose { .. } => {
                    to.extend(self.any.get("thing").into_iter().flatten());
                }
                _ => {}
            }
        });
        to
    }
}

/// What sets an event off, as far as loops go.
fn signal(when: &When) -> (&'static str, &str) {
    match when {
        When::Flag(flag) => ("flag", flag.as_str()),
        When::Unflag(flag) => ("unflag", flag.as_str()),
        When::Reaches { tracker, .. } => ("tracker", tracker.as_str()),
        When::Full(tracker) => ("tracker", tracker.as_str()),
        When::Opened(name) => ("opened", name.as_str()),
        When::Noise { .. } => ("noise", ""),
        When::Fight(_) | When::Fought(_) => ("fight", ""),
        When::Blood(_) | When::Dead(_) | When::AllDead(_) => ("hurt", ""),
        When::Enters(_) | When::Leaves(_) | When::Crosses(_) => ("went", ""),
        When::Taken(_) | When::Put { .. } => ("thing", ""),
        _ => ("other", ""),
    }
}
