//! A walk meets every marked name with the field it stands in, as authors write it.

use boneyard_world::check::check;
use boneyard_world::walk::{EFFECTS, walk};

use crate::tiny::{GOOD, Tiny, dictionary};

#[test]
fn every_name_is_met_where_it_stands() {
    let (read, _) = check::<Tiny>("good.toml", GOOD, &dictionary());
    let mut met = Vec::new();
    walk(&read.expect("it can be read"), &mut |one| {
        met.push((one.mark, one.text.to_owned(), one.path.to_owned(), one.depth));
    });
    for (mark, text, path, depth) in [
        ("declares:place", "cellar", "place[2].id", 0),
        ("refers:place", "yard", "adventure.start.place", 0),
        ("cast:things", "Torch", "place[1].lies[1]", 0),
        ("declares:thing", "bell", "place[1].lies[2].id", 0),
        ("entry:hazard", "fire", "place[2].hazards[1].does.by", 0),
        ("span", "10 minutes", "place[2].hazards[1].every", 0),
        ("outcome", "great 5", "way[2].pass.outcomes.great 5", 0),
        ("text", "Easy.", "way[2].pass.outcomes.great 5[1].tell", 1),
        ("refers:person", "ogre", "event[1].then[1].later.then[1].bring.who", 2),
        ("where", "@here", "event[1].then[1].later.then[1].bring.to", 2),
        (EFFECTS, "", "event[1].then[1].later.then", 2),
        ("flag", "open", "event[1].if[2].not.flag", 0),
    ] {
        let wanted = (mark, text.to_owned(), path.to_owned(), depth);
        assert!(met.contains(&wanted), "{wanted:?} is not among {met:#?}");
    }
}
