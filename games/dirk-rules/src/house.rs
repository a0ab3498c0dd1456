//! House switches: what a table may play otherwise. In the state, changed by facts.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May, Named};
use boneyard_table::{Cx, Flow, Refusal, Seat, deed, switches};

use crate::DirkRules;
use crate::fact::Fact;
use crate::rules;

switches! {
    /// Which way halves are rounded.
    half_rounding: HalfRounding { Down = "down", Up = "up" } by DK_BASIC_04;
    /// What bare hands do.
    unarmed_damage: UnarmedDamage { D6 = "D6", D4 = "D4", One = "1" } by DK_BASIC_07;
    /// What a score of zero means.
    zero_score: ZeroScore { Collapse = "collapse", Literal = "literal", Death = "death" } by DK_STAT_03;
    /// Whether the referee may adjust rolls.
    advanced_throws: AdvancedThrows { On = "on", Off = "off" } by DK_CHECK_02;
    /// What happens when a contest ties.
    contest_tie: ContestTie { Reroll = "reroll", Holder = "holder" } by DK_CHECK_07;
    /// How ties in the turn order are broken.
    turn_tie: TurnTie { Roll = "roll", PlayersFirst = "players_first" } by DK_BATTLE_02;
    /// Whether HP may be bid to act sooner.
    advanced_initiative: AdvancedInitiative { On = "on", Off = "off" } by DK_BATTLE_03;
    /// Who ends a battle in which one side has nobody left.
    battle_end: BattleEnd { Itself = "itself", Referee = "referee" } by DK_BATTLE_15;
    /// Whether there is a quickfire round.
    quickfire: Quickfire { On = "on", Off = "off" } by DK_BATTLE_05;
    /// Whether the move follows Speed and DEX.
    speed_rule: SpeedRule { On = "on", Off = "off" } by DK_BATTLE_07;
    /// How many reactions may answer one attack.
    reaction_stack: ReactionStack { Distinct = "distinct", OnePerAttack = "one_per_attack" } by DK_REACT_03;
    /// Who says how an evader loses position.
    evade_displacement: EvadeDisplacement { Referee = "referee", Evader = "evader", Attacker = "attacker" } by DK_REACT_05;
    /// Whether losing GUTS or BRAIN kills.
    vital_loss: VitalLoss { Literal = "literal", Lethal = "lethal" } by DK_HARM_06;
    /// Whether weight matters.
    encumbrance: Encumbrance { On = "on", Off = "off" } by DK_EQUIP_03;
    /// Which STR carries.
    encumbrance_basis: EncumbranceBasis { Full = "full", Current = "current" } by DK_EQUIP_03;
    /// How often a 1 is rerolled.
    reroll_ones: RerollOnes { Until = "until", Once = "once" } by DK_WPN_03;
    /// When a tower shield covers.
    tower_cover: TowerCover { Always = "always", OnFullDefense = "on_full_defense" } by DK_SHD_03;
    /// Whether belt and suit add up.
    armor_stacking: ArmorStacking { SuitBeltHelmet = "suit_belt_helmet", BestOnly = "best_only" } by DK_ARM_04;
    /// When reactions come back.
    reaction_period: ReactionPeriod { Cycle = "cycle", PerEnemyTurn = "per_enemy_turn" } by DK_REACT_01;
    /// Whether who is stopped may force a contest.
    intercept_contest: InterceptContest { Off = "off", On = "on" } by DK_HOUSE_01H;
    /// Whether the free attacks come one after the other or all at once.
    quickfire_order: QuickfireOrder { InOrder = "in_order", Simultaneous = "simultaneous" } by DK_BATTLE_05;
    /// How often HP are bid.
    initiative_bid: InitiativeBid { Once = "once", EachRound = "each_round" } by DK_BATTLE_03;
    /// Whether HP and AP may be held back.
    soak: Soak { Auto = "auto", Ask = "ask" } by DK_HARM_03;
    /// Whether blasts may be evaded.
    evade_hazards: EvadeHazards { Off = "off", On = "on" } by DK_BATTLE_10;
    /// Whether the advanced actions are played.
    advanced_actions: AdvancedActions { On = "on", Off = "off" } by DK_BASIC_09;
    /// What a called shot that fails becomes.
    called_shot_miss: CalledShotMiss { Miss = "miss", Body = "body" } by DK_ADV_01;
    /// Which damage of a called shot counts.
    called_shot_basis: CalledShotBasis { Inflicted = "inflicted", StrLoss = "str_loss" } by DK_ADV_02;
    /// Whether a maximum that was not rolled wears the weapon.
    forced_max_wear: ForcedMaxWear { On = "on", Off = "off" } by DK_ADV_04;
    /// Whether the save of TAUNT! and ROUTE! stands in for that of WIL damage.
    taunt_save: TauntSave { Merged = "merged", Double = "double" } by DK_ADV_09;
    /// What becomes of a power-up that does nothing any more.
    inert_powerup: InertPowerup { Refuse = "refuse", Waste = "waste" } by DK_GROW_08;
    /// How often events are rolled for.
    event_rolls: EventRolls { PerUnit = "per_unit", PerPassage = "per_passage" } by DK_EVENT_04;
    /// Whether a week's rest brings lost parts back.
    rest_regrows: RestRegrows { Off = "off", On = "on" } by DK_DOWN_05;
    /// Miles a day for each point of Speed.
    travel_miles: TravelMiles { Hundred = "100", Fifty = "50", TwentyFive = "25" } by DK_SPEED_04;
    /// Whether want is counted.
    deprivation: Deprivation { On = "on", Off = "off" } by DK_DEPR_01;
    /// How those who passed out of want die.
    faint_death: FaintDeath { OnFail = "on_fail", Automatic = "automatic" } by DK_DEPR_06;
    /// Whether the referee is asked before every throw.
    asked_first: AskedFirst { Off = "off", On = "on" } by DK_CHECK_02;
    /// Whether hands are counted.
    hands: Hands { On = "on", Off = "off" } by DK_HAND_01H;
}

