//! The rules of the test game, as plain functions over `cx`.

use boneyard_table::view::Term;
use boneyard_table::{
    Audience, Cx, First, Flow, Group, Judgement, Party, Refusal, Roll, RulingOption, Seat, Who, refuse, vote,
};

use super::duel::{
    BID, CAMP, CONTEST, Command, DOOM, Duel, EXCHANGE, Fact, GUARD, HAGGLE, HELP, HIT, LIFT, NOTE, PARRY,
    Prompt, SHAKEN, SNAG, Seen, TARGET, TRAIN, TRY, TURN, Tray,
};
use super::questions::{Amount, Face, Number, Of, Pick, Reroll, Whom, Window, Yes, YesOrNo};

pub fn resolve(cx: &mut Cx<'_, Duel>, by: Seat, command: Command) -> Flow {
    match command {
        Command::Attack { who, target } => attack(cx, by, who, target),
        Command::Shake { who, target } => shake(cx, by, who, target),
        Command::Bid => bid(cx),
        Command::Try { who, what } => attempt(cx, who, &what),
        Command::Exchange { who, foe, dice, own, other } => {
            must_be_there(cx, by, foe)?;
            if dice == 0 || dice > 3 {
                return refuse(Refusal::new(EXCHANGE, "dice", "One to three dice.").with("dice", dice));
            }
            exchange(cx, who, foe, dice, [own, other])
        }
        Command::Contest { who, foe } => {
            must_be_there(cx, by, foe)?;
            let success = contest(cx, who, foe)?;
            cx.record(CONTEST, Fact::Outcome { success });
            Ok(())
        }
        Command::Haggle { who } => haggle(cx, who),
        Command::Brood { who } => {
            let grown = secretly(cx, who, Audience::GM)?;
            let to = cx.state().doom.saturating_add(grown);
            cx.record_for(Audience::GM, DOOM, Fact::Doom { to });
            Ok(())
        }
        Command::Search { who } => {
            // A 6 explodes, three times at most.
            let mut found = secretly(cx, who, Audience::BLIND)?;
            while found % 6 == 0 && found < 18 {
                found += secretly(cx, who, Audience::BLIND)?;
            }
            let success = found >= 4;
            cx.record_for(Audience::BLIND, DOOM, Fact::Outcome { success });
            Ok(())
        }
        Command::Whistle { who } => whistle(cx, who),
        Command::Lift { who } => lift(cx, who),
        Command::Camp { who } => camp(cx, who),
        Command::Guard { who } => {
            let Pick(whom) = cx.ask(who, Whom { side: window(cx, Window::Ready, who, false).side })?;
            let name = cx.state().get(whom).map_or_else(String::new, |whom| whom.name.clone());
            cx.record(GUARD, Fact::Noted { text: format!("Guarded: {name}") });
            Ok(())
        }
        Command::Omen { seen } => omen(cx, seen),
        Command::Train { who } => train(cx, who),
        Command::Note { text } => {
            if text.chars().count() > 80 {
                return refuse(Refusal::new(NOTE, "too-long", "A note has at most 80 characters."));
            }
            cx.record(NOTE, Fact::Noted { text });
            Ok(())
        }
        Command::Hum { who } => cx.ask(who, window(cx, Window::Ready, who, false)).map(|_| ()),
        Command::Careless { who } => {
            let Yes(success) = cx.ask(who, window(cx, Window::Ready, who, false)).unwrap_or(Yes(false));
            cx.record(TRAIN, Fact::Outcome { success });
            Ok(())
        }
    }
}

fn window(cx: &Cx<'_, Duel>, window: Window, who: Who, mortal: bool) -> YesOrNo {
    let side = cx.state().get(who).map_or(1, |who| who.side());
    YesOrNo { window, who, side, mortal }
}

/// Everything that speaks against it, at once; a hidden target is refused as one that is not there.
fn may_strike(cx: &Cx<'_, Duel>, by: Seat, who: Who, target: Who) -> Flow {
    let mut against: Option<Refusal> = None;
    let mut add = |refusal: Refusal| match &mut against {
        Some(all) => all.reasons.extend(refusal.reasons),
        None => against = Some(refusal),
    };
    if cx.state().turn.is_some_and(|turn| turn != who) {
        add(Refusal::new(TURN, "not-your-turn", "It is somebody else's turn."));
    }
    if who == target || !is_there(cx, by, target) {
        add(no_target(target));
    }
    against.map_or(Ok(()), refuse)
}

