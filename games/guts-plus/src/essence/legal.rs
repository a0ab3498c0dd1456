//! Everything that forbids a use of a skill.

use boneyard_table::{At, Refusal, RuleId, Who};

use super::told::Use;
use super::{check_enabled, density, quality};
use crate::GutsPlus;
use crate::book::{Book, Number, SkillRow};
use crate::house::HardenCube;
use crate::rules;
use crate::state::Halves;

fn no<T>(rule: RuleId, code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(rule, code, sentence))
}

/// The most pounds of a skill without a further check.
pub fn limit_of(at: At<'_, GutsPlus>, who: Who, row: &SkillRow) -> Option<Halves> {
    let range = density(at, who).range;
    let weight = at.state.sheet(who).bio.weight;
    row.limit.as_ref().map(|limit| limit.dice.at(range, weight))
}

/// How far a skill reaches.
pub fn range_of(at: At<'_, GutsPlus>, who: Who, row: &SkillRow) -> Halves {
    let range = density(at, who).range;
    row.range.as_ref().map_or(Halves::whole(range.into()), |own| own.dice.at(range, 0))
}

/// The rows of a use: the skill itself, then those joined with it.
pub(super) fn rows<'a>(book: &'a Book, used: &Use) -> Result<Vec<&'a SkillRow>, Refusal> {
    let all = std::iter::once(&used.skill).chain(&used.with);
    all.map(|name| {
        book.skills.named(name.trim()).ok_or_else(|| {
            Refusal::new(
                rules::GP_ESS_09,
                "no-such-skill",
                format!("There is no skill called {}.", name.trim()),
            )
        })
    })
    .collect()
}

/// The skill that is rolled when several are joined: the harder one, of equals the one that was named first.
pub(super) fn leads<'a>(rows: &[&'a SkillRow]) -> &'a SkillRow {
    let harder = |best: &'a SkillRow, own: &&'a SkillRow| if own.tier > best.tier { own } else { best };
    rows.iter().fold(rows[0], harder)
}

/// Everything that forbids a use.
pub fn check_use(at: At<'_, GutsPlus>, used: &Use) -> Result<(), Refusal> {
    let who = used.who;
    check_enabled(at.state)?;
    crate::roll::awake(at.state, who)?;
    let one = at.state.one(who);
    let name = &one.sheet.name;
    if quality(at.state, who).is_none() {
        return no(rules::GP_ESS_02, "no-quality", format!("{name} cannot move their essence."));
    }
    let rows = rows(at.book, used)?;
    let row = leads(&rows);
    let twice = |(nth, own): (usize, &&SkillRow)| rows[..nth].iter().any(|other| other.id == own.id);
    if rows.len() > 3 || rows.iter().enumerate().any(twice) {
        return no(rules::GP_ESS_18, "not-those", "Up to three different skills can be joined.");
    }
    for own in &rows {
        let knows = one.sheet.essence.as_ref().is_some_and(|essence| essence.skills.contains(&own.id));
        if !knows {
            return Err(Refusal::new(
                rules::GP_ESS_09,
                "not-learned",
                format!("{name} has not learned {}.", own.name),
            )
            .and(Refusal::new(own.id, "not-learned", "The skill has to be learned first.")));
        }
    }
    let pauses = |id: &RuleId| at.book.skills.get(id.as_str()).is_some_and(|known| known.is("pause"));
    if one.live.essence.holding.iter().any(|held| pauses(&held.skill)) {
        return Err(Refusal::new(
            rules::GP_ESS_19,
            "pausing",
            format!("{name} holds time still and can do nothing else."),
        )
        .and(Refusal::new(rules::GP_SKM_19, "pausing", "No other skill works during Pause.")));
    }
    if used.what.chars().count() > 60 || used.words.chars().count() > 400 {
        return no(rules::GP_ESS_09, "too-long", "Say what for in at most 60 letters, and the rest in 400.");
    }
    check_target(at, used, row)?;
    check_body(at, used, row)?;
    check_ways(at, used, &rows)?;
    check_numbers(at, used, row)
}

