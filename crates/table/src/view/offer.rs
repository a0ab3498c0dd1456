//! A command a seat could give now, as a button with the form it needs, or with the reason it may not.
//! A filled form is the command as a client sends it; whether it is legal the rules say.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::domain::{Candidate, Domain, Param, Picks};
use super::msg::Msg;
use super::odds::Odds;
use crate::{Refusal, RuleId, Who};

/// One button of "Act".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OfferCard {
    /// Stable while the offer stands; blocks name it.
    pub id: String,
    /// The command it gives, by its name in the game: "attack".
    pub command: String,
    /// Fields of the command that need no choosing.
    #[serde(default, skip_serializing_if = "Picks::is_empty")]
    pub fixed: Picks,
    /// A verb: "Attack".
    pub label: Msg,
    /// The heading it stands under; the first group is what people do most.
    pub group: Msg,
    /// For whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<Who>,
    /// The rule that allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// What it costs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<Cost>,
    /// What must be chosen, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<Param>,
    /// Why it may not be taken now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// What may be lost for good: asks once more before it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<Msg>,
    /// Whether odds can be had.
    #[serde(default)]
    pub odds: OfferOdds,
    /// The block it concerns; `encounters` if somebody is met by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The form as it was filled last time, to repeat in one tap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Picks>,
    /// Suggest it after so many quiet seconds of real time; the server watches the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nudge_after: Option<u32>,
    /// It changes what was chosen already: whoever fills in the rest leaves it alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// It comes before anything else that is on offer: a hero without a weapon looks for one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advised: bool,
}

/// Part of a price: "2 actions".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cost {
    /// How many.
    pub amount: u32,
    /// Of what.
    pub unit: Msg,
}

impl Cost {
    /// So many of a unit, which is named in the plural: of one, its `s` is not told.
    pub fn new(amount: u32, unit: impl Into<Msg>) -> Self {
        let unit = unit.into();
        let one = unit.text().strip_suffix('s').filter(|word| amount == 1 && !word.ends_with('s'));
        let unit = one.map_or(unit.clone(), |word| Msg::from(word.to_owned()));
        Cost { amount, unit }
    }
}

/// Whether an offer has odds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OfferOdds {
    /// Nothing is rolled, or nothing may be told.
    #[default]
    None,
    /// They can be asked for.
    Ask,
    /// Here they are.
    Given {
        /// The odds.
        odds: Odds,
    },
}

impl OfferCard {
    /// What an offer is about by which somebody is met: a table of those who come by, an event that brings them. The GM
    /// finds these where encounters are put together.
    pub const ENCOUNTERS: &'static str = "encounters";

    /// An offer of a command that can be given at once; its id is the command's name.
    pub fn new(command: impl Into<String>, label: impl Into<Msg>, group: impl Into<Msg>) -> Self {
        let command = command.into();
        OfferCard {
            id: command.clone(),
            command,
            fixed: Picks::new(),
            label: label.into(),
            group: group.into(),
            actor: None,
            rule: None,
            cost: Vec::new(),
            params: Vec::new(),
            refusal: None,
            danger: None,
            odds: OfferOdds::None,
            about: None,
            last: None,
            nudge_after: None,
            again: false,
            advised: false,
        }
    }

    /// Names who would act: the id becomes theirs, and the field of the command is filled.
    #[must_use]
    pub fn actor(mut self, field: impl Into<String>, who: Who) -> Self {
        self.id = format!("{}:{}", self.id, who.0);
        self.actor = Some(who);
        self.fixed(field, who.0)
    }

    /// Fills a field of the command that needs no choosing.
    #[must_use]
    pub fn fixed(mut self, field: impl Into<String>, value: impl Into<Value>) -> Self {
        self.fixed.insert(field.into(), value.into());
        self
    }

    /// Tells two offers of the same command and actor apart.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    /// Names the rule.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Adds to the price.
    #[must_use]
    pub fn cost(mut self, amount: u32, unit: impl Into<Msg>) -> Self {
        self.cost.push(Cost::new(amount, unit));
        self
    }

    /// Adds a parameter.
    #[must_use]
    pub fn param(mut self, param: Param) -> Self {
        self.params.push(param);
        self
    }

    /// Says why it may not be taken; `None` leaves it open.
    #[must_use]
    pub fn refused(mut self, refusal: impl Into<Option<Refusal>>) -> Self {
        self.refusal = refusal.into();
        self
    }

