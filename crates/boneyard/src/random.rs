//! Randomness of the operating system: seeds of new tables, ids, dice of `roll`.

use boneyard_dice::Rng;
use boneyard_table::frame::Seeds;

use crate::Failure;

/// Seeds nobody can foresee.
pub(crate) fn seeds() -> Result<Seeds, Failure> {
    let (mut open, mut secret) = ([0; 32], [0; 32]);
    fill(&mut open)?;
    fill(&mut secret)?;
    Ok(Seeds { open, secret })
}

/// Seeds that belong to a number, for bots: the same number gives the same fight.
pub(crate) fn seeds_of(number: u64) -> Seeds {
    let mut rng = Rng::new(number);
    let mut bytes = || {
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&rng.word().to_be_bytes());
        }
        bytes
    };
    Seeds { open: bytes(), secret: bytes() }
}

/// A number nobody can foresee.
pub(crate) fn number() -> Result<u64, Failure> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    Ok(u64::from_be_bytes(bytes))
}

/// An id for a new table.
pub(crate) fn table_id() -> Result<String, Failure> {
    Ok(format!("t{:012x}", number()? >> 16))
}

fn fill(bytes: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(bytes)
        .map_err(|error| Failure::said(format!("The system gives no random numbers: {error}.")))
}
