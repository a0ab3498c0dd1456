//! Games whose own types do not read adventures yet: their words, and what they fill in of any shape.

use boneyard_world::{Dialect, Loose, Sample};
use schemars::JsonSchema;

macro_rules! loose {
    ($(#[$doc:meta])* $game:ident { $($words:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
        pub(super) struct $game;
        impl Dialect for $game {
            type Check = Loose;
            type Harm = Loose;
            type Ware = Loose;
            type Person = Loose;
            type Test = Loose;
            type Deed = Loose;
            type Reward = Loose;
            $($words)*
        }
    };
}

loose! {
    /// Dead Weight.
    DeadWeight {
        const GAME: &'static str = "dead-weight";
        const UNITS: &'static [&'static str] = &["round", "turn", "hour", "camp", "day", "week"];
        const MOMENTS: &'static [&'static str] = &[];
        const FLAGS: &'static [&'static str] = &["lit", "dry", "filthy", "exposed", "safe", "exit", "grave"];
        const SIGNS: &'static [&'static str] = &["camp broken"];
        const ROLES: &'static [&'static str] = &["doom", "wandering"];
        const OUTCOMES: &'static [&'static str] = &["critical_failure", "failure", "success", "great_success"];
        const COINS: &'static [&'static str] = &["silver", "gold", "counterfeit"];
        const LIGHTS: &'static [&'static str] = &[];
        const PEOPLE: &'static [&'static str] = &["foe", "ally"];
        const THINGS: &'static [&'static str] =
            &["armor", "shield", "weapon", "gear", "treasure", "container", "token"];
        const TRAPS: &'static [&'static str] = &["trap"];
        const OBJECTS: &'static [&'static str] = &[];
        const GOODS: &'static [&'static str] = &["lodging", "category"];
        const NAMED: &'static [&'static str] = &["affliction", "skill"];
        const SAMPLE: Sample = Sample {
            thing: "torches",
            creature: "Rat Swarm",
            check: r#"{ attribute = "STR" }"#,
            harm: r#"{ attack = "DEX 1+1" }"#,
            reward: "{ silver = 20 }",
            span: "1 turn",
        };
    }
}

loose! {
    /// Die Trying.
    DieTrying {
        const GAME: &'static str = "die-trying";
        const UNITS: &'static [&'static str] = &["round", "minute", "turn", "hour", "day"];
        const MOMENTS: &'static [&'static str] = &["dawn", "nightfall"];
        const FLAGS: &'static [&'static str] = &["exit"];
        const SIGNS: &'static [&'static str] = &["surge", "forced door"];
        const ROLES: &'static [&'static str] = &["wandering"];
        const OUTCOMES: &'static [&'static str] =
            &["critical_failure", "failure", "success", "critical_success"];
        const COINS: &'static [&'static str] = &["silver"];
        const LIGHTS: &'static [&'static str] =
            &["Normal Light", "Dim Light", "Darkness", "Complete Darkness"];
        const PEOPLE: &'static [&'static str] = &["creature"];
        const THINGS: &'static [&'static str] = &["gear", "artifact", "menu"];
        const TRAPS: &'static [&'static str] = &["trap"];
        const OBJECTS: &'static [&'static str] = &["object"];
        const GOODS: &'static [&'static str] = &[];
        const NAMED: &'static [&'static str] = &["skill", "condition", "trap"];
        const SAMPLE: Sample = Sample {
            thing: "Torch",
            creature: "Sewer Rat",
            check: r#"{ skill = "Athletics", dc = 4 }"#,
            harm: r#"{ dice = "1d3", kind = "bludgeoning" }"#,
            reward: "{ silver = 20, points = 1 }",
            span: "10 minutes",
        };
    }
}

loose! {
    /// GUTS+.
    GutsPlus {
        const GAME: &'static str = "guts-plus";
        const UNITS: &'static [&'static str] = &["round", "minute", "watch", "hour", "day"];
        const MOMENTS: &'static [&'static str] = &[];
        const FLAGS: &'static [&'static str] = &[];
        const SIGNS: &'static [&'static str] = &["lull"];
        const ROLES: &'static [&'static str] = &[];
        const OUTCOMES: &'static [&'static str] = &["negative", "failure", "near", "full", "positive"];
        const COINS: &'static [&'static str] = &[];
        const LIGHTS: &'static [&'static str] = &[];
        const PEOPLE: &'static [&'static str] = &["foe"];
        const THINGS: &'static [&'static str] = &["gear", "garment", "bag", "protection"];
        const TRAPS: &'static [&'static str] = &[];
        const OBJECTS: &'static [&'static str] = &[];
        const GOODS: &'static [&'static str] = &[];
        const NAMED: &'static [&'static str] = &["condition"];
        const SAMPLE: Sample = Sample {
            thing: "lucky dagger",
            creature: "Red-eyed Bat",
            check: r#"{ with = ["Utility"] }"#,
            harm: "{ injury = 1 }",
            reward: "{ xp = 2 }",
            span: "10 minutes",
        };
    }
}

loose! {
    /// Roll High or Die.
    RollHighOrDie {
        const GAME: &'static str = "roll-high-or-die";
        const UNITS: &'static [&'static str] = &["round", "minute", "hour", "watch", "day", "mile"];
        const GROUNDS: &'static [&'static str] = &["road", "open", "rough"];
        const MOMENTS: &'static [&'static str] = &["dawn", "nightfall"];
        const FLAGS: &'static [&'static str] = &[];
        const SIGNS: &'static [&'static str] = &["loud"];
        const ROLES: &'static [&'static str] = &["travel"];
        const OUTCOMES: &'static [&'static str] = &["success", "failure"];
        const COINS: &'static [&'static str] = &["coins"];
        const LIGHTS: &'static [&'static str] = &["High", "Low", "Dark"];
        const PEOPLE: &'static [&'static str] = &["creature"];
        const THINGS: &'static [&'static str] = &["armor", "weapon", "ammunition", "gear", "tool", "material"];
        const TRAPS: &'static [&'static str] = &["trap"];
        const OBJECTS: &'static [&'static str] = &["object", "light"];
        const GOODS: &'static [&'static str] = &[];
        const NAMED: &'static [&'static str] = &["skill", "condition"];
        const SAMPLE: Sample = Sample {
            thing: "Torch",
            creature: "Giant Rat",
            check: r#"{ skill = ["Athletics"], dc = 12 }"#,
            harm: r#"{ dice = "1d6", kind = "blunt" }"#,
            reward: "{ coins = 10 }",
            span: "10 minutes",
        };
    }
}
