//! Whether every name leads somewhere: in the file, in the cast, or in the game's content. Walks over the marks of the data,
//! so a new field needs nothing here.

use std::collections::{BTreeMap, BTreeSet};

use super::{Told, like, time};
use crate::adventure::Adventure;
use crate::dialect::Dialect;
use crate::dictionary::Dictionary;
use crate::loose::LOOSE;
use crate::walk::{Met, walk};

/// Words for who; `doing` takes a try, the others a place.
const WHO: &[&str] =
    &["actor", "heroes", "everyone", "first", "one", "all", "inside", "out", "able", "area", "doing", "any"];
/// Words for where; a person of the file is one too.
const WHERE: &[&str] = &["here", "party", "any", "inside", "home"];
/// Endings of files that can lie beside an adventure.
const BESIDE: &[&str] = &["png", "jpg", "jpeg", "webp", "dd2vtt", "df2vtt", "uvtt"];

pub(super) fn check<G: Dialect>(file: &Adventure<G>, known: &Dictionary, told: &mut Told) {
    let mut names = Names::<G>::of(file, known);
    walk(file, &mut |met| names.declare(met, told));
    names.cast(file, told);
    walk(file, &mut |met| names.lead(met, told));
    for (at, game) in (1..).zip(&file.adventure.games) {
        let games = known.games();
        if !games.is_empty() && !games.iter().any(|known| known == game.as_str()) {
            let field = format!("adventure.games[{at}]");
            tell(
                told,
                &field,
                &format!("there is no game `{game}`"),
                game.as_str(),
                games.iter().map(String::as_str),
            );
        }
    }
}

/// A mistake with what may stand there instead.
fn tell<'a>(told: &mut Told, field: &str, what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) {
    match like(name, known) {
        Some(allowed) => told.instead(field, what, allowed),
        None => told.mistake(field, what),
    }
}

