//! The smallest true statements, and writing them down. A fact carries its results; applying it
//! works nothing out.

use std::sync::Arc;

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::hero::{Draft, Slots};
use crate::lesson::LessonFact;
use crate::scenario::SceneFact;
use crate::state::{
    Ability, Afflicted, Affliction, Attack, Background, Battle, Creature, Item, ItemSheet, Kept, Last,
    Lasting, Live, Manner, Part, PartState, Place, Reaction, Sheet, State, Turn, Wear, With,
};
use crate::time::TimeFact;
use crate::trade::TradeFact;
use crate::world::WorldFact;

/// Something that became true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// A house switch was set.
    House {
        /// Which.
        switch: String,
        /// To what.
        value: String,
    },
    /// Somebody joins the scene.
    Joined {
        /// Their number.
        who: Who,
        /// Everything about them.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
    /// Somebody gets a proper name.
    Named {
        /// Who.
        who: Who,
        /// The name.
        name: String,
    },
    /// The clock moves on.
    Clock {
        /// From, in seconds.
        from: u32,
        /// To, in seconds.
        to: u32,
    },
    /// Two creatures stand this far apart.
    Apart {
        /// One.
        one: Who,
        /// The other.
        other: Who,
        /// Feet.
        feet: u16,
    },
    /// A creature moved, as seen from another.
    Moved {
        /// Who.
        who: Who,
        /// As seen from whom.
        anchor: Who,
        /// Feet between them before.
        from: u16,
        /// Feet between them now.
        to: u16,
        /// Feet moved this turn, all in all.
        moved: u16,
    },
    /// A save was made.
    Saved {
        /// Who.
        who: Who,
        /// On which score.
        ability: Ability,
        /// The score it was made against.
        against: i16,
        /// What the die or the kept die showed.
        face: u8,
        /// Whether it passed.
        passed: bool,
    },
    /// What was called for came out so.
    Outcome(Last),
    /// A battle begins.
    BattleBegan {
        /// Who takes part.
        fighters: Vec<Who>,
    },
    /// HP were bid to act sooner.
    Bid {
        /// Who.
        who: Who,
        /// How much.
        hp: u16,
        /// HP left.
        left: u16,
    },
    /// The turn order stands.
    Order {
        /// First to last.
        order: Vec<Who>,
        /// DEX and bid of each.
        scores: Vec<u16>,
    },
    /// Somebody comes into a battle under way.
    Entered {
        /// Who.
        who: Who,
        /// Their place in the order.
        place: u8,
        /// Their DEX and bid.
        score: u16,
        /// Whose turn it is, by place in the order, now that they are in it.
        turn: Option<u8>,
    },
    /// A turn begins.
    TurnBegan {
        /// Whose.
        who: Who,
        /// Its place in the order.
        place: u8,
        /// The round.
        round: u16,
        /// Reactions now.
        reactions: u8,
        /// Reactions to come that stay lost.
        lost_reactions: u8,
        /// Whether this turn's action is lost.
        no_action: bool,
        /// Actions to come that stay lost.
        lost_actions: u8,
    },
    /// The battle is over.
    BattleEnded,
    /// A creature used its action.
    Acted {
        /// Who.
        who: Who,
    },
    /// A creature gave up or lost the rest of its move.
    NoMove {
        /// Who.
        who: Who,
    },
    /// An attack was declared.
    Attacked {
        /// Who attacks.
        by: Who,
        /// Whom.
        target: Who,
        /// With what.
        with: With,
        /// The part a called shot named.
        #[serde(default)]
        aim: Option<Part>,
        /// What kind of attack it is.
        #[serde(default)]
        manner: Manner,
    },
    /// A called shot missed.
    Missed {
        /// Who shot.
        by: Who,
        /// At whom.
        target: Who,
        /// At which part.
        part: Part,
    },
    /// Of several targets of one attack it is this one's turn.
    Turned {
        /// Whose.
        to: Who,
        /// Reactions it has used on this attack.
        used: u8,
        /// What kind of attack it is.
        manner: Manner,
    },
    /// Something begins to last on somebody.
    Afflicted {
        /// On whom.
        who: Who,
        /// What.
        what: Affliction,
        /// Who brought it about.
        by: Option<Who>,
    },
    /// Something that lasted on somebody is over.
    Relieved {
        /// For whom.
        who: Who,
        /// What.
        what: Affliction,
    },
    /// A power leaves something on somebody, in the place of what it left before.
    Lasts {
        /// On whom.
        who: Who,
        /// What.
        effect: Lasting,
    },
    /// What a power left on somebody is over.
    LastsNoMore {
        /// On whom.
        who: Who,
        /// What.
        effect: Lasting,
    },
    /// Somebody passed out, or woke.
    PassedOut {
        /// Who.
        who: Who,
        /// Whether they are out.
        out: bool,
    },
    /// Somebody gained a power, a mutation or a skill.
    Gained {
        /// Who.
        who: Who,
        /// Which.
        power: RuleId,
    },
    /// A power-up was taken.
    Took {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// Which power-up.
        powerup: RuleId,
    },
    /// A thing was found or given.
    Got {
        /// By whom.
        who: Who,
        /// What.
        sheet: ItemSheet,
        /// How it is.
        item: Item,
    },
    /// Full values and current ones changed for good.
    Grew {
        /// Who.
        who: Who,
        /// Full STR, DEX and WIL.
        full: [u8; 3],
        /// Current STR, DEX and WIL.
        scores: [u8; 3],
        /// Full HP.
        full_hp: u16,
        /// Current HP.
        hp: u16,
        /// Full natural AP.
        full_ap: u8,
        /// Current natural AP.
        ap: u8,
        /// Speed.
        speed: u8,
    },
    /// Somebody found out what another would answer.
    Answered {
        /// Who asked.
        who: Who,
        /// Whom.
        target: Who,
        /// What they wanted to know.
        question: String,
        /// The true answer.
        yes: bool,
    },
    /// Somebody may save with the WIL of another, or no longer.
    Rallied {
        /// Who.
        who: Who,
        /// Whose WIL.
        by: Option<Who>,
    },
    /// Somebody gave up.
    Surrendered {
        /// Who.
        who: Who,
    },
    /// A gun can be fired, or needs an action first.
    Readied {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// Whether it can be fired now.
        ready: bool,
    },
    /// A special was used.
    SpecialUsed {
        /// By whom.
        who: Who,
        /// Which, by its place in the entry.
        special: u8,
        /// In which round.
        round: u16,
    },
    /// Somebody who minds fire was burned, or the burn is forgotten.
    Burned {
        /// Who.
        who: Who,
        /// Whether it still counts.
        burned: bool,
    },
    /// A side's nerve is tried.
    Shaken {
        /// Which side.
        side: u8,
    },
    /// Somebody is of this mood from now on.
    Tagged {
        /// Who.
        who: Who,
        /// The mood.
        tag: String,
    },
    /// An attack goes for somebody else.
    Redirected {
        /// From whom.
        from: Who,
        /// To whom.
        to: Who,
    },
    /// The damage of the attack, as it stands.
    Damage {
        /// The kept face of the weapon's die.
        face: u8,
        /// The damage.
        amount: u16,
        /// Whether the face was not rolled but forced.
        #[serde(default)]
        forced: bool,
    },
    /// Part of a roll of damage was kept, rerolled or added.
    DamageChanged {
        /// From.
        from: u16,
        /// To.
        to: u16,
    },
    /// The attack is over.
    AttackEnded,
    /// A reaction was spent.
    Reacted {
        /// Who.
        who: Who,
        /// Which kind.
        kind: Reaction,
        /// Reactions left.
        left: u8,
    },
    /// Reactions were gained or lost.
    Reactions {
        /// Who.
        who: Who,
        /// How many now.
        to: u8,
        /// Reactions to come that are lost.
        lost: u8,
    },
    /// An action to come is lost.
    ActionLost {
        /// Who.
        who: Who,
        /// How many are lost now.
        lost: u8,
    },
    /// Hit points changed.
    Hp {
        /// Who.
        who: Who,
        /// From.
        from: u16,
        /// To.
        to: u16,
    },
    /// Temporary hit points changed.
    TempHp {
        /// Who.
        who: Who,
        /// From.
        from: u16,
        /// To.
        to: u16,
    },
    /// Natural armor points changed.
    NaturalAp {
        /// Who.
        who: Who,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// Armor points of a thing changed.
    Ap {
        /// Who.
        who: Who,
        /// Which thing.
        item: u8,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A score changed.
    Score {
        /// Who.
        who: Who,
        /// Which.
        ability: Ability,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A body part changed.
    Part {
        /// Who.
        who: Who,
        /// Which.
        part: Part,
        /// From.
        from: PartState,
        /// To.
        to: PartState,
    },
    /// Somebody angry knows who hurt them.
    Provoked {
        /// Who.
        who: Who,
        /// By whom.
        by: Who,
    },
    /// Somebody died.
    Died {
        /// Who.
        who: Who,
    },
    /// Somebody is on the ground, or up again.
    Down {
        /// Who.
        who: Who,
        /// Whether they are down.
        down: bool,
    },
    /// Somebody has no weapon in hand when it begins.
    Ambushed {
        /// Who.
        who: Who,
    },
    /// FULL DEFENSE was taken.
    Defending {
        /// Who.
        who: Who,
    },
    /// A grapple begins.
    Grappled {
        /// Who holds.
        holder: Who,
        /// Who is held.
        held: Who,
    },
    /// A grapple ends.
    Released {
        /// Who held.
        holder: Who,
        /// Who was held.
        held: Who,
    },
    /// D8s owed against somebody.
    Counters {
        /// Who may roll them.
        who: Who,
        /// Against whom.
        against: Who,
        /// How many.
        dice: u8,
    },
    /// A wear pool changed.
    Pool {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A thing broke or was destroyed.
    Worn {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// How it is now.
        wear: Wear,
        /// Where it is now.
        place: Place,
    },
    /// A thing survived what should have destroyed it.
    Survived {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// How often by now.
        times: u8,
    },
    /// A thing changed its place.
    Placed {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// Where it is now.
        place: Place,
        /// Whether it used up the one free draw of this turn.
        drew: bool,
    },
    /// A charge of a natural attack is used, or the attack is gone with the last.
    OwnCharge {
        /// Whose.
        who: Who,
        /// How many are used by now.
        used: u8,
    },
    /// Somebody has done what some teachers want to have seen.
    HasDone {
        /// Who.
        who: Who,
        /// What.
        what: String,
    },
    /// Somebody is no longer of a kind, or in a mood.
    Untagged {
        /// Who.
        who: Who,
        /// The tag.
        tag: String,
    },
    /// Something about gems and what they buy.
    Trade(TradeFact),
    /// Something about teachers and pupils.
    Lesson(LessonFact),
    /// Something about time.
    Time(TimeFact),
    /// Something could not go on. Its costs stay paid.
    Fizzled {
        /// Who tried.
        who: Who,
        /// Why, in words.
        why: String,
    },
    /// A hero is begun.
    Drafted {
        /// Their number.
        who: Who,
        /// Everything so far.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
    /// The five totals are rolled.
    Totals {
        /// Whose.
        who: Who,
        /// Them.
        totals: [u8; 5],
    },
    /// The totals are assigned.
    Assigned {
        /// Whose.
        who: Who,
        /// How.
        slots: Slots,
        /// Gems left to spend.
        gems: u32,
    },
    /// A background is bought.
    Learned {
        /// Who.
        who: Who,
        /// Which.
        background: Background,
        /// Gems left.
        gems: u32,
    },
    /// A thing is bought.
    Bought {
        /// Who.
        who: Who,
        /// What.
        sheet: ItemSheet,
        /// How it is.
        item: Item,
        /// Gems left.
        gems: u32,
    },
    /// A hero is finished.
    Ready {
        /// Who.
        who: Who,
    },
    /// Something about the scenario.
    Scene(SceneFact),
    /// Something about the world.
    World(WorldFact),
    /// Everything about a creature that the referee overruled.
    Overruled {
        /// Who.
        who: Who,
        /// All of it.
        #[schemars(with = "serde_json::Value")]
        creature: Box<Creature>,
    },
}

/// Writes a fact down.
pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::House { switch, value } => {
            Arc::make_mut(&mut state.house).set(switch, value);
        }
        Fact::Joined { who, creature }
        | Fact::Drafted { who, creature }
        | Fact::Overruled { who, creature } => {
            let at = usize::from(who.0);
            if at < state.creatures.len() {
                state.creatures[at] = Arc::new((**creature).clone());
            } else if at == state.creatures.len() {
                state.creatures.push(Arc::new((**creature).clone()));
            }
        }
        Fact::Named { who, name } => sheet(state, *who, |sheet| {
            sheet.name.clone_from(name);
            sheet.named = true;
        }),
        Fact::Clock { to, .. } => state.clock = *to,
        Fact::Apart { one, other, feet } => state.apart.set(one.0, other.0, *feet),
        Fact::Moved { who, anchor, to, moved, .. } => {
            state.apart.move_to(who.0, anchor.0, *to);
            live(state, *who, |live| live.turn.moved = *moved);
        }
        Fact::Saved { .. } | Fact::Fizzled { .. } => {}
        Fact::Outcome(last) => state.last = Some(last.clone()),
        Fact::BattleBegan { fighters } => {
            let (order, scores) = (fighters.iter().copied().collect(), Default::default());
            state.battle = Some(Battle { order, scores, turn: None, round: 0, shaken: Default::default() });
            for &who in fighters {
                live(state, who, |live| {
                    live.special_round = None;
                    live.reactions = 1;
                    live.turn = Turn::default();
                });
            }
        }
        Fact::Bid { who, left, .. } => live(state, *who, |live| live.hp = *left),
        Fact::Order { order, scores } => {
            if let Some(battle) = &mut state.battle {
                battle.order = order.iter().copied().collect();
                battle.scores = scores.iter().copied().collect();
            }
        }
        Fact::Entered { who, place, score, turn } => {
            if let Some(battle) = &mut state.battle {
                let at = usize::from(*place).min(battle.order.len());
                battle.order.insert(at, *who);
                battle.scores.insert(at.min(battle.scores.len()), *score);
                battle.turn = *turn;
            }
            live(state, *who, |live| {
                live.reactions = 1;
                live.turn = Turn::default();
            });
        }
        Fact::TurnBegan { who, place, round, reactions, lost_reactions, no_action, lost_actions } => {
            if let Some(battle) = &mut state.battle {
                battle.turn = Some(*place);
                battle.round = *round;
            }
            live(state, *who, |live| {
                live.reactions = *reactions;
                live.lost_reactions = *lost_reactions;
                live.lost_actions = *lost_actions;
                live.turn = Turn { acted: *no_action, ..Turn::default() };
                live.defending = false;
                live.ambushed = false;
            });
        }
        Fact::BattleEnded => state.battle = None,
        Fact::Acted { who } => live(state, *who, |live| live.turn.acted = true),
        Fact::NoMove { who } => live(state, *who, |live| live.turn.no_move = true),
        Fact::Attacked { by, target, with, aim, manner } => {
            state.last = None;
            state.attack = Some(Attack {
                by: *by,
                target: *target,
                with: *with,
                redirected: false,
                aim: *aim,
                manner: *manner,
                forced: false,
                face: 0,
                damage: None,
                used: 0,
            });
        }
        Fact::Missed { .. } => state.last = None,
        Fact::Turned { to, used, manner } => attack(state, |attack| {
            attack.target = *to;
            attack.used = *used;
            attack.manner = *manner;
            attack.damage = None;
        }),
        Fact::Afflicted { who, what, by } => live(state, *who, |live| {
            live.afflicted.retain(|known| known.what != *what);
            live.afflicted.push(Afflicted { what: *what, by: *by });
        }),
        Fact::Relieved { who, what } => {
            live(state, *who, |live| live.afflicted.retain(|known| known.what != *what));
        }
        Fact::Lasts { who, effect } => live(state, *who, |live| {
            live.lasting.retain(|known| {
                known.by != effect.by
                    || known.from != effect.from
                    || std::mem::discriminant(&known.what) != std::mem::discriminant(&effect.what)
            });
            live.lasting.push(effect.clone());
        }),
        Fact::LastsNoMore { who, effect } => {
            live(state, *who, |live| live.lasting.retain(|known| known != effect));
        }
        Fact::PassedOut { who, out } => live(state, *who, |live| live.passed_out = *out),
        Fact::Gained { who, power } => sheet(state, *who, |sheet| sheet.knows.push(*power)),
        Fact::Took { who, item, powerup } => {
            thing(state, *who, *item, |item| item.place = Place::Gone);
            sheet(state, *who, |sheet| sheet.taken.push(*powerup));
        }
        Fact::Got { who, sheet: got, item } => {
            sheet(state, *who, |sheet| sheet.items.push(got.clone()));
            live(state, *who, |live| live.items.push(*item));
        }
        Fact::Grew { who, full, scores, full_hp, hp, full_ap, ap, speed } => {
            sheet(state, *who, |sheet| {
                sheet.full = *full;
                sheet.full_hp = *full_hp;
                sheet.full_ap = *full_ap;
                sheet.speed = *speed;
            });
            live(state, *who, |live| {
                live.scores = *scores;
                live.hp = *hp;
                live.ap = *ap;
            });
        }
        Fact::Answered { .. } => {}
        Fact::Rallied { who, by } => live(state, *who, |live| live.rallied_by = *by),
        Fact::SpecialUsed { who, round, .. } => live(state, *who, |live| live.special_round = Some(*round)),
        Fact::Burned { who, burned } => live(state, *who, |live| live.burned = *burned),
        Fact::Surrendered { who } => live(state, *who, |live| live.surrendered = true),
        Fact::Readied { who, item, ready } => thing(state, *who, *item, |item| item.unready = !*ready),
        Fact::Shaken { side } => {
            if let Some(battle) = &mut state.battle {
                battle.shaken.push(*side);
            }
        }
        Fact::Tagged { who, tag } => sheet(state, *who, |sheet| sheet.tags.push(tag.clone())),
        Fact::Redirected { to, .. } => attack(state, |attack| {
            attack.target = *to;
            attack.redirected = true;
            attack.used = Reaction::Intercept.bit();
        }),
        Fact::Damage { face, amount, forced } => attack(state, |attack| {
            attack.face = *face;
            attack.damage = Some(*amount);
            attack.forced = *forced;
        }),
        Fact::DamageChanged { to, .. } => attack(state, |attack| attack.damage = Some(*to)),
        Fact::AttackEnded => state.attack = None,
        Fact::Reacted { who, kind, left } => {
            live(state, *who, |live| live.reactions = *left);
            attack(state, |attack| attack.used |= kind.bit());
        }
        Fact::Reactions { who, to, lost } => live(state, *who, |live| {
            live.reactions = *to;
            live.lost_reactions = *lost;
        }),
        Fact::ActionLost { who, lost } => live(state, *who, |live| live.lost_actions = *lost),
        Fact::Hp { who, to, .. } => live(state, *who, |live| live.hp = *to),
        Fact::TempHp { who, to, .. } => live(state, *who, |live| live.temp_hp = *to),
        Fact::NaturalAp { who, to, .. } => live(state, *who, |live| live.ap = *to),
        Fact::Ap { who, item, to, .. } => thing(state, *who, *item, |item| item.ap = *to),
        Fact::Score { who, ability, to, .. } => {
            live(state, *who, |live| live.scores[*ability as usize] = *to);
        }
        Fact::Part { who, part, to, .. } => live(state, *who, |live| live.parts[*part as usize] = *to),
        Fact::Provoked { who, by } => live(state, *who, |live| live.hurt_by = Some(*by)),
        Fact::Died { who } => live(state, *who, |live| live.dead = true),
        Fact::Down { who, down } => live(state, *who, |live| live.down = *down),
        Fact::Ambushed { who } => live(state, *who, |live| live.ambushed = true),
        Fact::Defending { who } => live(state, *who, |live| live.defending = true),
        Fact::Grappled { holder, held } => {
            live(state, *holder, |live| live.holds = Some(*held));
            live(state, *held, |live| live.held_by = Some(*holder));
        }
        Fact::Released { holder, held } => {
            live(state, *holder, |live| live.holds = None);
            live(state, *held, |live| live.held_by = None);
        }
        Fact::Counters { who, against, dice } => live(state, *who, |live| {
            live.counters.retain(|(known, _)| known != against);
            if *dice > 0 {
                live.counters.push((*against, *dice));
            }
        }),
        Fact::OwnCharge { who, used } => live(state, *who, |live| live.used_charges = *used),
        Fact::Pool { who, item, to, .. } => thing(state, *who, *item, |item| item.pool = *to),
        Fact::Worn { who, item, wear, place } => thing(state, *who, *item, |item| {
            item.wear = *wear;
            item.place = *place;
        }),
        Fact::Survived { who, item, times } => thing(state, *who, *item, |item| item.survived = *times),
        Fact::Placed { who, item, place, drew } => {
            thing(state, *who, *item, |item| item.place = *place);
            if *drew {
                live(state, *who, |live| live.turn.drew = true);
            }
        }
        Fact::HasDone { who, what } => sheet(state, *who, |sheet| sheet.has_done.push(what.clone())),
        Fact::Untagged { who, tag } => sheet(state, *who, |sheet| sheet.tags.retain(|known| known != tag)),
        Fact::Trade(fact) => crate::trade::apply(state, fact),
        Fact::Lesson(fact) => crate::lesson::apply(state, fact),
        Fact::Time(fact) => crate::time::apply(state, fact),
        Fact::Totals { who, totals } => draft(state, *who, |draft| draft.totals = Some(*totals)),
        Fact::Assigned { who, slots, gems } => {
            let Slots { str, dex, wil, hp, .. } = *slots;
            sheet(state, *who, |sheet| {
                sheet.full = [str, dex, wil];
                sheet.full_hp = hp.into();
                sheet.gems = *gems;
            });
            live(state, *who, |live| {
                live.scores = [str, dex, wil];
                live.hp = hp.into();
            });
            draft(state, *who, |draft| draft.slots = Some(*slots));
        }
        Fact::Learned { who, background, gems } => sheet(state, *who, |sheet| {
            sheet.backgrounds.push(background.clone());
            sheet.gems = *gems;
        }),
        Fact::Bought { who, sheet: bought, item, gems } => {
            sheet(state, *who, |sheet| {
                sheet.items.push(bought.clone());
                sheet.gems = *gems;
            });
            live(state, *who, |live| live.items.push(*item));
        }
        Fact::Scene(fact) => crate::scenario::apply(state, fact),
        Fact::World(fact) => crate::world::apply(state, fact),
        Fact::Ready { who } => sheet(state, *who, |sheet| sheet.draft = None),
    }
}

fn live(state: &mut State, who: Who, change: impl FnOnce(&mut Live)) {
    if let Some(live) = state.live_mut(who) {
        change(live);
    }
}

fn sheet(state: &mut State, who: Who, change: impl FnOnce(&mut Sheet)) {
    if let Some(sheet) = state.sheet_mut(who) {
        change(sheet);
    }
}

fn draft(state: &mut State, who: Who, change: impl FnOnce(&mut Draft)) {
    sheet(state, who, |sheet| {
        if let Some(draft) = &mut sheet.draft {
            change(draft);
        }
    });
}

fn thing(state: &mut State, who: Who, item: u8, change: impl FnOnce(&mut Item)) {
    live(state, who, |live| {
        if let Some(item) = live.items.get_mut(usize::from(item)) {
            change(item);
        }
    });
}

fn attack(state: &mut State, change: impl FnOnce(&mut Attack)) {
    if let Some(attack) = &mut state.attack {
        change(attack);
    }
}

/// A creature with nothing but a name: every number at its default.
pub(crate) fn blank(name: &str, like: Option<RuleId>) -> Creature {
    let live = Live {
        scores: [10; 3],
        hp: 0,
        temp_hp: 0,
        ap: 0,
        reactions: 1,
        lost_reactions: 0,
        lost_actions: 0,
        parts: [PartState::Whole; 6],
        dead: false,
        down: false,
        passed_out: false,
        ambushed: false,
        defending: false,
        turn: Turn::default(),
        holds: None,
        held_by: None,
        hurt_by: None,
        want: Default::default(),
        rides: None,
        counters: Default::default(),
        afflicted: Default::default(),
        lasting: Default::default(),
        rallied_by: None,
        surrendered: false,
        special_round: None,
        burned: false,
        used_charges: 0,
        items: Default::default(),
    };
    let sheet = Sheet {
        name: name.to_owned(),
        named: false,
        hero: false,
        side: 1,
        seat: boneyard_table::Seat::GM,
        like,
        full: [10; 3],
        full_hp: 0,
        full_ap: 0,
        speed: 1,
        gems: 0,
        tags: Vec::new(),
        backgrounds: Vec::new(),
        items: Vec::new(),
        knows: Vec::new(),
        taken: Vec::new(),
        has_done: Vec::new(),
        draft: None,
    };
    Creature { live, sheet: Kept::new(sheet) }
}
