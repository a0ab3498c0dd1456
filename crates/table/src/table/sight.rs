//! What each seat sees: prompts, lines, who is waited for. Everything goes through the audience
//! here, before anything leaves the table.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{Act, Branch, Now, OwnFile, TableOf};
use crate::live::{Digest, Entry, How, Open, Wants};
use crate::view::{
    Candidate, DiceAsked, DiceTray, Die, Domain, EarlierRuling, Framed, JudgeCard, Line, LineKind, Owner,
    PromptCard, PromptKind, Secret, SecretMode, Struck, Term, View, Waiting, Why,
};
use crate::{ActionId, At, Audience, HowThrown, Party, Playable, Seat, Sees, Thrown, Who};

/// What the game master reads of a file of the table's own pack.
fn wrote_line(file: &OwnFile) -> Line {
    let does = if file.text.is_some() { "Written" } else { "Taken back" };
    let mut line = Line::change(format!("{does}: {}.", file.file));
    line.secret = Some(Secret::Gm);
    line
}

impl<G: Playable> TableOf<G> {
    /// The cards of questions this seat is asked.
    pub(super) fn prompt_cards(&self, seat: Seat) -> Vec<PromptCard> {
        let mut cards = Vec::new();
        for (id, now) in &self.now {
            let Now::Asks { state, open, log, .. } = now else { continue };
            let at = At { state, book: &*self.book };
            let waits = open.iter().filter(|open| open.is_waited_for() && self.may_know(open, seat));
            let waits: Vec<Seat> = waits.map(|open| open.seat).collect();
            let before = cards.len();
            for (number, asked) in self.asked_of(seat, *id, now) {
                let mut card = card::<G>(at, asked);
                card.id = number.to_string();
                self.question_known(at, seat, asked, &mut card);
                if !seat.is_gm() {
                    // What the rules ask may hold what the seat does not know; its digest would let it be guessed.
                    card.digest.clear();
                    card.digest = format!("{:016x}", Digest::of(&card).0);
                }
                card.waits = waits.clone();
                if let PromptKind::Vote { voted, .. } = &mut card.kind {
                    let voters = open.iter().filter(|open| open.answered && self.may_know(open, seat));
                    *voted = voters.map(|open| open.seat).collect();
                }
                card.context = self.lines_of(at, log, seat).collect();
                card.context.iter_mut().for_each(|line| line.provisional = true);
                if let PromptKind::Review { facts } = &mut card.kind {
                    *facts = std::mem::take(&mut card.context);
                }
                cards.push(card);
            }
            group(&mut cards[before..]);
        }
        cards
    }

    /// What the game shows a seat. Of somebody to whom a waiting action has done something before everybody's eyes, the
    /// sheet says what the log says: nobody reads two numbers for one thing.
    pub(super) fn seen_so_far(&self, seat: Seat) -> View {
        let mut view = G::view(self.at(), seat);
        for now in self.now.values() {
            let Now::Asks { state, log, .. } = now else { continue };
            let at = At { state, book: &*self.book };
            let open =
                |entry: &&Entry<G::Fact>| matches!(entry, Entry::Fact { audience, .. } if audience.is_open());
            let told = log.iter().filter(open).filter_map(|entry| self.line(at, entry, seat)?.who);
            let met: Vec<Who> = told.collect();
            if met.is_empty() {
                continue;
            }
            let later = G::view(at, seat);
            for sheet in &mut view.sheets {
                let of = match sheet.owner {
                    Owner::Hero { who } | Owner::Creature { who } => who,
                    _ => continue,
                };
                let found = later.sheets.iter().find(|other| other.owner == sheet.owner);
                if let Some(now) = found.filter(|_| met.contains(&of)) {
                    sheet.clone_from(now);
                }
            }
        }
        view
    }

    /// The dice a waiting action is in the middle of.
    pub(super) fn open_tray(&self, seat: Seat) -> Option<DiceTray> {
        self.now.values().find_map(|now| match now {
            Now::Asks { state, .. } => G::tray(At { state, book: &*self.book }, seat),
            Now::Afresh(_) => None,
        })
    }