/// All names there are.
struct Names<'a, G: Dialect> {
    known: &'a Dictionary,
    ids: BTreeMap<&'static str, BTreeSet<String>>,
    /// Names of things that are on no list.
    made: BTreeSet<String>,
    cast: BTreeMap<&'static str, BTreeSet<&'a str>>,
    has_cast: bool,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Dialect> Names<'a, G> {
    fn of(file: &'a Adventure<G>, known: &'a Dictionary) -> Self {
        let mut cast: BTreeMap<&'static str, BTreeSet<&str>> = BTreeMap::new();
        if let Some(own) = &file.cast.own {
            let lists: [(&'static str, Vec<&String>); 10] = [
                ("people", own.people.keys().collect()),
                ("things", own.things.keys().collect()),
                ("checks", own.checks.keys().collect()),
                ("harms", own.harms.keys().collect()),
                ("tests", own.tests.keys().collect()),
                ("deeds", own.deeds.keys().collect()),
                ("rewards", own.rewards.keys().collect()),
                ("flags", own.flags.keys().collect()),
                ("light", own.light.keys().collect()),
                ("coins", own.coins.keys().collect()),
            ];
            cast.extend(lists.map(|(list, words)| (list, words.into_iter().map(String::as_str).collect())));
        }
        let has_cast = file.cast.own.is_some();
        let (ids, made) = (BTreeMap::new(), BTreeSet::new());
        Self { known, ids, made, cast, has_cast, game: std::marker::PhantomData }
    }

    /// What the file itself gives a name.
    fn declare(&mut self, met: Met<'_>, told: &mut Told) {
        if met.mark == "text" {
            // A thing on no list is found by what it is called.
            if met.path.ends_with("].name")
                || met.path.ends_with("what.name")
                || met.path.contains("].choose[")
            {
                self.made.insert(met.text.to_lowercase());
            }
            return;
        }
        let Some(kind) = met.mark.strip_prefix("declares:") else { return };
        let sound = match kind {
            "flag" => (1..=40).contains(&met.text.chars().count()) && met.text.trim() == met.text,
            _ => is_id(met.text),
        };
        if !sound || (kind == "place" && met.text == "out") {
            let allowed = match kind {
                "flag" => "1 to 40 characters",
                "place" => "1 to 40 small letters, digits and hyphens, but not `out`",
                _ => "1 to 40 small letters, digits and hyphens",
            };
            told.instead(met.path, format!("`{}` cannot name a {kind}", met.text), allowed);
        }
        let ids = self.ids.entry(kind).or_default();
        // Several effects can put the same thing somewhere.
        if !ids.insert(met.text.to_owned()) && kind != "thing" {
            told.mistake(met.path, format!("there is a second {kind} `{}`", met.text));
        }
    }

    /// A cast must be for a game of the file, and every game needs one if any has.
    fn cast(&self, file: &Adventure<G>, told: &mut Told) {
        let games = &file.adventure.games;
        for game in &file.cast.games {
            if !games.iter().any(|one| one.as_str() == game) {
                let what = format!("the file is not for {game}, so it needs no cast for it");
                tell(told, &format!("cast.{game}"), &what, game, games.iter().map(crate::name::Name::as_str));
            }
        }
    }

    fn has(&self, kind: &str, name: &str) -> bool {
        self.ids.get(kind).is_some_and(|ids| ids.contains(name))
    }

    fn in_cast(&self, list: &str, name: &str) -> bool {
        self.cast.get(list).is_some_and(|words| words.contains(name))
    }

    fn ids(&self, kinds: &str) -> impl Iterator<Item = &str> {
        let kinds: Vec<String> = kinds.split('|').map(str::to_owned).collect();
        kinds.into_iter().filter_map(|kind| self.ids.get(kind.as_str())).flatten().map(String::as_str)
    }

    fn words(&self, list: &str) -> impl Iterator<Item = &str> {
        self.cast.get(list).into_iter().flatten().copied()
    }

    /// Whether a name leads somewhere.
    fn lead(&self, met: Met<'_>, told: &mut Told) {
        let name = met.text;
        match met.mark.split_once(':') {
            Some(("declares", _)) => {}
            Some(("refers", "place")) => self.place(met, told),
            Some(("refers", "try")) => {
                if !self.has("try", name) && !self.known.knows_anywhere(name) {
                    tell(told, met.path, &format!("there is no try `{name}`"), name, self.ids("try"));
                }
            }
            Some(("refers", kinds)) => {
                if !kinds.split('|').any(|kind| self.has(kind, name)) {
                    let what = format!("there is no {} `{name}`", spoken(kinds));
                    tell(told, met.path, &what, name, self.ids(kinds));
                }
            }
            Some(("cast", list)) => {
                let tables = if list == "people" { G::PEOPLE } else { G::THINGS };
                let own = !met.path.starts_with("cast.") && self.in_cast(list, name);
                if !own && !self.known.knows(tables, name) {
                    let what = format!("{} has no {} `{name}`", G::GAME, spoken(list));
                    tell(told, met.path, &what, name, self.words(list).chain(self.known.names(tables)));
                }
            }
            Some(("content", list)) => {
                let tables = match list {
                    "traps" => G::TRAPS,
                    "heroes" => &["hero"],
                    _ => G::OBJECTS,
                };
                // A game without objects of its own takes what is written as words.
                if !tables.is_empty() && !self.known.knows(tables, name) {
                    let what = format!("{} has no {} `{name}`", G::GAME, spoken(list));
                    tell(told, met.path, &what, name, self.known.names(tables));
                }
            }
            Some(("entry", tables)) => {
                let tables: Vec<&str> = tables.split('|').collect();
                if !self.known.knows(&tables, name) {
                    let what = format!("{} has no {} `{name}`", G::GAME, tables.join(" or "));
                    tell(told, met.path, &what, name, self.known.names(&tables));
                }
            }
            Some(("word", list)) => {
                if !self.in_cast(list, name) {
                    let what = if self.has_cast {
                        format!("the cast for {} has no `{name}` among its {list}", G::GAME)
                    } else {
                        format!("`{name}` is a word of a cast, and there is no [cast.{}]", G::GAME)
                    };
                    tell(told, met.path, &what, name, self.words(list));
                }
            }
            _ => self.word(met, told),
        }
    }

    fn place(&self, met: Met<'_>, told: &mut Told) {
        if !self.is_place(met.text) {
            let what = format!("there is no place `{}`", met.text);
            tell(told, met.path, &what, met.text, self.ids("place").chain(["out"]));
        }
    }

    fn is_place(&self, name: &str) -> bool {
        match name.split_once('/') {
            Some((adventure, place)) => is_id(adventure) && is_id(place),
            None => name == "out" || self.has("place", name),
        }
    }

    fn is_where(&self, name: &str) -> bool {
        match name.strip_prefix('@') {
            Some(word) => WHERE.contains(&word) || self.has("person", word),
            None => self.is_place(name),
        }
    }

    fn is_who(&self, name: &str) -> bool {
        let Some(word) = name.strip_prefix('@') else { return self.has("person", name) };
        let (word, at) = match word.split_once(':') {
            Some((word, at)) => (word, Some(at)),
            None => (word, None),
        };
        let found = match (word, at) {
            ("doing", Some(what)) => self.has("try", what),
            ("doing", None) => false,
            (_, Some(at)) => self.is_where(at),
            (_, None) => true,
        };
        WHO.contains(&word) && found
    }

    /// The marks that are no list of names.
    fn word(&self, met: Met<'_>, told: &mut Told) {
        let name = met.text;
        match met.mark {
            "who" if !self.is_who(name) => self.no_one(met, told),
            "who-or-place" if !self.is_who(name) && !self.is_where(name) => self.no_one(met, told),
            "where" if !self.is_where(name) => {
                let people: Vec<String> = self.ids("person").map(|who| format!("@{who}")).collect();
                let words: Vec<String> = WHERE.iter().map(|word| format!("@{word}")).collect();
                let known = self.ids("place").chain(["out"]);
                let known =
                    known.chain(words.iter().map(String::as_str)).chain(people.iter().map(String::as_str));
                tell(told, met.path, &format!("there is no place `{name}`"), name, known);
            }
            "held" => {
                let lists = G::THINGS.iter().chain(G::GOODS).copied().collect::<Vec<_>>();
                let found = self.has("thing", name)
                    || self.has("holder", name)
                    || self.in_cast("things", name)
                    || self.made.contains(&name.to_lowercase())
                    || self.known.knows_anywhere(name);
                if !found {
                    let known =
                        self.ids("thing|holder").chain(self.words("things")).chain(self.known.names(&lists));
                    tell(told, met.path, &format!("there is no thing `{name}`"), name, known);
                }
            }
            "goods" => {
                let lists = G::THINGS.iter().chain(G::GOODS).copied().collect::<Vec<_>>();
                let found =
                    self.in_cast("things", name) || lists.contains(&name) || self.known.knows(&lists, name);
                if !found {
                    let known = self.words("things").chain(self.known.names(&lists));
                    tell(told, met.path, &format!("{} knows no goods `{name}`", G::GAME), name, known);
                }
            }
            "any-table" if !self.has("table", name) && !self.known.knows_anywhere(name) => {
                tell(told, met.path, &format!("there is no table `{name}`"), name, self.ids("table"));
            }
            "flag" => {
                let own =
                    !met.path.starts_with("cast.") && (self.has("flag", name) || self.in_cast("flags", name));
                if !own && !G::FLAGS.contains(&name) {
                    let known = self.ids("flag").chain(self.words("flags")).chain(G::FLAGS.iter().copied());
                    let what = format!("nobody declared the flag `{name}`");
                    match like(name, known) {
                        Some(known) => told.instead(met.path, what, known),
                        None => told.instead(met.path, what, "flags of `adventure.flags`"),
                    }
                }
            }
            "sign" => self.listed(met, "sign", G::SIGNS, told),
            "role" => self.listed(met, "use of trackers and tables", G::ROLES, told),
            "coin" => self.listed(met, "coins", G::COINS, told),
            "outcome" => {
                // A number behind it asks more of the same roll.
                let word = match name.rsplit_once(' ') {
                    Some((word, number)) if number.parse::<u16>().is_ok() => word,
                    _ => name,
                };
                if !G::OUTCOMES.contains(&word) {
                    let what = format!("nothing of {} comes out as `{name}`", G::GAME);
                    tell(told, met.path, &what, word, G::OUTCOMES.iter().copied());
                }
            }
            "light" => {
                let own = !met.path.starts_with("cast.") && self.in_cast("light", name);
                if !own && !G::LIGHTS.is_empty() && !G::LIGHTS.contains(&name) {
                    let known = self.words("light").chain(G::LIGHTS.iter().copied());
                    tell(told, met.path, &format!("{} knows no light `{name}`", G::GAME), name, known);
                }
            }
            "rule" if !self.known.has_rule(name) => {
                told.mistake(met.path, format!("{} has no rule {name}", G::GAME));
            }
            "text" => self.text(met, told),
            "span" => {
                time::span::<G>(name).unwrap_or_else(|what| told.instead(met.path, what, time::spans::<G>()));
            }
            "often" => {
                time::often::<G>(name)
                    .unwrap_or_else(|what| told.instead(met.path, what, time::oftens::<G>()));
            }
            "moment" => {
                time::moment::<G>(name)
                    .unwrap_or_else(|what| told.instead(met.path, what, time::moments::<G>()));
            }
            "file" => {
                let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_. ".contains(letter);
                let known = name.rsplit_once('.').is_some_and(|(_, end)| BESIDE.contains(&end));
                if !known || name.starts_with('.') || name.len() > 80 || !name.chars().all(plain) {
                    let allowed = format!("a file in the same folder that ends in {}", BESIDE.join(", "));
                    told.instead(met.path, format!("`{name}` names no picture or map"), allowed);
                }
            }
            LOOSE => {
                let field = met.path.rsplit('.').next().unwrap_or_default();
                let field = field.split('[').next().unwrap_or_default();
                if G::NAMED.contains(&field) && !self.known.knows_anywhere(name) {
                    let what = format!("{} has no {field} `{name}`", G::GAME);
                    tell(told, met.path, &what, name, self.known.all());
                }
            }
            _ => {}
        }
    }

    fn no_one(&self, met: Met<'_>, told: &mut Told) {
        let words: Vec<String> = WHO.iter().map(|word| format!("@{word}")).collect();
        let known = self.ids("person").chain(words.iter().map(String::as_str));
        tell(told, met.path, &format!("there is nobody `{}`", met.text), met.text, known);
    }

    fn listed(&self, met: Met<'_>, what: &str, words: &[&str], told: &mut Told) {
        if !words.contains(&met.text) {
            let what = format!("{} knows no {what} `{}`", G::GAME, met.text);
            tell(told, met.path, &what, met.text, words.iter().copied());
        }
    }

    /// Names in braces, and the choice of a try.
    fn text(&self, met: Met<'_>, told: &mut Told) {
        let mut rest = met.text;
        while let Some((_, after)) = rest.split_once('{') {
            let Some((inside, behind)) = after.split_once('}') else {
                told.mistake(met.path, "a brace is opened and never closed");
                return;
            };
            if !inside.starts_with('@') || !self.is_where(inside) {
                let what = format!("`{{{inside}}}` is the name of no place");
                told.instead(met.path, what, "{@here}, or a person of the file such as {@guard}");
            }
            rest = behind;
        }
    }
}

fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=40).contains(&text.len()) && text.bytes().all(plain)
}

fn spoken(kinds: &str) -> String {
    match kinds {
        "people" => "creature".to_owned(),
        "things" => "thing".to_owned(),
        "traps" => "trap".to_owned(),
        "heroes" => "hero".to_owned(),
        "objects" => "object".to_owned(),
        kinds => kinds.split('|').collect::<Vec<_>>().join(" or "),
    }
}