fn is_there(cx: &Cx<'_, Duel>, by: Seat, foe: Who) -> bool {
    cx.state().get(foe).is_some_and(|foe| foe.hp > 0 && (!foe.hidden || by.is_gm()))
}

fn must_be_there(cx: &Cx<'_, Duel>, by: Seat, foe: Who) -> Flow {
    if is_there(cx, by, foe) { Ok(()) } else { refuse(no_target(foe)) }
}

fn no_target(target: Who) -> Refusal {
    Refusal::new(TARGET, "no-target", "There is no such foe.").with("target", target.0)
}

fn attack(cx: &mut Cx<'_, Duel>, by: Seat, who: Who, target: Who) -> Flow {
    may_strike(cx, by, who, target)?;
    strike(cx, who, target)?;
    next_turn(cx)
}

/// One die of harm, more against the shaken, less or none where it is parried.
pub fn strike(cx: &mut Cx<'_, Duel>, who: Who, target: Who) -> Flow {
    let shaken = u8::from(cx.state().get(target).is_some_and(|target| target.shaken));
    let terms = || vec![Term::new("shaken", i32::from(shaken)).by(SHAKEN)];
    let terms: Option<&dyn Fn() -> Vec<Term>> = if shaken > 0 { Some(&terms) } else { None };
    let groups = [Group::new(1, 6)];
    let roll =
        Roll { rule: HIT, by: who.into(), audience: Audience::ALL, groups: &groups, terms, alike: None };
    let harm = cx.roll_one(&roll)?.first() + shaken;
    let from = cx.state().get(target).map_or(0, |target| target.hp);
    let Yes(parries) = cx.ask(target, window(cx, Window::Parry, target, harm >= from))?;
    let mut harm = harm;
    if parries {
        let left = cx.state().get(target).map_or(0, |target| target.parries.saturating_sub(1));
        cx.record(PARRY, Fact::Parried { who: target, left });
        if cx.die(PARRY, target, 6)? >= 4 {
            harm = 0;
        }
    }
    let to = from.saturating_sub(harm);
    cx.record_because(HIT, Fact::Hurt { who: target, from, to }, &|| {
        vec![Term::new("harm", i32::from(harm)).by(HIT)]
    });
    Ok(())
}

fn next_turn(cx: &mut Cx<'_, Duel>) -> Flow {
    let Some(turn) = cx.state().turn else { return Ok(()) };
    let after = cx.state().standing().find(|(who, _)| *who > turn).or_else(|| cx.state().standing().next());
    if let Some((to, shaken)) = after.map(|(who, next)| (who, next.shaken)) {
        cx.record(TURN, Fact::Turn { to });
        if shaken {
            cx.record(SHAKEN, Fact::Shaken { who: to, on: false });
        }
    }
    Ok(())
}

fn shake(cx: &mut Cx<'_, Duel>, by: Seat, who: Who, target: Who) -> Flow {
    may_strike(cx, by, who, target)?;
    cx.record(SHAKEN, Fact::Shaken { who: target, on: true });
    Ok(())
}

/// Everybody bids, what lurks too; the highest acts.
fn bid(cx: &mut Cx<'_, Duel>) -> Flow {
    let asked: Vec<(Who, u8)> = cx
        .state()
        .all()
        .filter(|(_, duelist)| duelist.hp > 0)
        .map(|(who, duelist)| (who, duelist.coins))
        .collect();
    let questions = asked.iter().map(|&(who, most)| (Party::from(who), Amount { of: Of::Bid, who, most }));
    let bids = cx.ask_each(questions)?;
    let mut best: Option<(u8, Who)> = None;
    for (&(who, coins), &Number(bid)) in asked.iter().zip(&bids) {
        let open = !cx.state().get(who).is_some_and(|duelist| duelist.hidden);
        let paid = Fact::Paid { who, left: coins.saturating_sub(bid) };
        cx.record_for(if open { Audience::ALL } else { Audience::GM }, BID, paid);
        if open && best.is_none_or(|(most, _)| bid > most) {
            best = Some((bid, who));
        }
    }
    if let Some((_, to)) = best {
        cx.record(TURN, Fact::Turn { to });
    }
    Ok(())
}