    /// Who is waited for, as far as this seat may know.
    pub(super) fn waited_for(&self, seat: Seat) -> Vec<Waiting> {
        let mut waiting = Vec::new();
        for now in self.now.values() {
            match now {
                Now::Asks { open, .. } => {
                    for open in open.iter().filter(|open| !open.optional && self.may_know(open, seat)) {
                        let say = format!("Waiting for {}.", self.frame.seat_name(open.seat));
                        let who = match open.party {
                            Party::Creature(who) => G::called(self.at(), who, seat).map(|_| who),
                            Party::Seat(_) => None,
                        };
                        waiting.push(Waiting {
                            seat: Some(open.seat),
                            who,
                            say: say.into(),
                            answered: open.answered,
                        });
                    }
                }
                Now::Afresh(_) => waiting.push(Waiting {
                    seat: Some(Seat::GM),
                    who: None,
                    say: "An action no longer fits: start it again, or drop it.".into(),
                    answered: false,
                }),
            }
        }
        waiting
    }

    /// Who is asked tells that they have something: of a hidden creature nothing is told.
    pub(super) fn may_know(&self, open: &Open<G>, seat: Seat) -> bool {
        if open.seat == seat || seat.is_gm() {
            return true;
        }
        open.audience.sees(seat) != Sees::Nothing
            && match open.party {
                Party::Creature(who) => G::called(self.at(), who, seat).is_some(),
                Party::Seat(_) => true,
            }
    }

    /// The log as told to a seat, from an action on; provisional lines of waiting actions last.
    /// Each has its place: what changes at an action changes nothing at a place before it.
    pub(super) fn told_lines(&self, seat: Seat, from: ActionId) -> Vec<(ActionId, Line)> {
        let at = self.at();
        // Words stand before the action that came after them, "taken back" after what was.
        let mut lines: Vec<((ActionId, u8), Line)> = Vec::new();
        let earlier = self.highest.partition_point(|highest| *highest < from);
        let numbers = self.numbers(seat, self.acts.len() - earlier);
        let of_act = |act: &Act<G>| {
            let number = numbers.get(&act.id).copied().or_else(|| self.number(seat, act.id));
            let told = |line| ((act.id, 1), Line { action: number, ..line });
            let wrote = act.wrote.iter().filter(|_| seat.is_gm()).map(wrote_line);
            wrote.chain(self.lines_of(at, &act.log, seat)).map(told).collect::<Vec<_>>()
        };
        for act in self.acts[earlier..].iter().filter(|act| act.id >= from) {
            lines.extend(of_act(act));
        }
        for branch in &self.branches {
            let struck = Struck { by: branch.by, reason: branch.reason.clone() };
            for act in branch.acts.iter().filter(|act| act.id >= from) {
                for (place, mut line) in of_act(act) {
                    line.struck = Some(struck.clone());
                    lines.push((place, line));
                }
            }
            let last = branch.acts.iter().map(|act| act.id).max().filter(|last| *last >= from);
            lines.extend(last.and_then(|last| Some(((last, 2), self.undone_line(branch, seat)?))));
        }
        let earlier = self.said.partition_point(|said| said.before < from);
        for said in &self.said[earlier..] {
            lines.extend(self.said_line(at, said, seat).map(|line| ((said.before, 0), line)));
        }
        for (id, now) in &self.now {
            let Now::Asks { state, log, .. } = now else { continue };
            let at = At { state, book: &*self.book };
            for mut line in self.lines_of(at, log, seat) {
                line.action = self.number(seat, *id);
                line.provisional = true;
                lines.push(((*id, 1), line));
            }
        }
        lines.sort_by_key(|(place, _)| *place);
        lines.into_iter().map(|((place, _), line)| (place, line)).collect()
    }

    /// That actions were taken back, as far as this seat knew of them.
    fn undone_line(&self, branch: &Branch<G>, seat: Seat) -> Option<Line> {
        let known: Vec<&Act<G>> = branch.acts.iter().filter(|act| self.knows_of(act, seat)).collect();
        let first = known.first()?;
        let crossed = known.iter().any(|act| self.crosses_for(act, seat));
        let what = if branch.dropped { "Dropped before it was done." } else { "Taken back." };
        let say = if crossed { format!("{what} The dice seen stay spent.") } else { what.to_owned() };
        let mut line = Line::new(LineKind::Undone { actions: known.len() as u32, crossed }, say);
        line.action = self.number(seat, first.id);
        line.struck = Some(Struck { by: branch.by, reason: branch.reason.clone() });
        Some(line)
    }

