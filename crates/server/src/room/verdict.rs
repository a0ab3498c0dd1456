//! What a fight would come to, found out beside the table: the lab fights it many times on a thread of its own and
//! tells the page again and again, until it is sure enough, the time is up, or the page asks for something else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boneyard_lab::{Go, Plan, Share, Tally, Verdict, Without, run, without};
use boneyard_registry::{GameEntry, Prepare};
use boneyard_table::Seat;
use boneyard_table::encounter::{AnyEncounter, Circumstance, Fighter, Ground, Terms};
use boneyard_table::table::AnyTable;
use tokio::sync::mpsc::WeakSender;

use super::actor::Actor;
use super::ask::SocketId;
use super::stream::text;
use crate::protocol::{
    AheadCard, CircumstanceCard, FighterCard, ShareCard, SurveyCard, ToClient, VerdictCard, WithoutCard,
};

/// At most so many fights.
const FIGHTS: u64 = 20_000;
/// Fights for each creature left out: enough to tell what matters.
const FIGHTS_WITHOUT: u64 = 1_000;
/// Fights of heroes who look ahead: each takes as long as hundreds by instinct.
const FIGHTS_AHEAD: u64 = 100;
/// Every share within one in a hundred to either side is sure enough.
const SURE: f64 = 0.01;
/// Nobody waits longer; what was counted by then counts. The fights without somebody have as long again.
const LONGEST: Duration = Duration::from_secs(10);
/// As long may heroes look ahead.
const LONGEST_AHEAD: Duration = Duration::from_secs(20);
/// Newcomers at the most.
const MOST: u32 = 40;
/// What the table is called on which it is tried out; nobody sees it.
const TRIED: &str = "Tried out";
/// The same fights for the same question.
const SEED: u64 = 1;

const ASSUMES: &str = "Heroes and creatures play simply, and every proposed ruling counts.";
const AS_THEY_ARE: &str = "Heroes and creatures are as they are now.";
const RESTED: &str = "The heroes have rested fully. What is used up stays used up.";

/// A fight that is to be tried out.
pub(super) struct Fight {
    pub(super) id: String,
    /// Newcomers: the id of an entry, and how many of it.
    pub(super) creatures: Vec<(String, u32)>,
    pub(super) terms: Terms,
    /// Whether heroes who look ahead are to fight it too.
    pub(super) ahead: bool,
}

impl Actor {
    pub(super) fn verdict(&mut self, socket: SocketId, seat: Seat, fight: Fight) {
        let Fight { id, creatures, terms, ahead } = fight;
        if !seat.is_gm() {
            return self.failed(socket, Some(id), "only-gm", "Only the GM may try out a fight.");
        }
        let entry = self.kept.entry();
        let Some(prepare) = entry.encounter else {
            let say = format!("Fights of {} cannot be tried out yet.", entry.game.title());
            return self.failed(socket, Some(id), "verdict", &say);
        };
        let creatures = match self.counted_out(creatures) {
            Ok(creatures) => creatures,
            Err(why) => return self.failed(socket, Some(id), "verdict", &why),
        };
        // Only what it takes to put the table up again is done here; everybody at it plays on meanwhile.
        let seeds = match crate::random::seeds() {
            Ok(seeds) => seeds,
            Err(error) => return self.failed(socket, Some(id), "verdict", &format!("{error}.")),
        };
        let taken = self.table().creatures(Seat::GM).into_iter().map(|(_, name)| name).collect();
        let first = match self.table().fork(TRIED, None, seeds) {
            Ok(first) => first,
            Err(refusal) => return self.failed(socket, Some(id), "verdict", &refusal.to_string()),
        };
        self.enough(socket);
        let found = self.streams.get(&seat).and_then(|stream| stream.sockets.get(&socket));
        let Some(out) = found.map(|found| found.out.downgrade()) else { return };
        let enough = Arc::new(AtomicBool::new(false));
        self.verdicts.insert(socket, Arc::clone(&enough));
        let (short, turns) = (Arc::clone(&self.odds), Arc::clone(&self.lab));
        let rested = terms.rested;
        tokio::spawn(async move {
            let begun = Instant::now();
            let mut job = Job { id, out, enough, begun, until: begun + LONGEST, rested, ahead };
            let ready = async {
                // The house never closes the lines in which they wait.
                let _turn = short.acquire().await;
                if job.stopped() {
                    return Err(String::new());
                }
                let made = tokio::task::spawn_blocking(move || {
                    let table = entry.game.open(&first).map_err(|error| error.to_string())?;
                    let ground = TryOut { entry, prepare, table, taken, terms };
                    let encounter = ground.ready(&creatures)?;
                    Ok((ground, encounter, creatures))
                });
                made.await.unwrap_or_else(|_| Err("this fight cannot be tried out".into()))
            };
            let (ground, encounter, creatures) = match ready.await {
                Ok(ready) => ready,
                Err(why) => return job.failed(&why),
            };
            let _turn = turns.acquire().await;
            job.begun = Instant::now();
            job.until = job.begun + LONGEST;
            // A fight that breaks off tells nothing; the page has what came before.
            let _ =
                tokio::task::spawn_blocking(move || job.fight_out(&ground, &*encounter, &creatures)).await;
        });
    }

