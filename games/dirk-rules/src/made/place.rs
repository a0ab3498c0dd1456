//! Places and ways the referee adds to an adventure that is open, the table's own among them: with who waits there, who comes by,
//! what lies about and what catches people.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::table::OwnFile;
use boneyard_table::{At, Cx, Flow, Refusal, Seat, deed};
use boneyard_world::run::{PlaceKey, World, place_name, settle};
use serde::Serialize;

use super::{RULE, file, id, may_be_named, slug};
use crate::DirkRules;
use crate::rules;

deed! {
    /// Makes a place, joined by a way to one that is there.
    #[serde(deny_unknown_fields)]
    pub struct MakePlace(form: DirkRules) {
        name: String = form.text("name", "What it is called", 40)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String> = form.maybe_text("text", "What they see there", 1_000)?,
        /// The place a way leads from; where the heroes are if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<PlaceKey> = from(form)?,
        /// How long the way takes: `10 minutes`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        takes: Option<String> = form.maybe_text("takes", "How long the way is, such as 10 minutes", 40)?,
        /// Who waits there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waits: Option<String> = creature(form, "waits", "Who waits there")?,
        /// How many: a number or dice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<String> = form.maybe_text("number", "How many of them", 20)?,
        /// Who comes by when an event says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wanderers: Option<String> = creature(form, "wanderers", "Who comes by now and then")?,
        /// How many of those.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        band: Option<String> = form.maybe_text("band", "How many come by", 20)?,
        /// What lies there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lies: Option<String> = form.maybe_text("lies", "What lies there", 80)?,
        /// A danger that catches whoever comes in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hazard: Option<String> = hazard(form)?,
        /// Whether it is safe there.
        #[serde(default)]
        safe: bool = form.flag("safe", "It is safe there")?,
    }
}

fn from(form: &mut Filling<'_, DirkRules>) -> Filled<Option<PlaceKey>> {
    let at = form.at();
    form.maybe("from", "A way leads there from", places(at))
}

fn creature(
    form: &mut Filling<'_, DirkRules>,
    name: &'static str,
    label: &'static str,
) -> Filled<Option<String>> {
    let all = form.book.creatures.iter().map(|row| (row.name.clone(), &row.name));
    form.maybe(name, label, all)
}

fn hazard(form: &mut Filling<'_, DirkRules>) -> Filled<Option<String>> {
    let all = form.book.hazards.iter().map(|row| (row.name.clone(), &row.name));
    form.maybe("hazard", "What catches people there", all)
}

/// All places of open adventures, by name.
fn places(at: At<'_, DirkRules>) -> Vec<(PlaceKey, String)> {
    let world = &at.state.campaign;
    let each = world.order.iter().filter_map(|key| {
        let file = at.book.adventures.get(&world.running(key)?.file)?;
        Some(file.place.iter().map(|row| PlaceKey::new(key, row.id.as_str())))
    });
    each.flatten().map(|place| (place.clone(), place_name(at, &place))).collect()
}

fn is_place(at: At<'_, DirkRules>, place: &PlaceKey) -> bool {
    places(at).iter().any(|(known, _)| known == place)
}

#[derive(Serialize)]
struct PlaceRow<'a> {
    id: String,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lies: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hazards: Vec<Catches<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<Tables>,
}

#[derive(Serialize)]
struct Catches<'a> {
    does: Danger<'a>,
}

#[derive(Serialize)]
struct Danger<'a> {
    hazard: &'a str,
}

#[derive(Serialize)]
struct Tables {
    encounters: String,
}

#[derive(Serialize)]
struct WayRow<'a> {
    between: [&'a str; 2],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    one_way: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    takes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

#[derive(Serialize)]
struct PersonRow<'a> {
    id: String,
    is: &'a str,
    r#where: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<Number<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Number<'a> {
    Fixed(u16),
    Rolled(&'a str),
}

impl<'a> Number<'a> {
    fn of(said: &'a str) -> Self {
        said.trim().parse().map_or(Self::Rolled(said.trim()), Self::Fixed)
    }
}

#[derive(Serialize)]
struct TableRow<'a> {
    id: String,
    name: String,
    dice: &'static str,
    rows: [Comes<'a>; 1],
}

#[derive(Serialize)]
struct Comes<'a> {
    from: u8,
    to: u8,
    text: &'a str,
    then: [Effect<'a>; 1],
}

#[derive(Serialize)]
struct Effect<'a> {
    effect: Summons<'a>,
}

#[derive(Serialize)]
struct Summons<'a> {
    summon: Summoned<'a>,
}

#[derive(Serialize)]
struct Summoned<'a> {
    creature: &'a str,
    count: super::Amount,
}

impl MakePlace {
    fn from(&self, at: At<'_, DirkRules>) -> Option<PlaceKey> {
        let first = || at.state.campaign.heroes().map(|(_, stand)| stand.place.clone()).next();
        self.from.clone().or_else(first).or_else(|| World::<DirkRules>::at_home(at.book))
    }
}