fn check_target(at: At<'_, GutsPlus>, used: &Use, row: &SkillRow) -> Result<(), Refusal> {
    let who = used.who;
    let all: Vec<Who> = used.on.into_iter().chain(used.others.iter().copied()).collect();
    if all.iter().any(|target| at.state.creature(*target).is_none_or(|one| one.live.dead)) {
        return no(rules::GP_ESS_09, "nobody", "There is nobody like that to reach.");
    }
    if all.iter().enumerate().any(|(nth, target)| all[..nth].contains(target)) || all.len() > 8 {
        return no(rules::GP_ESS_09, "twice", "Name everybody once, and at most eight.");
    }
    if used.others.iter().any(|_| row.target != "area") {
        return no(row.id, "one-target", format!("{} works on one target.", row.name));
    }
    let oneself = used.on == Some(who);
    let fits = match row.target.as_str() {
        "self" => used.on.is_none() || oneself,
        "creature" | "essence" => used.on.is_some() && !oneself,
        "creature-or-self" => true,
        "object" => !oneself,
        "object-or-creature" => !oneself,
        "object-or-self" => true,
        "spot" | "air" => used.on.is_none() || oneself,
        _ => true,
    };
    if !fits {
        let sentence = match row.target.as_str() {
            "self" => format!("{} works on oneself only.", row.name),
            "creature" | "essence" => format!("{} needs somebody else's essence to touch.", row.name),
            "spot" | "air" => format!("{} is not for somebody else.", row.name),
            _ => format!("{} is not for oneself.", row.name),
        };
        return no(row.id, "not-that-target", sentence);
    }
    if used.blocked {
        return Err(Refusal::new(
            rules::GP_ESS_02,
            "blocked",
            "Essence goes around things, never through them.",
        )
        .and(Refusal::new(row.id, "blocked", "There is no free way to the target.")));
    }
    let range = range_of(at, who, row);
    let reach = at.state.live(who).essence.cut.map_or(range, |cut| cut.min(range));
    let far = used.feet.unwrap_or_default();
    if far.0 < 0 {
        return no(rules::GP_ESS_07, "below-nothing", "A distance is not below 0.");
    }
    if far > reach && row.target != "self" {
        let rule = if reach < range { rules::GP_ESS_08 } else { rules::GP_ESS_07 };
        let sentence = format!("{} is too far: {} reaches {}.", far.feet(), row.name, reach.feet());
        return Err(Refusal::new(rule, "out-of-range", sentence)
            .with("range", reach.to_string())
            .and(Refusal::new(row.id, "out-of-range", "The target is out of range.")));
    }
    if let (Some(part), Some(target)) = (&used.part, used.on)
        && at.state.sheet(target).part(part).is_none()
    {
        let sentence = format!("{} has no {part}.", at.state.name(target));
        return no(rules::GP_COMB_08, "no-such-part", sentence);
    }
    Ok(())
}

/// What a body does not allow: a lost part heals no more, and a shell has to reach from head to foot.
fn check_body(at: At<'_, GutsPlus>, used: &Use, row: &SkillRow) -> Result<(), Refusal> {
    let heals = row.effects.values().flatten().any(|effect| effect.get("heal").is_some());
    let one = at.state.one(used.on.unwrap_or(used.who));
    let part = used.part.as_deref().and_then(|part| one.sheet.part(part));
    if let Some(part) = part.filter(|part| heals && one.live.parts[usize::from(*part)].lost) {
        let sentence = format!(
            "The {} of {} is lost: nothing brings it back.",
            one.sheet.part_name(part),
            one.sheet.name
        );
        return no(row.id, "lost", sentence);
    }
    let wraps = row.is("harden") && used.ways.iter().any(|way| way == "wrap");
    let own = at.state.sheet(used.who);
    let reach = range_of(at, used.who, row);
    if wraps && inches(&own.bio.height).is_some_and(|tall| tall > reach.0 * 6) {
        let sentence = format!("{} is taller than the {} this can cover.", own.name, reach.feet());
        return no(row.id, "too-tall", sentence);
    }
    Ok(())
}

/// A height as people write it, in inches: 5'6", 5 feet, 6 ft 2. Nothing where it is written otherwise.
fn inches(height: &str) -> Option<i32> {
    let mut numbers = height.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
    let feet: i32 = numbers.next()?.parse().ok()?;
    let rest: i32 = numbers.next().map_or(Some(0), |part| part.parse().ok())?;
    let told =
        height.contains('\'') || height.contains("feet") || height.contains("foot") || height.contains("ft");
    (told && feet < 20 && rest < 12).then_some(feet * 12 + rest)
}

