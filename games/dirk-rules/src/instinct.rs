//! How the referee's creatures, and anybody on autopilot, decide. The same for live play and
//! for simulation.

mod foes;
mod purpose;

pub use purpose::purpose;

use boneyard_table::{At, Who};

use self::foes::Foes;
use crate::DirkRules;
use crate::combat::{
    Attack, EndTurn, Heading, Move, Stand, Strike, UseSpecial, can_move, entry, is_ready, may_react,
    move_limit, owes, strike_open,
};
use crate::command::Command;
use crate::effect::{Aim, Effect};
use crate::gear::{all_arms, protecting};
use crate::health::{out, zeroed};
use crate::power::{self, UsePower};
use crate::question::WindowName;
use crate::state::{Ability, Affliction, Lasting, Reaction, With};

/// What a creature does next on its turn.
pub fn command(at: At<'_, DirkRules>, who: Who) -> Option<Command> {
    let state = at.state;
    if state.acting() != Some(who) {
        return None;
    }
    let live = state.live(who);
    let able = !out(state, who) && !zeroed(state, who, Ability::Wil) && !live.turn.acted && !live.surrendered;
    let mobile =
        !out(state, who) && !live.turn.no_move && live.held_by.is_none() && !zeroed(state, who, Ability::Dex);
    let mobile = mobile && !live.suffers(Affliction::Entangled) && !live.surrendered;
    let left = move_limit(at, who).saturating_sub(live.turn.moved);
    if let Some(foe) = owes(at, who) {
        return Some(provoked(at, who, foe, left));
    }
    let foes = able.then(|| Foes::of(at, who));
    let nearest = foes.as_ref().and_then(Foes::nearest);
    let step = nearest.filter(|_| mobile && !live.down).and_then(|foe| {
        let feet = state.feet(who, foe).saturating_sub(5).min(left);
        (feet > 0).then(|| Move { who, from: foe, heading: Heading::Towards, feet }.into())
    });
    if let Some(foes) = &foes {
        if let Some(first) = special(foes, nearest).or_else(|| mends(at, who)) {
            return Some(first);
        }
        if let Some(Strike { with, target }) = foes.strike() {
            // Past a nearer enemy towards the one that hurt it, as long as there is a way to go.
            return match step {
                Some(step) if foes.grudge.is_some_and(|foe| foe != target) => Some(step),
                _ => Some(Attack { who, with, target, let_break: false }.into()),
            };
        }
    }
    if mobile && live.down && live.turn.moved == 0 {
        return Some(Stand { who, with_action: false }.into());
    }
    Some(step.unwrap_or_else(|| EndTurn { who }.into()))
}

/// A special that is ready and reaches an enemy. Young are hatched while there are few of them.
fn special(foes: &Foes<'_>, nearest: Option<Who>) -> Option<Command> {
    let (at, who) = (foes.at, foes.who);
    let row = entry(at, who)?;
    let ready = (0u8..).zip(&row.specials).filter(|(_, special)| is_ready(at, who, special));
    ready.into_iter().find_map(|(number, special)| {
        let foe = nearest?;
        if let Some(brings) = &special.brings {
            let young = at.book.creatures.named(&brings.creature)?.id;
            let alive = at
                .state
                .everybody()
                .filter(|&other| at.state.sheet(other).like == Some(young) && !at.state.live(other).dead);
            return (alive.count() < 6).then(|| UseSpecial { who, special: number, target: None }.into());
        }
        let free = |foe: Who| special.condition.is_none_or(|what| !at.state.live(foe).suffers(what));
        let reached = |foe: Who| at.state.feet(who, foe) <= special.range && free(foe);
        let target = if reached(foe) {
            foe
        } else {
            foes.all.iter().map(|(foe, _)| *foe).find(|&foe| reached(foe))?
        };
        Some(UseSpecial { who, special: number, target: Some(target) }.into())
    })
}

