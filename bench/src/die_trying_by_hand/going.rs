//! Going towards an enemy: the shortest way past those who bar it, as far as feet carry.

use boneyard_board::{Footprint, Square, Step, Walk};
use boneyard_table::Who;
use die_trying::state::{Fate, Spot};
use smallvec::SmallVec;

use super::Fight;

impl Fight<'_> {
    /// Goes as near to somebody as it can; whether it came anywhere.
    pub(super) fn approach(&mut self, who: Who, target: Who) -> bool {
        let Some(board) = &self.state.board else { return false };
        let (from, aim, side) = (self.spot(who), self.spot(target), self.of(who).side);
        let pace = if self.live(who).prone { 10 } else { 5 };
        let mut taken: SmallVec<[Square; 8]> = SmallVec::new();
        let mut barred: SmallVec<[Square; 8]> = SmallVec::new();
        for other in self.everybody().filter(|other| *other != who && self.live(*other).fate == Fate::Up) {
            let square = self.spot(other).square();
            taken.push(square);
            if self.of(other).side != side {
                barred.push(square);
            }
        }
        let cost = |step: Step| (!barred.contains(&step.to)).then_some(pace);
        let near = |square: Square| square.x.abs_diff(aim.x.into()).max(square.y.abs_diff(aim.y.into())) <= 1;
        let wanted = |square: Square| near(square) && !taken.contains(&square);
        let aims = [Footprint { at: aim.square(), size: 1 }];
        let walk = Walk { least: pace, aim: &aims, within: 1, ..Walk::new(&cost) };
        let Some(route) = board.grid.path_where(from.square(), &wanted, &walk) else { return false };
        let route = route.within(self.left(who).into());
        let last = (0..route.squares.len()).rev().find(|nth| !taken.contains(&route.squares[*nth]));
        let Some((to, cost)) = last.map(|nth| (Spot::of(route.squares[nth]), route.costs[nth])) else {
            return false;
        };
        if to.is_none() || to == Some(from) {
            return false;
        }
        self.live_mut(who).at = to;
        self.turn.feet += u16::try_from(cost).unwrap_or(u16::MAX);
        true
    }
}
