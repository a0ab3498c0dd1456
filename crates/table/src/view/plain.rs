//! Views as lines of text for a terminal. Every block draws at least its sentence, so a block this file
//! gives no form of its own is still told.

mod cards;
mod forms;

use super::block::Block;
use super::frame::{Frame, Secret};
use super::scene::Scene;
use super::sheet::Sheet;
use super::whole::View;

/// Anything that can be read in a terminal.
pub trait Plain {
    /// Its lines, top to bottom.
    fn lines(&self) -> Vec<String>;
}

impl Plain for View {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("== {} ==", self.title)];
        if let Some(scene) = &self.scene {
            lines.extend(scene.lines());
        }
        for order in self.order.iter().chain(&self.stack) {
            lines.extend(Block::from(order.clone()).lines());
        }
        for tracker in &self.trackers {
            lines.extend(Block::from(tracker.clone()).lines());
        }
        for sheet in &self.sheets {
            lines.extend(sheet.lines());
        }
        if let Some(tray) = &self.tray {
            lines.extend(Block::from(tray.clone()).lines());
        }
        lines.extend(self.lines.iter().flat_map(Plain::lines));
        if let Some(todo) = self.todo.as_ref().filter(|todo| !todo.rows.is_empty()) {
            lines.extend(Block::from(todo.clone()).lines());
        }
        lines.extend(self.waiting_for.iter().map(|waiting| waiting.say.to_string()));
        lines.extend(self.prompts.iter().flat_map(Plain::lines));
        lines.extend(cards::offers(&self.offers));
        lines
    }
}

impl Plain for Sheet {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("-- {} --", self.title)];
        lines.extend(self.blocks.iter().flat_map(Plain::lines));
        lines
    }
}

impl Plain for Scene {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}. {}", self.title, self.say)];
        if let Some(places) = &self.places {
            lines.extend(Block::from(places.clone()).lines());
        }
        if let Some(map) = &self.map {
            lines.extend(map.layers.iter().filter(|layer| layer.on).map(|layer| told(&layer.frame)));
        }
        lines
    }
}

impl Plain for Block {
    fn lines(&self) -> Vec<String> {
        let told = told(self.frame());
        let first = match forms::picture(self) {
            Some(picture) => format!("{picture} {told}"),
            None => told,
        };
        std::iter::once(first).chain(forms::rows(self).into_iter().map(indented)).collect()
    }
}

/// The sentence of a frame with its state, as a screen reader would have it.
fn told(frame: &Frame) -> String {
    let mut line = frame.sentence().to_string();
    let state = &frame.state;
    let mut note = |words: &str| {
        line.push_str(" (");
        line.push_str(words);
        line.push(')');
    };
    if state.pending {
        note("pending");
    }
    if state.ruled.is_some() {
        note("set by the GM");
    }
    match &state.secret {
        Some(Secret::Gm) => note("players do not see this"),
        Some(Secret::Some { .. }) => note("not everyone sees this"),
        None => {}
    }
    if let Some(refusal) = &state.off {
        note(&format!("not now: {refusal}"));
    }
    line
}

