//! The steps of making a character: beginning, biography, points, and that it is ready. Custom qualities are in `customs`.

use std::collections::BTreeMap;

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::{Bin, Candidate, Domain};
use boneyard_table::{Cx, Flow, Lane, Refusal, Seat, Who, deed};

use super::customs::with_customs;
use super::{GROUP, may_make};
use crate::GutsPlus;
use crate::fact::{HeroFact, TableFact};
use crate::form;
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{self, Base, Bio, Creature, Kind, Quality, Shared, State};

/// Points to spread.
pub const POINTS: u8 = 3;

/// Most points for one quality.
const MOST_POINTS: u8 = 2;

/// Longest text of a biography.
pub(super) const MOST_TEXT: usize = 4000;

/// Longest name.
pub(super) const MOST_NAME: usize = 60;

deed! {
    /// Begins a character: everything at 1, nothing earned, a whole body.
    pub struct Draft(form: GutsPlus) {
        /// Their name.
        name: String = form.text("name", "Name", 60)?,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat> = form.unasked("seat")?,
    }
}

impl Deed<GutsPlus> for Draft {
    const CARD: Card = Card::anyone("Make a character", "Characters").rule(rules::GP_CHAR_01);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let (rule, name) = (rules::GP_CHAR_01, self.name.trim());
        may.not_if(name.is_empty() || name.chars().count() > MOST_NAME || name.contains('.'), || {
            let sentence = format!("A name has 1 to {MOST_NAME} letters and no dots.");
            Refusal::new(rule, "bad-name", sentence)
        })?;
        let taken = |who: Who| may.state.name(who).eq_ignore_ascii_case(name);
        may.not_if(may.state.everybody().any(taken), || {
            Refusal::new(rule, "name-taken", format!("There is a {name} already."))
        })?;
        may.not_if(self.seat.is_some_and(|seat| seat != may.by) && !may.by.is_gm(), || {
            Refusal::new(rule, "not-yours", "You can only make characters for yourself.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let who = Who(cx.state().creatures.len() as u16);
        let chart = super::usual_chart(cx.at());
        let mut creature = Creature::blank(self.name.trim(), Kind::Hero, chart);
        let mut sheet = (*creature.sheet).clone();
        sheet.seat = Some(self.seat.unwrap_or(by)).filter(|seat| !seat.is_gm());
        sheet.draft = Some(state::Draft::default());
        creature.sheet = Shared::new(sheet);
        cx.cite(rules::GP_CHAR_03);
        if let Some(row) = cx.book().charts.iter().find(|row| row.chart() == creature.sheet.chart) {
            cx.cite(row.id);
        }
        cx.cite(rules::GP_CHAR_06);
        cx.record(rules::GP_CHAR_09, TableFact::Joined { who, creature: Box::new(creature) }.into());
        Ok(())
    }
}

deed! {
    /// Says who somebody is; what is left out stays as it was.
    #[serde(deny_unknown_fields)]
    pub struct Biography(form: GutsPlus) {
        who: Who = form.actor()?,
        /// Height.
        #[serde(default)]
        height: Option<String> = form.maybe_text("height", "Height", 400)?,
        /// Weight in pounds.
        #[serde(default)]
        weight: Option<i32> = form.maybe_amount("weight", "Weight in pounds", 1..=2000)?,
        /// Body type.
        #[serde(default)]
        build: Option<String> = form.maybe_text("build", "Body type", 400)?,
        /// How old.
        #[serde(default)]
        age: Option<String> = form.maybe_text("age", "Age", 400)?,
        /// What they look like.
        #[serde(default)]
        appearance: Option<String> = form.maybe_text("appearance", "Looks", 400)?,
        /// What happened to them.
        #[serde(default)]
        backstory: Option<String> = form.maybe_text("backstory", "Backstory", 400)?,
        /// What they are like.
        #[serde(default)]
        personality: Option<String> = form.maybe_text("personality", "Personality", 400)?,
    }
}

impl Deed<GutsPlus> for Biography {
    const CARD: Card = Card::making("Say who they are", GROUP).rule(rules::GP_CHAR_01);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let rule = rules::GP_CHAR_01;
        let body = self.height.is_some() || self.weight.is_some() || self.build.is_some();
        may.not_if(may.state.sheet(self.who).draft.is_none() && body, || {
            let sentence = "Height, weight and build are settled; what is told of somebody may grow.";
            Refusal::new(rule, "settled", sentence)
        })?;
        let Self { backstory, personality, appearance, build, height, age, .. } = self;
        let mut texts = [backstory, personality, appearance, build, height, age].into_iter().flatten();
        may.not_if(texts.any(|text| text.chars().count() > MOST_TEXT), || {
            Refusal::new(rule, "too-long", format!("Tell it in at most {MOST_TEXT} letters."))
        })?;
        match self.weight.filter(|weight| !(1..=i32::from(u16::MAX)).contains(weight)) {
            None => Ok(()),
            Some(weight) => may.no(|| {
                let sentence = format!("A weight is a positive number of pounds up to {}.", u16::MAX);
                Refusal::new(rule, "bad-weight", sentence).with("weight", weight)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let who = self.who;
        let mut bio: Bio = cx.state().sheet(who).bio.clone();
        bio.weight = self.weight.and_then(|weight| u16::try_from(weight).ok()).unwrap_or(bio.weight);
        let set = |field: &mut String, told: Option<String>| {
            if let Some(told) = told {
                *field = told.trim().to_owned();
            }
        };
        set(&mut bio.backstory, self.backstory);
        set(&mut bio.personality, self.personality);
        set(&mut bio.appearance, self.appearance);
        set(&mut bio.build, self.build);
        set(&mut bio.height, self.height);
        set(&mut bio.age, self.age);
        cx.record(rules::GP_CHAR_01, HeroFact::Bio { who, bio }.into());
        Ok(())
    }
}

deed! {
    /// Spreads the three points, all at once.
    pub struct Points(form: GutsPlus) {
        who: Who = with_customs(form)?,
        /// How many for which quality.
        spend: BTreeMap<String, u8> = {
            let at = form.at();
            let bin = |own: &Quality| {
                let to = Candidate::new(own.name.clone(), own.name.clone());
                Bin { to, least: 0, most: MOST_POINTS.into() }
            };
            let own = || at.state.creature(who).into_iter().flat_map(|one| &one.sheet.qualities);
            let to = || own().map(bin).collect();
            let domain = || Domain::Points { total: POINTS.into(), all: true, to: to() };
            form.field("spend", "Where", domain, || Some(BTreeMap::new()), form::with_names(at))?
        },
    }
}

impl Points {
    /// The levels that come of it.
    fn levels(&self, may: May<'_, GutsPlus>) -> Lawful<Vec<u8>> {
        let (rule, sheet) = (rules::GP_CHAR_07, may.state.sheet(self.who));
        let mut levels = vec![1u8; sheet.qualities.len()];
        let mut spent = 0u16;
        for (name, points) in &self.spend {
            let Some(nth) = sheet.quality(name) else {
                return may.no(|| {
                    let own: Vec<&str> = sheet.qualities.iter().map(|own| own.name.as_str()).collect();
                    let sentence = format!("{} has no {name}; there are {}.", sheet.name, own.join(", "));
                    Refusal::new(rules::GP_CHAR_08, "no-such-quality", sentence)
                });
            };
            let level = &mut levels[usize::from(nth)];
            *level = level.saturating_add(*points);
            spent = spent.saturating_add((*points).into());
            may.not_if(*level > 1 + MOST_POINTS, || {
                let sentence =
                    format!("At most {MOST_POINTS} points go to one quality, so none is above level 3.");
                Refusal::new(rule, "too-high", sentence).with("quality", name.as_str())
            })?;
        }
        may.not_if(spent > u16::from(POINTS), || {
            Refusal::new(rule, "too-many", format!("There are {POINTS} points, not {spent}."))
        })?;
        Ok(levels)
    }
}

impl Deed<GutsPlus> for Points {
    const CARD: Card = Card::making("Spread the three points", GROUP).rule(rules::GP_CHAR_07);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        self.levels(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let levels = self.levels(May::quiet(cx.at(), by))?;
        cx.record(rules::GP_CHAR_07, HeroFact::Levels { who: self.who, levels }.into());
        crate::essence::settle_draft(cx, self.who);
        Ok(())
    }
}

/// What still keeps a character from being ready, all of it.
pub fn unmet(state: &State, who: Who) -> Option<Refusal> {
    let sheet = state.sheet(who);
    let draft = sheet.draft.as_ref()?;
    let mut all: Vec<Refusal> = Vec::new();
    let mut need = |open: bool, rule, code: &str, sentence: &str| {
        if open {
            all.push(Refusal::new(rule, code, sentence));
        }
    };
    need(sheet.bio.height.is_empty(), rules::GP_CHAR_01, "height", "Height is required.");
    need(sheet.bio.weight == 0, rules::GP_CHAR_01, "weight", "Weight is required.");
    need(sheet.bio.build.is_empty(), rules::GP_CHAR_01, "build", "A body type is required.");
    let customs = sheet.qualities.len().saturating_sub(Base::ALL.len());
    need(customs == 0, rules::GP_CHAR_04, "none", "At least one custom quality is required.");
    let spent: u16 = sheet.qualities.iter().map(|own| u16::from(own.level) - 1).sum();
    need(spent != u16::from(POINTS), rules::GP_CHAR_07, "unspent", "All three points must be spent.");
    need(
        draft.chart.is_some(),
        rules::GP_CHAR_02,
        "chart-not-approved",
        "The GM has not approved the body's own chart yet.",
    );
    let aura = sheet.essence.as_ref().is_some_and(|essence| essence.aura.is_none());
    need(aura, rules::GP_ESS_03, "no-aura", "The essence needs an aura: roll for it or choose it.");
    let mut all = all.into_iter();
    let first = all.next()?;
    Some(all.fold(first, Refusal::and))
}

deed! {
    /// Finishes a character, if the GM finds it fine.
    pub struct Ready(form: GutsPlus) {
        who: Who = form.actor()?,
    }
}

impl Deed<GutsPlus> for Ready {
    const CARD: Card = Card::making("Done", GROUP).rule(rules::GP_CHAR_01);

    fn lane(&self) -> Lane {
        Lane::Scene
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_make(may, self.who)?;
        match unmet(may.state, self.who) {
            None => Ok(()),
            Some(refusal) => may.outright(|| refusal),
        }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let who = self.who;
        let draft = cx.state().sheet(who).draft.clone().unwrap_or_default();
        let sheet = cx.state().sheet(who);
        let name = sheet.name.clone();
        let customs: Vec<String> =
            sheet.qualities[Base::ALL.len()..]
                .iter()
                .map(|own| {
                    if own.about.is_empty() {
                        own.name.clone()
                    } else {
                        format!("{}: {}", own.name, own.about)
                    }
                })
                .collect();
        let bio = [("backstory", &sheet.bio.backstory), ("personality", &sheet.bio.personality)];
        let missing: Vec<String> =
            bio.iter().filter(|(_, text)| text.is_empty()).map(|(what, _)| (*what).to_owned()).collect();
        if !missing.is_empty() {
            cx.record(rules::GP_CHAR_01, HeroFact::Thin { who, missing }.into());
        }
        let question = Decide::new(Matter::Fits, &name, format!("Does {name} fit this game?"))
            .option("yes", "Welcome")
            .option("no", "Not like this")
            .who(who)
            .about(customs.join("; "));
        let said = crate::gm::decide(cx, question)?;
        if said.choice == "no" {
            let draft = state::Draft { turned_down: Some(said.words), ..draft };
            cx.record(rules::GP_CHAR_04, HeroFact::Draft { who, draft: Some(draft) }.into());
        } else {
            cx.record(rules::GP_CHAR_01, HeroFact::Draft { who, draft: None }.into());
        }
        Ok(())
    }
}
