//! What a seat sees of a table, and who acts there.

use super::{LinePlace, OwnDeed, TableOf};
use crate::live::{ActionId, PromptId};
use crate::view::{DiceTray, Glimpse, Line, OfferCard, PromptCard, Square, View, Waiting};
use crate::{Awaits, Playable, Seat, Who};

/// What a seat sees of a table, and who acts there.
pub trait Seated {
    /// Counts changes of what seats see beside the log: the same number, the same views, offers and prompts.
    fn looks(&self) -> u32;
    /// All that one seat may see.
    fn view(&self, seat: Seat) -> View;
    /// What the game alone shows it: a view without questions, without who is waited for, and without the dice
    /// of what waits.
    fn seen(&self, seat: Seat) -> View;
    /// Whether another seat is shown the same, but for its number.
    fn shares_view(&self, one: Seat, other: Seat) -> bool;
    /// The dice that somebody is in the middle of.
    fn tray(&self, seat: Seat) -> Option<DiceTray>;
    /// Who is waited for, as far as a seat may know.
    fn waiting_for(&self, seat: Seat) -> Vec<Waiting>;
    /// Commands a seat could give now.
    fn offers(&self, seat: Seat, actor: Option<Who>) -> Vec<OfferCard>;
    /// Questions a seat is asked.
    fn prompts(&self, seat: Seat) -> Vec<PromptCard>;
    /// The log as told to a seat, as far as it is remembered.
    fn lines(&self, seat: Seat, from: ActionId) -> Vec<Line>;
    /// The same from a place on, each line with its place: lines at places before something do not change with it.
    fn placed_lines(&self, seat: Seat, from: LinePlace) -> Vec<(LinePlace, Line)>;
    /// Whether those of another seat would be the same.
    fn told_alike(&self, one: Seat, other: Seat, from: LinePlace) -> bool;
    /// The same, as far as a seat may know.
    fn awaits_for(&self, seat: Seat) -> Awaits;
    /// Creatures a seat knows of.
    fn creatures(&self, seat: Seat) -> Vec<(Who, String)>;
    /// What a creature the seat speaks for would see from another square, as far as the seat may know.
    fn view_from(&self, seat: Seat, who: Who, from: Square) -> Option<Glimpse>;
    /// The creatures a seat speaks for, as far as it knows them.
    fn speaks_for(&self, seat: Seat) -> Vec<Who>;
    /// Heroes nobody plays, as far as a seat knows them: a player may take one.
    fn free_heroes(&self, seat: Seat) -> Vec<Who>;
    /// The finished actions that a seat knows of, in the order in which it counts them: the first is its number 1.
    fn counted(&self, seat: Seat) -> Vec<ActionId>;
    /// The numbers of waiting actions that a seat has begun.
    fn begun_by(&self, seat: Seat) -> Vec<ActionId>;
    /// What the next creature that plays itself does now, if one does.
    fn own_deed(&self) -> Option<OwnDeed>;
    /// The seat that answers an open question for a creature that plays itself, and whether it looks ahead first.
    fn answers_itself(&self, prompt: PromptId) -> Option<(Seat, bool)>;
    /// Whose turn it is that plays itself and leaves what comes next to people.
    fn leaves_to_people(&self) -> Option<Who>;
    /// Whether a creature could act by itself now if it were left to: its turn, or something harmless.
    fn could_by_itself(&self, who: Who) -> bool;
    /// Whether the whole party plays itself and was told to play on.
    fn plays_on(&self) -> bool;
}

impl<G: Playable> Seated for TableOf<G> {
    fn looks(&self) -> u32 {
        self.looks
    }

    fn view(&self, seat: Seat) -> View {
        let mut view = self.seen(seat);
        view.prompts = self.prompt_cards(seat);
        view.waiting_for = self.waited_for(seat);
        match self.tray(seat) {
            Some(tray) => view.tray(tray),
            None => view,
        }
    }

    fn seen(&self, seat: Seat) -> View {
        self.seen_so_far(seat)
    }

    fn shares_view(&self, one: Seat, other: Seat) -> bool {
        G::shares_view(self.at(), one, other)
    }

    fn tray(&self, seat: Seat) -> Option<DiceTray> {
        self.open_tray(seat)
    }

    fn waiting_for(&self, seat: Seat) -> Vec<Waiting> {
        self.waited_for(seat)
    }

    fn offers(&self, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
        let mut offers = self.offers_known(seat, G::offers(self.at(), seat, actor));
        for offer in &mut offers {
            let Some(actor) = offer.actor else { continue };
            let side = G::side(&self.state, actor);
            let foe = |who: Who| G::side(&self.state, who) != side;
            offer.params.iter_mut().for_each(|param| param.domain.foes_first(&foe));
        }
        offers
    }

    fn prompts(&self, seat: Seat) -> Vec<PromptCard> {
        self.prompt_cards(seat)
    }

    fn lines(&self, seat: Seat, from: ActionId) -> Vec<Line> {
        self.told_lines(seat, LinePlace::before(from)).into_iter().map(|(_, line)| line).collect()
    }

    fn placed_lines(&self, seat: Seat, from: LinePlace) -> Vec<(LinePlace, Line)> {
        self.told_lines(seat, from)
    }

    fn told_alike(&self, one: Seat, other: Seat, from: LinePlace) -> bool {
        self.are_told_alike(one, other, from)
    }

    fn awaits_for(&self, seat: Seat) -> Awaits {
        let mut awaits = G::awaits(self.at());
        let known = G::creatures(self.at(), seat);
        let all = awaits.creatures.len();
        awaits.creatures.retain(|who| known.iter().any(|(one, _)| one == who));
        // Somebody unseen is waited for no other than the game master is.
        if awaits.creatures.len() < all && !awaits.seats.contains(&Seat::GM) {
            awaits.seats.push(Seat::GM);
        }
        awaits
    }

    fn creatures(&self, seat: Seat) -> Vec<(Who, String)> {
        G::creatures(self.at(), seat)
    }

    fn view_from(&self, seat: Seat, who: Who, from: Square) -> Option<Glimpse> {
        let may = seat.is_gm() || self.speaks_for(seat).contains(&who);
        may.then(|| G::view_from(self.at(), seat, who, from)).flatten()
    }

    fn speaks_for(&self, seat: Seat) -> Vec<Who> {
        let known = G::creatures(self.at(), seat).into_iter().map(|(who, _)| who);
        known.filter(|who| G::speaker(&self.state, *who) == seat).collect()
    }

    fn free_heroes(&self, seat: Seat) -> Vec<Who> {
        let known = G::creatures(self.at(), seat).into_iter().map(|(who, _)| who);
        known
            .filter(|who| self.nobody_plays(*who) && G::change_player(self.at(), *who, Seat::GM).is_ok())
            .collect()
    }

    fn counted(&self, seat: Seat) -> Vec<ActionId> {
        self.counted.get(&seat).into_iter().flat_map(|counted| counted.iter()).collect()
    }

    fn begun_by(&self, seat: Seat) -> Vec<ActionId> {
        self.waiting.values().filter(|action| action.by == seat).map(|action| action.id).collect()
    }

    fn own_deed(&self) -> Option<OwnDeed> {
        self.own_deed()
    }

    fn answers_itself(&self, prompt: PromptId) -> Option<(Seat, bool)> {
        self.answers_itself(prompt)
    }

    fn leaves_to_people(&self) -> Option<Who> {
        self.leaves_to_people()
    }

    fn could_by_itself(&self, who: Who) -> bool {
        self.could_by_itself(who)
    }

    fn plays_on(&self) -> bool {
        self.plays_on()
    }
}
