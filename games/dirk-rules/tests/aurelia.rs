//! The Fall of the Saint Aurelia, walked by bots and without a game master: what a game master would be asked is answered as
//! proposed. Bots seldom survive it yet; what counts here is that nothing breaks, nobody is stuck in a fight, and all of it
//! happens. `BONEYARD_SEEDS` plays more of them.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::{At, Ended, Faces, Game, Host, Party, Playable, Roll, Seat, Who, run};
use boneyard_testkit::Chance;
use boneyard_world::run::{PlaceKey, Signals};
use dirk_rules::DirkRules;
use dirk_rules::book::Book;
use dirk_rules::command::{Command, DEEDS};
use dirk_rules::health::out;
use dirk_rules::question::{Answer, Prompt};
use dirk_rules::state::{Ability, State};
use serde_json::{Value, json};

/// Commands after which an evening is broken off.
const MOST: usize = 6_000;

/// How an evening goes that nobody leads: dice of a seed, every answer by instinct, every ruling as proposed.
struct Evening<'b> {
    state: State,
    book: &'b Book,
    dice: Dice,
    chance: Chance,
    /// What was said and tried already, and where the party has been.
    done: BTreeSet<String>,
    commands: usize,
    /// Days spent resting.
    rests: usize,
    refused: BTreeMap<String, u32>,
}

struct Dice(Chance);

impl Host<DirkRules> for Dice {
    fn roll(&mut self, _: At<'_, DirkRules>, roll: &Roll<'_>, out: &mut [Faces]) -> Option<()> {
        for (group, faces) in roll.groups.iter().zip(out) {
            for _ in 0..group.count {
                faces.push(group.value(self.0.below(group.sides.into()) as u8 + 1));
            }
        }
        Some(())
    }

    fn ask(&mut self, at: At<'_, DirkRules>, _: Party, prompt: &Prompt) -> Option<Answer> {
        Some(DirkRules::question(prompt).instinct(at))
    }

    fn keeps(&self) -> bool {
        false
    }
}

/// The four ready heroes at the green; of old hands, whom little kills any more.
fn began(book: &Book, veterans: bool) -> State {
    let hero = |like: &str| {
        let set = if veterans { json!({ "hp": 90, "str": 30, "dex": 18, "wil": 18 }) } else { json!({}) };
        json!({ "like": like, "set": set })
    };
    let stage = json!({
        "heroes": {
            "Brack": hero("DK-HERO-01H"),
            "Isolde": hero("DK-HERO-02H"),
            "Ottilie": hero("DK-HERO-03H"),
            "Fenn": hero("DK-HERO-04H"),
        },
        "at": { "party": "saint-aurelia/green" },
    });
    let stage = serde_json::from_value(stage).expect("a stage");
    DirkRules::stage(book, &stage, &BTreeMap::new()).expect("a beginning")
}

