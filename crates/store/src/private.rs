//! Files for their owner alone: a save holds every secret of its tables. Where the system knows no such rights,
//! nothing is done.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

/// A file made with these options can be read by its owner alone.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no such rights"))]
pub(crate) fn for_owner(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

/// Makes an empty file for its owner alone, unless there is a file of that name.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    for_owner(&mut options);
    match options.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Takes the rights of everybody else away.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no such rights"))]
pub(crate) fn close_to_others(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path)?.permissions().mode();
        if mode & 0o077 != 0 {
            std::fs::set_permissions(path, PermissionsExt::from_mode(mode & 0o700))?;
        }
    }
    Ok(())
}

/// Makes a folder for its owner alone, with all above it, unless it is there.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
