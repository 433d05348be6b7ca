use std::{
    io::{ErrorKind, Write as _},
    process::{Command, Output},
};

use crate::import::Refused;

/// The text of a PDF as `pdftotext` (of poppler) prints it: columns where they stand, pages parted
/// by form feeds.
pub(super) fn text(bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    text_by("pdftotext", bytes)
}

fn text_by(program: &str, bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    let failed = |error: std::io::Error| Refused::BadPdf(error.to_string());
    let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    let run = Command::new(program)
        .args(["-layout", "-enc", "UTF-8"])
        .arg(file.path())
        .arg("-")
        .output();
    match run {
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Refused::NoPdfReader),
        Err(error) => Err(failed(error)),
        Ok(output) => printed(output),
    }
}

fn printed(output: Output) -> Result<Vec<u8>, Refused> {
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().find(|line| !line.trim().is_empty());
    Err(Refused::BadPdf(match first {
        Some(line) => line.trim().to_owned(),
        None => output.status.to_string(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_missing_or_fails_is_named() {
        let missing = text_by("no-such-program-of-bibsync", b"%PDF-1.4");
        assert_eq!(missing, Err(Refused::NoPdfReader));
        #[cfg(unix)]
        assert!(matches!(text_by("false", b"x"), Err(Refused::BadPdf(_))));
    }
}
