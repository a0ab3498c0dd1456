//! The small drawings and the rows of blocks: bars, cells, tables.

use super::super::block::Block;
use super::super::prose::Table;
use super::super::relations::Relations;
use super::super::track::{Cell, CellState};
use super::super::tray::{Die, DieFate};
use super::told;

/// Bars longer than this are scaled down.
const WIDEST: u32 = 24;

/// A drawing in front of the sentence, for blocks that have one.
pub(super) fn picture(block: &Block) -> Option<String> {
    match block {
        Block::Attribute(block) => (!block.cells.is_empty()).then(|| cells(&block.cells)),
        Block::Pool(block) => Some(bar(block.now, block.max?, block.temp.unwrap_or(0))),
        Block::Track(block) => Some(cells(&block.cells)),
        Block::Tracker(block) => Some(bar(block.now, block.max?, 0)),
        Block::DiceTray(block) => Some(block.dice.iter().map(die).collect::<Vec<_>>().join(" ")),
        _ => None,
    }
}

/// What stands under the sentence, one row a line.
pub(super) fn rows(block: &Block) -> Vec<String> {
    match block {
        Block::Attribute(block) => {
            let growth =
                block.growth.iter().map(|growth| format!("growth {} of {}", growth.have, growth.need));
            let rank = block.rank.iter().map(|rank| format!("rank {rank}"));
            rank.chain(block.dice.iter().map(|dice| format!("dice {dice}"))).chain(growth).collect()
        }
        Block::UsageDie(block) => vec![steps_down(block.die, &block.chain)],
        Block::Tracker(block) => {
            let mark = |done| if done { '●' } else { '○' };
            block
                .events
                .iter()
                .map(|event| format!("{} {}: {}", mark(event.done), event.at, event.text))
                .collect()
        }
        Block::BodyChart(block) => {
            let part = |part: &super::super::body::BodyPart| {
                let injuries: Vec<String> = part.lines.iter().map(ToString::to_string).collect();
                let cover = part.cover.iter().map(|c| format!("{}: {} of {} marks", c.item, c.marks, c.max));
                let about: Vec<String> = injuries.into_iter().chain(cover).collect();
                if about.is_empty() {
                    told(&part.frame)
                } else {
                    format!("{} {}", told(&part.frame), about.join(", "))
                }
            };
            block.parts.iter().map(part).collect()
        }
        Block::SlotGrid(block) => block
            .places
            .iter()
            .map(|place| {
                let used = block.used(&place.frame.key);
                let items: Vec<String> = block
                    .items
                    .iter()
                    .filter(|item| item.place == place.frame.key)
                    .map(|item| item.name.to_string())
                    .collect();
                let items = if items.is_empty() { "empty".into() } else { items.join(", ") };
                format!("{} {used} of {} {}: {items}", place.frame.label, place.cap, place.unit)
            })
            .collect(),
        Block::ItemList(block) => block
            .items
            .iter()
            .map(|item| match &item.price {
                Some(price) => format!("{} {} {}", told(&item.frame), price.cost.amount, price.cost.unit),
                None => told(&item.frame),
            })
            .collect(),
        Block::Notation(block) => {
            block.parts.iter().map(|part| format!("{}  {}", part.text, part.meaning)).collect()
        }
        Block::Chips(block) => block.chips.iter().map(|chip| told(&chip.frame)).collect(),
        Block::EntryList(block) => {
            block.entries.iter().map(|entry| format!("{} {}", told(&entry.frame), entry.text)).collect()
        }
        Block::Choice(block) => {
            let mark = |key: &String| if block.now.as_ref() == Some(key) { '●' } else { '○' };
            block
                .options
                .iter()
                .map(|option| format!("{} {}", mark(&option.frame.key), told(&option.frame)))
                .collect()
        }
        Block::Order(block) => block
            .entries
            .iter()
            .map(|entry| {
                let mark = if entry.now {
                    '▸'
                } else if entry.done {
                    '✓'
                } else {
                    ' '
                };
                let score = entry.score.map(|score| format!(" {score}")).unwrap_or_default();
                let hidden = if entry.hidden { " (players do not see this)" } else { "" };
                format!("{mark} {}{score}{hidden}", entry.name)
            })
            .collect(),
        Block::Relations(block) => block
            .cells
            .iter()
            .map(|cell| {
                let (row, col) =
                    (Relations::name(&block.rows, &cell.row), Relations::name(&block.cols, &cell.col));
                format!("{row} / {col}: {}", cell.grade)
            })
            .collect(),
        Block::Steps(block) => block.steps.iter().map(|step| told(&step.frame)).collect(),
        Block::Budget(block) => {
            block.spent.iter().map(|spent| format!("{} {}", spent.n, spent.what)).collect()
        }
        Block::Calendar(block) => block
            .cells
            .iter()
            .filter(|cell| !cell.needs.is_empty())
            .map(|cell| {
                let needs: Vec<&str> = cell.needs.iter().map(|need| need.text()).collect();
                format!("{} needs {}", cell.name, needs.join(", "))
            })
            .collect(),
        Block::Places(block) => block.nodes.iter().map(|place| told(&place.frame)).collect(),
        Block::Todo(block) => block.rows.iter().map(|owed| owed.what.to_string()).collect(),
        Block::Table(block) => table(block),
        Block::DiceTray(block) => block
            .dice
            .iter()
            .filter_map(|die| Some(format!("{}: {}", die.shown(), die.mark.as_ref()?)))
            .collect(),
        Block::Pool(_)
        | Block::Track(_)
        | Block::Text(_)
        | Block::Picture(_)
        | Block::Odds(_)
        | Block::Unknown(_) => Vec::new(),
    }
}