    /// Whether undoing an action crosses dice or something revealed, as far as this seat may know.
    pub(super) fn crosses_for(&self, act: &Act<G>, seat: Seat) -> bool {
        let at = self.at();
        act.log.iter().any(|entry| match entry {
            Entry::Roll(thrown) => self.roll_line(at, thrown, seat).is_some(),
            Entry::Fact { audience, .. } => !audience.is_open() && audience.sees(seat) != Sees::Nothing,
            _ => false,
        })
    }

    /// What is told of the entries of one action. That somebody does something out of sight is told once, however
    /// much of it there is: how many dice fell would tell what they showed.
    fn lines_of<'a>(
        &'a self,
        at: At<'a, G>,
        log: &'a [Entry<G::Fact>],
        seat: Seat,
    ) -> impl Iterator<Item = Line> + 'a {
        once_out_of_sight(log, seat).filter_map(move |entry| self.line(at, entry, seat))
    }

    /// How many entries of an action a seat is told of.
    pub(super) fn told_of(&self, at: At<'_, G>, log: &[Entry<G::Fact>], seat: Seat) -> usize {
        once_out_of_sight(log, seat).filter(|entry| self.is_told(at, entry, seat)).count()
    }

    pub(super) fn line(&self, at: At<'_, G>, entry: &Entry<G::Fact>, seat: Seat) -> Option<Line> {
        let mut line = self.worded(at, entry, seat)?;
        if seat.is_gm() && line.secret.is_none() {
            line.secret = self.kept_from(entry);
        }
        Some(line)
    }

    /// Who beside the game master reads of something, if not everybody does.
    fn kept_from(&self, entry: &Entry<G::Fact>) -> Option<Secret> {
        let audience = match entry {
            Entry::Fact { audience, .. } => *audience,
            Entry::Roll(thrown) => thrown.audience,
            Entry::Ruling(ruling) => ruling.audience,
            Entry::Overruled { audience, .. } => *audience,
            Entry::Answered { .. } => Audience::ALL,
        };
        let players = || self.frame.seats.keys().copied().filter(|seat| !seat.is_gm());
        let seats: Vec<Seat> = players().filter(|seat| audience.sees(*seat) == Sees::Whole).collect();
        match seats.len() {
            _ if audience.is_open() => None,
            0 => Some(Secret::Gm),
            known if known == players().count() => None,
            _ => Some(Secret::Some { seats }),
        }
    }

    fn worded(&self, at: At<'_, G>, entry: &Entry<G::Fact>, seat: Seat) -> Option<Line> {
        match entry {
            Entry::Fact { audience, rule, terms, .. } => match audience.sees(seat) {
                Sees::Nothing => None,
                Sees::Happened => {
                    Some(Line::new(LineKind::Secret { mode: SecretMode::Gm }, "Something happens."))
                }
                Sees::Whole => G::tell(at, entry, seat).map(|mut line| {
                    line.rule.get_or_insert(*rule);
                    if line.why.is_none() && !terms.is_empty() {
                        line = line.why(because(terms));
                    }
                    line
                }),
            },
            Entry::Roll(thrown) => self.roll_line(at, thrown, seat),
            Entry::Ruling(ruling) if ruling.audience.sees(seat) != Sees::Whole => {
                let noticed = ruling.audience.sees(seat) == Sees::Happened;
                noticed.then(|| {
                    Line::new(LineKind::Secret { mode: SecretMode::Gm }, "The GM decides something.")
                })
            }
            Entry::Ruling(ruling) => {
                let unasked = if ruling.unasked { ", as before" } else { "" };
                // Words of people may be whole sentences already.
                let words = ruling.words.trim_end().trim_end_matches('.');
                let say = format!("Ruled on {}: {words}{unasked}.", ruling.tag);
                Some(Line::ruling(say).rule(ruling.rule).by(ruling.by))
            }
            Entry::Answered { how: How::Settled, what: Some(what), rule, party, by } if seat == *by => {
                let name = self.party_name(at, *party, seat)?;
                Some(Line::change(format!("{name} was not asked: {what}.")).rule(*rule).by(*by))
            }
            Entry::Answered { rule, party, by, how, .. } => {
                let name = self.party_name(at, *party, seat)?;
                let say = match how {
                    How::ForAbsent => format!("The GM answered for {name}."),
                    How::Delay => format!("Instinct answered for {name}."),
                    // What somebody has said beforehand is as good as said now, and no news.
                    How::Own | How::Standing => return None,
                    // Nothing was to be chosen.
                    How::Only | How::Settled => return None,
                };
                Some(Line::change(say).rule(*rule).by(*by))
            }
            Entry::Overruled { audience, .. } if audience.sees(seat) != Sees::Whole => None,
            Entry::Overruled { path, .. } if !self.may_read(at, path, seat) => None,
            Entry::Overruled { path, old, new, reason, .. } => {
                let say = format!("The GM set {path} from {} to {}: {reason}", plain(old), plain(new));
                Some(Line::ruling(say).rule(G::OVERRULE).by(Seat::GM))
            }
        }
    }

    /// Whether a path does not begin with somebody this seat does not know of or may not read.
    fn may_read(&self, at: At<'_, G>, path: &str, seat: Seat) -> bool {
        if G::overruled_for(path).sees(seat) != Sees::Whole {
            return false;
        }
        let head = path.split('.').next().unwrap_or_default();
        let called = |seat| G::creatures(at, seat).into_iter().find(|(_, name)| name == head);
        called(Seat::GM).is_none() || called(seat).is_some_and(|(who, _)| G::numbers_visible(at, who, seat))
    }

    fn roll_line(&self, at: At<'_, G>, thrown: &Thrown, seat: Seat) -> Option<Line> {
        let name = self.party_name(at, thrown.by, seat)?;
        match thrown.audience.sees(seat) {
            Sees::Nothing => None,
            Sees::Happened => Some(Line::new(
                LineKind::Secret { mode: SecretMode::Blind },
                format!("{name} rolls out of sight."),
            )),
            Sees::Whole => {
                let entered = matches!(thrown.how, HowThrown::Entered { .. });
                let mut dice = Vec::new();
                let mut said = Vec::new();
                for group in &thrown.groups {
                    let faces: Vec<String> = group.faces.iter().map(u8::to_string).collect();
                    said.push(format!("{}d{}: {}", group.faces.len(), group.sides, faces.join(", ")));
                    for &face in &group.faces {
                        let mut die = Die::new(format!("{}", dice.len()), group.sides.into(), face.into());
                        die.entered = entered;
                        dice.push(die);
                    }
                }
                let line = Line::roll(format!("{name} rolls {}.", said.join("; ")), dice).rule(thrown.rule);
                let opens = match thrown.by {
                    Party::Creature(who) => G::numbers_visible(at, who, seat),
                    Party::Seat(_) => true,
                };
                let told = opens && !thrown.terms.is_empty();
                Some(if told { line.why(because(&thrown.terms)) } else { line })
            }
        }
    }

    pub(super) fn party_name<'a>(&self, at: At<'a, G>, party: Party, seat: Seat) -> Option<Cow<'a, str>> {
        match party {
            Party::Seat(seat) => Some(self.frame.seat_name(seat).into()),
            Party::Creature(who) => G::called(at, who, seat),
        }
    }

    /// Whether a seat is told of something at all.
    pub(super) fn is_told(&self, at: At<'_, G>, entry: &Entry<G::Fact>, seat: Seat) -> bool {
        match entry {
            Entry::Fact { audience, .. } if audience.sees(seat) != Sees::Whole => {
                audience.sees(seat) == Sees::Happened
            }
            Entry::Roll(thrown) => {
                thrown.audience.sees(seat) != Sees::Nothing && self.party_name(at, thrown.by, seat).is_some()
            }
            entry => self.line(at, entry, seat).is_some(),
        }
    }
}

