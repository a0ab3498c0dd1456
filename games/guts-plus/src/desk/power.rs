//! Magic of another game in the place of essence: powers with so many uses a day.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Lane, Refusal, Seat, Who, deed};

use super::may_write;
use crate::GutsPlus;
use crate::fact::DeskFact;
use crate::roll::able;
use crate::rules;
use crate::state::{Power, State};

const RULE: boneyard_table::RuleId = rules::GP_ESS_20;

deed! {
    /// The GM gives somebody a power of another game.
    pub struct GivePower(form: GutsPlus) {
        /// Whom.
        who: Who = {
            form.only_if(form.state.everybody().next().is_some())?;
            form.creature("who", "Whom")?
        },
        /// What it is called.
        name: String = form.text("name", "Name", 80)?,
        /// Uses a day.
        uses: u8 = form.amount("uses", "Uses a day", 1..=20)?,
    }
}

impl Deed<GutsPlus> for GivePower {
    const CARD: Card = Card::gm("Give a power of another game", "Powers").rule(RULE);

    fn lane(&self) -> Lane {
        Lane::Free
    }

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_write(may, RULE, &self.name, &[])?;
        may.not_if(may.state.creature(self.who).is_none(), || {
            Refusal::new(RULE, "nobody", "There is nobody like that here.")
        })?;
        may.not_if(!(1..=50).contains(&self.uses), || {
            Refusal::new(RULE, "uses", "A power has 1 to 50 uses a day.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, name, uses } = self;
        let power = Power { who, name: name.trim().to_owned(), most: uses, used: 0, day: cx.state().day() };
        cx.record(RULE, DeskFact::Power { power }.into());
        Ok(())
    }
}

deed! {
    /// Uses a power of another game; what it does is the GM's to say.
    pub struct UsePower(form: GutsPlus) {
        who: Who = form.actor()?,
        /// Which.
        name: String = {
            let (powers, day) = (&form.state.desk.powers, form.state.day());
            let own = powers.iter().filter(|power| power.who == who && power.left(day) > 0);
            let name = form.each("name", own.map(|power| power.name.clone()))?;
            form.label(|| name.clone().into());
            form.id(|| format!("use_power:{}:{name}", who.0));
            name
        },
    }
}

fn power<'a>(state: &'a State, used: &UsePower) -> Option<&'a Power> {
    let same = |known: &&Power| known.who == used.who && known.name.eq_ignore_ascii_case(used.name.trim());
    state.desk.powers.iter().find(same)
}

impl Deed<GutsPlus> for UsePower {
    const CARD: Card = Card::acting("Use a power of another game", "Powers").rule(RULE);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        able(may, self.who)?;
        let Some(power) = power(may.state, self) else {
            let sentence = || format!("{} has no such power.", may.state.name(self.who));
            return may.no(|| Refusal::new(RULE, "no-power", sentence()));
        };
        may.not_if(power.left(may.state.day()) == 0, || {
            Refusal::new(RULE, "used-up", "There are no uses left today.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Some(power) = power(cx.state(), &self).cloned() else { return Ok(()) };
        let day = cx.state().day();
        let left = power.left(day);
        let used = power.most - left + 1;
        let name = power.name.clone();
        cx.record(RULE, DeskFact::Power { power: Power { used, day, ..power } }.into());
        cx.record(RULE, DeskFact::UsedPower { who: self.who, name, left: left - 1 }.into());
        Ok(())
    }
}
