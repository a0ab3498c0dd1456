//! Commands on the way.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::expedition::{
    self, AddPlace, Advance, BringEvent, CatchBreath, Disarm, Flag, Freeform, Go, Improvise, Kindle,
    LayToRest, LookForTraps, Loot, Parley, PassTurns, Search, SetDoom, SetOut, Show, Stabilise, Unlock,
    Veteran,
};
use crate::gear::UseItem;
use crate::scenario::{self, MakeSite};

/// A command on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExpeditionCommand {
    /// Begins an expedition.
    SetOut(SetOut),
    /// Makes a place up.
    AddPlace(AddPlace),
    /// Says what the place is.
    PlaceFlag(Flag),
    /// Lets turns pass.
    PassTurns(PassTurns),
    /// Moves a tracker by hand.
    MoveTracker(Advance),
    /// Puts doom where it has to be.
    SetDoom(SetDoom),
    /// Lets an event of doom happen.
    BringEvent(BringEvent),
    /// Shows a tracker to everybody.
    ShowTracker(Show),
    /// Goes to another location.
    Go(Go),
    /// Loots.
    Loot(Loot),
    /// Talks with those who are met.
    Parley(Parley),
    /// Attacks those who are met.
    StartCombat,
    /// Catches breath.
    #[serde(alias = "catch_your_breath")]
    CatchBreath(CatchBreath),
    /// Looks for traps.
    #[serde(alias = "search_for_traps")]
    LookForTraps(LookForTraps),
    /// Disarms a trap.
    Disarm(Disarm),
    /// Uses a thing.
    UseItem(UseItem),
    /// Tries something else.
    Freeform(Freeform),
    /// Looks for a hidden way.
    Search(Search),
    /// Opens a locked way.
    Unlock(Unlock),
    /// Judges how far the place has woken.
    Veteran(Veteran),
    /// Lights something.
    Kindle(Kindle),
    /// Puts the light out.
    Snuff,
    /// Saves somebody who is mortally wounded.
    Stabilise(Stabilise),
    /// Makes a holy symbol of what is at hand.
    ImproviseSymbol(Improvise),
    /// Makes up a site by its tables.
    MakeSite(MakeSite),
    /// Lays the dead to rest.
    LayToRest(LayToRest),
    /// Leaves the expedition.
    Leave,
}

pub(super) fn address(command: &ExpeditionCommand) -> Address {
    use ExpeditionCommand as E;
    let by = match command {
        E::Parley(Parley { who, .. })
        | E::LookForTraps(LookForTraps { who })
        | E::Disarm(Disarm { who, .. })
        | E::UseItem(UseItem { who, .. })
        | E::Freeform(Freeform { who, .. })
        | E::Search(Search { who })
        | E::Unlock(Unlock { who, .. })
        | E::Veteran(Veteran { who })
        | E::Kindle(Kindle { who, .. })
        | E::ImproviseSymbol(Improvise { who, .. })
        | E::Stabilise(Stabilise { who, .. })
        | E::LayToRest(LayToRest { who, .. }) => By::Actor(*who),
        _ => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: ExpeditionCommand) -> Flow {
    use ExpeditionCommand as E;
    match command {
        E::SetOut(set) => expedition::set_out(cx, by, &set),
        E::AddPlace(add) => expedition::add_place(cx, by, &add),
        E::PlaceFlag(flag) => expedition::flag(cx, by, &flag),
        E::PassTurns(turns) => expedition::pass_turns(cx, by, turns),
        E::MoveTracker(advance) => expedition::advance(cx, by, &advance),
        E::SetDoom(set) => expedition::set_doom(cx, by, set),
        E::BringEvent(bring) => expedition::bring_event(cx, by, bring),
        E::ShowTracker(show) => expedition::show(cx, by, show),
        E::Go(go) => expedition::go(cx, by, &go),
        E::Loot(loot) => expedition::loot(cx, by, &loot),
        E::Parley(parley) => expedition::parley(cx, by, &parley),
        E::StartCombat => expedition::start_combat(cx, by),
        E::CatchBreath(breath) => expedition::catch_breath(cx, by, &breath),
        E::LookForTraps(look) => expedition::look_for_traps(cx, by, look),
        E::Disarm(disarm) => expedition::disarm(cx, by, &disarm),
        E::UseItem(used) => expedition::use_item(cx, by, &used),
        E::Freeform(freeform) => expedition::freeform(cx, by, &freeform),
        E::Search(search) => expedition::search(cx, by, search),
        E::Unlock(unlock) => expedition::unlock(cx, by, &unlock),
        E::Veteran(veteran) => expedition::veteran(cx, by, veteran),
        E::Kindle(kindle) => expedition::kindle(cx, kindle),
        E::Snuff => expedition::snuff(cx),
        E::Stabilise(stabilise) => expedition::stabilise(cx, by, stabilise),
        E::ImproviseSymbol(improvise) => expedition::improvise(cx, by, &improvise),
        E::MakeSite(make) => scenario::make_site(cx, by, &make),
        E::LayToRest(lay) => expedition::lay_to_rest(cx, by, lay),
        E::Leave => expedition::leave(cx, by),
    }
}