/// Easy is two or more on a six-sided die, hard is five or more.
fn attempt(cx: &mut Cx<'_, Duel>, who: Who, what: &str) -> Flow {
    if what.is_empty() || what.len() > 40 {
        return refuse(Refusal::new(TRY, "what", "Say in at most 40 characters what is tried."));
    }
    let ruling = cx.judge(TRY, 1, &|| Judgement {
        rule: TRY,
        tag: what.to_owned(),
        question: format!("How hard is it to {what}?"),
        about: vec!["The gate is older than it looks.".into()],
        options: ["easy", "hard", "no"].map(|key| RulingOption::new(key, key)).to_vec(),
        proposal: 1,
        why: "most things are".into(),
        precedents: Vec::new(),
    })?;
    let success = match ruling.option() {
        0 => cx.die(TRY, who, 6)? >= 2,
        1 => cx.die(TRY, who, 6)? >= 5,
        _ => false,
    };
    cx.record(TRY, Fact::Outcome { success });
    Ok(())
}

/// Sides take turns to reroll a die or pass; two passes end it. One five or six is a success.
pub fn exchange(cx: &mut Cx<'_, Duel>, who: Who, foe: Who, dice: u8, left: [u8; 2]) -> Flow {
    let thrown = cx.dice(EXCHANGE, who, Group::new(dice, 6))?;
    cx.record(EXCHANGE, Fact::Laid { tray: Tray { left, ..laid(thrown.as_slice(), Tray::default()) } });
    loop {
        cx.mark(EXCHANGE, (who, foe))?;
        let mut tray = cx.state().tray;
        if tray.passes == 2 {
            break;
        }
        let side = tray.turn;
        let asked = if side == 0 { who } else { foe };
        let Face(face) = cx.ask(asked, Reroll { side, tray })?;
        tray.turn = 1 - side;
        match face {
            None => tray.passes += 1,
            Some(face) => {
                let new = cx.die(EXCHANGE, asked, 6)?;
                let mut faces = tray.dice.to_vec();
                if let Some(old) = faces.iter_mut().find(|old| **old == face) {
                    *old = new;
                }
                faces.retain(|&face| face > 0);
                tray = laid(&faces, tray);
                tray.left[usize::from(side)] -= 1;
                tray.passes = 0;
            }
        }
        cx.record(EXCHANGE, Fact::Laid { tray });
    }
    let success = cx.state().tray.dice.iter().any(|&die| die >= 5);
    cx.record(EXCHANGE, Fact::Outcome { success });
    Ok(())
}

fn laid(faces: &[u8], tray: Tray) -> Tray {
    let mut dice = [0; 3];
    dice.iter_mut().zip(faces).for_each(|(die, face)| *die = *face);
    dice.sort_unstable();
    Tray { dice, ..tray }
}

/// Skill and a ten-sided die on each side; ties are rolled again.
pub fn contest(cx: &mut Cx<'_, Duel>, who: Who, foe: Who) -> Flow<bool> {
    let skill = |cx: &Cx<'_, Duel>, who| cx.state().get(who).map_or(0, |who| who.skill);
    loop {
        cx.mark(CONTEST, (who, foe))?;
        let own = skill(cx, who).saturating_add(cx.die(CONTEST, who, 10)?);
        let other = skill(cx, foe).saturating_add(cx.die(CONTEST, foe, 10)?);
        if own != other {
            return Ok(own > other);
        }
    }
}

/// Going now succeeds on four or more; waiting for luck on a six, and then one may choose again.
pub fn haggle(cx: &mut Cx<'_, Duel>, who: Who) -> Flow {
    loop {
        cx.mark(HAGGLE, who)?;
        let Yes(waits) = cx.ask(who, window(cx, Window::Wait, who, false))?;
        let die = cx.die(HAGGLE, who, 6)?;
        if !waits || die == 6 {
            cx.record(HAGGLE, Fact::Outcome { success: die >= 4 });
            return Ok(());
        }
    }
}

fn secretly(cx: &mut Cx<'_, Duel>, who: Who, audience: Audience) -> Flow<u8> {
    let groups = [Group::new(1, 6)];
    let roll = Roll { rule: DOOM, by: who.into(), audience, groups: &groups, terms: None, alike: None };
    Ok(cx.roll_one(&roll)?.first())
}