impl Evening<'_> {
    /// Carries a command out; whether it was not refused.
    fn does(&mut self, command: Command) -> bool {
        self.commands += 1;
        let words = format!("{command:?}");
        let ended = run::<DirkRules>(&mut self.state, self.book, &mut self.dice, |cx| {
            DirkRules::resolve(cx, Seat::GM, command)
        });
        assert_eq!(self.state.signals, Signals::default(), "after {words}");
        match ended {
            Ended::Done => true,
            Ended::Refused(refusal) => {
                *self.refused.entry(refusal.code().to_owned()).or_default() += 1;
                false
            }
            other => panic!("{words}: {other:?}"),
        }
    }

    fn heroes(&self) -> Vec<Who> {
        let lives = |who: &Who| self.state.sheet(*who).hero && !self.state.live(*who).dead;
        self.state.everybody().filter(lives).collect()
    }

    /// Every legal command of a kind for a hero, with its words.
    fn open(&self, name: &str, who: Who) -> Vec<(Command, Value)> {
        let at = At { state: &self.state, book: self.book };
        let mut all = Vec::new();
        for row in DEEDS.iter().filter(|row| row.name == name) {
            row.list(at, Seat::GM, Some(who), &mut all);
        }
        all.into_iter()
            .map(|command| {
                let words = serde_json::to_value(&command).expect("it is written");
                (command, words)
            })
            .collect()
    }

    /// Something of a kind that was not done yet here.
    fn new_here(&mut self, name: &str, who: Who) -> bool {
        let here = self.here(who);
        for (command, words) in self.open(name, who) {
            let fields = &words[name];
            let key = format!("{name} {} {} {}", here.place, fields["target"], fields["what"])
                + &fields["about"].to_string()
                + &fields["whom"].to_string();
            if self.done.insert(key) {
                self.does(command);
                return true;
            }
        }
        false
    }

    fn here(&self, who: Who) -> PlaceKey {
        self.state.campaign.stands[&who].place.clone()
    }

    fn ended(&self) -> Option<String> {
        self.state.campaign.running("saint-aurelia").expect("open").ended.as_ref().map(ToString::to_string)
    }

    /// Plays to the end, and says how it came out.
    fn play(&mut self) -> String {
        while self.commands < MOST {
            if let Some(end) = self.ended() {
                return end;
            }
            if self.heroes().is_empty() {
                return "all dead".into();
            }
            self.step();
        }
        "broken off".into()
    }

    fn step(&mut self) {
        if self.state.battle.is_some() {
            let at = At::<DirkRules> { state: &self.state, book: self.book };
            let next = DirkRules::awaits(at).creatures.first().copied();
            let command = next.and_then(|who| DirkRules::instinct(at, who));
            let end = || serde_json::from_value(json!("end_battle")).expect("a command");
            assert!(self.does(command.unwrap_or_else(end)), "somebody is stuck in a fight");
            return;
        }
        let heroes = self.heroes();
        let up: Vec<Who> = heroes.iter().copied().filter(|who| !out(&self.state, *who)).collect();
        let weak = |who: &Who| {
            let (live, sheet) = (self.state.live(*who), self.state.sheet(*who));
            live.hp * 2 < sheet.full_hp
                || live.score(Ability::Str) * 3 < sheet.full[0] * 2
                || out(&self.state, *who)
        };
        let Some(&first) = up.first() else {
            // Nobody can stand: a day of rest, for whoever lives.
            self.rests += 1;
            if !self.rest(&heroes) && self.rests > 40 {
                self.commands = MOST.max(self.commands);
            }
            self.wait();
            return;
        };
        if let Some((command, _)) = self.open("fall_upon", first).into_iter().next()
            && (!heroes.iter().any(weak) || self.chance.one_in(4))
        {
            self.does(command);
            return;
        }
        if heroes.iter().any(weak) && self.rests < 200 {
            self.rests += 1;
            if self.rest(&heroes) {
                return;
            }
        }
        if self.leads(first) {
            return;
        }
        for &who in &up {
            for name in ["talk", "open", "look_around", "attempt"] {
                if self.new_here(name, who) {
                    return;
                }
            }
            if self.chance.one_in(6)
                && let Some((command, _)) = self.open("pick_up", who).into_iter().next()
            {
                self.does(command);
                return;
            }
        }
        // What may be tried again and again is tried again now and then.
        if self.chance.one_in(3) {
            let tries = self.open("attempt", first);
            if let Some((command, _)) = self.chance.pick(&tries).cloned() {
                self.does(command);
                return;
            }
        }
        self.walk(first);
    }

    /// Takes somebody along whom nobody leads who is there.
    fn leads(&mut self, who: Who) -> bool {
        let (here, stands) = (self.here(who), &self.state.campaign.stands);
        let led = |words: &Value| {
            let whom = Who(words["bring_along"]["whom"].as_u64().unwrap_or_default() as u16);
            let leader = stands.get(&whom).and_then(|stand| stand.follows);
            leader.is_some_and(|one| !self.state.live(one).dead && stands[&one].place == here)
        };
        let found = self.open("bring_along", who).into_iter().find(|(_, words)| !led(words));
        found.is_some_and(|(command, _)| self.does(command))
    }

    /// Home with those who were found; else on by chance.
    fn walk(&mut self, who: Who) {
        let ways = self.open("go", who);
        let missing = ["pim", "dorrit", "hask"];
        let waits = &self.state.campaign.running("saint-aurelia").expect("open").waits;
        let found =
            waits.iter().filter(|(id, _)| missing.contains(&&***id)).flat_map(|(_, waiting)| &waiting.who);
        let brings = found.into_iter().any(|one| {
            let stand = self.state.campaign.stands.get(one);
            let led = stand.is_some_and(|stand| stand.follows.is_some() && &*stand.place.place != "green");
            led && !self.state.live(*one).dead
        });
        let homeward =
            ["Kettlewick Green", "Ash Road", "The Furrow", "Fore-hold", "Medical Vault", "Bridge of Lamps"];
        let home = brings
            .then(|| {
                homeward.iter().find_map(|name| ways.iter().find(|(_, words)| words["go"]["to"] == **name))
            })
            .flatten();
        let next = home.or_else(|| self.chance.pick(&ways)).cloned();
        match next {
            Some((command, _)) => {
                self.does(command);
            }
            None => self.wait(),
        }
    }

    fn rest(&mut self, who: &[Who]) -> bool {
        let able: Vec<u16> =
            who.iter().filter(|who| !self.state.live(**who).passed_out).map(|who| who.0).collect();
        let kind = if self.chance.one_in(4) { "short" } else { "full" };
        let command = json!({ "rest": { "who": able, "kind": kind } });
        let command = serde_json::from_value(command).expect("a command");
        self.does(command)
    }

    fn wait(&mut self) {
        let command =
            serde_json::from_value(json!({ "pass": { "scale": "days", "count": 1 } })).expect("a command");
        self.does(command);
    }
}

