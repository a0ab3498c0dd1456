//! What a fact changes. It carries its results; here they are only written down.

use std::sync::Arc;

use boneyard_table::Who;
use boneyard_world::run::Signal;

use super::Fact;
use crate::campaign;
use crate::hero::{Draft, Slots};
use crate::state::{Ability, Afflicted, Attack, Battle, Item, Live, Place, Reaction, Sheet, State, Turn};

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
            if matches!(fact, Fact::Joined { .. }) {
                campaign::joins(state, *who);
            }
        }
        Fact::Named { who, name } => sheet(state, *who, |sheet| {
            sheet.name.clone_from(name);
            sheet.named = true;
        }),
        Fact::Handed { who, to } => sheet(state, *who, |sheet| sheet.seat = *to),
        Fact::Apart { one, other, feet } => state.apart.set(one.0, other.0, *feet),
        Fact::Moved { who, anchor, to, moved, .. } => {
            state.apart.move_to(who.0, anchor.0, *to);
            live(state, *who, |live| live.turn.moved = *moved);
        }
        Fact::Saved { .. } | Fact::Fizzled { .. } | Fact::BattleWent { .. } => {}
        Fact::Outcome(last) => state.last = Some(last.clone()),
        Fact::Laid(fact) => state.laid.apply(fact),
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
            campaign::signal(state, |state| {
                campaign::place_of(state, *fighters.first()?).cloned().map(Signal::Fight)
            });
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
        Fact::BattleEnded => {
            let fought = state.battle.take();
            campaign::signal(state, |state| {
                let first = fought.as_ref().and_then(|battle| battle.order.first().copied())?;
                campaign::place_of(state, first).cloned().map(Signal::Fought)
            });
        }
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
        Fact::Score { who, ability, from, to } => {
            live(state, *who, |live| live.scores[*ability as usize] = *to);
            if *ability == Ability::Str && to < from {
                campaign::signal(state, |state| {
                    campaign::place_of(state, *who).map(|place| Signal::Blood(place.clone(), *who))
                });
            }
        }
        Fact::Part { who, part, to, .. } => live(state, *who, |live| live.parts[*part as usize] = *to),
        Fact::Provoked { who, by } => live(state, *who, |live| live.hurt_by = Some(*by)),
        Fact::Died { who } => {
            live(state, *who, |live| live.dead = true);
            campaign::signal(state, |_| Some(Signal::Dead(*who)));
        }
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
        Fact::World(fact) => crate::world::apply(state, fact),
        Fact::Campaign(fact) => campaign::apply(state, fact),
        Fact::Shatters { by } => campaign::signal(state, |state| {
            let place = campaign::place_of(state, *by)?.clone();
            Some(Signal::Sign("wide-area attack".into(), place))
        }),
        Fact::Clashes { foes } => state.clash = foes.iter().copied().collect(),
        Fact::Changed { adventure, person, with } => {
            state.changed.push((adventure.clone(), person.clone(), (**with).clone()));
        }
        Fact::Ready { who } => {
            sheet(state, *who, |sheet| sheet.draft = None);
            campaign::joins(state, *who);
        }
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
