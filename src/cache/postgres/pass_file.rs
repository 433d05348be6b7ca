//! The password file of PostgreSQL's own programs
//! (<https://www.postgresql.org/docs/current/libpq-pgpass.html>).

/// What a line of the file must match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) host: &'a str,
    pub(super) port: u16,
    pub(super) database: &'a str,
    pub(super) user: &'a str,
}

/// Returns the password of the first line that matches.
pub(super) fn password(text: &str, wanted: Wanted<'_>) -> Option<String> {
    let port = wanted.port.to_string();
    let values = [wanted.host, &port, wanted.database, wanted.user];
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .find_map(|line| {
            let fields = fields(line);
            let [patterns @ .., password] = fields.as_slice() else {
                return None;
            };
            let matches = patterns.len() == values.len()
                && patterns
                    .iter()
                    .zip(values)
                    .all(|(pattern, value)| pattern == "*" || pattern == value);
            matches.then(|| password.clone())
        })
}

/// Splits a line at its first four colons; a backslash makes the next sign a plain one.
fn fields(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        let plain = match sign {
            '\\' => signs.next(),
            ':' if out.len() < 5 => {
                out.push(String::new());
                None
            }
            other => Some(other),
        };
        if let Some(field) = out.last_mut() {
            field.extend(plain);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTED: Wanted<'_> = Wanted {
        host: "db.example.org",
        port: 5432,
        database: "library",
        user: "bibsync",
    };

    #[test]
    fn first_matching_line_gives_the_password() {
        for (text, expected) in [
            ("db.example.org:5432:library:bibsync:secret", Some("secret")),
            ("*:*:*:bibsync:a:b", Some("a:b")),
            (r"*:*:*:bib\sync:a\:b\\c", Some(r"a:b\c")),
            ("# *:*:*:*:x\n*:*:*:*:first\n*:*:*:*:second", Some("first")),
            ("other:*:*:*:x", None),
            ("*:5433:*:*:x", None),
            ("*:*:*", None),
            ("", None),
        ] {
            assert_eq!(password(text, WANTED).as_deref(), expected, "{text}");
        }
    }
}
