//! Anything a form offers on the way, filled in at random: it is done or refused, and a refusal changes nothing.

mod arena;

use arena::{ANN, Arena, Chance, GM, answer, by_instinct, filled, said};
use boneyard_table::Who;
use boneyard_table::table::Op;

#[test]
fn whatever_is_offered_on_the_way_is_done_or_refused() {
    let (mut done, mut refused) = (0, 0);
    for seed in 0..10 {
        let (_, mut stage) = dead_weight::starts().remove(0);
        let own = stage.heroes.keys().take(2).cloned().collect();
        stage.seats.insert("Ann".into(), boneyard_table::stage::Seating::Creatures(own));
        let mut arena = Arena::set(&stage, seed);
        let mut chance = Chance::new(seed);
        for _ in 0..80 {
            if let Some(card) = arena.table.prompts(GM).into_iter().next() {
                let seat = card.asks.first().copied().unwrap_or(GM);
                let random = said(&card, &mut chance).map(|say| answer(&card.id, say));
                if random.is_some_and(|op| arena.op(seat, op).is_ok()) {
                    continue;
                }
                let (seat, op) = by_instinct(&*arena.table).expect("a question is open");
                arena.op(seat, op).expect("instinct is legal");
                continue;
            }
            let seat = if chance.one_in(2) { GM } else { ANN };
            let actor = if chance.one_in(2) { None } else { Some(Who(chance.below(6) as u16)) };
            let offers = arena.table.offers(seat, actor);
            let Some(offer) = chance.pick(&offers) else { continue };
            if ["draft", "add", "house"].contains(&offer.command.as_str()) {
                continue;
            }
            let Some(command) = filled(offer, &mut chance) else { continue };
            let before = arena.raw();
            match arena.op(seat, Op::Command(command)) {
                Ok(_) => done += 1,
                Err(_) => {
                    assert_eq!(
                        arena.raw(),
                        before,
                        "seed {seed}: a refused {} changed something",
                        offer.command
                    );
                    refused += 1;
                }
            }
        }
        assert_eq!(arena.replayed(), arena.raw(), "seed {seed}");
    }
    assert!(done > 100 && refused > 20, "{done} done, {refused} refused");
}