/// What somebody does for themselves and their friends before they strike: breath back when half of
/// it is gone, a spell for a friend at the end of theirs, an antidote against stiff limbs, a full gun.
fn mends(at: At<'_, DirkRules>, who: Who) -> Option<Command> {
    let (state, live, sheet) = (at.state, at.state.live(who), at.state.sheet(who));
    if sheet.knows.is_empty() && !sheet.hero {
        return None;
    }
    let own = power::known(at.book, sheet).chain(power::owned(at, at.book, who).map(|(_, row)| row));
    own.flat_map(|row| row.uses.iter().map(move |way| (row, way))).find_map(|(row, way)| {
        let call = |target: Option<Who>, say: Option<String>| {
            power::legal_use(at, who, row, way)
                .then(|| UsePower { target, say, ..UsePower::of(who, &row.name) })
                .map(Command::from)
        };
        let heals = |effect: &Effect| matches!(effect, Effect::Heal(_));
        let limbers = |effect: &Effect| matches!(effect, Effect::Restore(much) if much.is("DEX"));
        if way.effects.iter().any(heals) && way.target == Aim::Oneself {
            return if live.hp * 2 <= sheet.full_hp { call(None, None) } else { None };
        }
        if way.effects.iter().any(heals) && way.time.is_none() {
            // Not at the price of one's own last HP.
            let spent =
                |ally: Who| state.live(ally).hp == 0 && state.feet(who, ally) <= way.range.unwrap_or(5);
            let ally = friends(at, who).find(|&ally| spent(ally))?;
            return if live.hp > u16::from(way.hp) { call(Some(ally), None) } else { None };
        }
        if way.effects.iter().any(limbers) {
            return if live.score(Ability::Dex) == 0 { call(Some(who), None) } else { None };
        }
        let dry = power::dry(at, who, row, way)?;
        call(None, Some(dry.to_owned()))
    })
}

/// Others of one's side who are still there.
fn friends<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = Who> + 'a {
    let side = at.state.sheet(who).side;
    at.state.everybody().filter(move |&other| {
        let sheet = at.state.sheet(other);
        other != who && sheet.side == side && sheet.draft.is_none() && !at.state.live(other).dead
    })
}

/// What a taunt makes of a turn: attack whoever taunted, or come as near as one can.
fn provoked(at: At<'_, DirkRules>, who: Who, target: Who, left: u16) -> Command {
    let legal = all_arms(at, who).filter(|(with, _)| strike_open(at, who, Strike { with: *with, target }));
    let best = legal.max_by_key(|(with, arms)| {
        (*with != With::Fists, arms.sides.saturating_mul(arms.extra_attacks.saturating_add(1)))
    });
    if let Some((with, _)) = best {
        return Attack { who, with, target, let_break: false }.into();
    }
    let feet = at.state.feet(who, target).saturating_sub(5).min(left);
    if feet > 0 && can_move(at, who) {
        return Move { who, from: target, heading: Heading::Towards, feet }.into();
    }
    let live = at.state.live(who);
    let rises = live.down && live.held_by.is_none() && !live.suffers(Affliction::Entangled);
    if rises && live.turn.moved == 0 && !live.turn.no_move && !zeroed(at.state, who, Ability::Dex) {
        return Stand { who, with_action: false }.into();
    }
    EndTurn { who }.into()
}

/// The weapon and target of the next attack.
pub fn strike(at: At<'_, DirkRules>, who: Who) -> Option<Strike> {
    Foes::of(at, who).strike()
}

/// The target of a further attack with the same weapon.
pub fn target(at: At<'_, DirkRules>, who: Who, with: With) -> Option<Who> {
    let foes = Foes::of(at, who);
    let legal = |target: Who| strike_open(at, who, Strike { with, target });
    let legal = foes.all.iter().filter(|(target, _)| legal(*target));
    legal.min_by_key(|(_, rank)| *rank).map(|(target, _)| *target)
}

/// What to do in a window: COUNTER! never; INTERCEPT! only by the disciplined, for the named;
/// EVADE! from 3 damage up; BLOCK! first where the blow would reach the score.
pub fn reaction(at: At<'_, DirkRules>, window: WindowName, who: Who) -> Reaction {
    let state = at.state;
    let may = |kind| may_react(at, window, who, kind);
    match window {
        WindowName::W1 => {
            let Some(attack) = state.attack.filter(|attack| attack.target != who) else {
                return Reaction::Pass;
            };
            let protects = state.sheet(attack.target).named && state.sheet(who).is("disciplined");
            if protects && may(Reaction::Intercept) { Reaction::Intercept } else { Reaction::Pass }
        }
        WindowName::W2 => {
            let damage = state.attack.and_then(|attack| attack.damage).unwrap_or(0);
            let live = state.live(who);
            let armor: u16 = protecting(at, who).map(|(_, item, _)| u16::from(item.ap)).sum();
            let given: u16 = live.lasting.iter().map(Lasting::temp_hp).sum();
            let reaches = damage > given + live.temp_hp + live.hp + u16::from(live.ap) + armor;
            if reaches && may(Reaction::Block) {
                Reaction::Block
            } else if damage >= 3 && may(Reaction::Evade) {
                Reaction::Evade
            } else {
                Reaction::Pass
            }
        }
        WindowName::WM => Reaction::Pass,
        WindowName::WE if may(Reaction::Escape) => Reaction::Escape,
        WindowName::WE => Reaction::Pass,
    }
}

