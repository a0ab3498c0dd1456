//! An adventure as large as one may be, with something of each kind in every place.

use std::fmt::Write;

/// The text of one for DIRK RULES!: a row of places, each with its people, a holder, a trap, a try and its share of events.
pub fn of_dirk_rules(places: usize, events: usize) -> String {
    let mut text = String::from(
        "[adventure]\nid = \"large\"\nname = \"Large\"\ngames = [\"dirk-rules\"]\nstart = \"place-0\"\nflags = [\"seen\"]\n",
    );
    for at in 0..places {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            r#"
[[place]]
id = "place-{at}"
name = "Place {at}"
text = "A place like the one before it, but for its number, which is {at}."
again = "You know it."
lies = ["torches", {{ is = "travel rations", number = 2 }}, {{ id = "thing-{at}", name = "thing {at}" }}]

[[person]]
id = "person-{at}"
is = "road bandit"
where = "place-{at}"
number = "1d4+1"
mood = "hidden"

[[holder]]
id = "holder-{at}"
name = "chest"
where = "place-{at}"
inside = [{{ coins = "2d10", of = "gems" }}]
lock = {{ keys = ["thing-{at}"], pick = {{ ability = "DEX" }} }}

[[trap]]
id = "trap-{at}"
name = "trap"
where = "place-{at}"
on = "holder-{at}"
set_off = ["open"]
does = {{ hazard = "poison" }}

[[try]]
id = "try-{at}"
what = "look around"
where = "place-{at}"
check = {{ ability = "WIL" }}
passed = [{{ flag = "seen" }}, {{ tell = "You find it, near {{@person-{at}}}." }}]
failed = [{{ harm = {{ whom = "@actor", does = {{ damage = "1d4" }} }} }}]

[[way]]
between = ["place-{at}", "{}"]
takes = "10 minutes"
"#,
            if at == 0 { "out".to_owned() } else { format!("place-{}", at - 1) }
        );
    }
    for at in 0..events {
        let place = at % places.max(1);
        let _ = write!(
            text,
            r#"
[[event]]
id = "event-{at}"
when = [{{ enters = "place-{place}" }}, {{ opened = "holder-{place}" }}]
if = [{{ waits = "person-{place}" }}, {{ not = {{ flag = "seen" }} }}]
then = [{{ bring = {{ who = "person-{place}" }} }}, {{ later = {{ in = "1d3 rounds", then = [{{ announce = "A horn." }}] }} }}]
"#
        );
    }
    text.push_str("\n[[end]]\nid = \"end\"\nname = \"End\"\nif = [{ flag = \"seen\" }]\n");
    text
}
