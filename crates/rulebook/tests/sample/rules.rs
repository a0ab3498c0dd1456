// Made from rulebook.md and content/ when the game is built.

/// Saving throw
pub const ZZ_CHECK_01: boneyard_table::RuleId = boneyard_table::RuleId::of("ZZ-CHECK-01");
/// COUNTER!
pub const ZZ_CHECK_02: boneyard_table::RuleId = boneyard_table::RuleId::of("ZZ-CHECK-02");
/// House wine
pub const ZZ_HOUSE_01H: boneyard_table::RuleId = boneyard_table::RuleId::of("ZZ-HOUSE-01H");
/// goose
pub const ZZ_FOE_01H: boneyard_table::RuleId = boneyard_table::RuleId::of("ZZ-FOE-01H");
/// sword
pub const ZZ_WPN_01: boneyard_table::RuleId = boneyard_table::RuleId::of("ZZ-WPN-01");
/// pot lid
pub const ZZ_SHD_01H: boneyard_table::RuleId = boneyard_table::RuleId::of("ZZ-SHD-01H");

/// The whole book.
pub static RULEBOOK: boneyard_rulebook::Rulebook = boneyard_rulebook::Rulebook::of(
    "A SAMPLE GAME",
    "Two rules and two weapons, to try the book with.",
    &[
        boneyard_rulebook::Section { title: "1. Rolls", intro: "How dice are read." },
        boneyard_rulebook::Section { title: "2. At home", intro: "" },
    ],
    &[
        boneyard_rulebook::Rule {
            id: "ZZ-CHECK-01",
            title: "Saving throw",
            section: "1. Rolls",
            text: "Roll a D20. At or under the score **passes**.\n\n| face | result |\n|---|---|\n| 1 | passes |\n| 20 | fails |\n\n* Passed: nothing happens.\n\n```\n### not a heading\n- Nor: a label\n```",
            source: Some("Stats and rolls"),
            asked: Some("the referee names the \"score\""),
            refused: Some("a save without a score"),
            example: Some("Score 9, face 9: passed.\nFace 10: failed."),
            ruling: Some("equal counts as under."),
            switches: &[boneyard_rulebook::Switch { name: "twenty_fails", values: "`on` (default) or `off`" }, boneyard_rulebook::Switch { name: "one_passes", values: "`on` (default) or `off`" }],
            kind: boneyard_rulebook::Kind::Rule,
        },
        boneyard_rulebook::Rule {
            id: "ZZ-CHECK-02",
            title: "COUNTER!",
            section: "1. Rolls",
            text: "Hit back: roll a saving throw first.",
            source: None,
            asked: None,
            refused: None,
            example: None,
            ruling: None,
            switches: &[],
            kind: boneyard_rulebook::Kind::Rule,
        },
        boneyard_rulebook::Rule {
            id: "ZZ-HOUSE-01H",
            title: "House wine",
            section: "2. At home",
            text: "It is free.",
            source: Some("house"),
            asked: None,
            refused: None,
            example: None,
            ruling: None,
            switches: &[],
            kind: boneyard_rulebook::Kind::Rule,
        },
        boneyard_rulebook::Rule {
            id: "ZZ-FOE-01H",
            title: "goose",
            section: "deep/creatures.toml",
            text: "",
            source: None,
            asked: None,
            refused: None,
            example: None,
            ruling: None,
            switches: &[],
            kind: boneyard_rulebook::Kind::Entry { file: "deep/creatures.toml", table: "creature" },
        },
        boneyard_rulebook::Rule {
            id: "ZZ-WPN-01",
            title: "sword",
            section: "weapons.toml",
            text: "",
            source: None,
            asked: None,
            refused: None,
            example: None,
            ruling: None,
            switches: &[],
            kind: boneyard_rulebook::Kind::Entry { file: "weapons.toml", table: "weapon" },
        },
        boneyard_rulebook::Rule {
            id: "ZZ-SHD-01H",
            title: "pot lid",
            section: "weapons.toml",
            text: "Keeps off a saving of soup.",
            source: None,
            asked: None,
            refused: None,
            example: None,
            ruling: None,
            switches: &[],
            kind: boneyard_rulebook::Kind::Entry { file: "weapons.toml", table: "shield" },
        },
    ],
    &[0, 1, 3, 2, 5, 4],
);

/// Changes with every change to the rules, their content or their code.
pub const RULES_VERSION: &str = "d0b9ada5f8814c28";

/// The content files: path and text.
pub static CONTENT: &[(&str, &str)] = &[
    ("deep/creatures.toml", "[[creature]]\nid = \"ZZ-FOE-01H\"\nname = \"goose\"\nattacks = [{ id = \"not looked at\", name = \"hiss\" }]\n"),
    ("weapons.toml", "note = \"weapons of the sample\"\n\n[[weapon]]\nid = \"ZZ-WPN-01\"\nname = \"sword\"\ndamage = \"1d6\"\n\n[[weapon]]\nname = \"no id, no citation\"\n\n[[shield]]\nid = \"ZZ-SHD-01H\"\nname = \"pot lid\"\ntext = \"Keeps off a saving of soup.\"\n"),
];

/// The adventures: path and text.
pub static ADVENTURES: &[(&str, &str)] = &[
    ("goose-hunt.toml", "[adventure]\nname = \"The goose hunt\"\n\n[[place]]\nid = \"ZZ-FOE-01H\"\ntext = \"Ids of an adventure are its own.\"\n"),
];
