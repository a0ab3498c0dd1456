//! Reading `rulebook.md`: a title, sections, rules with labelled bullets at their end.
//! Every mistake is collected, so that an author fixes a page in one go.

use crate::fault::{Fault, Problem};
use crate::id::is_well_formed;

/// A whole page as written, owned, with the line of each rule.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub title: String,
    pub preamble: String,
    pub sections: Vec<(String, String)>,
    pub rules: Vec<Written>,
}

/// A rule as written.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub line: usize,
    pub id: String,
    pub title: String,
    pub section: String,
    pub text: String,
    /// In the order of [`LABELS`].
    pub labels: [Option<String>; 5],
    pub switches: Vec<(String, String)>,
}

/// The labels that may stand once, in the order of [`Written::labels`].
pub(crate) const LABELS: [&str; 5] = ["Source", "Asked", "Refused", "Example", "Ruling"];
const SWITCH: &str = "Switch";

/// Reads a page, or lists everything wrong with it.
pub(crate) fn read(file: &str, text: &str) -> Result<Page, Vec<Fault>> {
    let mut reader = Reader { file, page: Page::default(), open: Open::Nothing, faults: Vec::new() };
    let mut fence = None;
    for (number, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end())) {
        if line.trim_start().starts_with("```") {
            fence = if fence.is_some() { None } else { Some(number) };
            reader.text(number, line);
        } else if fence.is_some() {
            reader.text(number, line);
        } else {
            reader.line(number, line);
        }
    }
    if let Some(line) = fence {
        reader.fault(line, Problem::OpenFence);
    }
    reader.close();
    if reader.page.title.is_empty() && reader.faults.is_empty() {
        reader.fault(1, Problem::NoTitle);
    }
    if reader.faults.is_empty() { Ok(reader.page) } else { Err(reader.faults) }
}

/// What the next line of text belongs to.
enum Open {
    Nothing,
    Preamble(Vec<String>),
    Intro(Vec<String>),
    Rule(Box<Drafted>),
    /// Below a heading that is itself wrong: its text is not worth a second complaint.
    Broken,
}

#[derive(Default)]
struct Drafted {
    rule: Written,
    text: Vec<String>,
    bullets: Vec<Bullet>,
}

struct Bullet {
    line: usize,
    label: String,
    text: Vec<String>,
}

