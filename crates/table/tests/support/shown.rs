//! The test game as people see it: stage, names, offers, views, lines.

use std::collections::BTreeMap;

use boneyard_table::live::Entry;
use boneyard_table::stage::{Being, Stage, StageError};
use boneyard_table::table::{Overruling, PackName};
use boneyard_table::view::{Candidate, DiceTray, Die, Domain, Line, OfferCard, Param, Pool, Sheet, View};
use boneyard_table::{At, BadPack, Party, Playable, Refusal, RuleId, Seat, Switch, Who};
use serde_json::{Map, Value, json};

use super::duel::{Duel, Duelist, Fact, HIT, Lift, OVERRULE, State, TARGET, Tray};

impl Playable for Duel {
    const NAME: &'static str = "duel";
    const TITLE: &'static str = "The Duel";
    const RULES: &'static str = "duel-1";
    const OVERRULE: RuleId = OVERRULE;

    fn book(packs: &[PackName]) -> Result<(), BadPack> {
        packs.first().map_or(Ok(()), |pack| Err(BadPack(format!("{}: this game takes no packs", pack.name))))
    }

    fn stage(_: &(), stage: &Stage, seats: &BTreeMap<String, Seat>) -> Result<State, StageError> {
        let mut duelists = Vec::new();
        for (beings, hero) in [(&stage.heroes, true), (&stage.creatures, false)] {
            for (name, being) in beings {
                let spoken = stage.seats.iter().find(|(_, seating)| seating.creatures().contains(name));
                let seat = spoken.and_then(|(seat, _)| seats.get(seat)).copied().unwrap_or(Seat::GM);
                duelists.push(duelist(name, seat, hero, being)?);
            }
        }
        let named = |name: &String| duelists.iter().position(|duelist: &Duelist| duelist.name == *name);
        let turn = stage.battle.as_ref().and_then(|battle| battle.turn.as_ref());
        let turn =
            turn.map(|name| named(name).ok_or_else(|| StageError::Unknown(name.clone()))).transpose()?;
        let doom = stage.trackers.get("doom").and_then(Value::as_u64).unwrap_or(0) as u8;
        let turn = turn.map(|at| Who(at as u16 + 1));
        Ok(State {
            duelists,
            turn,
            last: None,
            tray: Tray::default(),
            doom,
            note: String::new(),
            lift: Lift::default(),
        })
    }

    fn values(at: At<'_, Self>) -> Value {
        let mut all = Map::new();
        for (_, duelist) in at.state.all() {
            let Duelist { name, hp, parries, coins, skill, shaken, .. } = duelist;
            let sheet =
                json!({ "hp": hp, "parries": parries, "coins": coins, "skill": skill, "shaken": shaken });
            all.insert(name.clone(), sheet);
        }
        let last = at.state.last.map(|success| if success { "success" } else { "failure" });
        let turn = at.state.turn.and_then(|who| at.state.get(who)).map(|who| who.name.clone());
        all.insert("last".into(), json!({ "outcome": last, "dice": at.state.tray.dice }));
        all.insert("turn".into(), json!(turn));
        all.insert("doom".into(), json!(at.state.doom));
        all.insert("note".into(), json!(at.state.note));
        all.insert("lift".into(), json!({ "helpers": at.state.lift.helpers, "snag": at.state.lift.snag }));
        Value::Object(all)
    }

    fn read_names(at: At<'_, Self>, mut command: Value) -> Value {
        let fields = command.as_object_mut().and_then(|map| map.values_mut().next());
        for (_, value) in fields.and_then(Value::as_object_mut).into_iter().flatten() {
            let who =
                value.as_str().and_then(|name| at.state.all().find(|(_, duelist)| duelist.name == name));
            if let Some((who, _)) = who {
                *value = json!(who);
            }
        }
        command
    }

    fn read_answer(_: At<'_, Self>, _: Party, say: Value) -> Value {
        match say.as_str() {
            Some("pass") => json!(false),
            Some("none") => Value::Null,
            _ => say,
        }
    }

    fn creatures(at: At<'_, Self>, seat: Seat) -> Vec<(Who, String)> {
        at.state
            .all()
            .filter(|(_, duelist)| seen(duelist, seat))
            .map(|(who, d)| (who, d.name.clone()))
            .collect()
    }

    fn known(at: At<'_, Self>, _: Seat) -> Option<State> {
        let mut state = State { doom: 0, ..at.state.clone() };
        // Numbers must stay as they are: what lurks is as good as not there.
        state.duelists.iter_mut().filter(|duelist| duelist.hidden).for_each(|duelist| duelist.hp = 0);
        Some(state)
    }

    fn offers(at: At<'_, Self>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
        let Some(who) =
            actor.filter(|who| at.state.get(*who).is_some_and(|d| d.seat == seat || seat.is_gm()))
        else {
            return Vec::new();
        };
        let foes = Self::creatures(at, seat).into_iter().filter(|(foe, _)| *foe != who);
        let foes = foes.map(|(foe, name)| Candidate::new(foe, name));
        vec![OfferCard::new("attack", "Attack", "Fight").rule(HIT).actor("who", who).param(Param::new(
            "target",
            "Whom",
            Domain::creature(foes),
        ))]
    }