/// The nearest enemy who can still fight.
pub fn nearest(at: At<'_, DirkRules>, who: Who) -> Option<Who> {
    Foes::of(at, who).nearest()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use boneyard_table::story::Story;

    use super::*;
    use crate::book::Book;
    use crate::fact::{Fact, apply};
    use crate::state::State;

    const ISOLDE: Who = Who(0);
    const BRACK: Who = Who(1);
    const WOLF: Who = Who(2);

    fn scene(wolf: &str, isolde: u16, brack: u16) -> (Book, State) {
        let text = format!(
            r#"
            story = "A wolf between two heroes"
            game = "dirk-rules"
            apart = [["Wolf", "Isolde", "{isolde} ft"], ["Wolf", "Brack", "{brack} ft"]]
            battle = {{ order = ["Wolf", "Isolde", "Brack"], turn = "Wolf" }}
            [heroes.Isolde]
            like = "DK-HERO-02H"
            [heroes.Brack]
            like = "DK-HERO-01H"
            [creatures.Wolf]
            like = "DK-FOE-03H"
            set = {{ {wolf} }}
            "#
        );
        let story = Story::read(&text).expect("the scene reads");
        let book = Book::read(&[]).expect("the book reads");
        let state = crate::stage::stage(&book, &story.stage, &BTreeMap::new()).expect("the stage stands");
        (book, state)
    }

    fn next(book: &Book, state: &State) -> Option<Command> {
        command(At { state, book }, WOLF)
    }

    fn bites(target: Who) -> Option<Command> {
        Some(Attack { who: WOLF, with: With::Natural(0), target, let_break: false }.into())
    }

    fn runs(from: Who, feet: u16) -> Option<Command> {
        Some(Move { who: WOLF, from, heading: Heading::Towards, feet }.into())
    }

    #[test]
    fn the_wolf_bites_the_nearest_and_of_two_as_near_the_weaker() {
        let (book, state) = scene("", 5, 10);
        assert_eq!(next(&book, &state), bites(ISOLDE));
        let (book, state) = scene("", 5, 5);
        assert_eq!(next(&book, &state), bites(BRACK), "Brack has 8 HP, Isolde 9");
    }

    #[test]
    fn out_of_reach_it_runs_for_the_nearest_as_far_as_it_can() {
        let (book, state) = scene("", 60, 40);
        assert_eq!(next(&book, &state), runs(BRACK, 35));
        let (book, state) = scene("dex = 5", 60, 40);
        assert_eq!(next(&book, &state), runs(BRACK, 30), "Speed 2 and DEX 5 are 30 feet");
    }

    #[test]
    fn angry_it_runs_past_the_nearest_for_whoever_hurt_it_last() {
        let (book, mut state) = scene("", 5, 40);
        apply(&mut state, &Fact::Provoked { who: WOLF, by: BRACK });
        assert_eq!(next(&book, &state), runs(BRACK, 35));
        let (book, mut state) = scene("tags = []", 5, 40);
        apply(&mut state, &Fact::Provoked { who: WOLF, by: BRACK });
        assert_eq!(next(&book, &state), bites(ISOLDE), "a calm wolf bears no grudge");
    }

    #[test]
    fn with_no_way_left_to_the_one_it_hates_it_bites_who_is_there() {
        let (book, mut state) = scene("moved = 84", 5, 40);
        apply(&mut state, &Fact::Provoked { who: WOLF, by: BRACK });
        assert_eq!(next(&book, &state), bites(ISOLDE));
    }

    #[test]
    fn a_spider_throws_its_web_before_it_comes_to_bite() {
        let (book, mut state) = scene("", 20, 40);
        let spider = book.creatures.get("DK-FOE-04H").expect("there are spiders");
        let creature = Box::new(crate::hero::creature_like(&book, spider, "Wolf"));
        apply(&mut state, &Fact::Joined { who: WOLF, creature });
        let web = Command::from(UseSpecial { who: WOLF, special: 0, target: Some(ISOLDE) });
        assert_eq!(next(&book, &state), Some(web));
        let what = Affliction::Entangled;
        apply(&mut state, &Fact::Afflicted { who: ISOLDE, what, by: Some(WOLF) });
        assert_eq!(next(&book, &state), runs(ISOLDE, 15), "she is caught, and Brack is out of its reach");
    }

    #[test]
    fn taunted_it_goes_for_whoever_did_it_and_surrendered_it_does_nothing() {
        let (book, mut state) = scene("", 5, 40);
        let what = Affliction::Taunted;
        apply(&mut state, &Fact::Afflicted { who: WOLF, what, by: Some(BRACK) });
        assert_eq!(next(&book, &state), runs(BRACK, 35));
        apply(&mut state, &Fact::Relieved { who: WOLF, what });
        apply(&mut state, &Fact::Surrendered { who: WOLF });
        assert_eq!(next(&book, &state), Some(EndTurn { who: WOLF }.into()));
    }

    /// Isolde beside a wolf, with Brack at her side, on her own turn.
    fn isolde(set: &str, brack: &str) -> (Book, State) {
        let text = format!(
            r#"
            story = "Isolde beside a wolf"
            game = "dirk-rules"
            battle = {{ order = ["Isolde", "Brack", "Wolf"], turn = "Isolde" }}
            [heroes.Isolde]
            like = "DK-HERO-02H"
            set = {{ {set} }}
            [heroes.Brack]
            like = "DK-HERO-01H"
            set = {{ {brack} }}
            [creatures.Wolf]
            like = "DK-FOE-03H"
            "#
        );
        let story = Story::read(&text).expect("the scene reads");
        let book = Book::read(&[]).expect("the book reads");
        let state = crate::stage::stage(&book, &story.stage, &BTreeMap::new()).expect("the stage stands");
        (book, state)
    }

    fn uses(book: &Book, state: &State) -> Option<(String, Option<Who>, Option<String>)> {
        match command(At { state, book }, ISOLDE) {
            Some(Command::UsePower(call)) => Some((call.power, call.target, call.say)),
            _ => None,
        }
    }

    #[test]
    fn half_spent_she_catches_her_breath_and_fresh_she_fights() {
        let (book, state) = isolde(r#"hp = 4, knows = ["Second Wind"]"#, "");
        assert_eq!(uses(&book, &state), Some(("Second Wind".into(), None, None)));
        let (book, state) = isolde(r#"hp = 5, knows = ["Second Wind"]"#, "");
        assert_eq!(uses(&book, &state), None, "5 of 9 is more than half");
    }

    #[test]
    fn she_knits_a_friend_at_the_end_of_his_strength_but_not_with_her_last() {
        let knit = r#"hands = ["sword"], knows = ["Knit"]"#;
        let (book, state) = isolde(knit, "hp = 0");
        assert_eq!(uses(&book, &state), Some(("Knit".into(), Some(BRACK), None)));
        let (book, state) = isolde(&format!("hp = 2, {knit}"), "hp = 0");
        assert_eq!(uses(&book, &state), None);
        let (book, state) = isolde(knit, "hp = 1");
        assert_eq!(uses(&book, &state), None);
    }

    #[test]
    fn stiff_with_poison_she_drinks_and_an_empty_gun_is_filled() {
        let (book, state) = isolde(r#"dex = 0, items = ["antidote"]"#, "");
        assert_eq!(uses(&book, &state), Some(("antidote".into(), Some(ISOLDE), None)));
        let gun = r#"items = ["pistol", "ammo pack"], hands = ["pistol"], "pistol.ammo" = "#;
        let (book, state) = isolde(&format!("{gun}0"), "");
        assert_eq!(uses(&book, &state), Some(("ammo pack".into(), None, Some("pistol".into()))));
        let (book, state) = isolde(&format!("{gun}1"), "");
        assert_eq!(uses(&book, &state), None);
    }

    #[test]
    fn down_it_gets_up_and_with_nothing_left_it_ends_its_turn() {
        let (book, state) = scene("down = true", 20, 20);
        assert_eq!(next(&book, &state), Some(Stand { who: WOLF, with_action: false }.into()));
        let (book, state) = scene("acted = true", 5, 5);
        assert_eq!(next(&book, &state), Some(EndTurn { who: WOLF }.into()));
    }
}