/// A bar of full, empty and temporary cells; below zero it is drawn to the left.
fn bar(now: i32, max: i32, temp: i32) -> String {
    let (full, size) = (u32::try_from(now).unwrap_or(0), u32::try_from(max).unwrap_or(0));
    let (over, temp) = (full.saturating_sub(size), u32::try_from(temp).unwrap_or(0));
    let whole = u64::from(size) + u64::from(temp) + u64::from(over);
    let scale = |n: u32| -> usize {
        let n = u64::from(n);
        let cells = if whole <= WIDEST.into() { n } else { (n * u64::from(WIDEST)).div_ceil(whole) };
        usize::try_from(cells).unwrap_or(0)
    };
    let below = if now < 0 { "◂" } else { "" };
    let (filled, open) = (scale(full), scale(size.saturating_sub(full)));
    format!("{below}{}{}{}", "▮".repeat(filled), "▯".repeat(open), "▧".repeat(scale(temp)))
}

fn cells(cells: &[Cell]) -> String {
    cells.iter().map(|cell: &Cell| CellState::glyph(cell.state)).collect()
}

fn die(die: &Die) -> String {
    match die.fate {
        DieFate::Kept => format!("[{}]", die.shown()),
        DieFate::Dropped | DieFate::Rerolled => format!("~{}~", die.shown()),
        DieFate::Exploded => format!("[{}!]", die.shown()),
        DieFate::Locked => format!("<{}>", die.shown()),
    }
}

fn steps_down(now: Option<u32>, chain: &[u32]) -> String {
    let step = |sides: &u32| if Some(*sides) == now { format!("[d{sides}]") } else { format!("d{sides}") };
    chain.iter().map(step).collect::<Vec<_>>().join(" › ")
}

fn table(table: &Table) -> Vec<String> {
    let line = |cells: &[super::super::msg::Msg]| {
        cells.iter().map(|cell| cell.text()).collect::<Vec<_>>().join(" | ")
    };
    let mark =
        |at: usize| if table.hit.is_some_and(|hit| usize::try_from(hit) == Ok(at)) { "▸ " } else { "" };
    let rows = table.rows.iter().enumerate().map(|(at, row)| format!("{}{}", mark(at), line(row)));
    std::iter::once(line(&table.head)).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_never_grows_past_its_width_and_shows_what_lies_below_zero() {
        assert_eq!(bar(2, 3, 0), "▮▮▯");
        assert_eq!(bar(-2, 3, 0), "◂▯▯▯");
        assert!(bar(i32::MAX, i32::MAX, i32::MAX).chars().count() <= 2 + WIDEST as usize);
        assert_eq!(bar(1, 1_000, 0).chars().next(), Some('▮'));
    }

    #[test]
    fn a_supply_shows_where_it_stands_on_its_way_down() {
        assert_eq!(steps_down(Some(6), &[8, 6, 4]), "d8 › [d6] › d4");
    }
}
