//! What everybody does next, by the instinct of the game.

use boneyard_table::Who;
use guts_plus::state::{Creature, Fighter};

use super::{Fight, Means, Name};

/// Lines through a body after which people think of their skin.
const ENOUGH: u8 = 4;
/// Intensity of a condition from blows that cannot get much worse.
const BEATEN_UP: u8 = 3;

impl<'a> Fight<'a> {
    /// Whoever is to act does what comes to mind.
    pub(super) fn act(&mut self) {
        let Some(who) = self.battle().turn else {
            let next = self.open().next();
            if next.is_some() {
                self.battle_mut().turn = next
            } else {
                self.end_round()
            }
            return;
        };
        let one = self.one(who);
        if one.live.down && !one.live.turn.moved && can_rise(one) {
            let live = self.live(who);
            (live.turn.moved, live.down) = (true, false);
        } else if one.live.turn.active {
            self.end_turn(who);
        } else if self.afraid(who) {
            self.flee(who);
        } else if let Some(target) = self.target(who) {
            self.attack(who, target);
        } else {
            self.end_turn(who);
        }
    }

    fn there(&self) -> impl Iterator<Item = Who> + '_ {
        self.battle().fighters.iter().filter(|one| !one.left).map(|one: &Fighter| one.who)
    }

    fn open(&self) -> impl Iterator<Item = Who> + '_ {
        self.there().filter(|who| {
            let one = self.one(*who);
            one.can_act() && !one.live.turn.over
        })
    }

    fn afraid(&self, who: Who) -> bool {
        let one = self.one(who);
        let done_for = lines(one) >= ENOUGH || blows(one) >= BEATEN_UP;
        let flees = self.known.rows[usize::from(who.0)].and_then(|row| row.instinct.flees.as_deref());
        match flees {
            Some("never") => false,
            Some("hurt") => lines(one) > 0 || done_for,
            Some("threatened") => lines(one) > 0 || blows(one) > 0,
            Some("outnumbered") => done_for || losing(one) && self.outnumbered(one.sheet.side),
            _ => done_for,
        }
    }

    fn outnumbered(&self, side: u8) -> bool {
        let (mut own, mut others) = (0, 0);
        for one in self.there().map(|who| self.one(who)).filter(|one| one.can_act()) {
            *if one.sheet.side == side { &mut own } else { &mut others } += 1;
        }
        own < others
    }

    /// Whoever of the other side is worst off.
    fn target(&self, who: Who) -> Option<Who> {
        let side = self.one(who).sheet.side;
        let foes = self.there().filter(|foe| {
            let foe = self.one(*foe);
            foe.sheet.side != side && foe.can_act()
        });
        foes.max_by_key(|foe| (lines(self.one(*foe)), blows(self.one(*foe))))
    }

    pub(super) fn means(&self, who: Who) -> Means<'a> {
        let one = self.one(who);
        if let Some(row) = self.known.rows[usize::from(who.0)] {
            let losing = row.losing.as_ref().filter(|_| losing(one));
            if let Some(own) = losing.or(row.attack.as_ref()) {
                let name = Name::Plain(&own.name);
                return Means {
                    name,
                    dangerous: own.dangerous,
                    cuts: own.dangerous,
                    through: own.through,
                    part: None,
                };
            }
        }
        let hand = usable(one, "hand");
        let mut things = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let held = things.find(|(_, (item, now))| item.dangerous && !now.gone && now.count > 0);
        if let Some((nth, (item, now))) = held.filter(|_| hand.is_some() || usable(one, "arm").is_some()) {
            let name = Name::Thing(who, nth as u8);
            let part = now.hand.or(hand);
            return Means { name, dangerous: true, cuts: !item.blunt, through: false, part };
        }
        let plain = |name, part| Means {
            name: Name::Plain(name),
            dangerous: false,
            cuts: false,
            through: false,
            part,
        };
        match (hand, usable(one, "arm"), usable(one, "leg")) {
            (Some(hand), ..) => plain("fists", Some(hand)),
            (_, Some(arm), _) => plain("shove", Some(arm)),
            (.., Some(leg)) => plain("kick", Some(leg)),
            _ => plain("headbutt", usable(one, "head")),
        }
    }

    /// Whether somebody could do harm in return.
    pub(super) fn answers_dangerously(&self, who: Who) -> bool {
        let row = self.known.rows[usize::from(who.0)];
        let one = self.one(who);
        row.and_then(|row| row.attack.as_ref()).is_some_and(|attack| attack.dangerous)
            || one
                .sheet
                .items
                .iter()
                .zip(&one.live.items)
                .any(|(sheet, item)| sheet.dangerous && item.hand.is_some() && !item.gone)
    }
}

fn usable(one: &Creature, kind: &str) -> Option<u8> {
    (0..one.sheet.chart.len() as u8)
        .find(|nth| one.sheet.chart[usize::from(*nth)].kind == kind && !one.useless(*nth))
}

fn lines(one: &Creature) -> u8 {
    one.live.parts.iter().map(|part| part.lines).sum()
}

fn blows(one: &Creature) -> u8 {
    one.live.conditions.iter().filter(|own| own.part.is_some()).map(|own| own.intensity).max().unwrap_or(0)
}

fn losing(one: &Creature) -> bool {
    lines(one) > 0 || blows(one) > 1
}

fn can_rise(one: &Creature) -> bool {
    let mut parts = one.sheet.chart.iter().zip(&one.live.parts);
    !parts.any(|(chart, part)| part.crossed_out() && chart.kind == "torso")
}
