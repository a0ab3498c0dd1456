//! What the TS says of light and sight: how bright part of the map is, where it is hard to see, who is hard to see.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Domain, Param};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use crate::DieTrying;
use crate::combat::{floor, floor_spots, may_know};
use crate::fact::BoardFact;
use crate::naming::as_written;
use crate::rules;
use crate::state::{Light, Region, Veil};

/// The heading of what the TS says.
const GROUP: &str = "Scene";

deed! {
    /// Gives part of the map a light of its own.
    #[derive(Copy)]
    pub struct SetLight(form: DieTrying) {
        /// Which part.
        region: Region = part_of_the_map(form)?,
        /// How bright.
        light: Light = form.one_of("light", "How bright", Light::ALL.map(|light| (light, light.name())))?,
    }
}

deed! {
    /// Makes part of the map hard to see through, or clears it.
    #[derive(Copy)]
    pub struct SetHaze(form: DieTrying) {
        /// Which part.
        region: Region = part_of_the_map(form)?,
        /// Hazy or clear.
        hazy: bool = form.field("hazy", "Hard to see", Domain::yes_no, || Some(true), as_written)?,
    }
}

deed! {
    /// Says that somebody is hard to see, or no longer.
    #[derive(Copy)]
    pub struct Conceal(form: DieTrying) {
        who: Who = {
            let (state, mapped) = (form.state, form.state.board.is_some());
            form.only_if(mapped && state.everybody().next().is_some())?;
            form.creature("who", "Who")?
        },
        /// Concealed or not.
        concealed: bool = form.field("concealed", "Concealed", Domain::yes_no, || Some(true), as_written)?,
    }
}

/// The field `region`: a rectangle of the map.
fn part_of_the_map(form: &mut Filling<'_, DieTrying>) -> Filled<Region> {
    let state = form.state;
    form.only_if(state.board.is_some())?;
    let side = |name, label| Param::new(name, label, Domain::amount(1, 40));
    let domain = || {
        let corner = Param::new("at", "From", Domain::Square { among: floor(state) });
        Domain::Form { params: vec![corner, side("width", "Squares across"), side("height", "Squares down")] }
    };
    let first = || Some(Region { at: floor_spots(state).next()?, width: 1, height: 1 });
    form.field("region", "Where", domain, first, as_written)
}

/// Nothing of a map where there is none.
fn may_map(may: May<'_, DieTrying>, rule: RuleId) -> Lawful {
    may.outright_if(may.state.board.is_none(), || Refusal::new(rule, "no-map", "There is no map."))
}

impl Deed<DieTrying> for SetLight {
    const CARD: Card = Card::gm("Say how bright it is", GROUP).rule(rules::DT_SENSE_03);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_map(may, rules::DT_SENSE_03)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { region, light } = self;
        cx.record(rules::DT_SENSE_03, BoardFact::LightIs { region, light }.into());
        Ok(())
    }
}

impl Deed<DieTrying> for SetHaze {
    const CARD: Card = Card::gm("Say where it is hard to see", GROUP).rule(rules::DT_SENSE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_map(may, rules::DT_SENSE_01)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Self { region, hazy } = self;
        cx.record(rules::DT_SENSE_01, BoardFact::Haze { region, hazy }.into());
        Ok(())
    }
}

impl Deed<DieTrying> for Conceal {
    const CARD: Card = Card::gm("Say who is hard to see", GROUP).rule(rules::DT_SENSE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let veil = if self.concealed { Veil::Concealed } else { Veil::None };
        cx.record(rules::DT_SENSE_01, BoardFact::Veiled { who: self.who, veil }.into());
        Ok(())
    }
}