    fn view(at: At<'_, Self>, seat: Seat) -> View {
        let mut view = View::new(seat, "The Duel");
        for (who, duelist) in at.state.all().filter(|(_, duelist)| seen(duelist, seat)) {
            let sheet = Sheet::hero(who, duelist.name.clone());
            view = view.sheet(sheet.block(Pool::open("hp", "Hit points", duelist.hp.into())));
        }
        if seat.is_gm() {
            let doom = Pool::open("doom", "Doom", at.state.doom.into());
            view = view.sheet(Sheet::table("secret", "Secrets").block(doom));
        }
        view
    }

    fn tray(at: At<'_, Self>, _: Seat) -> Option<DiceTray> {
        let laid = at.state.tray.dice.iter().any(|&face| face > 0);
        laid.then(|| dice_tray(&at.state.tray))
    }

    fn tell(at: At<'_, Self>, entry: &Entry<Fact>, seat: Seat) -> Option<Line> {
        let Entry::Fact { fact, .. } = entry else { return None };
        let name = |who: &Who| at.state.get(*who).filter(|d| seen(d, seat)).map(|d| d.name.clone());
        let say = match fact {
            Fact::Hurt { who, from, to } => format!("{} goes from {from} to {to} hit points.", name(who)?),
            Fact::Parried { who, left } => format!("{} parries and has {left} parries left.", name(who)?),
            Fact::Helps { who } => format!("{} helps.", name(who)?),
            Fact::Snag { by } => format!("There is a snag of {by}."),
            Fact::Lifted => "That was that.".into(),
            Fact::Turn { to } => format!("It is the turn of {}.", name(to)?),
            Fact::Paid { who, left } => format!("{} has {left} coins left.", name(who)?),
            Fact::Laid { tray } => format!("On the table: {:?}.", tray.dice),
            Fact::Outcome { success } => (if *success { "It works." } else { "It fails." }).to_owned(),
            Fact::Doom { to } => format!("The doom is {to}."),
            Fact::Trained { who, skill } => format!("{} now has skill {skill}.", name(who)?),
            Fact::Noted { text } => format!("Noted: {text}"),
            Fact::Shaken { who, on } => {
                format!("{} is {}shaken.", name(who)?, if *on { "" } else { "no longer " })
            }
        };
        Some(Line::change(say))
    }

    fn overrule(at: At<'_, Self>, path: &str, value: &Value) -> Result<Overruling<Fact>, Refusal> {
        let bad = || Refusal::new(OVERRULE, "no-such-value", format!("{path} cannot be set to {value}."));
        let to = value.as_u64().and_then(|value| u8::try_from(value).ok()).ok_or_else(bad)?;
        let name = path.strip_suffix(".hp").ok_or_else(bad)?;
        let found = at.state.all().find(|(_, duelist)| duelist.name == name);
        let (who, from) = found.map(|(who, duelist)| (who, duelist.hp)).ok_or_else(bad)?;
        Ok(Overruling { old: json!(from), facts: vec![Fact::Hurt { who, from, to }] })
    }

    fn switches() -> &'static [Switch] {
        &[Switch {
            name: "mercy",
            values: &["off", "on"],
            rule: TARGET,
            about: "Whether the fallen are spared.",
        }]
    }
}

/// Dice are named by where they lie; 0 is no die.
pub fn dice_tray(tray: &Tray) -> DiceTray {
    let dice = tray.dice.iter().enumerate().filter(|(_, face)| **face > 0);
    let dice = dice.map(|(at, &face)| Die::new(at.to_string(), 6, face.into()));
    DiceTray::new("tray", "Dice", dice)
}

fn seen(duelist: &Duelist, seat: Seat) -> bool {
    !duelist.hidden || seat.is_gm()
}

fn duelist(name: &str, seat: Seat, hero: bool, being: &Being) -> Result<Duelist, StageError> {
    let mut duelist = Duelist {
        name: name.to_owned(),
        seat,
        hero,
        hp: 5,
        parries: 1,
        coins: 4,
        skill: 10,
        shaken: false,
        hidden: false,
    };
    for (field, value) in &being.set {
        let number = value.as_u64().and_then(|value| u8::try_from(value).ok());
        match (field.as_str(), number, value.as_bool()) {
            ("hp", Some(number), _) => duelist.hp = number,
            ("parries", Some(number), _) => duelist.parries = number,
            ("coins", Some(number), _) => duelist.coins = number,
            ("skill", Some(number), _) => duelist.skill = number,
            ("shaken", _, Some(on)) => duelist.shaken = on,
            ("hidden", _, Some(on)) => duelist.hidden = on,
            _ => {
                let (path, value) = (format!("{name}.{field}"), value.to_string());
                return Err(StageError::Field { path, value, why: "no such field, or not so".into() });
            }
        }
    }
    Ok(duelist)
}
