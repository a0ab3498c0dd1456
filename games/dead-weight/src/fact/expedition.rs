//! Facts of places, turns and trackers. What the game master keeps secret is recorded for the game
//! master's eyes; what everybody notices of it is a fact of its own.

use std::sync::Arc;

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Blows, Coming, Expedition, Light, Omens, Room, Site, Span, State};

/// Something that became true on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExpeditionFact {
    /// The omens tracker stands so: for those who may know.
    Omens {
        /// How it stood.
        from: Omens,
        /// How it stands.
        to: Omens,
    },
    /// An expedition begins.
    SetOut {
        /// Its site.
        site: String,
        /// Where.
        here: String,
    },
    /// A site is so now: for the game master's eyes.
    Site {
        /// Its name.
        name: String,
        /// Everything about it.
        site: Box<Site>,
    },
    /// A location is so now: for the game master's eyes.
    Room {
        /// Its name.
        name: String,
        /// Everything about it.
        room: Box<Room>,
    },
    /// Doom stands so: for the game master's eyes.
    Doom {
        /// How it stood.
        from: u8,
        /// How it stands.
        to: u8,
    },
    /// Somebody learned how doom stands, or the game master showed it.
    DoomLearned {
        /// How it stands.
        doom: u8,
        /// The number of the next event, if there is one.
        next: Option<u8>,
    },
    /// The game master shows the omens tracker.
    OmensShown {
        /// How it stands.
        omens: Omens,
    },
    /// Exploration turns have passed.
    Turn {
        /// How many since the expedition began.
        turn: u16,
    },
    /// The decay tracker stands so.
    Decay {
        /// How it stood.
        from: u8,
        /// How it stands.
        to: u8,
    },
    /// Decay has come over somebody.
    Decayed {
        /// Whom.
        who: Who,
        /// What, in a few words.
        what: String,
    },
    /// An omen has come true.
    Omen {
        /// What, in a few words.
        what: String,
    },
    /// Somebody went somewhere.
    Went {
        /// Who.
        who: Vec<Who>,
        /// Where to.
        to: String,
    },
    /// Everybody is together in one place.
    Here {
        /// Where.
        here: String,
        /// Where they were before.
        before: String,
    },
    /// A light burns, or none does.
    Light {
        /// Which.
        light: Option<Light>,
    },
    /// So long the mortally wounded have.
    Dying {
        /// Who, and how many turns.
        dying: Vec<(Who, u8)>,
    },
    /// So long the dead lie still: for the game master's eyes.
    Rising {
        /// Who, and how many turns.
        rising: Vec<(Who, u8)>,
    },
    /// These are on their way: for the game master's eyes.
    Coming {
        /// All of them.
        coming: Vec<Coming>,
    },
    /// A fight has broken out, or is over.
    Blows {
        /// How it begins.
        clash: Option<Blows>,
    },
    /// The party was asked.
    Agreed {
        /// To what.
        what: String,
        /// Whether more than half wanted it.
        agreed: bool,
    },
    /// Something everybody there noticed.
    Noticed {
        /// What.
        what: String,
    },
    /// The party has left.
    Left,
}

pub(super) fn apply(state: &mut State, fact: &ExpeditionFact) {
    use ExpeditionFact as E;
    let way = Arc::make_mut(&mut state.expedition);
    match fact {
        E::Omens { to, .. } => Arc::make_mut(&mut state.party).omens = *to,
        E::SetOut { site, here } => {
            let sites = std::mem::take(&mut way.sites);
            let (site, here) = (site.clone(), here.clone());
            *way = Expedition {
                under_way: true,
                site,
                before: here.clone(),
                here,
                sites,
                ..Expedition::default()
            };
            state.interlude = None;
            // What was on sale before is forgotten, and so is who asked for it.
            Arc::make_mut(&mut state.party).market.clear();
            for creature in &mut state.creatures {
                let live = &mut Arc::make_mut(creature).live;
                live.used.retain(|used| used.until != Span::Interlude);
            }
        }
        E::Site { name, site } => {
            way.sites.insert(name.clone(), (**site).clone());
        }
        E::Room { name, room } => {
            if let Some(site) = way.sites.get_mut(&way.site) {
                site.rooms.insert(name.clone(), (**room).clone());
            }
        }
        E::Doom { to, .. } => {
            if let Some(site) = way.sites.get_mut(&way.site) {
                site.doom = *to;
            }
        }
        E::Turn { turn } => way.turn = *turn,
        E::Decay { to, .. } => way.decay = *to,
        E::Went { who, to } => {
            way.apart.retain(|(known, _)| !who.contains(known));
            way.apart.extend(who.iter().map(|who| (*who, to.clone())));
        }
        E::Here { here, before } => {
            way.apart.clear();
            way.here.clone_from(here);
            way.before.clone_from(before);
        }
        E::Light { light } => way.light = *light,
        E::Dying { dying } => way.dying.clone_from(dying),
        E::Rising { rising } => way.rising.clone_from(rising),
        E::Coming { coming } => way.coming.clone_from(coming),
        E::Blows { clash } => way.clash = *clash,
        E::Left => {
            way.under_way = false;
            state.interlude = Some(1);
        }
        E::DoomLearned { .. }
        | E::OmensShown { .. }
        | E::Decayed { .. }
        | E::Omen { .. }
        | E::Agreed { .. }
        | E::Noticed { .. } => {}
    }
}
