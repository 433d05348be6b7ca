//! `bibsync merge-driver`: merges `.bib` files for git, and tells git to use it.

mod install;

use std::{path::Path, process::Command};

use super::{
    args::{MergeDriver, MergeDriverCommand},
    exit::{Code, Failure},
    screen::say,
    target::regular_target,
    world::World,
};
use crate::{
    files::ConditionalWrite,
    merge::{Markers, Merged, merge},
};

/// Merges three files, or installs the driver.
pub(super) fn merge_driver(
    args: &MergeDriver,
    quiet: bool,
    world: &World,
) -> Result<Code, Failure> {
    if let Some(MergeDriverCommand::Install { global, uninstall }) = args.command {
        return install::install(global, uninstall, quiet, world);
    }
    let (Some(base), Some(ours), Some(theirs)) = (&args.base, &args.ours, &args.theirs) else {
        return Err(Failure::usage("three files are needed: %O, %A and %B"));
    };
    let name = match &args.path {
        Some(path) => path.clone(),
        None => ours.display().to_string(),
    };
    let markers = Markers {
        length: args.marker.clamp(1, 200),
        ..Markers::default()
    };
    let read = |path: &Path| fs_err::read(path).map_err(Failure::usage);
    let (old, current, other) = (read(base)?, read(ours)?, read(theirs)?);
    let Some(letters) = Letters::of(&current, &other) else {
        let (one, two) = match std::str::from_utf8(&current) {
            Ok(_) => ("our", "theirs is not"),
            Err(_) => ("their", "ours is not"),
        };
        say(&format!(
            "{name}: not merged, and left as ours: {one} side is UTF-8, {two}; convert one of them"
        ));
        return Ok(Code::Found);
    };
    let merged = match merge(
        &text_of(&old),
        &text_of(&current),
        &text_of(&other),
        &markers,
    ) {
        Ok(Merged { text, conflicts }) => letters.bytes(&text).map(|bytes| (bytes, conflicts)),
        Err(reason) => {
            say(&format!("{name}: merged by lines, since {reason}"));
            None
        }
    };
    let (bytes, conflicts) = match merged {
        Some(merged) => merged,
        None => by_lines(base, ours, theirs, &markers)?,
    };
    let target = regular_target(ours)?;
    if target.write_if_unchanged(&bytes, Some(&current))? == ConditionalWrite::Conflict {
        return Err(Failure::usage(format!(
            "{} was changed by another program meanwhile, and is left alone",
            ours.display()
        )));
    }
    if conflicts == 0 {
        return Ok(Code::Done);
    }
    let places = match conflicts {
        1 => "1 conflict is left".to_owned(),
        count => format!("{count} conflicts are left"),
    };
    say(&format!("{name}: {places} between markers"));
    Ok(Code::Found)
}

/// The encoding of the result. Each version is read in its own: as UTF-8, or byte by byte where it is none,
/// since merging only copies what is there.
#[derive(Clone, Copy)]
enum Letters {
    Utf8,
    Bytes,
}

impl Letters {
    /// Returns the encoding of both sides; `None` where they differ, and the result would be neither.
    fn of(ours: &[u8], theirs: &[u8]) -> Option<Self> {
        let is_utf8 = |side: &[u8]| std::str::from_utf8(side).is_ok();
        match (is_utf8(ours), is_utf8(theirs)) {
            (true, true) => Some(Self::Utf8),
            (false, false) => Some(Self::Bytes),
            (true, false) if ours.is_ascii() => Some(Self::Bytes),
            (false, true) if theirs.is_ascii() => Some(Self::Bytes),
            _ => None,
        }
    }

    fn bytes(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Utf8 => Some(text.as_bytes().to_vec()),
            Self::Bytes => text
                .chars()
                .map(|c| u8::try_from(u32::from(c)).ok())
                .collect(),
        }
    }
}

fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Merges by lines with git itself.
fn by_lines(
    base: &Path,
    ours: &Path,
    theirs: &Path,
    markers: &Markers,
) -> Result<(Vec<u8>, usize), Failure> {
    let output = Command::new("git")
        .args(["merge-file", "-p", "--marker-size"])
        .arg(markers.length.to_string())
        .args(["-L", &markers.ours, "-L", "base", "-L", &markers.theirs])
        .args([ours, base, theirs])
        .output()
        .map_err(|error| Failure::usage(format!("`git` can't be started: {error}")))?;
    match output.status.code() {
        Some(count @ 0..=127) => Ok((output.stdout, usize::try_from(count).unwrap_or(1))),
        _ => Err(Failure::usage(format!(
            "`git merge-file` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ))),
    }
}