fn indented(mut line: String) -> String {
    line.insert_str(0, "  ");
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::*;
    use crate::{Refusal, RuleId, Seat, Who};
    use serde_json::json;

    /// One block of every kind there is.
    fn every_block() -> Vec<Block> {
        let odds = Odds::exact(vec![
            Outcome::new("Hits", 7_100, Tone::Good),
            Outcome::new("misses", 2_900, Tone::Bad),
        ]);
        vec![
            Attribute::new("str", "Strength", 12).full(14).cells(CellState::Wound, 1).growth(1, 3).into(),
            Pool::new("hp", "Hit points", 4, 9).temp(5).into(),
            Track::new("wounds", "Wounds")
                .cells(CellState::Wound, 3)
                .cells(CellState::Open, 2)
                .dies_at(5)
                .into(),
            UsageDie::new("arrows", "Arrows", Some(8), vec![8, 6, 4]).last(3).into(),
            Tracker::bar("decay", "Decay", 3, 5)
                .event(4, "The bell tolls", false)
                .seen_by(vec![Seat(2)])
                .into(),
            BodyChart::new("body", "Body", "humanoid")
                .part(BodyPart::new("arm", "Left arm", 1).injury("broken").cover("vest", 1, 2))
                .into(),
            SlotGrid::new("slots", "Slots")
                .place("belt", "Belt", 2, "slots")
                .item("7", "rope", "belt", 1)
                .load(3, 2)
                .into(),
            ItemList::new("gear", "Gear")
                .item(
                    Item::new("sword", "Sword")
                        .tag("in hand")
                        .wear("durability", 2, 3)
                        .rolled_price(8, "gems", "Ana"),
                )
                .into(),
            Notation::new("claw", "Claw").part(NotationPart::new("X+1", "critical plus 1")).into(),
            Chips::new("conditions", "Conditions")
                .chip(Chip::new("prone", "Prone", Tone::Bad).ends("until you rise"))
                .into(),
            EntryList::new("powers", "Powers")
                .entry(Entry::new("bolt", "Bolt", "A bolt flies.").cost(1, "action"))
                .into(),
            Choice::new("stance", "Stance")
                .option(ChoiceOption::new("low", "crouched").effect("half speed"))
                .now("low")
                .into(),
            Order::new("order", "Order", OrderMode::Line)
                .round(2)
                .entry(OrderEntry::new(Who(1), "Brack").now(true))
                .into(),
            Relations::new("sees", "Who sees whom")
                .row("a", "Goblin")
                .col("b", "Brack")
                .cell(Relation::new("a", "b", "hidden", Tone::Good).rule(RuleId::of("DT-STL-02")))
                .into(),
            Steps::new("making", "Making a hero")
                .step(Step::new("rolls", "rolls", Stage::Now).owes("Cy rolls"))
                .into(),
            Budget::new("purse", "Purse", 10, "gems").spent("sword", 8).into(),
            Calendar::new("watches", "Watches", ["Day 1"], ["Watch 1"])
                .cell(CalendarCell {
                    day: 0,
                    watch: 0,
                    who: Some(Who(1)),
                    name: "Bo".into(),
                    kind: "guards".into(),
                    needs: vec!["water".into()],
                })
                .into(),
            Places::new("places", "Chapel").place(Place::new("nave", "Nave").here(true).flag("dark")).into(),
            Todo::new("todo", "Owed").owed(Owed::new("place 1 mark").who(Who(1)).offer("mark")).into(),
            Text::new("bio", "Life", "Born in rain.").into(),
            Table::new("events", "Events", ["D6", "Event"])
                .row(["1", "rain"])
                .row(["2", "fog"])
                .hit(1)
                .into(),
            Picture::new("map", "Map", "maps/1.png", "a drowned nave").into(),
            DiceTray::new("dice", "Dice", [Die::new("1", 6, 4), Die::new("2", 6, 4).mark("tires you")])
                .link("1", "2")
                .into(),
            OddsBlock::new("odds", "Odds", odds).into(),
            Unknown::new("pouch", "Pouch").into(),
        ]
    }

    #[test]
    fn every_block_is_told_by_its_sentence() {
        for block in every_block() {
            let say = block.frame().say.clone().expect("a settled block has its sentence");
            let told = block.lines().join("\n");
            assert!(told.contains(say.text()), "{told:?} lacks {say:?}");
            assert!(!say.text().contains(['{', '}']), "{say:?} has a gap");
        }
    }

    #[test]
    fn every_block_comes_back_from_json_as_it_was() {
        for block in every_block() {
            let block = block_with_every_state(&block);
            let text = serde_json::to_string(&block).expect("plain data");
            assert_eq!(serde_json::from_str::<Block>(&text).expect("same shape"), block, "{text}");
        }
    }

    fn block_with_every_state(block: &Block) -> Block {
        let mut value = serde_json::to_value(block).expect("plain data");
        let refusal = Refusal::by_table("no-shield", "No shield in hand.");
        value["state"] = json!({
            "changed": 3, "pending": true, "off": refusal, "ruled": 1, "secret": { "type": "some", "seats": [2] },
        });
        value["rule"] = json!("DK-HARM-01");
        value["why"] =
            json!({ "value": { "total": 3, "terms": [{ "label": { "text": "base" }, "amount": 3 }] } });
        serde_json::from_value(value).expect("all blocks share these")
    }

    #[test]
    fn the_schema_of_a_view_names_every_kind_of_block() {
        let schema = serde_json::to_string(&schemars::schema_for!(View)).expect("plain data");
        for block in every_block() {
            let kind = serde_json::to_value(&block).expect("plain data")["type"].clone();
            assert!(schema.contains(&kind.to_string()), "{kind} is not in the schema");
        }
    }

    #[test]
    fn hit_points_are_drawn_as_a_bar_and_wounds_as_cells() {
        let blocks = every_block();
        assert_eq!(blocks[1].lines(), ["▮▮▮▮▯▯▯▯▯▧▧▧▧▧ Hit points 4 of 9, plus 5 temporary."]);
        assert_eq!(blocks[2].lines(), ["☒☒☒□□ Wounds: 3, dies at 5."]);
    }

    #[test]
    fn what_is_off_or_pending_says_so_and_why() {
        let off = Refusal::by_table("no-shield", "No shield in hand.");
        let block = Block::from(Pool::new("hp", "Hit points", 4, 9).pending().ruled(1).off(off));
        let line = block.lines().join(" ");
        assert!(
            line.ends_with("Hit points 4 of 9. (pending) (set by the GM) (not now: No shield in hand.)"),
            "{line}"
        );
    }

    #[test]
    fn what_is_unknown_is_told_as_unknown_and_holds_nothing_that_could_leak() {
        let block = Block::from(Unknown::new("hp", "Hit points"));
        assert_eq!(block.lines(), ["Hit points: unknown."]);
    }

    #[test]
    fn a_whole_table_reads_from_the_scene_down_to_what_one_can_do() {
        let refusal = Refusal::by_table("no-shield", "No shield in hand.");
        let react = Domain::one_of([
            Candidate::new("evade", "EVADE!"),
            Candidate::new("block", "BLOCK!").refused(refusal.clone()),
        ]);
        let mut view = View::new(Seat(1), "The Drowned Chapel")
            .scene(Scene::new("Nave", "Salt everywhere."))
            .sheet(every_block().into_iter().fold(Sheet::hero(Who(1), "Brack"), Sheet::block));
        let prompt = PromptCard::new("1", "W2", Seat(1), PromptKind::PickOne, "9 damage. React?");
        view.prompts.push(PromptCard { domain: Some(react), stakes: Stakes::Mortal, ..prompt });
        view.offers.push(OfferCard::new("attack", "Attack", "Fight").cost(1, "action"));
        view.offers.push(OfferCard::new("defend", "Defend", "Fight").refused(refusal));
        let text = view.lines().join("\n");
        let order = ["Drowned Chapel", "Nave", "Brack", "W2: 9 damage. React?", "EVADE!", "Fight", "Attack"];
        let found: Vec<_> = order.iter().map(|words| text.find(words).expect("is told")).collect();
        assert!(found.is_sorted(), "{text}");
        assert!(text.contains("BLOCK! (not now: No shield in hand.)"), "{text}");
        assert!(text.contains("Defend (not now: No shield in hand.)"), "{text}");
    }
}