impl Deed<DirkRules> for MakePlace {
    const CARD: Card = Card::gm("Make a place", "Make").rule(rules::DK_SCEN_00H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_be_named(may, &self.name)?;
        let from = self.from(may.at());
        may.not_if(!from.is_some_and(|from| is_place(may.at(), &from)), no_place)?;
        may.not_if(may.state.battle.is_some(), || {
            Refusal::new(rules::DK_SCEN_00H, "in-battle", "There is no time for that in a battle.")
        })
    }

    fn writes(&self, at: At<'_, DirkRules>) -> Result<Vec<OwnFile>, Refusal> {
        let name = self.name.trim();
        let from = self.from(at).ok_or_else(no_place)?;
        let adventure = at.state.campaign.running(&from.adventure).map(|running| running.file.clone());
        let adventure = adventure.ok_or_else(no_place)?;
        let place = slug(name);
        let (mut all, table) = (Vec::new(), id("MEET", name));
        if let Some(creature) = self.wanderers.as_deref() {
            let dice = self.band.as_deref().map_or("1", str::trim).to_owned();
            let count = super::Amount { dice, kind: "creatures".into() };
            let then = [Effect { effect: Summons { summon: Summoned { creature, count } } }];
            let rows = [Comes { from: 1, to: 6, text: creature, then }];
            let row =
                TableRow { id: table.clone(), name: format!("who comes by at {name}"), dice: "1d6", rows };
            all.push(file("tables", name, "table", &row)?);
        }
        let row = PlaceRow {
            id: place.clone(),
            name,
            text: self.text.as_deref(),
            flags: if self.safe { vec!["safe"] } else { Vec::new() },
            lies: self.lies.as_deref().into_iter().collect(),
            hazards: self.hazard.iter().map(|hazard| Catches { does: Danger { hazard } }).collect(),
            tables: self.wanderers.is_some().then_some(Tables { encounters: table }),
        };
        let way = WayRow {
            between: [&from.place, &place],
            one_way: false,
            takes: self.takes.as_deref().map(str::trim),
            text: None,
        };
        let folder = format!("adventures/{adventure}");
        let mut here = file(&folder, name, "place", &row)?;
        let mut text = here.text.take().unwrap_or_default();
        text.push_str(&written("way", &way)?);
        if let Some(is) = self.waits.as_deref() {
            let number = self.number.as_deref().map(Number::of);
            let person = PersonRow { id: format!("{place}-waits"), is, r#where: &place, number };
            text.push_str(&written("person", &person)?);
        }
        here.text = Some(text);
        all.push(here);
        Ok(all)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        cx.cite(rules::DK_SCEN_00H);
        settle(cx)
    }
}

fn written(table: &str, row: &impl Serialize) -> Result<String, Refusal> {
    let text = boneyard_content::written(table, row);
    text.map(|text| format!("\n{text}"))
        .map_err(|error| Refusal::new(RULE, "unwritable", format!("This cannot be written down: {error}.")))
}

fn no_place() -> Refusal {
    Refusal::new(rules::DK_SCEN_00H, "no-place", "There is no such place.")
}

deed! {
    /// Makes a way between two places of an open adventure.
    #[serde(deny_unknown_fields)]
    pub struct MakeWay(form: DirkRules) {
        from: PlaceKey = end(form, "from", "From")?,
        to: PlaceKey = end(form, "to", "To")?,
        /// How long it takes: `10 minutes`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        takes: Option<String> = form.maybe_text("takes", "How long it is, such as 10 minutes", 40)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String> = form.maybe_text("text", "What it is like", 400)?,
        /// Nobody comes back by it.
        #[serde(default)]
        one_way: bool = form.flag("one_way", "Nobody comes back by it")?,
    }
}

fn end(form: &mut Filling<'_, DirkRules>, name: &'static str, label: &'static str) -> Filled<PlaceKey> {
    let at = form.at();
    form.place(name, label, places(at), |word| {
        let (adventure, place) = word.split_once('/')?;
        Some(PlaceKey::new(&adventure.into(), place))
    })
}

impl Deed<DirkRules> for MakeWay {
    const CARD: Card = Card::gm("Make a way", "Make").rule(rules::DK_SCEN_00H);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let there = is_place(may.at(), &self.from) && is_place(may.at(), &self.to);
        may.not_if(!there, no_place)?;
        may.not_if(self.from.adventure != self.to.adventure, || {
            let sentence = "A way joins two places of one adventure; adventures are joined by their ends.";
            Refusal::new(rules::DK_SCEN_00H, "elsewhere", sentence)
        })?;
        may.not_if(self.from == self.to, || {
            Refusal::new(rules::DK_SCEN_00H, "same-place", "A way leads to another place.")
        })
    }

    fn writes(&self, at: At<'_, DirkRules>) -> Result<Vec<OwnFile>, Refusal> {
        let running = at.state.campaign.running(&self.from.adventure).ok_or_else(no_place)?;
        let way = WayRow {
            between: [&self.from.place, &self.to.place],
            one_way: self.one_way,
            takes: self.takes.as_deref().map(str::trim),
            text: self.text.as_deref(),
        };
        let name = format!("way {} {}", self.from.place, self.to.place);
        Ok(vec![file(&format!("adventures/{}", running.file), &name, "way", &way)?])
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        cx.cite(rules::DK_SCEN_00H);
        settle(cx)
    }
}
