//! MD5 sums, as published beside a file. They detect damage and not malice.

use std::{
    io::{self, Read as _},
    path::PathBuf,
};

use fs_err as fs;
use md5::{Digest as _, Md5};

/// Returns the sum in a text that `md5sum` wrote: `<32 hexadecimal digits>  dblp.xml.gz`.
pub(super) fn published(text: &str) -> Option<String> {
    let sum = text.split_whitespace().next()?;
    let sound = sum.len() == 32 && sum.chars().all(|c| c.is_ascii_hexdigit());
    sound.then(|| sum.to_lowercase())
}

/// Returns the sum of a file, which is read on a thread for blocking work.
pub(super) async fn of_file(path: PathBuf) -> io::Result<String> {
    let reading = tokio::task::spawn_blocking(move || {
        let mut file = fs::File::open(path)?;
        let mut digest = Md5::new();
        let mut buffer = vec![0; 1 << 20];
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(hexadecimal(&digest.finalize())),
                got => digest.update(&buffer[..got]),
            }
        }
    });
    reading.await.map_err(io::Error::other)?
}

/// Returns the bytes in lower-case hexadecimal digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('?');
    let digits = bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sum_is_parsed_as_md5sum_writes_it() {
        let sum = "D41D8CD98F00B204E9800998ECF8427E";
        for text in [
            format!("{sum}  dblp.xml.gz\n"),
            format!("{sum} *dblp.xml.gz"),
            sum.to_owned(),
        ] {
            assert_eq!(published(&text), Some(sum.to_lowercase()), "{text}");
        }
        for text in ["", "<!doctype html>", "d41d8cd9  dblp.xml.gz"] {
            assert_eq!(published(text), None, "{text}");
        }
    }

    #[tokio::test]
    async fn sum_of_a_file_is_that_of_rfc_1321() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "abc").unwrap();
        // RFC 1321, A.5.
        assert_eq!(
            of_file(path.clone()).await.unwrap(),
            "900150983cd24fb0d6963f7d28e17f72"
        );
        assert!(of_file(path.join("none")).await.is_err());
    }
}