fn whistle(cx: &mut Cx<'_, Duel>, who: Who) -> Flow {
    let lurking = cx.state().all().find(|(_, duelist)| duelist.hidden && duelist.hp > 0).map(|(who, _)| who);
    if let Some(lurker) = lurking {
        let Yes(pounces) = cx.ask(lurker, window(cx, Window::Pounce, lurker, false))?;
        if pounces {
            let from = cx.state().get(who).map_or(0, |who| who.hp);
            cx.record(HIT, Fact::Hurt { who, from, to: from.saturating_sub(1) });
        }
    }
    cx.record(NOTE, Fact::Noted { text: "A whistle.".into() });
    Ok(())
}

fn omen(cx: &mut Cx<'_, Duel>, seen: Seen) -> Flow {
    let audience = match seen {
        Seen::Open => Audience::ALL,
        Seen::Noticed => Audience::BLIND,
        Seen::Secret => Audience::GM,
    };
    let ruling = cx.judge_for(audience, DOOM, 0, &|| Judgement {
        rule: DOOM,
        tag: "night".into(),
        question: "What does the night bring?".into(),
        about: Vec::new(),
        options: ["owls", "wolves"].map(|key| RulingOption::new(key, key)).to_vec(),
        proposal: 0,
        why: "it is a quiet night".into(),
        precedents: Vec::new(),
    })?;
    let to = cx.state().doom.saturating_add(ruling.option());
    cx.record_for(Audience::GM, DOOM, Fact::Doom { to });
    Ok(())
}

/// Waits for the one who lifts; until then other heroes may help and the game master may name a snag.
pub fn lift(cx: &mut Cx<'_, Duel>, who: Who) -> Flow {
    loop {
        cx.mark(LIFT, who)?;
        let helpers: Vec<Who> = (cx.state().standing())
            .filter(|(other, duelist)| *other != who && duelist.hero)
            .map(|(other, _)| other)
            .filter(|other| !cx.state().lift.helpers.contains(other))
            .collect();
        let mut others: Vec<(Party, Prompt)> = (helpers.iter())
            .map(|helper| (Party::from(*helper), window(cx, Window::Help, *helper, false).into()))
            .collect();
        if cx.state().lift.snag == 0 {
            others.push((Seat::GM.into(), Amount { of: Of::Snag, who, most: 2 }.into()));
        }
        match cx.ask_first(who, window(cx, Window::Lift, who, false), others)? {
            First::Main(Yes(false)) => {
                cx.record(LIFT, Fact::Outcome { success: false });
                break;
            }
            First::Main(Yes(true)) => {
                let help = cx.state().lift.helpers.len() as u8;
                let snag = cx.state().lift.snag;
                let success = cx.die(LIFT, who, 6)? + help >= 5 + snag;
                cx.record(LIFT, Fact::Outcome { success });
                break;
            }
            First::Other { nth, answer } => match helpers.get(nth) {
                Some(helper) => cx.record(HELP, Fact::Helps { who: *helper }),
                None => {
                    let Number(by) = cx.answer_to::<Amount>(answer)?;
                    cx.record(SNAG, Fact::Snag { by });
                }
            },
        }
    }
    cx.record(LIFT, Fact::Lifted);
    Ok(())
}

/// The one who proposes is for it; the other players are asked, each once.
fn camp(cx: &mut Cx<'_, Duel>, who: Who) -> Flow {
    let mut asked: Vec<(Party, YesOrNo)> = Vec::new();
    let proposer = cx.state().get(who).map(|who| who.seat);
    for (other, duelist) in cx.state().standing().filter(|(_, duelist)| duelist.hero) {
        let seat = Party::from(duelist.seat);
        if Some(duelist.seat) != proposer && asked.iter().all(|(known, _)| *known != seat) {
            asked.push((seat, window(cx, Window::Camp, other, false)));
        }
    }
    let tie = window(cx, Window::CampTie, who, false);
    let Yes(success) = vote(cx, &[Yes(true)], &asked, tie)?;
    cx.record(CAMP, Fact::Outcome { success });
    Ok(())
}

fn train(cx: &mut Cx<'_, Duel>, who: Who) -> Flow {
    let Number(hours) = cx.ask(who, Amount { of: Of::Hours, who, most: 8 })?;
    let Yes(ready) = cx.ask(who, window(cx, Window::Ready, who, false))?;
    if ready && cx.die(TRAIN, who, 6)? <= hours {
        let skill = cx.state().get(who).map_or(0, |who| who.skill.saturating_add(1));
        cx.record(TRAIN, Fact::Trained { who, skill });
    }
    Ok(())
}
