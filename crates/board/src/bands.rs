//! Names for distances, such as "near" and "far". Each game has its own.

/// A band of distances with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    /// What it is called.
    pub name: &'static str,
    /// The farthest distance in feet that belongs to it.
    pub to: u16,
}

/// A game's bands, nearest first, and a name for what lies beyond them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    bands: &'static [Band],
    beyond: &'static str,
}

impl Bands {
    /// Bands in rising order; a constant of the game, so an order that does not rise does not compile there.
    ///
    /// # Panics
    /// If the bands do not rise.
    pub const fn of(bands: &'static [Band], beyond: &'static str) -> Self {
        let mut at = 1;
        while at < bands.len() {
            assert!(bands[at - 1].to < bands[at].to, "bands must rise");
            at += 1;
        }
        Self { bands, beyond }
    }

    /// The name of a distance.
    pub fn name(&self, feet: u16) -> &'static str {
        self.bands.iter().find(|band| feet <= band.to).map_or(self.beyond, |band| band.name)
    }

    /// The farthest distance that still has this name; none for what lies beyond, and for unknown names.
    pub fn reach(&self, name: &str) -> Option<u16> {
        self.bands.iter().find(|band| band.name == name).map(|band| band.to)
    }

    /// All bands, nearest first.
    pub const fn all(&self) -> &'static [Band] {
        self.bands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANDS: Bands =
        Bands::of(&[Band { name: "close", to: 5 }, Band { name: "near", to: 30 }], "out of reach");

    #[test]
    fn each_distance_has_the_name_of_the_first_band_it_fits_in() {
        let names = [0, 5, 6, 30, 31, u16::MAX].map(|feet| BANDS.name(feet));
        assert_eq!(names, ["close", "close", "near", "near", "out of reach", "out of reach"]);
    }

    #[test]
    fn a_name_tells_how_far_it_reaches() {
        assert_eq!(
            (BANDS.reach("near"), BANDS.reach("out of reach"), BANDS.reach("far")),
            (Some(30), None, None)
        );
        assert_eq!(BANDS.all().len(), 2);
    }
}
