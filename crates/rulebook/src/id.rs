//! The shape of a rule id, such as `DK-CHECK-01` or, for house rules, `DK-HOUSE-01H`.

/// Whether an id reads `XX-FAMILY-00`, with an `H` behind it for house rules.
pub fn is_well_formed(id: &str) -> bool {
    let mut parts = id.split('-');
    let (Some(game), Some(family), Some(number), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let capitals = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase());
    let digits = number.strip_suffix('H').unwrap_or(number);
    game.len() == 2
        && capitals(game)
        && capitals(family)
        && digits.len() == 2
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the id names a rule of our own, made to fill a hole in the source.
pub fn is_house(id: &str) -> bool {
    id.ends_with('H')
}

/// The name of the constant for a well-formed id: `DK-CHECK-01` becomes `DK_CHECK_01`.
pub(crate) fn constant(id: &str) -> String {
    id.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_the_five_games_are_well_formed() {
        for id in ["DK-CHECK-01", "DW-HOUSE-48H", "GP-XP-04", "RH-COND-25H"] {
            assert!(is_well_formed(id), "{id}");
        }
    }

    #[test]
    fn anything_else_is_not_an_id() {
        for id in [
            "",
            "DK",
            "DK-CHECK",
            "DK-CHECK-1",
            "DK-CHECK-001",
            "DK-CHECK-01h",
            "DK-CHECK-01HH",
            "DKK-CHECK-01",
            "dk-check-01",
            "DK--01",
            "DK-CH2-01",
            "DK-CHECK-01-02",
            "DK-CHECK-01 ",
            "ÄK-CHECK-01",
        ] {
            assert!(!is_well_formed(id), "{id:?}");
        }
    }

    #[test]
    fn only_ids_ending_in_h_are_house_rules() {
        assert!(is_house("DK-HOUSE-01H"));
        assert!(!is_house("DK-HOUSE-01"));
    }
}
