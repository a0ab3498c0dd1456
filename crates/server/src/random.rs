//! Randomness of the operating system: seeds of dice, ids, secrets.

use boneyard_table::frame::Seeds;

/// The system has none.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("The system gives no random numbers")]
pub(crate) struct NoChance;

/// Seeds nobody can foresee.
pub(crate) fn seeds() -> Result<Seeds, NoChance> {
    Ok(Seeds { open: bytes()?, secret: bytes()? })
}

/// Bytes nobody can foresee.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], NoChance> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    Ok(bytes)
}

/// A number nobody can foresee.
pub(crate) fn number() -> Result<u64, NoChance> {
    Ok(u64::from_be_bytes(bytes()?))
}

/// Words that can stand in an address: `N` random bytes.
pub(crate) fn token<const N: usize>() -> Result<String, NoChance> {
    Ok(spelled(&bytes::<N>()?))
}

/// Bytes as letters, digits, `-` and `_`.
fn spelled(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word =
            three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for at in 0..=three.len() {
            text.push(char::from(LETTERS[(word >> (18 - 6 * at)) as usize & 63]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_spelled_like_base64_for_addresses() {
        assert_eq!(spelled(b"Man"), "TWFu");
        assert_eq!(spelled(b"Ma"), "TWE");
        assert_eq!(spelled(&[0xff; 4]), "_____w");
        assert_eq!(token::<32>().map(|token| token.len()).ok(), Some(43));
    }
}