    /// How many of what come, each kind once; or why so many cannot be tried out. Looked at before any work.
    fn counted_out(&self, rows: Vec<(String, u32)>) -> Result<Vec<(String, u32)>, String> {
        let most = || format!("At most {MOST} newcomers are tried out at once.");
        if rows.len() > MOST as usize {
            return Err(most());
        }
        let entry = self.kept.entry();
        let mut counted: Vec<(String, u32)> = Vec::new();
        for (like, count) in rows.into_iter().filter(|(_, count)| *count > 0) {
            if !entry.entries(entry.creatures).any(|rule| rule.id == like) {
                return Err(format!("There is no creature {like}."));
            }
            match counted.iter_mut().find(|(known, _)| *known == like) {
                Some((_, known)) => *known = known.saturating_add(count),
                None => counted.push((like, count)),
            }
        }
        let all = counted.iter().fold(0u32, |sum, (_, count)| sum.saturating_add(*count));
        if all > MOST { Err(most()) } else { Ok(counted) }
    }

    /// Stops what is being tried out for a page.
    pub(super) fn enough(&mut self, socket: SocketId) {
        if let Some(enough) = self.verdicts.remove(&socket) {
            enough.store(true, Ordering::Relaxed);
        }
    }

    /// What an encounter here could be made of.
    pub(super) fn survey(&self) -> SurveyCard {
        let found = self.kept.entry().survey.and_then(|survey| survey(self.table()).ok());
        let Some(found) = found else { return SurveyCard::default() };
        let fighter = |one: &Fighter| FighterCard { who: one.who, name: one.name.clone(), hero: one.hero };
        let circumstance = |one: Circumstance| CircumstanceCard {
            name: one.name.to_owned(),
            label: one.label.to_owned(),
            choices: one.choices,
        };
        SurveyCard {
            fighters: found.fighters.iter().map(fighter).collect(),
            circumstances: found.circumstances.into_iter().map(circumstance).collect(),
        }
    }
}

/// The table put up again, away from those who play at it.
struct TryOut {
    entry: &'static GameEntry,
    prepare: Prepare,
    table: Box<dyn AnyTable>,
    /// Names that newcomers cannot have.
    taken: Vec<String>,
    terms: Terms,
}

impl TryOut {
    /// A fight with these newcomers, ready to be fought.
    fn ready(&self, creatures: &[(String, u32)]) -> Result<Box<dyn AnyEncounter>, String> {
        let mut newcomers = Vec::new();
        for (like, count) in creatures {
            let found = self.entry.entries(self.entry.creatures).find(|rule| rule.id == like);
            let Some(rule) = found else { return Err(format!("there is no creature {like}")) };
            for _ in 0..*count {
                let free = |name: &String| {
                    !self.taken.contains(name)
                        && newcomers.iter().all(|(_, known): &(String, String)| known != name)
                };
                let mut names = (1..).map(|nth| format!("{} {nth}", rule.title));
                let name = names.find(free);
                newcomers.extend(name.map(|name| (rule.id.to_owned(), name)));
            }
        }
        let ground = Ground::Table(&*self.table, &newcomers, &self.terms);
        (self.prepare)(ground).map_err(|error| error.to_string())
    }

    /// The same fights with one creature less, made ready one after the other.
    fn less(&self, creatures: &[(String, u32)]) -> impl Iterator<Item = (String, Box<dyn AnyEncounter>)> {
        creatures.iter().enumerate().filter_map(|(nth, (like, _))| {
            let mut fewer = creatures.to_vec();
            fewer[nth].1 = fewer[nth].1.saturating_sub(1);
            let mut all = self.entry.entries(self.entry.creatures);
            let title = all.find(|rule| rule.id == like).map_or("", |rule| rule.title);
            // Without the only creature there is no fight, and nothing to say of it.
            Some((format!("one {title} less"), self.ready(&fewer).ok()?))
        })
    }
}

/// One question, away from the table.
struct Job {
    id: String,
    out: WeakSender<Arc<str>>,
    enough: Arc<AtomicBool>,
    begun: Instant,
    /// When what is being fought out now ends at the latest.
    until: Instant,
    rested: bool,
    ahead: bool,
}

/// What is known so far.
struct Found {
    by_instinct: Tally,
    changes: Vec<Without>,
    looking_ahead: Option<Tally>,
}