struct Reader<'a> {
    file: &'a str,
    page: Page,
    open: Open,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, line: usize, problem: Problem) {
        self.faults.push(Fault { file: self.file.to_owned(), line, problem });
    }

    fn line(&mut self, number: usize, line: &str) {
        if let Some(heading) = heading(line, 3) {
            self.close();
            self.rule(number, heading);
        } else if let Some(heading) = heading(line, 2) {
            self.close();
            if heading.is_empty() {
                self.fault(number, Problem::UnnamedSection);
            }
            self.page.sections.push((heading.to_owned(), String::new()));
            self.open = Open::Intro(Vec::new());
        } else if let Some(heading) = heading(line, 1) {
            self.close();
            if self.page.title.is_empty() && !heading.is_empty() {
                heading.clone_into(&mut self.page.title);
            } else {
                let problem =
                    if self.page.title.is_empty() { Problem::NoTitle } else { Problem::SecondTitle };
                self.fault(number, problem);
            }
            self.open = Open::Preamble(Vec::new());
        } else if let (Open::Rule(draft), Some((label, text))) = (&mut self.open, labelled(line)) {
            draft.bullets.push(Bullet { line: number, label: label.to_owned(), text: vec![text.to_owned()] });
        } else {
            self.text(number, line);
        }
    }

    fn text(&mut self, number: usize, line: &str) {
        let problem = match &mut self.open {
            Open::Preamble(lines) | Open::Intro(lines) => {
                lines.push(line.to_owned());
                return;
            }
            Open::Rule(draft) => match draft.bullets.last_mut() {
                None => {
                    draft.text.push(line.to_owned());
                    return;
                }
                Some(bullet) if line.is_empty() || line.starts_with("  ") => {
                    bullet.text.push(line.strip_prefix("  ").unwrap_or(line).to_owned());
                    return;
                }
                Some(_) => Problem::TextAfterLabels,
            },
            Open::Nothing if !line.is_empty() => {
                self.open = Open::Broken;
                Problem::NoTitle
            }
            Open::Nothing | Open::Broken => return,
        };
        self.fault(number, problem);
    }

    fn rule(&mut self, line: usize, heading: &str) {
        self.open = Open::Broken;
        let Some((id, title)) = heading.split_once('·') else {
            return self.fault(line, Problem::NotARule(heading.to_owned()));
        };
        let (id, title) = (id.trim().to_owned(), title.trim().to_owned());
        if !is_well_formed(&id) {
            return self.fault(line, Problem::BadId(id));
        }
        if title.is_empty() {
            return self.fault(line, Problem::Lacks(id, "title"));
        }
        let Some((section, _)) = self.page.sections.last() else {
            return self.fault(line, Problem::NoSection(id));
        };
        let rule = Written { line, id, title, section: section.clone(), ..Written::default() };
        self.open = Open::Rule(Box::new(Drafted { rule, ..Drafted::default() }));
    }

    /// Puts away what was being read.
    fn close(&mut self) {
        match std::mem::replace(&mut self.open, Open::Nothing) {
            Open::Nothing | Open::Broken => {}
            Open::Preamble(lines) => self.page.preamble = joined(&lines),
            Open::Intro(lines) => {
                if let Some((_, intro)) = self.page.sections.last_mut() {
                    *intro = joined(&lines);
                }
            }
            Open::Rule(draft) => self.keep(*draft),
        }
    }

    fn keep(&mut self, draft: Drafted) {
        let Drafted { mut rule, text, bullets } = draft;
        rule.text = joined(&text);
        if rule.text.is_empty() {
            self.fault(rule.line, Problem::Lacks(rule.id.clone(), "text"));
        }
        for bullet in bullets {
            let text = joined(&bullet.text);
            if bullet.label == SWITCH {
                match switch(&text) {
                    Some(switch) => rule.switches.push(switch),
                    None => self.fault(bullet.line, Problem::BadSwitch),
                }
                continue;
            }
            let Some(at) = LABELS.iter().position(|label| *label == bullet.label) else {
                self.fault(bullet.line, Problem::UnknownLabel(bullet.label));
                continue;
            };
            if text.is_empty() {
                self.fault(bullet.line, Problem::EmptyLabel(LABELS[at]));
            } else if rule.labels[at].replace(text).is_some() {
                self.fault(bullet.line, Problem::LabelTwice(LABELS[at]));
            }
        }
        self.page.rules.push(rule);
    }
}

/// The heading of exactly this level in a line.
fn heading(line: &str, level: usize) -> Option<&str> {
    let rest = line.strip_prefix(&"###"[..level])?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim())
}

/// A bullet that begins with one capitalised word and a colon.
fn labelled(line: &str) -> Option<(&str, &str)> {
    let (label, text) = line.strip_prefix("- ")?.split_once(':')?;
    let mut letters = label.chars();
    let is_label = letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && label.len() > 1
        && letters.all(|c| c.is_ascii_lowercase());
    is_label.then(|| (label, text.trim()))
}

/// The name and the values of a switch.
fn switch(text: &str) -> Option<(String, String)> {
    let (name, values) = text.strip_prefix('`')?.split_once('`')?;
    let values = values.trim_start().strip_prefix(':')?.trim();
    let is_name =
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    (is_name && !values.is_empty()).then(|| (name.to_owned(), values.to_owned()))
}

/// The lines as one text without empty lines around it.
fn joined(lines: &[String]) -> String {
    lines.join("\n").trim_matches('\n').to_owned()
}
