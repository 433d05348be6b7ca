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
pub(super) fn merge_driver(args: &MergeDriver, world: &World) -> Result<Code, Failure> {
    if let Some(MergeDriverCommand::Install { global, uninstall }) = args.command {
        return install::install(global, uninstall, world);
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
    let letters = Letters::of(&[&old, &current, &other]);
    let text = |bytes: &[u8]| letters.text(bytes);
    let merged = match merge(&text(&old), &text(&current), &text(&other), &markers) {
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

/// How bytes are read as text and written again, without a loss. Files that are not UTF-8 are read byte by
/// byte: merging only copies what is there.
#[derive(Clone, Copy)]
enum Letters {
    Utf8,
    Bytes,
}

impl Letters {
    fn of(files: &[&[u8]]) -> Self {
        if files.iter().all(|file| std::str::from_utf8(file).is_ok()) {
            Self::Utf8
        } else {
            Self::Bytes
        }
    }

    fn text(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Bytes => bytes.iter().map(|byte| char::from(*byte)).collect(),
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