/// The entries of an action; of those a seat only sees that they happened, the first of each kind.
fn once_out_of_sight<F>(log: &[Entry<F>], seat: Seat) -> impl Iterator<Item = &Entry<F>> {
    let mut seen = Vec::new();
    log.iter().filter(move |entry| {
        let (audience, token) = match entry {
            Entry::Roll(thrown) => (thrown.audience, (0, Some(thrown.by))),
            Entry::Fact { audience, .. } => (*audience, (1, None)),
            Entry::Ruling(ruling) => (ruling.audience, (2, None)),
            Entry::Answered { .. } | Entry::Overruled { .. } => return true,
        };
        if audience.sees(seat) != Sees::Happened {
            return true;
        }
        let first = !seen.contains(&token);
        seen.push(token);
        first
    })
}

fn card<G: Playable>(at: At<'_, G>, open: &Open<G>) -> PromptCard {
    let id = open.id.to_string();
    let mut card = match &open.wants {
        Wants::Answer(prompt) => {
            let question = G::question(prompt);
            let form = question.form(at);
            let mut card = PromptCard::new(id, form.name, open.seat, form.kind, form.question);
            let mut domain = form.domain;
            if let Party::Creature(asked) = open.party {
                let side = G::side(at.state, asked);
                domain.foes_first(&|who| G::side(at.state, who) != side);
            }
            card.domain = Some(domain);
            card.stakes = form.stakes;
            card.rule = Some(form.rule);
            card.tray = question.tray(at).map(Framed::settled);
            card.default = Some(question.write(question.instinct(at)));
            card.stands = question.stands(at);
            card.verbs = question.verbs(at);
            card.beforehand = question.beforehand(at);
            for word in &mut card.beforehand {
                word.say = question.by_word(at, &word.id).map(|answer| question.write(answer));
            }
            card
        }
        Wants::Ruling(judgement) => {
            let proposed = judgement.options.get(usize::from(judgement.proposal));
            let judge = JudgeCard {
                proposal: proposed.map_or(Value::Null, |option| json!(option.key)),
                reason: judgement.why.clone().into(),
                tag: judgement.tag.clone(),
                about: judgement.about.iter().map(|about| about.clone().into()).collect(),
                precedents: judgement
                    .precedents
                    .iter()
                    .map(|earlier| EarlierRuling {
                        say: earlier.words.clone().into(),
                        table_rule: earlier.table_rule,
                    })
                    .collect(),
                free: true,
                later: false,
            };
            let default = judge.proposal.clone();
            let kind = PromptKind::Judge(judge);
            let mut card =
                PromptCard::new(id, judgement.tag.clone(), open.seat, kind, judgement.question.clone());
            let options = judgement
                .options
                .iter()
                .map(|option| Candidate::new(option.key.clone(), option.label.clone()));
            card.domain = Some(Domain::one_of(options));
            card.rule = Some(judgement.rule);
            card.default = Some(default);
            card
        }
        Wants::Review => {
            let kind = PromptKind::Review { facts: Vec::new() };
            let mut card = PromptCard::new(id, "review", open.seat, kind, "Does this count?");
            card.domain = Some(Domain::one_of([Candidate::new("accept", "Accept")]));
            card.rule = Some(G::OVERRULE);
            card.default = Some("accept".into());
            card
        }
        Wants::Dice { rule, groups } => {
            let asked = |group: &crate::Group| DiceAsked {
                name: group.name.into(),
                count: group.count.into(),
                sides: group.sides.into(),
            };
            let kind = PromptKind::TypeDice { groups: groups.iter().map(asked).collect() };
            let dice: Vec<String> =
                groups.iter().map(|group| format!("{}d{}", group.count, group.sides)).collect();
            let question = format!("Roll {} and type what they show.", dice.join(" and "));
            let mut card = PromptCard::new(id, "dice", open.seat, kind, question);
            card.rule = Some(*rule);
            card
        }
    };
    card.digest = format!("{:016x}", open.digest.0);
    card.sealed = open.sealed;
    card.optional = open.optional;
    card.who = match open.party {
        Party::Creature(who) => Some(who),
        Party::Seat(_) => None,
    };
    card
}

/// The same question to several creatures of one seat is one card: those that stand together get the same group.
fn group(cards: &mut [PromptCard]) {
    let alike = |one: &PromptCard, other: &PromptCard| {
        one.name == other.name && one.asks == other.asks && one.optional == other.optional
    };
    for at in 0..cards.len() {
        if cards[at].group.is_some() || cards[at].who.is_none() || cards[at].domain.is_none() {
            continue;
        }
        let together: Vec<usize> = (at..cards.len())
            .filter(|other| cards[*other].who.is_some() && alike(&cards[at], &cards[*other]))
            .collect();
        if together.len() > 1 {
            let key = cards[at].id.clone();
            together.into_iter().for_each(|other| cards[other].group = Some(key.clone()));
        }
    }
}

/// The terms behind a number, adding up to it.
fn because(terms: &[Term]) -> Why {
    let total = terms.iter().map(|term| term.amount).sum();
    Why { value: Some(crate::view::Value { total, terms: terms.to_vec() }), ..Why::default() }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
