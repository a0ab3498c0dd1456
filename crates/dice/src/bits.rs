//! From random bits to faces: the one mapping every generated die goes through, and the generator for
//! simulation. Both are frozen by test vectors: a replay must show the same dice for ever.

/// A fair face from 1 to `sides`, from 64-bit words. A word that would favour some faces is thrown away and
/// the next one taken, so every face is exactly as likely as any other. A die without sides shows 1.
#[inline]
pub fn face(mut next: impl FnMut() -> u64, sides: u32) -> u32 {
    let sides = u64::from(sides.max(1));
    let mut product = u128::from(next()) * u128::from(sides);
    // The first test is a cheap bound of the second: nearly every die passes it without a division.
    if (product as u64) < sides {
        let uneven = sides.wrapping_neg() % sides;
        while (product as u64) < uneven {
            product = u128::from(next()) * u128::from(sides);
        }
    }
    (product >> 64) as u32 + 1
}

/// A fast generator for simulation and for tables that need no proof: xoshiro256++, seeded by splitmix64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator that belongs to this seed.
    pub fn new(seed: u64) -> Self {
        let mut walk = seed;
        let mut word = || {
            walk = walk.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = walk;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        Rng { state: [word(), word(), word(), word()] }
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A die of up to 255 sides.
    #[inline]
    pub fn die(&mut self, sides: u8) -> u8 {
        face(|| self.word(), u32::from(sides)) as u8
    }

    /// A die of any size.
    #[inline]
    pub fn face(&mut self, sides: u32) -> u32 {
        face(|| self.word(), sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_at_either_end_and_in_the_middle_gives_the_first_last_and_middle_face() {
        let half = 1u64 << 63;
        for (word, sides, shown) in [
            (u64::MAX, 6, 6),
            (half + 1, 6, 4),
            (half - 1, 6, 3),
            (half + 1, 20, 11),
            ((1 << 62) + 1, 20, 6),
            (0x0123_4567_89ab_cdef, 100, 1),
            (0xfedc_ba98_7654_3210, 100, 100),
            (0xdead_beef_cafe_f00d, 10_000, 8699),
            (0, 1, 1),
            (0, 2, 1),
            (0, 0, 1),
        ] {
            assert_eq!(face(|| word, sides), shown, "{word:#x} on a d{sides}");
        }
    }

    #[test]
    fn a_word_that_would_favour_a_face_is_thrown_away() {
        // 2^64 leaves 4 over when divided by 6: a product with a low half of 0 to 3 is one too many.
        let mut words = [0, (1 << 63) + 1].into_iter();
        assert_eq!(face(|| words.next().expect("two words suffice"), 6), 4);
        assert_eq!(words.next(), None);
        let mut words = [1, 7].into_iter();
        assert_eq!(face(|| words.next().expect("one word suffices"), 6), 1);
        assert_eq!(words.next(), Some(7));
    }

    #[test]
    fn the_generator_is_the_published_one() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let words: Vec<u64> = (0..4).map(|_| rng.word()).collect();
        assert_eq!(words, [41943041, 58720359, 3588806011781223, 3591011842654386]);
        assert_eq!(Rng::new(0).state[0], 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn dice_of_a_seed_never_change() {
        let mut rng = Rng::new(2026);
        let d6: Vec<u8> = (0..12).map(|_| rng.die(6)).collect();
        let d20: Vec<u8> = (0..12).map(|_| rng.die(20)).collect();
        let d10000: Vec<u32> = (0..6).map(|_| rng.face(10_000)).collect();
        assert_eq!(d6, [3, 4, 5, 6, 1, 6, 5, 6, 5, 3, 6, 4]);
        assert_eq!(d20, [20, 20, 10, 5, 14, 11, 3, 5, 5, 5, 18, 2]);
        assert_eq!(d10000, [9365, 6358, 7582, 4796, 8486, 7030]);
    }

    #[test]
    fn ten_thousand_d6_are_as_even_as_they_should_be() {
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[usize::from(rng.die(6)) - 1] += 1;
        }
        for count in seen {
            assert!((9_600..10_400).contains(&count), "{seen:?}");
        }
    }
}
