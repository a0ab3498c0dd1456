//! What blows do to bodies: soreness, marks on what protects, lines, hands that open, falling.

use boneyard_table::Who;
use guts_plus::state::{Condition, HOUR, Item, Kind, MARKS, MINUTE, Out, Part, Takes};

use super::{Fight, Name};

/// Harm to a part.
#[derive(Clone, Copy)]
pub(super) struct Blow {
    pub(super) part: u8,
    pub(super) dangerous: bool,
    pub(super) cuts: bool,
    pub(super) through: bool,
}

impl Fight<'_> {
    /// A part gets sore, or sorer; past the third step nothing more comes of it.
    pub(super) fn hurt(&mut self, who: Who, part: u8, cause: Name<'_>) {
        let row = self.known.sore;
        let live = &self.one(who).live;
        let known = live.conditions.iter().position(|own| own.part == Some(part) && own.kind == row.name);
        let intensity = known.map_or(1, |at| live.conditions[at].intensity + 1);
        if intensity > 3 {
            return;
        }
        let name = match row.words.get(usize::from(intensity) - 1) {
            Some(word) => word.clone(),
            None => format!("{} x{intensity}", row.name).into(),
        };
        let cause = match cause {
            Name::Plain(name) => name.into(),
            Name::Thing(whose, nth) => self.one(whose).sheet.items[usize::from(nth)].name.as_str().into(),
        };
        let (since, since_round) = (self.state.clock, Some(self.battle().round));
        let condition = Condition {
            name,
            kind: row.name.clone(),
            intensity,
            quality: None,
            takes: Takes::Nothing,
            part: Some(part),
            effect: row.text.clone(),
            cause,
            cause_gone: false,
            since,
            since_round,
            permanent: false,
        };
        let own = &mut self.live(who).conditions;
        match known {
            Some(at) => own[at] = condition,
            None => own.push(condition),
        }
    }

    /// An injury: to protection while it takes marks, then to the body.
    pub(super) fn injure(&mut self, who: Who, blow: Blow) {
        self.strike(who, blow);
        let one = self.one(who);
        if !one.live.dead && one.live.out.is_none() && one.beaten() {
            self.fall(who, blow);
        }
    }

    fn strike(&mut self, who: Who, blow: Blow) {
        if !blow.through
            && let Some(item) = self.guarded(who, blow.part)
        {
            let clock = self.state.clock;
            let own = &mut self.live(who).items[usize::from(item)];
            (own.marks, own.marked_at) = (own.marks + 1, clock);
            own.ruined |= own.marks >= MARKS && blow.cuts;
            return;
        }
        let old = self.one(who).live.parts[usize::from(blow.part)];
        if old.crossed_out() {
            return self.beyond(who, blow);
        }
        let to = Part { lines: old.lines + 1, fresh: true, healed: 0, treated: None, ..old };
        self.live(who).parts[usize::from(blow.part)] = to;
        if to.crossed_out() {
            self.hands_open(who, blow.part);
        }
    }

    /// The first piece that guards a part.
    fn guarded(&self, who: Who, part: u8) -> Option<u8> {
        let one = self.one(who);
        let things = one.sheet.items.iter().zip(&one.live.items).enumerate();
        let mut whole = things.filter(|(_, (sheet, item))| item.protects() && !sheet.falls);
        whole.find(|(_, (sheet, _))| sheet.covers.contains(&part)).map(|(nth, _)| nth as u8)
    }

    /// More harm to a part that is crossed out: a blade takes a limb off, anything else passes on.
    fn beyond(&mut self, who: Who, blow: Blow) {
        let one = self.one(who);
        let chart = &one.sheet.chart[usize::from(blow.part)];
        let limb = !matches!(chart.kind.as_str(), "head" | "torso" | "body" | "core");
        if blow.dangerous && blow.cuts && limb && !one.live.parts[usize::from(blow.part)].lost {
            let part = &mut self.live(who).parts[usize::from(blow.part)];
            (part.lines, part.lost, part.healed) = (2, true, 0);
            return;
        }
        let mut next = chart.passes;
        while let Some(nth) = next.filter(|nth| one.live.parts[usize::from(*nth)].crossed_out()) {
            next = one.sheet.chart[usize::from(nth)].passes;
        }
        if let Some(part) = next {
            self.strike(who, Blow { part, ..blow });
        }
    }

    /// What a useless hand held goes to the other hand or to the ground.
    fn hands_open(&mut self, who: Who, part: u8) {
        for nth in 0..self.one(who).live.items.len() {
            let one = self.one(who);
            let item = &one.live.items[nth];
            if item.gone || !item.hand.is_some_and(|hand| hand == part || one.useless(hand)) {
                continue;
            }
            let free = (0..one.sheet.chart.len() as u8).find(|hand| {
                one.sheet.chart[usize::from(*hand)].kind == "hand"
                    && !one.useless(*hand)
                    && one.live.items.iter().all(|item| item.hand != Some(*hand))
            });
            let own: &mut Item = &mut self.live(who).items[nth];
            (own.hand, own.gone) = (free, own.gone || free.is_none());
        }
    }

    fn fall(&mut self, who: Who, blow: Blow) {
        let hero = self.one(who).sheet.kind == Kind::Hero;
        let lasts = match () {
            () if !hero || blow.through => None,
            () if blow.cuts || blow.dangerous => Some(10 * MINUTE),
            () => Some(HOUR),
        };
        let deadline = lasts.map(|lasts| self.state.clock + lasts);
        self.live(who).out = Some(Out { deadline, by_word: false });
        if self.battle().turn == Some(who) {
            self.end_turn(who);
        }
    }
}
