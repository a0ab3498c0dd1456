//! Reading back: what was told further back than the table remembers, from the records that say so. It goes through the
//! same audiences as what is told now and is put into words by the state of today.

use super::place::LinePlace;
use super::{Corrupt, OwnFile, Record, Said, TableOf};
use crate::live::{ActionId, Entry};
use crate::view::{Line, Struck};
use crate::{Lane, Playable, Seat};

/// How far back somebody has read.
#[derive(Clone, Debug)]
pub struct Back {
    /// Everything from here on was read.
    before: LinePlace,
    /// The records before this one were not.
    record: u32,
    /// Records that were read and tell of what stands further back: actions that others overtook.
    carried: Vec<String>,
}

impl Back {
    /// The first record that was read: those before it come next.
    pub fn record(&self) -> u32 {
        self.record
    }

    /// Whether nothing stands further back. The first record tells of nothing.
    pub fn is_done(&self) -> bool {
        self.record <= 2 && self.carried.is_empty()
    }
}

/// What a record tells of.
enum Tells<G: crate::Stored> {
    Did(ActionId, Vec<Entry<G::Fact>>, Vec<OwnFile>),
    Said(u32, Said),
}

impl<G: Playable> TableOf<G> {
    /// Where what is remembered of the log begins.
    pub(super) fn log_begins(&self) -> LinePlace {
        LinePlace::said(self.bound, self.since)
    }

    /// Reading back begins with what is not remembered.
    pub(super) fn reads_back(&self) -> Back {
        Back { before: self.log_begins(), record: self.since, carried: Vec::new() }
    }

    /// What these records, the ones just before those that were read, told a seat, and how far back it has read then.
    pub(super) fn read_back(
        &self,
        seat: Seat,
        back: &Back,
        records: &[(u32, String)],
    ) -> Result<(Vec<(LinePlace, Line)>, Back), Corrupt> {
        let mut told = Vec::new();
        let mut begun = Begun::default();
        for text in &back.carried {
            told.extend(tells::<G>(0, super::versions::read::<G, _>(text)?).map(|tells| (tells, text)));
        }
        for (number, text) in records {
            let record = super::versions::read::<G, Record<G>>(text)?;
            begun.note(&record);
            told.extend(tells::<G>(*number, record).map(|tells| (tells, text)));
        }
        let first = records.first().map_or(back.record, |(number, _)| *number);
        // What was not read yet stands before the number that the next action had here.
        let from = match begun.next {
            _ if first <= 2 => LinePlace::START,
            Some(next) => LinePlace::said(next, first).min(back.before),
            None => back.before,
        };
        let is_read = |place: &LinePlace| (from..back.before).contains(place);
        let at = self.at();
        let mut lines = self.told_between(seat, from, Some(back.before));
        let mut carried = Vec::new();
        for (tells, text) in told {
            let place = match &tells {
                Tells::Did(id, ..) => LinePlace::of(*id),
                Tells::Said(record, said) => LinePlace::said(said.before, *record),
            };
            if place < from {
                carried.push(text.clone());
            } else if is_read(&place) {
                match tells {
                    Tells::Did(id, log, wrote) => {
                        let struck = self.struck(id);
                        let did = self.act_lines(at, &log, &wrote, seat);
                        let action = self.number(seat, id);
                        lines
                            .extend(did.map(|line| (place, Line { action, struck: struck.clone(), ..line })));
                    }
                    Tells::Said(_, said) => {
                        lines.extend(self.said_line(at, &said, seat).map(|line| (place, line)));
                    }
                }
            }
        }
        lines.sort_by_key(|(place, _)| *place);
        Ok((lines, Back { before: from, record: first, carried }))
    }

    /// By whom and why an action was taken back, if it was.
    fn struck(&self, id: ActionId) -> Option<Struck> {
        let of = self.branches.iter().find(|branch| branch.ids.position(id).is_some())?;
        Some(Struck { by: of.by, reason: of.reason.clone() })
    }
}

fn tells<G: Playable>(number: u32, record: Record<G>) -> Option<Tells<G>> {
    match record {
        Record::Acted(act) => Some(Tells::Did(act.id, act.log, act.wrote)),
        Record::Cancelled { action, log, .. } => Some(Tells::Did(action, log, Vec::new())),
        Record::Said(said) => Some(Tells::Said(number, said)),
        _ => None,
    }
}

/// The number that the next action had at the first of some records, or soon after it. Of the actions that end in them
/// some had begun before; in each lane that can only be the first.
#[derive(Default)]
struct Begun {
    next: Option<ActionId>,
    lanes: Vec<Lane>,
}

impl Begun {
    fn note<G: Playable>(&mut self, record: &Record<G>) {
        if self.next.is_some() {
            return;
        }
        match record {
            Record::Waiting(action) => self.next = Some(action.id),
            Record::Said(said) => self.next = Some(said.before),
            Record::Acted(act) => {
                let direct =
                    act.lane == Lane::Free || act.command.is_none() || self.lanes.contains(&act.lane);
                match direct {
                    true => self.next = Some(act.id),
                    false => self.lanes.push(act.lane),
                }
            }
            _ => {}
        }
    }
}
