//! Places of a scene or a land and the links between them. What a flag means, and who knows a hidden link or can
//! open a locked one, is the game's; this finds ways and says why there is none without giving away what is hidden.

use crate::fault::PlaceFault;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Names a place within its `Places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlaceId(pub u16);

/// A room, an area, a town.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Its id.
    pub id: PlaceId,
    /// What players call it.
    pub name: String,
    /// What the rules know about it: dark, holy, flooded.
    #[serde(default)]
    pub flags: BTreeSet<String>,
}

/// A way between two places, to be gone in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Link {
    /// One end.
    pub one: PlaceId,
    /// The other end.
    pub other: PlaceId,
    /// What going there takes, in the unit of the game: minutes, days, moves.
    pub cost: u32,
    /// Whether it is shut to those who cannot open it.
    #[serde(default)]
    pub locked: bool,
    /// Whether only those who have found it know of it.
    #[serde(default)]
    pub hidden: bool,
}

/// Places and links, both kept in the order of ids.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Places {
    places: Vec<Place>,
    links: Vec<Link>,
}

/// What a link is to the one who wants to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// As if it were not there.
    Unseen,
    /// Known, but it cannot be passed.
    Shut,
    /// It can be passed.
    Open,
}

/// A way out of a place, as one traveller sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way<'a> {
    /// Where it leads.
    pub to: &'a Place,
    /// The link it uses.
    pub link: Link,
    /// Whether the traveller can pass.
    pub open: bool,
}

/// A way through several places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// All places from the first to the last.
    pub places: Vec<PlaceId>,
    /// What the links cost together.
    pub cost: u64,
}

impl Link {
    /// An open way that everybody sees.
    pub const fn open(one: PlaceId, other: PlaceId, cost: u32) -> Self {
        Self { one, other, cost, locked: false, hidden: false }
    }

    /// What it is to a stranger, who knows nothing hidden and opens nothing locked.
    pub const fn to_stranger(&self) -> Pass {
        match (self.hidden, self.locked) {
            (true, _) => Pass::Unseen,
            (false, true) => Pass::Shut,
            (false, false) => Pass::Open,
        }
    }

    /// The other end, if this is one of the two.
    pub fn from(&self, place: PlaceId) -> Option<PlaceId> {
        if self.one == place { Some(self.other) } else { (self.other == place).then_some(self.one) }
    }

    fn key(&self) -> (PlaceId, PlaceId) {
        (self.one.min(self.other), self.one.max(self.other))
    }
}

impl Places {
    /// Adds a place.
    pub fn add(&mut self, place: Place) -> Result<(), PlaceFault> {
        if place.name.trim().is_empty() || self.named(&place.name).is_some() {
            return Err(PlaceFault::NameTaken { name: place.name });
        }
        match self.places.binary_search_by_key(&place.id, |place| place.id) {
            Ok(at) => Err(PlaceFault::IdTaken { name: self.places[at].name.clone() }),
            Err(at) => {
                self.places.insert(at, place);
                Ok(())
            }
        }
    }

    /// Links two places.
    pub fn link(&mut self, link: Link) -> Result<(), PlaceFault> {
        let (one, other) = (self.place(link.one)?, self.place(link.other)?);
        if link.one == link.other {
            return Err(PlaceFault::ToItself { name: one.name.clone() });
        }
        match self.links.binary_search_by_key(&link.key(), Link::key) {
            Ok(_) => Err(PlaceFault::LinkedAlready { one: one.name.clone(), other: other.name.clone() }),
            Err(at) => {
                self.links.insert(at, link);
                Ok(())
            }
        }
    }

    /// The place with this id.
    pub fn place(&self, id: PlaceId) -> Result<&Place, PlaceFault> {
        let at = self.places.binary_search_by_key(&id, |place| place.id);
        at.map(|at| &self.places[at]).map_err(|_| PlaceFault::NoPlace(id))
    }

    /// The place with this name; capitals do not matter.
    pub fn named(&self, name: &str) -> Option<&Place> {
        let small = name.to_lowercase();
        self.places.iter().find(|place| place.name.to_lowercase() == small)
    }

    /// All places in the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Place> {
        self.places.iter()
    }

    /// All links in the order of their ends.
    pub fn links(&self) -> impl ExactSizeIterator<Item = &Link> {
        self.links.iter()
    }

    /// The link between two places.
    pub fn between(&self, one: PlaceId, other: PlaceId) -> Option<&Link> {
        let wanted = (one.min(other), one.max(other));
        self.links.binary_search_by_key(&wanted, Link::key).ok().map(|at| &self.links[at])
    }

    /// Sets or takes a flag of a place.
    pub fn set_flag(&mut self, id: PlaceId, flag: &str, on: bool) -> Result<(), PlaceFault> {
        let at =
            self.places.binary_search_by_key(&id, |place| place.id).map_err(|_| PlaceFault::NoPlace(id))?;
        let flags = &mut self.places[at].flags;
        if on {
            flags.insert(flag.to_owned());
        } else {
            flags.remove(flag);
        }
        Ok(())
    }

    /// Whether a place has a flag.
    pub fn has_flag(&self, id: PlaceId, flag: &str) -> bool {
        self.place(id).is_ok_and(|place| place.flags.contains(flag))
    }

    /// Locks or unlocks the link between two places.
    pub fn set_locked(&mut self, one: PlaceId, other: PlaceId, locked: bool) -> Result<(), PlaceFault> {
        self.change(one, other, |link| link.locked = locked)
    }

    /// Hides or reveals the link between two places.
    pub fn set_hidden(&mut self, one: PlaceId, other: PlaceId, hidden: bool) -> Result<(), PlaceFault> {
        self.change(one, other, |link| link.hidden = hidden)
    }

    /// The ways out of a place that a traveller sees, in the order of where they lead. `pass` says what each link
    /// is to that traveller.
    pub fn ways(&self, from: PlaceId, pass: &dyn Fn(&Link) -> Pass) -> Vec<Way<'_>> {
        let seen = self.links.iter().filter_map(|link| {
            let to = self.place(link.from(from)?).ok()?;
            match pass(link) {
                Pass::Unseen => None,
                Pass::Shut => Some(Way { to, link: *link, open: false }),
                Pass::Open => Some(Way { to, link: *link, open: true }),
            }
        });
        let mut ways: Vec<Way<'_>> = seen.collect();
        ways.sort_by_key(|way| way.to.id);
        ways
    }

    /// The link for one step to a neighbouring place, or why it cannot be taken.
    pub fn step(
        &self,
        from: PlaceId,
        to: PlaceId,
        pass: &dyn Fn(&Link) -> Pass,
    ) -> Result<&Link, PlaceFault> {
        let link = self.between(from, to);
        match link.map(|link| (pass(link), link)) {
            Some((Pass::Open, link)) => Ok(link),
            Some((Pass::Shut, _)) => Err(self.locked(from, to, pass)?),
            Some((Pass::Unseen, _)) | None => Err(self.no_way(from, to, pass)?),
        }
    }

    /// The cheapest way a traveller can take; of equal ones the one with the fewest links, then the one through
    /// the places with the lowest ids, looking back from its end.
    pub fn path(&self, from: PlaceId, to: PlaceId, pass: &dyn Fn(&Link) -> Pass) -> Result<Path, PlaceFault> {
        self.place(from)?;
        self.place(to)?;
        if let Some(path) = self.cheapest(from, to, &|link| pass(link) == Pass::Open) {
            return Ok(path);
        }
        // With every lock open there may be a way: then the first lock on it is what stands in the way.
        let Some(shut) = self.cheapest(from, to, &|link| pass(link) != Pass::Unseen) else {
            return Err(self.no_way(from, to, pass)?);
        };
        for step in shut.places.windows(2) {
            self.step(step[0], step[1], pass)?;
        }
        Ok(shut)
    }

    fn cheapest(&self, from: PlaceId, to: PlaceId, usable: &dyn Fn(&Link) -> bool) -> Option<Path> {
        let mut reached: BTreeMap<PlaceId, (u64, u32, Option<PlaceId>)> = BTreeMap::new();
        let mut next = BinaryHeap::from([Reverse((0_u64, 0_u32, None, from))]);
        while let Some(Reverse((cost, links, before, here))) = next.pop() {
            if reached.contains_key(&here) {
                continue;
            }
            reached.insert(here, (cost, links, before));
            if here == to {
                break;
            }
            for link in self.links.iter().filter(|link| usable(link)) {
                if let Some(there) = link.from(here) {
                    next.push(Reverse((cost + u64::from(link.cost), links + 1, Some(here), there)));
                }
            }
        }
        let cost = reached.get(&to)?.0;
        let mut places = vec![to];
        let mut at = to;
        while let Some(&(_, _, Some(before))) = reached.get(&at) {
            places.push(before);
            at = before;
        }
        places.reverse();
        Some(Path { places, cost })
    }

    fn change(
        &mut self,
        one: PlaceId,
        other: PlaceId,
        how: impl FnOnce(&mut Link),
    ) -> Result<(), PlaceFault> {
        let wanted = (one.min(other), one.max(other));
        match self.links.binary_search_by_key(&wanted, Link::key) {
            Ok(at) => {
                how(&mut self.links[at]);
                Ok(())
            }
            Err(_) => Err(self.no_way(one, other, &|_| Pass::Open)?),
        }
    }

    fn no_way(
        &self,
        from: PlaceId,
        to: PlaceId,
        pass: &dyn Fn(&Link) -> Pass,
    ) -> Result<PlaceFault, PlaceFault> {
        let (from, to, linked) = self.told(from, to, pass)?;
        Ok(PlaceFault::NoWay { from, to, linked })
    }

    fn locked(
        &self,
        from: PlaceId,
        to: PlaceId,
        pass: &dyn Fn(&Link) -> Pass,
    ) -> Result<PlaceFault, PlaceFault> {
        let (from, to, linked) = self.told(from, to, pass)?;
        Ok(PlaceFault::Locked { from, to, linked })
    }

    /// The names a refusal needs; only ways the traveller sees are among them.
    fn told(
        &self,
        from: PlaceId,
        to: PlaceId,
        pass: &dyn Fn(&Link) -> Pass,
    ) -> Result<(String, String, Vec<String>), PlaceFault> {
        let linked = self.ways(from, pass).into_iter().map(|way| way.to.name.clone()).collect();
        Ok((self.place(from)?.name.clone(), self.place(to)?.name.clone(), linked))
    }
}

/// Places as they are saved; read back link by link, so that a save edited by hand is checked.
#[derive(Serialize, Deserialize)]
struct Written {
    places: Vec<Place>,
    links: Vec<Link>,
}

impl TryFrom<Written> for Places {
    type Error = PlaceFault;
    fn try_from(written: Written) -> Result<Self, PlaceFault> {
        let mut places = Self::default();
        written.places.into_iter().try_for_each(|place| places.add(place))?;
        written.links.into_iter().try_for_each(|link| places.link(link))?;
        Ok(places)
    }
}

impl From<Places> for Written {
    fn from(Places { places, links }: Places) -> Self {
        Self { places, links }
    }
}
