use std::{
    fs::File,
    io::{ErrorKind, Read as _, Seek as _, Write as _},
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use crate::import::{self, Refused};

/// The time limit of each of the two programs. A PDF of a thousand pages takes some seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most bytes of printed text that are read, more than an import accepts.
const MOST: u64 = 17 << 20;

/// The most bytes of text with positions and fonts, at some eighty bytes a line.
const MOST_TOLD: u64 = 64 << 20;

/// Reads a PDF with poppler: `pdftohtml` gives the position of each piece of text. Where it fails,
/// `pdftotext` gives the text with its columns, and a form feed between pages.
pub(super) fn text(bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    let mut places = Command::new("pdftohtml");
    places
        .args(["-q", "-xml", "-stdout", "-i", "-hidden", "-zoom", "3"])
        .arg(file.path());
    if let Ok(told) = printed(places, PATIENCE, MOST_TOLD)
        && (told.len() as u64) < MOST_TOLD
        && import::has_positions(&told)
    {
        return Ok(told);
    }
    let mut text = Command::new("pdftotext");
    text.args(["-layout", "-enc", "UTF-8"])
        .arg(file.path())
        .arg("-");
    printed(text, PATIENCE, MOST)
}

/// Returns what a program prints, up to `most` bytes. The program is stopped when it has printed as
/// much, or has not closed its output in time.
fn printed(mut command: Command, patience: Duration, most: u64) -> Result<Vec<u8>, Refused> {
    let errors = tempfile::tempfile().map_err(failed)?;
    let said = errors.try_clone().map_err(failed)?;
    let name = command.get_program().to_string_lossy().into_owned();
    let run = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::from(errors))
        .spawn();
    let mut child = match run {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(Refused::NoPdfReader),
        run => run.map_err(failed)?,
    };
    let Some(output) = child.stdout.take() else {
        return Err(ended(&mut child, "its output can't be read"));
    };
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.take(most).read_to_end(&mut text).map(|_| text);
        // After the time limit there is no receiver.
        _ = sender.send(read);
    });
    let Ok(read) = receiver.recv_timeout(patience) else {
        let told = format!("{name} was not done after {} s", patience.as_secs());
        return Err(ended(&mut child, &told));
    };
    let text = read.map_err(failed)?;
    if text.len() as u64 >= most {
        ended(&mut child, "");
        return Ok(text);
    }
    let status = child.wait().map_err(failed)?;
    if status.success() {
        return Ok(text);
    }
    Err(Refused::BadPdf(
        first_line(said).unwrap_or_else(|| status.to_string()),
    ))
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` hands it on")]
fn failed(error: std::io::Error) -> Refused {
    Refused::BadPdf(error.to_string())
}

/// Stops a program, and returns its error output.
fn ended(child: &mut Child, told: &str) -> Refused {
    // It may have ended already.
    _ = child.kill();
    _ = child.wait();
    Refused::BadPdf(told.to_owned())
}

fn first_line(mut said: File) -> Option<String> {
    let mut text = String::new();
    said.rewind().ok()?;
    said.take(4096).read_to_string(&mut text).ok()?;
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    Some(line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(
        program: &str,
        arguments: &[&str],
        patience: Duration,
        most: u64,
    ) -> Result<Vec<u8>, Refused> {
        let mut command = Command::new(program);
        command.args(arguments);
        printed(command, patience, most)
    }

    #[test]
    fn a_program_that_is_missing_or_fails_is_named() {
        let missing = of("no-such-program-of-bibsync", &[], PATIENCE, MOST);
        assert_eq!(missing, Err(Refused::NoPdfReader));
        #[cfg(unix)]
        assert!(matches!(
            of("false", &[], PATIENCE, MOST),
            Err(Refused::BadPdf(_))
        ));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let slow = of("sleep", &["600"], Duration::from_millis(100), MOST);
        assert_eq!(
            slow,
            Err(Refused::BadPdf("sleep was not done after 0 s".to_owned()))
        );
        let endless = of("yes", &[], PATIENCE, 1000).unwrap();
        assert_eq!(endless.len(), 1000);
        let whole = of("echo", &["a"], PATIENCE, 1000);
        assert_eq!(whole, Ok(b"a\n".to_vec()));
        let told = of("cat", &["/no such file"], PATIENCE, MOST).unwrap_err();
        assert!(told.to_string().contains("No such file"), "{told}");
    }
}
