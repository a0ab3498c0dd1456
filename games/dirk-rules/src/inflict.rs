//! What the referee lets befall people by their own word: "2d6 fire to these three, a DEX save halves it". The last uses are kept
//! by name, to be used again.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::Domain;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use boneyard_world::Dice;
use boneyard_world::run::{Inflicted, deed as shared};

use crate::DirkRules;
use crate::check::{Difficulty, is_alive, may_adjust};
use crate::rules;
use crate::state::{Ability, Affliction};
use crate::world::{Befalls, Roll};

const RULE: RuleId = rules::DK_BASIC_07;

deed! {
    /// Lets something befall people.
    #[serde(deny_unknown_fields)]
    pub struct HarmPeople(form: DirkRules) {
        whom: Vec<Who> = whom(form)?,
        /// What it is, as everybody reads it. It is kept under this name.
        why: String = form.text("why", "What it is", 60)?,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        damage: Option<Dice> = form.maybe_field("damage", "Damage, such as 2d6", || Domain::text(20), dice)?,
        /// The score it lowers; STR if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        harms: Option<Ability> = form.maybe("harms", "What it harms", Ability::ALL.map(|one| (one, one.name())))?,
        #[serde(default)]
        fire: bool = form.flag("fire", "It burns")?,
        #[serde(default)]
        past_armor: bool = form.flag("past_armor", "Armor is no help")?,
        /// What lasts on those whom it befalls whole.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Affliction> = form.maybe("condition", "What lasts", CONDITIONS.map(|one| (one, one.name())))?,
        /// The save against it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        save: Option<Ability> = form.maybe("save", "A save against it", Ability::ALL.map(|one| (one, one.name())))?,
        #[serde(default)]
        difficulty: Difficulty = Difficulty::fill(form)?,
        #[serde(default)]
        advantage: bool = form.flag("advantage", "They save with advantage")?,
        #[serde(default)]
        disadvantage: bool = form.flag("disadvantage", "They save with disadvantage")?,
        /// Those who save take nothing; half of it if nothing is said.
        #[serde(default)]
        spares: bool = form.flag("spares", "A save spares them whole")?,
    }
}

const CONDITIONS: [Affliction; 6] = [
    Affliction::Entangled,
    Affliction::Enchanted,
    Affliction::Routed,
    Affliction::Taunted,
    Affliction::Marked,
    Affliction::Burning,
];

fn whom(form: &mut Filling<'_, DirkRules>) -> Filled<Vec<Who>> {
    let quiet = May::quiet(form.at(), form.seat);
    form.creatures("whom", "Whom", 1..=60, |who| is_alive(quiet, who).is_ok())
}

fn dice(value: serde_json::Value) -> Result<Option<Dice>, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

impl HarmPeople {
    fn harm(&self) -> Option<Befalls> {
        let Self { damage, harms, fire, past_armor, condition, .. } = self.clone();
        match (damage, condition) {
            (Some(dice), then) => {
                Some(Befalls::Damage { dice, to: harms, past_armor, fire, halved: false, then })
            }
            (None, Some(what)) => Some(Befalls::Afflicted(what)),
            (None, None) => None,
        }
    }

    fn inflicted(&self) -> Option<Inflicted<DirkRules>> {
        let Self { difficulty, advantage, disadvantage, spares, .. } = *self;
        let roll = |ability| Roll { ability, difficulty, trivial_for: None, advantage, disadvantage };
        let (check, why) = (self.save.map(roll), self.why.trim().to_owned());
        Some(Inflicted { harm: self.harm()?, check, why, spares })
    }
}

fn may_befall(may: May<'_, DirkRules>, whom: &[Who]) -> Lawful {
    let twice = whom.iter().enumerate().any(|(at, who)| whom[..at].contains(who));
    may.not_if(whom.is_empty() || whom.len() > 60 || twice, || {
        Refusal::new(RULE, "who", "Name everybody it befalls, each once, 60 at most.")
    })?;
    whom.iter().try_for_each(|who| is_alive(may, *who))
}

impl Deed<DirkRules> for HarmPeople {
    const CARD: Card = Card::gm("Let something befall people", "Scene").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_befall(may, &self.whom)?;
        let why = self.why.trim();
        may.not_if(why.is_empty() || why.chars().count() > 60, || {
            Refusal::new(RULE, "words", "Say what it is in 1 to 60 characters.").with("most", 60)
        })?;
        // A form that is only looked at has picked nothing yet.
        may.not_if(self.inflicted().is_none() && why != "…", || {
            Refusal::new(RULE, "nothing", "Say what damage it does, or what lasts.")
        })?;
        let most = self.damage.as_ref().map_or(0, Dice::most);
        may.not_if(most > 1_000, || {
            Refusal::new(RULE, "so-much", "At most 1,000 points befall somebody at once.").with("most", 1_000)
        })?;
        let leaned = self.advantage || self.disadvantage || self.difficulty != Difficulty::Plain;
        may.not_if(self.save.is_none() && (leaned || self.spares), || {
            Refusal::new(rules::DK_CHECK_01, "no-save", "Say which save they make.")
        })?;
        may_adjust(may, leaned)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        match self.inflicted() {
            Some(what) => shared::Inflict { whom: self.whom, what }.run(cx, by),
            None => Ok(()),
        }
    }
}

deed! {
    /// Lets what befell people before befall some again.
    #[serde(deny_unknown_fields)]
    pub struct HarmAgain(form: DirkRules) {
        what: String = before(form)?,
        whom: Vec<Who> = whom(form)?,
    }
}

/// The field `what`: a card for each of the last.
fn before(form: &mut Filling<'_, DirkRules>) -> Filled<String> {
    let all = form.state.campaign.inflicted.iter().map(|what| (what.why.clone(), what.why.clone()));
    let what = form.each_named("what", all.collect::<Vec<_>>(), |name| Some(name.to_owned()))?;
    form.label(|| format!("Again: {what}").into());
    Ok(what)
}

impl Deed<DirkRules> for HarmAgain {
    const CARD: Card = Card::gm("Let it befall people again", "Scene").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may.not_if(!may.state.campaign.inflicted.iter().any(|what| what.why == self.what), || {
            Refusal::new(RULE, "not-kept", format!("Nothing called {} is kept.", self.what))
        })?;
        may_befall(may, &self.whom)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let kept = &cx.state().campaign.inflicted;
        match kept.iter().find(|what| what.why == self.what).cloned() {
            Some(what) => shared::Inflict { whom: self.whom, what }.run(cx, by),
            None => Ok(()),
        }
    }
}