impl House {
    /// Half of a number, the way this table rounds.
    pub fn half(&self, number: u16) -> u16 {
        match self.half_rounding {
            HalfRounding::Down => number / 2,
            HalfRounding::Up => number.div_ceil(2),
        }
    }
}

deed! {
    /// Sets a house switch.
    pub struct SetHouse(form: DirkRules) {
        /// Which.
        switch: String =
            form.one_of("switch", "Which", SWITCHES.iter().map(|one| (one.name.to_owned(), one.title())))?,
        /// To what.
        value: String = value(form, &switch)?,
    }
}

/// The field `value`: what that switch can be.
fn value(form: &mut Filling<'_, DirkRules>, switch: &str) -> Filled<String> {
    let known = SWITCHES.iter().find(|known| known.name == switch);
    let values = known.into_iter().flat_map(|known| known.values);
    let values = values.map(|value| ((*value).to_owned(), Named::new(value.replace('_', " "))));
    form.one_of("value", "To what", values)
}

impl Deed<DirkRules> for SetHouse {
    const CARD: Card = Card::gm("Set a house rule", "Table").rule(rules::DK_BASIC_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Self { switch, value } = self;
        let Some(known) = SWITCHES.iter().find(|known| known.name == switch) else {
            return may.no(|| {
                let names: Vec<&str> = SWITCHES.iter().map(|known| known.name).collect();
                let sentence = format!("There is no switch {switch}. There are {}.", names.join(", "));
                Refusal::new(rules::DK_BASIC_02, "no-such-switch", sentence)
            });
        };
        may.not_if(!known.values.contains(&value.as_str()), || {
            let sentence = format!("{switch} can be {}, not {value}.", known.values.join(", "));
            Refusal::new(known.rule, "no-such-value", sentence)
        })?;
        may.outright_if(may.state.battle.is_some(), || {
            let sentence = "House rules are not changed in the middle of a battle.";
            Refusal::new(known.rule, "in-battle", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { switch, value } = self;
        let rule = SWITCHES.iter().find(|known| known.name == switch).map(|known| known.rule);
        cx.record(rule.unwrap_or(rules::DK_BASIC_02), Fact::House { switch, value });
        Ok(())
    }
}
