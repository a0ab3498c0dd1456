//! A row of one of the d100 tables, which the Trapsetter keeps, rolls again or puts aside. What a row does is told
//! where it is used.

use boneyard_content::{RandomRow, RandomTable};
use boneyard_table::{Cx, Flow, Judgement, RuleId, Ruling, RulingOption, Seat};

use crate::DieTrying;
use crate::book::TableEffect;
use crate::check::hundred;

/// What came of it.
pub(super) enum Drawn<'a> {
    Row(&'a RandomRow<TableEffect>),
    /// The Trapsetter says it in words.
    Words(String),
    Nothing,
}

/// Rolls until a row is kept. `of` tells this draw from others, `none` is how nothing at all is said.
pub(super) fn draw<'a>(
    cx: &mut Cx<'_, DieTrying>,
    rule: RuleId,
    table: &'a RandomTable<TableEffect>,
    of: &str,
    none: (&'static str, &'static str),
) -> Flow<Drawn<'a>> {
    loop {
        let total = hundred(cx, Seat::GM, rule)?;
        let Some(row) = table.rows.iter().find(|row| (row.from..=row.to).contains(&i32::from(total))) else {
            return Ok(Drawn::Nothing);
        };
        let judgement = || Judgement {
            rule,
            tag: format!("{of}: {total}"),
            question: format!("{total}: {}", row.text),
            about: Vec::new(),
            options: vec![
                RulingOption::new("keep", "Keep it"),
                RulingOption::new("again", "Roll again"),
                RulingOption::new(none.0, none.1),
            ],
            proposal: 0,
            why: "So the table has it.".into(),
            precedents: Vec::new(),
        };
        match cx.judge(rule, 0, &judgement)? {
            Ruling::Listed(0) => return Ok(Drawn::Row(row)),
            Ruling::Listed(1) => {}
            Ruling::Listed(_) => return Ok(Drawn::Nothing),
            Ruling::Free { words, .. } => return Ok(Drawn::Words(words.into())),
        }
    }
}
