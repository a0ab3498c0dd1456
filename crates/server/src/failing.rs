//! A save that fails, in words for whoever is at a table: what is the matter, and nothing of where files lie on
//! the server. The log has the rest.

use boneyard_store::StoreError;

/// What people are told.
pub(crate) fn for_people(error: &StoreError) -> String {
    let say = match error {
        // These speak of tables and of what was sent.
        StoreError::Newer { .. }
        | StoreError::NoSuchTable { .. }
        | StoreError::TableExists { .. }
        | StoreError::Conflict { .. }
        | StoreError::AlreadyDone { .. }
        | StoreError::TooLarge { .. }
        | StoreError::Invalid { .. }
        | StoreError::Import { .. } => return error.to_string(),
        StoreError::Full { .. } => {
            "The server has no room left on its disk. Nothing was changed; make room, then try again."
        }
        StoreError::Busy { .. } => {
            "Another program uses the save. Nothing was changed; try again in a moment."
        }
        StoreError::Damaged { .. } => {
            "This part of the save is damaged. Nothing was changed; the server's log says more."
        }
        _ => "The save fails just now. Nothing was changed; the server's log says more.",
    };
    say.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_fails_nobody_is_told_where_the_files_are() {
        let path = || "/var/lib/boneyard/tables.boneyard".to_owned();
        let why = || "unable to open database file /var/lib/boneyard".to_owned();
        let all = [
            StoreError::NotASave { path: path(), why: why() },
            StoreError::Damaged { place: path(), what: "record 7".into() },
            StoreError::CannotOpen { path: path(), why: why() },
            StoreError::Full { path: path() },
            StoreError::Busy { path: path() },
            StoreError::File { doing: format!("Writing {}", path()), why: why() },
            StoreError::Database { path: path(), why: why() },
        ];
        for error in all {
            let said = for_people(&error);
            assert!(!said.contains("/var") && !said.contains(".boneyard"), "{said}");
            assert!(said.len() > 30, "{said}");
        }
        let own = StoreError::NoSuchTable { id: "t1".into() };
        assert_eq!(for_people(&own), own.to_string(), "what was asked is named");
    }
}
