//! The table counts when what seats see beside the log changes: the same count, the same views, offers and
//! prompts. Pages are put together anew only when it counts on.

use boneyard_table::Who;
use boneyard_table::table::Op;
use boneyard_table::view::Voice;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{BO, BRACK, DI, GM, TestTable, answer};

/// Everything but the log.
fn shown(bench: &TestTable) -> Value {
    let of = |seat| {
        let actors = [None, Some(BRACK), Some(Who(2)), Some(Who(3)), Some(Who(4))];
        let offers: Vec<_> = actors.into_iter().flat_map(|actor| bench.table.offers(seat, actor)).collect();
        json!([bench.table.view(seat), offers, bench.table.prompts(seat), bench.table.speaks_for(seat)])
    };
    json!([of(GM), of(BO), of(DI), bench.table.awaits(), bench.table.redoable(), bench.table.waits()])
}

#[test]
fn words_and_rolls_leave_everything_as_it_looks() {
    let mut bench = TestTable::yard();
    bench
        .op(BO, Op::Roll { notation: "1d6".into(), mode: None, label: None, entered: None })
        .expect("the first");
    let looks = bench.table.looks();
    bench.op(BO, Op::Say { voice: Voice::OutOfCharacter, words: "[[1d6]]".into(), who: None }).expect("said");
    bench
        .op(DI, Op::Roll { notation: "1d6".into(), mode: None, label: None, entered: None })
        .expect("rolled");
    assert_eq!(bench.table.looks(), looks);
    bench.does(BO, json!({ "attack": { "who": "Brack", "target": "Dara" } }), &[2]);
    assert_ne!(bench.table.looks(), looks, "somebody is asked now");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn the_same_count_is_the_same_view(steps in proptest::collection::vec((0u8..12, 0u8..3, 1u16..5, any::<u8>()), 1..40)) {
        let mut bench = TestTable::yard();
        for (what, seat, who, chance) in steps {
            let seat = [GM, BO, DI][usize::from(seat)];
            let card = bench.table.prompts(GM).into_iter().next();
            let op = match (what, card) {
                (0..=4, Some(card)) => {
                    let say = card.default.unwrap_or(json!([1 + chance % 6]));
                    answer(card.id.parse().expect("a number"), say)
                }
                (0 | 1, _) => Op::Command(json!({ "attack": { "who": who, "target": 1 + chance % 4 } })),
                (2, _) => Op::Command(json!({ "brood": { "who": who } })),
                (3, _) => Op::Command(json!({ "note": { "text": format!("{}", chance % 2) } })),
                (4, _) => Op::Command(json!({ "shake": { "who": who, "target": 1 + chance % 4 } })),
                (5, _) => Op::Undo { from: None, reason: None },
                (6, _) => Op::Redo,
                (7, _) => Op::Command(json!({ "try": { "who": who, "what": "climb" } })),
                (8, _) => Op::Overrule { path: "Brack.hp".into(), value: json!(chance % 9), reason: "so".into() },
                (9, _) => Op::Say { voice: Voice::OutOfCharacter, words: "hm".into(), who: None },
                _ => Op::Roll { notation: "1d6".into(), mode: None, label: None, entered: None },
            };
            let before = (bench.table.looks(), shown(&bench));
            let answered_by_gm = matches!(op, Op::Answer { .. });
            if bench.op(if answered_by_gm { GM } else { seat }, op).is_ok() && bench.table.looks() == before.0 {
                prop_assert_eq!(shown(&bench), before.1);
            }
        }
    }
}
