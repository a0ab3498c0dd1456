//! Backups with a date in their name, of which only the latest are kept.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::backup::{Backup, PARTIAL};
use crate::error::StoreError;
use crate::private;
use crate::store::{Store, now};

const ENDING: &str = ".boneyard";
/// A copy nobody has written to for so long is given up.
const LEFT_OVER: Duration = Duration::from_secs(3600);

impl Store {
    /// Copies the save into a folder under the time of now, and deletes the oldest of such copies beyond `keep`
    /// (zero keeps all). While a table is damaged nothing is deleted: an older copy may hold it whole.
    pub async fn backup_into(&self, folder: &Path, keep: usize) -> Result<Backup, StoreError> {
        private::make_folder(folder)
            .map_err(|error| StoreError::file(format!("Making {}", folder.display()), &error))?;
        let name = stem(self.path());
        let mut at = now();
        let mut path = folder.join(dated(&name, at));
        while path.exists() {
            at += 1;
            path = folder.join(dated(&name, at));
        }
        clear_left_over(folder, &name);
        let backup = self.backup(&path).await?;
        if keep > 0 && backup.damaged.is_empty() {
            let kept = kept(folder, &name);
            let old = kept.len().saturating_sub(keep);
            for path in kept.into_iter().take(old).filter(|path| *path != backup.path) {
                // One too many does no harm.
                let _ = std::fs::remove_file(path);
            }
        }
        Ok(backup)
    }
}

/// The dated backups in a folder, the oldest first. Nothing else there is ever touched.
fn kept(folder: &Path, name: &str) -> Vec<PathBuf> {
    let mut kept = named(folder, name, "");
    kept.sort();
    kept
}

/// Takes away what programs left that were killed while they made a backup; another may be making one just now.
fn clear_left_over(folder: &Path, name: &str) {
    for path in named(folder, name, PARTIAL) {
        let written = std::fs::metadata(&path).and_then(|file| file.modified());
        let old = written.is_ok_and(|at| at.elapsed().is_ok_and(|ago| ago > LEFT_OVER));
        if old {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The files in a folder that have a name of ours, with any date.
fn named(folder: &Path, name: &str, suffix: &str) -> Vec<PathBuf> {
    let like = format!("{}{suffix}", dated(name, 0));
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let alike = |file: &PathBuf| {
        let Some(file) = file.file_name().and_then(|file| file.to_str()) else { return false };
        let same = |(is, like): (u8, u8)| is == like || (is.is_ascii_digit() && like.is_ascii_digit());
        file.starts_with(name) && file.len() == like.len() && file.bytes().zip(like.bytes()).all(same)
    };
    files.filter_map(|file| Some(file.ok()?.path())).filter(alike).collect()
}

fn stem(save: &Path) -> String {
    save.file_stem().map_or_else(|| "tables".into(), |stem| stem.to_string_lossy().into_owned())
}

/// `tables-2026-11-18T20-15-03-120Z.boneyard`: such names sort as their times do.
fn dated(name: &str, at: i64) -> String {
    format!("{name}-{}{ENDING}", stamp(at))
}

/// A time of the world's clock as part of a file's name, to the millisecond.
pub(crate) fn stamp(at: i64) -> String {
    let (days, of_day) = (at.div_euclid(86_400_000), at.rem_euclid(86_400_000));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (of_day / 3_600_000, of_day / 60_000 % 60, of_day / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}-{minute:02}-{second:02}-{:03}Z", of_day % 1000)
}

/// The date of a day counted from 1 January 1970. Years begin in March here, so that a leap day is the last of one.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_its_date() {
        assert_eq!(stamp(0), "1970-01-01T00-00-00-000Z");
        assert_eq!(stamp(951_825_599_999), "2000-02-29T11-59-59-999Z");
        assert_eq!(stamp(1_794_731_238_643), "2026-11-15T08-27-18-643Z");
        assert_eq!(stamp(-1), "1969-12-31T23-59-59-999Z");
    }
}