fn check_ways(at: At<'_, GutsPlus>, used: &Use, rows: &[&SkillRow]) -> Result<(), Refusal> {
    let row = leads(rows);
    let launches =
        |row: &&SkillRow| !row.rest.contains_key("launchers") && (row.name == "Burst" || row.name == "Push");
    for way in &used.ways {
        let joined = way == "launch" && rows.iter().any(launches);
        let forbids = rows.iter().find_map(|row| {
            let never = row.never.iter().find(|never| never.way.eq_ignore_ascii_case(way))?;
            Some((*row, never))
        });
        if let Some((row, never)) = forbids.filter(|_| !joined) {
            let text = &never.text;
            let first = text.chars().next().map_or(String::new(), |letter| letter.to_uppercase().to_string());
            let sentence = format!("{first}{}.", &text[text.chars().next().map_or(0, char::len_utf8)..]);
            let refusal = Refusal::new(row.id, "never", sentence).with("way", way.as_str());
            let general = match (row.name.as_str(), way.as_str()) {
                ("Lightning", "weaken") => Some(rules::GP_ESS_18),
                (_, "harm") => Some(rules::GP_ESS_21),
                _ => None,
            };
            return Err(match general {
                Some(rule) => refusal.and(Refusal::new(rule, "never", "The skill does not allow it.")),
                None => refusal,
            });
        }
        let ways: Vec<&str> = rows.iter().flat_map(|row| &row.ways).map(String::as_str).collect();
        let known = joined || ways.iter().any(|own| own.eq_ignore_ascii_case(way));
        if !known {
            let all = if ways.is_empty() { "none".to_owned() } else { ways.join(", ") };
            return no(row.id, "no-such-way", format!("{} can be used in these ways: {all}.", row.name));
        }
    }
    if used.lacking && !row.needs.is_empty() {
        let sentence = format!("{} needs {}, and there is none.", row.name, row.needs.join(" and "));
        return no(row.id, "lacking", sentence);
    }
    if row.is("frost") && used.ways.iter().any(|way| way != "absorb") {
        let heat =
            at.state.live(used.who).essence.holding.iter().any(|held| held.skill == row.id && held.heat);
        if !heat {
            return no(row.id, "no-heat", "There is no warmth held that could be used.");
        }
    }
    Ok(())
}

fn check_numbers(at: At<'_, GutsPlus>, used: &Use, row: &SkillRow) -> Result<(), Refusal> {
    let who = used.who;
    if let (Some(limit), Some(pounds)) = (limit_of(at, who, row), used.pounds) {
        if pounds.0 < 0 {
            return no(rules::GP_ESS_15, "below-nothing", "A weight is not below 0.");
        }
        let twice = Halves(limit.0.saturating_mul(2));
        if pounds > twice {
            let sentence = format!(
                "{} cannot be tried: {} allows {limit}, and at most {twice}.",
                pounds.lbs(),
                row.name
            );
            return Err(Refusal::new(rules::GP_ESS_15, "too-heavy", sentence)
                .with("most", twice.to_string())
                .and(Refusal::new(row.id, "too-heavy", "That is more than twice the limit.")));
        }
    }
    if row.limit.is_none() && used.pounds.is_some_and(|pounds| pounds.0 > 2) && row.name == "Wave" {
        return no(row.id, "too-heavy", "A puff of air moves paper and small flames, nothing heavier.");
    }
    let oneself = used.on.is_none() || used.on == Some(who);
    if let (Some((number, bound)), Some(own)) = (number_of(at, who, row, oneself), used.number) {
        let fits = if number.least { own >= bound } else { own <= bound };
        if !fits || own < least_of(row) {
            let how = if number.least { "at least" } else { "at most" };
            let sentence = format!("The {} of {} is {how} {bound} {}.", number.name, row.name, number.kind);
            return Err(Refusal::new(row.id, "number", sentence).with("bound", bound.to_string()));
        }
    }
    if let Some(dice) = used.dice {
        let lends = row.is("empower") || row.is("focus");
        if !lends || dice == 0 || dice > 10 {
            let sentence = "Only Empower and Focus lend dice, up to 10 in all.";
            return no(row.id, "dice", sentence);
        }
    }
    Ok(())
}

/// The number a skill can be told beside weight and distance, and its bound.
pub fn number_of<'a>(
    at: At<'a, GutsPlus>,
    who: Who,
    row: &'a SkillRow,
    oneself: bool,
) -> Option<(&'a Number, Halves)> {
    let told =
        |number: &&Number| !matches!(number.name.as_str(), "pace" | "resisted" | "lasts" | "spout" | "lift");
    let number = row.number(if oneself { "self" } else { "others" }).or(row.reach.iter().find(told))?;
    let usual = number.dice.at(density(at, who).range, 0);
    let bound = match (row.is("harden"), at.state.house.harden_cube) {
        // The cube holds so many cubic feet: its edge is the root of that.
        (true, HardenCube::Volume) => edge(usual),
        _ => usual,
    };
    Some((number, bound))
}

/// The least such a number can be.
pub fn least_of(row: &SkillRow) -> Halves {
    if row.is("slow") { Halves::whole(2) } else { Halves(1) }
}

/// The longest edge, in half feet, of a cube that holds this many cubic feet.
fn edge(volume: Halves) -> Halves {
    // With an edge of n half feet a cube holds n³/8 cubic feet.
    let holds = |edge: i32| edge * edge * edge <= volume.0 * 4;
    Halves((1..60).take_while(|edge| holds(*edge)).last().unwrap_or(0))
}
