//! How people left to themselves fight: they take their turn, go for somebody of the other side, and
//! run when that is their nature. Answers to questions are with the questions.

use boneyard_table::{At, Awaits, Seat, Who};

use crate::GutsPlus;
use crate::combat::{Attack, over};
use crate::command::{Command, FightCommand};
use crate::state::{Creature, State};

/// Who is waited for in a fight.
pub fn awaits(at: At<'_, GutsPlus>) -> Option<Awaits> {
    let state = at.state;
    let battle = state.battle.as_ref()?;
    let gm = |why: &str| {
        let creatures = gm_s_own(state).into_iter().collect();
        Awaits { creatures, seats: vec![Seat::GM], why: why.into() }
    };
    if over(state) {
        return Some(gm("One side is done for: the GM ends the fight."));
    }
    if let Some(who) = battle.turn {
        let why = format!("{} acts.", state.name(who));
        return Some(Awaits { creatures: vec![who], seats: Vec::new(), why });
    }
    let open = battle.fighters.iter().filter(|one| !one.left).map(|one| one.who);
    let open = open.filter(|who| state.one(*who).can_act() && !state.live(*who).turn.over);
    let first: Vec<Who> = if battle.round == 1 { open.take(1).collect() } else { open.collect() };
    if first.is_empty() {
        return Some(gm("Everybody has acted: the GM ends the round."));
    }
    Some(Awaits { creatures: first, seats: Vec::new(), why: "Whoever feels that it fits acts.".into() })
}

/// What somebody would do next.
pub fn command(at: At<'_, GutsPlus>, who: Who) -> Option<Command> {
    let state = at.state;
    let battle = state.battle.as_ref()?;
    let one = state.creature(who)?;
    let acting = |one: &&crate::state::Fighter| {
        !one.left && state.one(one.who).can_act() && !state.live(one.who).turn.over
    };
    if gm_s_own(state) == Some(who) {
        if over(state) {
            return Some(FightCommand::EndCombat.into());
        }
        if battle.turn.is_none() && !battle.fighters.iter().any(|one| acting(&one)) {
            return Some(FightCommand::EndRound.into());
        }
    }
    if !battle.has(who) || !one.can_act() || one.live.turn.over {
        return None;
    }
    if let Some(command) = crate::ship::hunts(at, who) {
        return Some(command);
    }
    let command = if battle.turn != Some(who) {
        FightCommand::TakeTurn { who }
    } else if one.live.down && !one.live.turn.moved && can_rise(one) {
        FightCommand::StandUp { who }
    } else if one.live.turn.active {
        FightCommand::EndTurn { who }
    } else if afraid(at, who) {
        FightCommand::Flee { who }
    } else {
        match target(state, who) {
            Some(target) => FightCommand::Attack(Box::new(Attack {
                who,
                target,
                means: means(at, who),
                part: aim(at, who, target),
                quality: None,
                against: None,
            })),
            None => FightCommand::EndTurn { who },
        }
    };
    Some(command.into())
}

impl From<FightCommand> for Command {
    fn from(command: FightCommand) -> Self {
        Self::Fight(command)
    }
}

/// Somebody of the GM's in the fight: through them the GM ends rounds and the fight.
fn gm_s_own(state: &State) -> Option<Who> {
    let fighters = &state.battle.as_ref()?.fighters;
    fighters.iter().map(|one| one.who).find(|who| state.sheet(*who).seat.is_none())
}

fn afraid(at: At<'_, GutsPlus>, who: Who) -> bool {
    let one = at.state.one(who);
    let row = one.sheet.like.and_then(|id| at.book.foes.get(id.as_str()));
    match row.and_then(|row| row.instinct.flees.as_deref()) {
        Some("hurt" | "threatened" | "outnumbered") => hurt(one),
        _ => false,
    }
}

fn hurt(one: &Creature) -> bool {
    one.live.parts.iter().any(|part| part.lines > 0)
}

fn target(state: &State, who: Who) -> Option<Who> {
    let side = state.sheet(who).side;
    let battle = state.battle.as_ref()?;
    let foes = battle.fighters.iter().filter(|one| !one.left).map(|one| one.who);
    let hurt = |who: &Who| state.live(*who).parts.iter().map(|part| part.lines).sum::<u8>();
    foes.filter(|other| state.sheet(*other).side != side && state.one(*other).can_act()).max_by_key(hurt)
}

fn can_rise(one: &Creature) -> bool {
    let mut parts = one.sheet.chart.iter().zip(&one.live.parts);
    !parts.any(|(chart, part)| chart.kind == "torso" && part.crossed_out())
}

fn has(one: &Creature, kind: &str) -> bool {
    (0..one.sheet.chart.len()).any(|nth| one.sheet.chart[nth].kind == kind && !one.useless(nth as u8))
}

/// Something dangerous that somebody has at hand and can use.
pub fn armed(state: &State, who: Who) -> Option<String> {
    let one = state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let found = things.find(|(item, now)| item.dangerous && !now.gone && now.count > 0);
    found.filter(|_| has(one, "hand") || has(one, "arm")).map(|(item, _)| item.name.clone())
}

fn means(at: At<'_, GutsPlus>, who: Who) -> String {
    let one = at.state.one(who);
    let row = one.sheet.like.and_then(|id| at.book.foes.get(id.as_str()));
    if let Some(row) = row {
        let losing = row.losing.as_ref().filter(|_| hurt(one));
        if let Some(attack) = losing.or(row.attack.as_ref()) {
            return attack.name.clone();
        }
    }
    let body = [("fists", "hand"), ("shove", "arm"), ("kick", "leg")];
    let own = body.into_iter().find(|(_, kind)| has(one, kind));
    armed(at.state, who).unwrap_or_else(|| own.map_or("headbutt", |(name, _)| name).to_owned())
}

/// The part somebody goes for, if the target has one like it that is not crossed out yet.
fn aim(at: At<'_, GutsPlus>, who: Who, target: Who) -> Option<String> {
    let row = at.state.one(who).sheet.like.and_then(|id| at.book.foes.get(id.as_str()))?;
    let other = at.state.one(target);
    let fits = |nth: usize, word: &str| {
        let part = &other.sheet.chart[nth];
        let named = part.name.eq_ignore_ascii_case(word) || part.kind.eq_ignore_ascii_case(word);
        named && !other.live.parts[nth].crossed_out()
    };
    let found =
        row.instinct.aim.iter().find_map(|word| (0..other.sheet.chart.len()).find(|nth| fits(*nth, word)));
    found.map(|nth| other.sheet.chart[nth].name.clone())
}
