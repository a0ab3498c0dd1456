//! Who uses a save at the same time: one server at most, beside any number of commands; or one that replaces the
//! file, alone. These are locks of the operating system, so they end with the process, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::error::StoreError;
use crate::private;

/// A hold on a save. It ends when it is dropped.
#[derive(Debug)]
pub struct Hold {
    /// None where the file system knows no locks.
    _locked: Option<File>,
}

impl Hold {
    /// Uses the save beside others, so that nobody replaces the file meanwhile.
    pub fn beside_others(save: &Path) -> Result<Hold, StoreError> {
        let file = open(&beside(save, ".lock"))?;
        let locked = file.try_lock_shared();
        Hold::of(save, file, locked)
    }

    /// Uses the save alone: nobody else has it open.
    pub fn alone(save: &Path) -> Result<Hold, StoreError> {
        let file = open(&beside(save, ".lock"))?;
        let locked = file.try_lock();
        Hold::of(save, file, locked)
    }

    /// Serves the save, as only one program may. Two would each believe they know who may enter.
    pub fn to_serve(save: &Path) -> Result<Hold, StoreError> {
        let mut file = open(&beside(save, ".serving"))?;
        let locked = file.try_lock();
        if locked.is_ok() {
            // Only words for the one who is refused: the lock counts, not the number.
            let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
        }
        Hold::of(save, file, locked)
    }

    fn of(save: &Path, file: File, locked: Result<(), TryLockError>) -> Result<Hold, StoreError> {
        match locked {
            Ok(()) => Ok(Hold { _locked: Some(file) }),
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::Held { path: save.display().to_string(), by: served_by(save) })
            }
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                Ok(Hold { _locked: None })
            }
            Err(TryLockError::Error(error)) => {
                Err(StoreError::file(format!("Locking {}", save.display()), &error))
            }
        }
    }
}

/// The process that serves the save, in words; nothing if none does.
fn served_by(save: &Path) -> String {
    let Ok(mut file) = File::open(beside(save, ".serving")) else { return String::new() };
    let served = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let mut number = String::new();
    // The number is short; whatever else stands there is not told.
    let read = Read::by_ref(&mut file).take(20).read_to_string(&mut number);
    match number.trim().parse::<u32>() {
        Ok(number) if served && read.is_ok() => format!(" (process {number})"),
        _ => String::new(),
    }
}

fn open(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    private::for_owner(&mut options);
    options.open(path).map_err(|error| StoreError::file(format!("Opening {}", path.display()), &error))
}

/// A file beside the save, named after it.
pub(crate) fn beside(save: &Path, suffix: &str) -> PathBuf {
    let mut name = save.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
