//! Walks through anything that can be written down and meets every marked name in it with its path, as authors read it:
//! `event[2].then[1].bring.who`. So the check needs no code for each field, nor for what only a game knows.

use std::fmt::{self, Display, Write as _};

use serde::ser::{self, Serialize, Serializer};

/// The mark of a list of effects.
pub const EFFECTS: &str = "effects";

/// A marked name, where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Met<'a> {
    /// Its mark, as [`crate::name::Kind::MARK`].
    pub mark: &'static str,
    /// What is written; empty for effects.
    pub text: &'a str,
    /// The field.
    pub path: &'a str,
    /// How many lists of effects it is in.
    pub depth: usize,
}

/// Meets every marked name in a value.
pub fn walk(value: &impl Serialize, see: &mut dyn FnMut(Met<'_>)) {
    let mut walk = Walk { path: String::new(), mark: None, depth: 0, see };
    // Walking cannot fail: whatever cannot be written down is passed by.
    let _ = value.serialize(&mut walk);
}

struct Walk<'s> {
    path: String,
    /// Set by a newtype for what is in it.
    mark: Option<&'static str>,
    depth: usize,
    see: &'s mut dyn FnMut(Met<'_>),
}

impl Walk<'_> {
    fn met(&mut self, text: &str) {
        if let Some(mark) = self.mark.take() {
            (self.see)(Met { mark, text, path: &self.path, depth: self.depth });
        }
    }

    /// Goes into a field, and tells how to come out again.
    fn enter(&mut self, field: &str) -> usize {
        self.mark = None;
        let before = self.path.len();
        if before > 0 {
            self.path.push('.');
        }
        self.path.push_str(field);
        before
    }
}

/// Inside a table or a list.
struct Inside<'w, 's> {
    walk: &'w mut Walk<'s>,
    /// Items begun.
    items: usize,
    /// How long the path was before.
    before: usize,
    /// The key of the next value.
    key: String,
}

impl<'w, 's> Inside<'w, 's> {
    fn of(walk: &'w mut Walk<'s>) -> Self {
        walk.mark = None;
        let before = walk.path.len();
        Self { walk, items: 0, before, key: String::new() }
    }

    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Unwritten> {
        self.items += 1;
        let before = self.walk.path.len();
        // Writing to a String cannot fail.
        let _ = write!(self.walk.path, "[{}]", self.items);
        value.serialize(&mut *self.walk)?;
        self.walk.path.truncate(before);
        self.walk.mark = None;
        Ok(())
    }

    fn field(&mut self, field: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Unwritten> {
        let before = self.walk.enter(field);
        value.serialize(&mut *self.walk)?;
        self.walk.path.truncate(before);
        self.walk.mark = None;
        Ok(())
    }

    fn out(self) {
        self.walk.path.truncate(self.before);
    }
}

/// Nothing is ever made of a walk; serde wants an error all the same.
#[derive(Debug)]
struct Unwritten;

impl Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot be walked through")
    }
}

impl std::error::Error for Unwritten {}

impl ser::Error for Unwritten {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

macro_rules! passed_by {
    ($($name:ident: $kind:ty),*) => {$(
        fn $name(self, _: $kind) -> Result<(), Unwritten> {
            self.mark = None;
            Ok(())
        }
    )*};
}

impl<'w, 's> Serializer for &'w mut Walk<'s> {
    type Ok = ();
    type Error = Unwritten;
    type SerializeSeq = Inside<'w, 's>;
    type SerializeTuple = Inside<'w, 's>;
    type SerializeTupleStruct = Inside<'w, 's>;
    type SerializeTupleVariant = Inside<'w, 's>;
    type SerializeMap = Inside<'w, 's>;
    type SerializeStruct = Inside<'w, 's>;
    type SerializeStructVariant = Inside<'w, 's>;

    passed_by!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32,
        serialize_f64: f64, serialize_char: char, serialize_bytes: &[u8], serialize_unit_struct: &'static str
    );

    fn serialize_str(self, text: &str) -> Result<(), Unwritten> {
        self.met(text);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unwritten> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritten> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unwritten> {
        self.mark = None;
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Unwritten> {
        self.serialize_unit()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Unwritten> {
        self.mark = Some(name);
        if name == EFFECTS {
            self.depth += 1;
            self.met("");
            value.serialize(&mut *self)?;
            self.depth -= 1;
        } else {
            value.serialize(&mut *self)?;
        }
        self.mark = None;
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Unwritten> {
        let before = self.enter(variant);
        value.serialize(&mut *self)?;
        self.path.truncate(before);
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'w, 's>, Unwritten> {
        Ok(Inside::of(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'w, 's>, Unwritten> {
        Ok(Inside::of(self))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'w, 's>, Unwritten> {
        Ok(Inside::of(self))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'w, 's>, Unwritten> {
        let before = self.enter(variant);
        Ok(Inside { before, ..Inside::of(self) })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'w, 's>, Unwritten> {
        Ok(Inside::of(self))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'w, 's>, Unwritten> {
        Ok(Inside::of(self))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'w, 's>, Unwritten> {
        let before = self.enter(variant);
        Ok(Inside { before, ..Inside::of(self) })
    }
}

macro_rules! items {
    ($($kind:ident $method:ident),*) => {$(
        impl ser::$kind for Inside<'_, '_> {
            type Ok = ();
            type Error = Unwritten;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
                self.item(value)
            }
            fn end(self) -> Result<(), Unwritten> {
                self.out();
                Ok(())
            }
        }
    )*};
}

items!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! fields {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Inside<'_, '_> {
            type Ok = ();
            type Error = Unwritten;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Unwritten> {
                self.field(key, value)
            }
            fn end(self) -> Result<(), Unwritten> {
                self.out();
                Ok(())
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Inside<'_, '_> {
    type Ok = ();
    type Error = Unwritten;

    /// A key can be marked as any other name; its path ends in itself.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritten> {
        let mut mark = None;
        let mut written = String::new();
        let mut keep = |met: Met<'_>| {
            mark = (met.mark != KEY).then_some(met.mark);
            met.text.clone_into(&mut written);
        };
        let mut walk = Walk { path: String::new(), mark: Some(KEY), depth: 0, see: &mut keep };
        key.serialize(&mut walk)?;
        if let Some(mark) = mark {
            let before = self.walk.enter(&written);
            self.walk.mark = Some(mark);
            self.walk.met(&written);
            self.walk.path.truncate(before);
        }
        self.key = written;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
        let key = std::mem::take(&mut self.key);
        self.field(&key, value)
    }

    fn end(self) -> Result<(), Unwritten> {
        self.out();
        Ok(())
    }
}

/// The mark of a key without one.
const KEY: &str = "key";
