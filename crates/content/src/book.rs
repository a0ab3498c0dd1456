//! A game's book: its catalogs and lists, read from the game's own content and from packs. `book!` makes the struct and
//! how rows get into it, `entries!` says which rows are looked up. What must hold of the whole is the game's to check.

use crate::catalog::{Catalog, Entry};
use crate::error::ContentError;
use crate::limits::Limits;
use crate::pack::{Pack, PackFile};
use crate::shelf::Shelf;

/// All content in use at a table, as [`book!`](crate::book) makes it.
pub trait Book: Default {
    /// Takes in the rows of the next pack. `own` says that it is the game's own.
    fn take(&mut self, shelf: &mut Shelf, pack: &Pack, own: bool) -> Result<(), Vec<ContentError>>;
    /// What an entry is called.
    fn name_by_id(&self, id: &str) -> Option<&str>;
}

/// Reads the game's own content and then packs, each given by its files. A mistake is told with its place.
pub fn read_book<'a, B: Book>(
    own: &Pack,
    packs: impl IntoIterator<Item = &'a Vec<(String, String)>>,
) -> Result<B, String> {
    let (mut book, mut shelf) = (B::default(), Shelf::default());
    book.take(&mut shelf, own, true).map_err(|mistakes| told(&mistakes))?;
    for files in packs {
        let pack = Pack::from_files(&Limits::default(), files.clone()).map_err(|error| error.render())?;
        book.take(&mut shelf, &pack, false).map_err(|mistakes| told(&mistakes))?;
    }
    Ok(book)
}

fn told(mistakes: &[ContentError]) -> String {
    mistakes.iter().map(ContentError::render).collect::<Vec<_>>().join("\n")
}

/// Rows of packs have the keys our own have: a slip in a key that the row keeps unread is found.
pub fn known_keys<R: Entry>(
    file: &PackFile,
    table: &str,
    own: &Catalog<R>,
    rows: &[R],
) -> Result<(), Vec<ContentError>> {
    let known = |key: &str| own.iter().any(|row| row.unread().contains(&key));
    for (nth, row) in (1..).zip(rows) {
        if let Some(key) = row.unread().into_iter().find(|key| !known(key)) {
            let field = format!("{table}[{nth}].{key}");
            return Err(vec![file.mistake(&field, format!("nothing of this kind has a `{key}`"))]);
        }
    }
    Ok(())
}

/// Makes a game's book.
///
/// `rows` are catalogs, each with its type and the name of its table in files; `lists` are rows without an id; `loose`
/// names tables whose rows are read by the one who plays them (they come to `plain`); `also` are fields the game fills
/// in when all is read. Leave out what the game has not.
#[macro_export]
macro_rules! book {
    (
        rows { $($(#[$doc:meta])* $field:ident: $row:ty = $table:ident;)* }
        $(lists { $($(#[$list_doc:meta])* $list:ident: $item:ty = $name:ident;)* })?
        $(also { $($(#[$also_doc:meta])* $vis:vis $also:ident: $kind:ty,)* })?
    ) => {
        /// All content in use at a table.
        #[derive(Debug, Default)]
        pub struct Book {
            $($(#[$doc])* pub $field: $crate::Catalog<$row>,)*
            $($($(#[$list_doc])* pub $list: Vec<$item>,)*)?
            $($($(#[$also_doc])* $vis $also: $kind,)*)?
        }

        #[derive(Default, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct Sheet {
            $($table: Vec<$row>,)*
            $($($name: Vec<$item>,)*)?
        }

        impl $crate::Book for Book {
            fn take(
                &mut self,
                shelf: &mut $crate::Shelf,
                pack: &$crate::Pack,
                own: bool,
            ) -> Result<(), Vec<$crate::ContentError>> {
                for (file, sheet) in shelf.read::<Sheet>(pack).map_err(|error| vec![error])? {
                    $($crate::merge_rows(&mut self.$field, file, stringify!($table), sheet.$table, own)?;)*
                    $($(self.$list.extend(sheet.$name);)*)?
                }
                Ok(())
            }

            $crate::name_by_id!($($field)*);
        }
    };
    (
        rows { $($(#[$doc:meta])* $field:ident: $row:ty = $table:ident;)* }
        loose { $($plain:literal),* $(,)? }
        $(also { $($(#[$also_doc:meta])* $vis:vis $also:ident: $kind:ty,)* })?
    ) => {
        /// All content in use at a table.
        #[derive(Debug, Default)]
        pub struct Book {
            $($(#[$doc])* pub $field: $crate::Catalog<$row>,)*
            /// Rows without an id, by their table.
            pub plain: std::collections::BTreeMap<String, Vec<serde_json::Value>>,
            $($($(#[$also_doc])* $vis $also: $kind,)*)?
        }

        #[derive(Default, serde::Deserialize)]
        #[serde(default)]
        struct Sheet {
            $($table: Vec<$row>,)*
            #[serde(flatten)]
            plain: std::collections::BTreeMap<String, Vec<serde_json::Value>>,
        }

        impl $crate::Book for Book {
            fn take(
                &mut self,
                shelf: &mut $crate::Shelf,
                pack: &$crate::Pack,
                own: bool,
            ) -> Result<(), Vec<$crate::ContentError>> {
                for (file, sheet) in shelf.read::<Sheet>(pack).map_err(|error| vec![error])? {
                    $($crate::merge_rows(&mut self.$field, file, stringify!($table), sheet.$table, own)?;)*
                    for (table, rows) in sheet.plain {
                        if ![$($plain),*].contains(&table.as_str()) {
                            let what = format!("there is no table `{table}`");
                            return Err(vec![file.mistake(&table, what)]);
                        }
                        self.plain.entry(table).or_default().extend(rows);
                    }
                }
                Ok(())
            }

            $crate::name_by_id!($($field)*);
        }
    };
}

/// Takes rows into their catalog; what a pack's row keeps unread must be known.
#[doc(hidden)]
pub fn merge_rows<R: Entry>(
    catalog: &mut Catalog<R>,
    file: &PackFile,
    table: &str,
    rows: Vec<R>,
    own: bool,
) -> Result<(), Vec<ContentError>> {
    let table = table.trim_start_matches("r#");
    if !own {
        known_keys(file, table, catalog, &rows)?;
    }
    catalog.merge(file, table, rows)
}

#[doc(hidden)]
#[macro_export]
macro_rules! name_by_id {
    ($($field:ident)*) => {
        fn name_by_id(&self, id: &str) -> Option<&str> {
            $(
                if let Some(row) = self.$field.get(id) {
                    return Some($crate::Entry::name(row));
                }
            )*
            None
        }
    };
}

/// Says of row types that they have the fields `id`, `name` and `replace`. With `rest:` before them, that what they do
/// not read themselves stands in a field `rest`.
#[macro_export]
macro_rules! entries {
    (rest: $($row:ty),* $(,)?) => { $($crate::entries!(@one $row, fn unread(&self) -> Vec<&str> {
        self.rest.keys().map(String::as_str).collect()
    });)* };
    (@one $row:ty $(, $more:item)?) => {
        impl $crate::Entry for $row {
            #[inline]
            fn id(&self) -> &str {
                self.id.as_str()
            }
            fn name(&self) -> &str {
                &self.name
            }
            fn replaces(&self) -> bool {
                self.replace
            }
            $($more)?
        }
    };
    ($($row:ty),* $(,)?) => { $($crate::entries!(@one $row);)* };
}
