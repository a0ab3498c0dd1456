//! House switches: what a table may play otherwise. In the state, changed by facts.

use boneyard_table::switches;

use crate::rules;

switches! {
    /// Which way fractions go that become a number.
    rounding: Rounding { Down = "down", Up = "up", Nearest = "nearest" } by RH_CORE_04;
    /// How the six scores come about.
    ability_method: AbilityMethod { DropLowest = "4d6_drop_lowest", Three = "3d6", Fixed = "fixed" } by RH_ABIL_03;
    /// What becomes of arrays that are far from the middle.
    array_check: ArrayCheck { Ask = "ask", Off = "off", AutoReroll = "auto_reroll" } by RH_ABIL_04;
    /// Whether a natural 20 always hits and a 1 never does.
    natural_extremes: NaturalExtremes { Off = "off", On = "on" } by RH_CHECK_05;
    /// What several Advantages and Disadvantages come to.
    advantage_stacking: AdvantageStacking { Cancel = "cancel", Count = "count" } by RH_ADV_03;
    /// Whether a new Character's past stands for sources and Watches.
    creation_waives_sources: CreationWaives { On = "on", Off = "off" } by RH_EXP_10;
    /// Whether Initiative is a Skill.
    initiative_skill: InitiativeSkill { CombatSkill = "combat_skill", PlainDex = "plain_dex" } by RH_SKILL_05;
    /// Whether a Food Ration counts as water too.
    ration_includes_water: RationIncludesWater { Off = "off", On = "on" } by RH_NEED_03;
    /// What exactly 4 hours of rest do.
    rest_exact_four: RestExactFour { Neutral = "neutral", Exhausted = "exhausted" } by RH_NEED_04;
    /// Whether one can only crawl from Prone.
    prone_crawl_only: ProneCrawlOnly { On = "on", Off = "off" } by RH_ACT_04;
    /// Whether Detect tests allies too.
    detect_reveals_allies: DetectRevealsAllies { Off = "off", On = "on" } by RH_ACT_07;
    /// Which piece loses Armoring first.
    armor_loss_order: ArmorLossOrder { BodyFirst = "body_first", HeadFirst = "head_first", OwnerChooses = "owner_chooses" } by RH_DEF_06;
    /// How overflow is compared with half of Maximum Vitality.
    death_overflow_compare: DeathOverflowCompare { Exact = "exact", FloorHalf = "floor_half" } by RH_VIT_03;
    /// Whether the Hit Die of a Wound stops at the maximum.
    wound_hit_die_cap: WoundHitDieCap { On = "on", Off = "off" } by RH_VIT_04;
    /// Whether the Wound that crosses the line causes a Death Call.
    death_call_on_crossing_wound: DeathCallOnCrossing { Off = "off", On = "on" } by RH_DEATH_01;
    /// The lowest the line of Death Calls can be.
    death_call_floor: DeathCallFloor { Zero = "0", Literal = "literal", One = "1" } by RH_DEATH_01;
    /// Whether Vulnerability comes before Resistance.
    vulnerability_first: VulnerabilityFirst { On = "on", Off = "off" } by RH_DMG_05;
    /// The Stance of those nobody said anything about.
    start_stance: StartStance { LowReady = "low_ready", HighReady = "high_ready", Crouched = "crouched", Prone = "prone" } by RH_STANCE_01;
    /// Whether only Cover beside the target counts.
    cover_requires_adjacency: CoverRequiresAdjacency { Off = "off", On = "on" } by RH_COVER_03;
    /// Whether one leans past one's own cover.
    own_cover_free: OwnCoverFree { On = "on", Off = "off" } by RH_COVER_03;
    /// What diagonals count.
    diagonal_metric: DiagonalMetric { Chebyshev = "chebyshev", Alternating = "alternating" } by RH_POS_01;
    /// Whether the same height is High Ground.
    high_ground_inclusive: HighGroundInclusive { Off = "off", On = "on" } by RH_HIGH_01;
    /// When a fall begins.
    fall_timing: FallTiming { TurnStart = "turn_start", Immediate = "immediate" } by RH_FALL_01;
    /// What a landing hurts.
    falling_model: FallingModel { Literal = "literal", ByDistance = "by_distance" } by RH_FALL_03;
    /// Whether the one who is pushed into is hurt too.
    push_hurts_both: PushHurtsBoth { Off = "off", On = "on" } by RH_FALL_04;
    /// Where the least breath is counted.
    breath_floor: BreathFloor { After = "after", Before = "before" } by RH_SUFF_01;
    /// Whether suffocating gets worse.
    suffocation_escalates: SuffocationEscalates { On = "on", Off = "off" } by RH_SUFF_02;
    /// Whether a hand holds several small things.
    hands_split: HandsSplit { Off = "off", On = "on" } by RH_INV_05;
    /// Whether a failed Watch of work costs materials.
    creation_failure_consumes: CreationFailureConsumes { Off = "off", On = "on" } by RH_MAKE_02;
    /// Who takes Wounds beside Characters.
    npc_wounds: NpcWounds { NamedOnly = "named_only", All = "all" } by RH_HOUSE_11H;
    /// Whether a hit Engages.
    engage_on_hit: EngageOnHit { On = "on", Off = "off" } by RH_COND_09H;
    /// Our Features, Traits, gear and creatures.
    house_glossary: HouseGlossary { On = "on", Off = "off" } by RH_CORE_05;
    /// What floors do.
    terrain: TerrainModule { On = "on", Off = "off" } by RH_CORE_05;
    /// What the sky does.
    weather: WeatherModule { On = "on", Off = "off" } by RH_CORE_05;
    /// Foes out of tales.
    mystic_foes: MysticFoes { Off = "off", On = "on" } by RH_HOUSE_21H;
    /// How far the world has come.
    tech_level: TechLevel { Archaic = "archaic", Powder = "powder", Modern = "modern" } by RH_CORE_05;
    + numbers {
        /// Experience a new Character spends.
        starting_exp: StartingExp = 4 within 0..=999, by RH_CHAR_03;
        /// Seconds of a Round.
        round_seconds: RoundSeconds = 6 within 6..=12, by RH_TIME_01;
    }
}

impl House {
    /// Half of a number, rounded as this table does.
    pub fn half(&self, number: i16) -> i16 {
        match self.rounding {
            Rounding::Down => number.div_euclid(2),
            Rounding::Up | Rounding::Nearest => (number + 1).div_euclid(2),
        }
    }
}
