//! A first adventure: what `boneyard adventure new` writes. One text for all games, with a few words of each.

use crate::dialect::Dialect;

/// The words of a game in it, as they are written in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// An entry for a thing.
    pub thing: &'static str,
    /// An entry for a creature.
    pub creature: &'static str,
    /// A check, as a table of fields.
    pub check: &'static str,
    /// Something that befalls somebody, as a table of fields.
    pub harm: &'static str,
    /// What is paid, as a table of fields.
    pub reward: &'static str,
    /// A short span.
    pub span: &'static str,
}

/// The text of a first adventure of this game.
pub fn sample<G: Dialect>() -> String {
    let Sample { thing, creature, check, harm, reward, span } = G::SAMPLE;
    let game = G::GAME;
    format!(
        r#"# A small adventure of {game}. Change what you like, and check it with `boneyard adventure check FILE`.
# docs/adventures.md explains every table; `boneyard adventure schema {game}` lists every field.

[adventure]
id = "cold-mill"                  # a short word; other adventures lead here by it
name = "The Cold Mill"
games = ["{game}"]
start = "yard"                    # the place where it begins
known = ["The mill has stood still for three days, and nobody answers the door."]
gm = ["The miller hides in the loft from what came up the sluice."]
flags = ["wheel turning"]         # what can become true here

# Places. `text` is read aloud to those who come in for the first time.
[[place]]
id = "yard"
name = "The yard"
text = "Flour on the cobbles, and no footprints in it."

[[place]]
id = "mill"
name = "The mill room"
text = "The stones stand still. Something scratches under the floor."
lies = ["{thing}"]

[[place]]
id = "loft"
name = "The loft"
text = "Sacks, and a man behind them with a shovel."

# Ways. `out` leads to the rest of the world; `hidden` says how a way is found.
[[way]]
between = ["yard", "out"]

[[way]]
between = ["yard", "mill"]

[[way]]
id = "ladder"
between = ["mill", "loft"]
hidden = {{ find = {check} }}

# People. Nobody knows of them until they are met; those who are `hidden` wait for an event.
[[person]]
id = "miller"
name = "Joss the miller"
where = "loft"
side = "nobody"
talks = true
tells = [{{ about = "the wheel", text = "Turn the wheel and it will go. It hates the noise." }}]

[[person]]
id = "beasts"
is = "{creature}"
where = "mill"
number = "1d2"
mood = "hidden"

# What can be tried, and what comes of it.
[[try]]
id = "turn"
what = "turn the wheel"
where = "mill"
check = {check}
again = "always"
passed = [{{ flag = "wheel turning" }}, {{ announce = "The wheel groans, and goes round." }}]
failed = [{{ harm = {{ whom = "@actor", does = {harm} }} }}]

# When, if, then. An event happens once unless `again` says otherwise.
[[event]]
id = "up-they-come"
when = {{ flag = "wheel turning" }}
then = [{{ later = {{ in = "{span}", then = [{{ bring = {{ who = "beasts" }} }}] }} }}]

# What players want, and how it ends.
[[goal]]
id = "turning"
name = "The wheel turns again"
open = true
met = [{{ flag = "wheel turning" }}, {{ dead = {{ of = ["beasts"] }} }}]
then = [{{ reward = {{ gets = {reward} }} }}]

[[end]]
id = "done"
name = "Bread again"
if = [{{ goal = {{ is = "turning", stands = "met" }} }}]
"#
    )
}
