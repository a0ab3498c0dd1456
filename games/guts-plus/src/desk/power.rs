//! Magic of another game in the place of essence: powers with so many uses a day.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};

use super::check_words;
use crate::GutsPlus;
use crate::fact::DeskFact;
use crate::rules;
use crate::state::Power;

const RULE: boneyard_table::RuleId = rules::GP_ESS_20;

/// The GM gives somebody a power.
pub fn power(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str, uses: u8) -> Flow {
    check_words(RULE, name, &[])?;
    if cx.state().creature(who).is_none() {
        return refuse(Refusal::new(RULE, "nobody", "There is nobody like that here."));
    }
    if uses == 0 || uses > 50 {
        return refuse(Refusal::new(RULE, "uses", "A power has 1 to 50 uses a day."));
    }
    let power = Power { who, name: name.trim().to_owned(), most: uses, used: 0, day: cx.state().day() };
    cx.record(RULE, DeskFact::Power { power }.into());
    Ok(())
}

/// Somebody uses a power; what it does is the GM's to say.
pub fn use_power(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    crate::roll::able(cx.state(), who)?;
    let day = cx.state().day();
    let same = |known: &&Power| known.who == who && known.name.eq_ignore_ascii_case(name.trim());
    let Some(power) = cx.state().desk.powers.iter().find(same).cloned() else {
        return refuse(Refusal::new(
            RULE,
            "no-power",
            format!("{} has no such power.", cx.state().name(who)),
        ));
    };
    let left = power.left(day);
    if left == 0 {
        return refuse(Refusal::new(RULE, "used-up", "There are no uses left today."));
    }
    let used = power.most - left + 1;
    let name = power.name.clone();
    cx.record(RULE, DeskFact::Power { power: Power { used, day, ..power } }.into());
    cx.record(RULE, DeskFact::UsedPower { who, name, left: left - 1 }.into());
    Ok(())
}
