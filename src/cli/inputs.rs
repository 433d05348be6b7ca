use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use super::exit::Failure;
use crate::{profile, sync::Listed};

/// Reads every input; the first that can't be read ends the run before anything is asked or
/// written.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<Listed>, Failure> {
    let standard = paths.iter().filter(|path| path.as_os_str() == "-").count();
    if standard > 1 {
        return Err(Failure::usage("standard input (`-`) can be read only once"));
    }
    paths.iter().map(|path| read_one(path)).collect()
}

fn read_one(path: &Path) -> Result<Listed, Failure> {
    let file = path.display().to_string();
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(Failure::usage)?;
        bytes
    } else {
        fs_err::read(path).map_err(Failure::usage)?
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::usage(format!(
            "{file} is not UTF-8 text (byte {at}); a profile.json was expected"
        ))
    })?;
    if !text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{')
    {
        return Err(Failure::usage(format!(
            "{file} is not a profile: a JSON object with `publications` was expected"
        )));
    }
    let profile = profile::parse(&text, &file).map_err(Failure::usage)?;
    if profile.publications.is_empty() {
        tracing::warn!("{file} lists no publications");
    }
    Ok(Listed {
        file,
        person: profile.person,
        publications: profile.publications,
    })
}