    /// Says what may be lost for good.
    #[must_use]
    pub fn danger(mut self, loss: impl Into<Msg>) -> Self {
        self.danger = Some(loss.into());
        self
    }

    /// Odds can be asked for.
    #[must_use]
    pub fn odds_on_request(mut self) -> Self {
        self.odds = OfferOdds::Ask;
        self
    }

    /// Shows its odds.
    #[must_use]
    pub fn odds(mut self, odds: Odds) -> Self {
        self.odds = OfferOdds::Given { odds };
        self
    }

    /// Names the block it concerns.
    #[must_use]
    pub fn about(mut self, block: impl Into<String>) -> Self {
        self.about = Some(block.into());
        self
    }

    /// Remembers how it was filled last time.
    #[must_use]
    pub fn last(mut self, picks: Picks) -> Self {
        self.last = Some(picks);
        self
    }

    /// Suggests it after so many quiet seconds.
    #[must_use]
    pub fn nudge_after(mut self, seconds: u32) -> Self {
        self.nudge_after = Some(seconds);
        self
    }

    /// It would change what was chosen already, if that is so.
    #[must_use]
    pub fn again(mut self, again: bool) -> Self {
        self.again = again;
        self
    }

    /// It comes before anything else, if that is so.
    #[must_use]
    pub fn advised(mut self, advised: bool) -> Self {
        self.advised = advised;
        self
    }

    /// Whether it comes before those that are not advised: by itself, or for something that can be picked. Slots that are
    /// to get more than others say nothing of when.
    pub fn is_advised(&self) -> bool {
        let first = |domain: &Domain| match domain {
            Domain::Creature { among } => among.iter().any(Candidate::is_advised),
            Domain::Item { among } | Domain::Place { among } => among.iter().any(Candidate::is_advised),
            Domain::OneOf { options } => options.iter().any(Candidate::is_advised),
            _ => false,
        };
        self.advised || self.params.iter().any(|param| first(&param.domain))
    }

    /// The command with the form filled in, as clients send it and stories write it.
    pub fn filled(&self, picks: &Picks) -> Value {
        let known = |name: &String| self.params.iter().any(|param| param.name == *name);
        let chosen = picks.iter().filter(|(name, _)| known(name));
        let fields: serde_json::Map<String, Value> =
            self.fixed.iter().chain(chosen).map(|(name, value)| (name.clone(), value.clone())).collect();
        if fields.is_empty() && self.params.is_empty() {
            return Value::String(self.command.clone());
        }
        Value::Object([(self.command.clone(), Value::Object(fields))].into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn attack() -> OfferCard {
        let swords = [Candidate::new("sword", "Sword"), Candidate::new("stick", "Stick")];
        let foes = [Candidate::new(Who(4), "Raider"), Candidate::new(Who(5), "Spider").given("sword")];
        OfferCard::new("attack", "Attack", "Fight")
            .actor("who", Who(3))
            .param(Param::new("with", "Weapon", Domain::item(swords)))
            .param(Param::new("target", "Target", Domain::creature(foes)).after("with"))
    }

    #[test]
    fn one_turn_is_no_turns() {
        let told = |amount, unit: &'static str| Cost::new(amount, unit).unit.text().to_owned();
        assert_eq!(
            [told(1, "turns"), told(2, "turns"), told(1, "AP"), told(1, "glass")],
            ["turn", "turns", "AP", "glass"]
        );
    }

    #[test]
    fn a_filled_form_is_the_command_as_a_story_would_write_it() {
        let picks = Picks::from([("with".into(), json!("sword")), ("target".into(), json!(4))]);
        assert_eq!(attack().filled(&picks), json!({ "attack": { "who": 3, "with": "sword", "target": 4 } }));
    }

    #[test]
    fn a_form_fills_only_the_fields_it_asks_for() {
        let picks = Picks::from([("who".into(), json!(9)), ("cheat".into(), json!(true))]);
        assert_eq!(attack().filled(&picks), json!({ "attack": { "who": 3 } }));
    }

    #[test]
    fn a_command_without_fields_is_just_its_name() {
        assert_eq!(OfferCard::new("begin", "Begin", "Table").filled(&Picks::new()), json!("begin"));
    }

    #[test]
    fn the_spider_is_out_of_reach_of_the_stick() {
        let Domain::Creature { among } = &attack().params[1].domain else {
            panic!("a creature is asked for")
        };
        let open = |with: &str| among.iter().filter(|foe| foe.open(Some(&json!(with)))).count();
        assert_eq!((open("sword"), open("stick")), (2, 1));
    }
}
