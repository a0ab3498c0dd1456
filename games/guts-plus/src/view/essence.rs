//! Somebody's essence: its skills as cards, what is kept up, strain.

use boneyard_table::view::{Chip, Chips, Entry, EntryList, Text, Tone, count};
use boneyard_table::{At, Who};

use crate::GutsPlus;
use crate::essence::{density, limit_of, range_of};

/// Aura and range in a line, skills as cards, and what is kept up.
pub(super) fn blocks(at: At<'_, GutsPlus>, who: Who) -> Option<(Text, EntryList, Chips)> {
    let one = at.state.one(who);
    let own = one.sheet.essence.as_ref()?;
    let dense = density(at, who);
    let aura = own.aura.as_deref().unwrap_or("still open");
    let text =
        format!("Aura {aura}, density {}, range {}.", dense.density, count(dense.range, "foot", "feet"));
    let mut list = EntryList::new("skills", "Skills");
    for id in &own.skills {
        let Some(row) = at.book.skills.get(id.as_str()) else { continue };
        let mut numbers = Vec::new();
        if row.target != "self" {
            numbers.push(range_of(at, who, row).feet());
        }
        if let Some(limit) = limit_of(at, who, row) {
            numbers.push(limit.lbs());
        }
        let weight = one.sheet.bio.weight;
        numbers.extend(row.reach.iter().map(|number| {
            format!("{} {} {}", number.name, number.dice.at(dense.range, weight), number.kind)
        }));
        let words = if numbers.is_empty() {
            row.text.clone()
        } else {
            format!("{} ({})", row.text, numbers.join(", "))
        };
        let mut entry = Entry::new(row.id.to_string(), row.name.clone(), words).rank(row.tier.name());
        if !one.can_act() {
            entry = entry.not_ready("unconscious");
        }
        list = list.entry(entry);
    }
    let mut chips = Chips::new("holding", "Kept up");
    if one.live.essence.strain.is_some() {
        chips = chips.chip(
            Chip::new("strained", "Strained", Tone::Bad).ends("after a quiet round, or with the scene"),
        );
    }
    for (nth, held) in one.live.essence.holding.iter().enumerate() {
        let name = at
            .book
            .skills
            .get(held.skill.as_str())
            .map_or_else(|| held.skill.to_string(), |row| row.name.clone());
        let on = held.target.map_or_else(|| held.what.clone(), |target| at.state.name(target).to_owned());
        let label = if on.is_empty() { name } else { format!("{name}: {on}") };
        let turns = count(held.turns, "turn so far", "turns so far");
        chips = chips.chip(Chip::new(format!("held.{nth}"), label, Tone::Good).ends(turns));
    }
    Some((Text::new("essence", "Essence", text), list, chips))
}