impl Job {
    fn fight_out(mut self, ground: &TryOut, encounter: &dyn AnyEncounter, creatures: &[(String, u32)]) {
        let plan = Plan { fights: FIGHTS, seed: SEED, threads: 1, sure: Some(SURE), strong: None };
        let ran = run(encounter, plan, &mut |progress| {
            let found = Found::of(progress.tally.clone());
            self.tell(&found, self.left(progress.tally.fights));
            self.go()
        });
        let mut found = Found::of(ran.tally);
        self.until = Instant::now() + LONGEST;
        for (what, changed) in ground.less(creatures) {
            if self.go() == Go::Stop {
                break;
            }
            self.tell(&found, self.open());
            let plan = Plan { fights: FIGHTS_WITHOUT.min(found.by_instinct.fights), ..plan };
            found.changes.extend(without(what, &*changed, plan, &mut || self.go()));
        }
        if self.ahead && !self.stopped() {
            self.until = Instant::now() + LONGEST_AHEAD;
            self.tell(&found, self.open());
            let plan = Plan { fights: FIGHTS_AHEAD, sure: None, strong: Some(0), ..plan };
            let ran = run(encounter, plan, &mut |progress| {
                found.looking_ahead = Some(progress.tally.clone());
                self.tell(&found, self.open());
                self.go()
            });
            found.looking_ahead = Some(ran.tally);
        }
        self.tell(&found, 0);
    }

    fn go(&self) -> Go {
        if self.stopped() || self.until < Instant::now() { Go::Stop } else { Go::On }
    }

    fn stopped(&self) -> bool {
        self.enough.load(Ordering::Relaxed) || self.out.upgrade().is_none()
    }

    /// Tells the page why there is nothing to tell.
    fn failed(&self, why: &str) {
        if let Some(out) = self.out.upgrade().filter(|_| !self.stopped()) {
            let (id, code) = (Some(self.id.clone()), "verdict".to_owned());
            // A page too slow for this is let go at the next update.
            let _ = out.try_send(text(&ToClient::Failed { id, code, say: sentence(why) }));
        }
    }

    /// Seconds until time is up for what is being fought out now.
    fn open(&self) -> u32 {
        seconds(self.until.saturating_duration_since(Instant::now()))
    }

    /// Seconds until all is fought at the pace so far, or time is up.
    fn left(&self, fights: u64) -> u32 {
        let spent = Instant::now().saturating_duration_since(self.begun).as_millis();
        let rest = spent * u128::from(FIGHTS.saturating_sub(fights)) / u128::from(fights.max(1));
        self.open().min(seconds(Duration::from_millis(rest.try_into().unwrap_or(u64::MAX))))
    }

    /// Tells the page what is known, and how many seconds are left; with none left nothing more follows.
    fn tell(&self, found: &Found, left: u32) {
        if let Some(out) = self.out.upgrade() {
            let verdict = VerdictCard { done: left == 0, left, ..found.card(self.rested) };
            // A page too slow for this is let go at the next update.
            let _ = out.try_send(text(&ToClient::Verdict { id: self.id.clone(), verdict }));
        }
    }
}

impl Found {
    fn of(by_instinct: Tally) -> Self {
        Self { by_instinct, changes: Vec::new(), looking_ahead: None }
    }

    fn card(&self, rested: bool) -> VerdictCard {
        let tally = &self.by_instinct;
        let verdict = Verdict::of(tally);
        let of = |count: u64| share(tally.share(count));
        let one = |change: &Without| WithoutCard {
            what: change.what.clone(),
            death: share(change.death),
            wiped: share(change.wiped),
        };
        let ahead = |tally: &Tally| AheadCard {
            fights: u32::try_from(tally.fights).unwrap_or(u32::MAX),
            won: share(tally.share(tally.won)),
            death: share(tally.share(tally.death)),
            wiped: share(tally.share(tally.wiped)),
        };
        VerdictCard {
            fights: u32::try_from(tally.fights).unwrap_or(u32::MAX),
            most: u32::try_from(FIGHTS).unwrap_or(u32::MAX),
            left: 0,
            done: false,
            verdict: verdict.word().to_lowercase(),
            sentence: verdict.sentence().to_owned(),
            won: of(tally.won),
            death: of(tally.death),
            wiped: of(tally.wiped),
            rounds: (tally.rounds_at(10).into(), tally.rounds_at(50).into(), tally.rounds_at(90).into()),
            fighters: tally.fighters.iter().map(|one| (one.name.clone(), one.hero, of(one.dead))).collect(),
            without: self.changes.iter().map(one).collect(),
            ahead: self.looking_ahead.as_ref().map(ahead),
            assumes: format!("{ASSUMES} {}", if rested { RESTED } else { AS_THEY_ARE }),
        }
    }
}

/// Begun seconds: something is left as long as time is not up.
fn seconds(time: Duration) -> u32 {
    u32::try_from(time.as_secs() + 1).unwrap_or(u32::MAX)
}

fn share(share: Share) -> ShareCard {
    let parts = |value: f64| (value * 10_000.0).round() as u32;
    ShareCard { share: parts(share.value()), err: parts(share.error()) }
}

/// As a sentence of its own.
fn sentence(why: &str) -> String {
    let mut letters = why.trim_end_matches('.').chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}