fn played(book: &Book, seed: u64, veterans: bool) -> (String, usize, BTreeSet<String>) {
    let mut evening = Evening {
        state: began(book, veterans),
        book,
        dice: Dice(Chance::new(seed)),
        chance: Chance::new(seed ^ 0x5eed),
        done: BTreeSet::new(),
        commands: 0,
        rests: 0,
        refused: BTreeMap::new(),
    };
    let end = evening.play();
    let running = evening.state.campaign.running("saint-aurelia").expect("open");
    let mut seen: BTreeSet<String> = running.fired.keys().map(ToString::to_string).collect();
    seen.extend(running.goals.iter().map(|(goal, stands)| format!("{goal} {stands:?}")));
    let dead = evening
        .state
        .everybody()
        .filter(|who| evening.state.sheet(*who).hero && evening.state.live(*who).dead);
    (end, dead.count(), seen)
}

#[test]
fn bots_walk_the_saint_aurelia_without_a_game_master_and_nothing_breaks() {
    let book = Book::read(&[]).expect("the game's own content");
    let seeds: u64 = std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(15);
    let mut all = BTreeMap::<String, u32>::new();
    for veterans in [false, true] {
        let (mut ends, mut seen, mut dead) =
            (BTreeMap::<String, u32>::new(), BTreeMap::<String, u32>::new(), 0);
        // Old hands live long, and their evenings are long.
        let many = if veterans { seeds.div_ceil(100) } else { seeds };
        for seed in 0..many {
            let (end, fell, came) = std::panic::catch_unwind(|| played(&book, seed, veterans))
                .unwrap_or_else(|_| panic!("the evening of seed {seed} went wrong, see above"));
            *ends.entry(end).or_default() += 1;
            dead += fell;
            came.into_iter().for_each(|one| *seen.entry(one).or_default() += 1);
        }
        let who = if veterans { "veterans" } else { "beginners" };
        println!("{many} evenings of {who}: {ends:?}; heroes dead {dead} of {}; {seen:?}", many * 4);
        let over = many - u64::from(ends.get("broken off").copied().unwrap_or(0));
        assert!(veterans || over * 2 > many, "most evenings of beginners come to an end: {ends:?}");
        all.extend(seen);
    }
    for event in ["hatching", "ambush", "he-wakes"] {
        assert!(all.contains_key(event), "{event} never happens: {all:?}");
    }
}
