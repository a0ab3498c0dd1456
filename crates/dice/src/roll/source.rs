//! Where faces come from: generated, scripted by a story, or typed in by hand.

use super::RollError;
use crate::Rng;

/// Anything that can say what the next die shows.
pub trait Source {
    /// The face of the next die, from 1 to `sides`.
    fn face(&mut self, sides: u32) -> Result<u32, RollError>;

    /// Whether people typed these faces in.
    fn entered(&self) -> bool {
        false
    }

    /// Asked once everything is rolled: whether faces were left over.
    fn finish(&self) -> Result<(), RollError> {
        Ok(())
    }
}

impl Source for Rng {
    #[inline]
    fn face(&mut self, sides: u32) -> Result<u32, RollError> {
        Ok(Rng::face(self, sides))
    }
}

/// Faces from a function of the number of sides.
#[derive(Clone, Debug)]
pub struct Generated<F>(pub F);

impl<F: FnMut(u32) -> u32> Source for Generated<F> {
    #[inline]
    fn face(&mut self, sides: u32) -> Result<u32, RollError> {
        let face = (self.0)(sides);
        if face == 0 || face > sides { Err(RollError::NotOnDie { face, sides }) } else { Ok(face) }
    }
}

/// Faces given beforehand; they must be used up exactly.
#[derive(Clone, Debug)]
pub struct Scripted<'a> {
    faces: &'a [u32],
    used: usize,
}

impl<'a> Scripted<'a> {
    /// These faces, in this order.
    pub fn new(faces: &'a [u32]) -> Self {
        Scripted { faces, used: 0 }
    }
}

impl Source for Scripted<'_> {
    fn face(&mut self, sides: u32) -> Result<u32, RollError> {
        let face = *self.faces.get(self.used).ok_or(RollError::TooFew { given: self.faces.len(), sides })?;
        if face == 0 || face > sides {
            return Err(RollError::NotOnDie { face, sides });
        }
        self.used += 1;
        Ok(face)
    }

    fn finish(&self) -> Result<(), RollError> {
        match self.faces.len() - self.used {
            0 => Ok(()),
            _ => Err(RollError::TooMany { given: self.faces.len(), used: self.used }),
        }
    }
}

/// Faces typed in by hand: checked like scripted ones, and marked as entered in the record.
#[derive(Clone, Debug)]
pub struct Entered<'a>(Scripted<'a>);

impl<'a> Entered<'a> {
    /// These faces, in this order.
    pub fn new(faces: &'a [u32]) -> Self {
        Entered(Scripted::new(faces))
    }
}

impl Source for Entered<'_> {
    fn face(&mut self, sides: u32) -> Result<u32, RollError> {
        self.0.face(sides)
    }

    fn entered(&self) -> bool {
        true
    }

    fn finish(&self) -> Result<(), RollError> {
        self.0.finish()
    }
}
