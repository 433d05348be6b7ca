use std::path::Path;

use super::{Interval, Invocation, Job, interval::TimeSlot};

/// Returns the service unit that the timer starts, for the user's systemd.
#[must_use]
pub fn service(job: &Job, call: Invocation) -> String {
    let command = job.command(call);
    let words = command.iter().enumerate();
    let command: Vec<String> = words.map(|(at, word)| quoted(word, at == 0)).collect();
    let folder = match call {
        Invocation::Installed => String::new(),
        Invocation::Standalone => format!("WorkingDirectory={}\n", path(&job.folder)),
    };
    let set = job.variables(call);
    let set = set.map(|(name, value)| quoted(&format!("{name}={value}"), true));
    let environment: Vec<String> = set.map(|word| format!("Environment={word}\n")).collect();
    let environment = environment.concat();
    format!(
        "{}\n\
         [Unit]\n\
         Description=bibsync refreshes a bibliography ({})\n\
         \n\
         [Service]\n\
         Type=oneshot\n\
         {environment}\
         {folder}\
         ExecStart={}\n\
         Nice=10\n\
         # A source failed, and what the others gave is written.\n\
         SuccessExitStatus=3\n",
        call.remark(),
        job.id,
        command.join(" ")
    )
}

/// Returns the timer unit. The time is picked at random, with up to an hour of random delay on each
/// run, so that requests are spread over the day; a run missed while the machine was off is made up once.
#[must_use]
pub fn timer(job: &Job, call: Invocation) -> String {
    format!(
        "{}\n\
         [Unit]\n\
         Description=bibsync refreshes a bibliography {} ({})\n\
         \n\
         [Timer]\n\
         OnCalendar={}\n\
         RandomizedDelaySec=1h\n\
         Persistent=true\n\
         \n\
         [Install]\n\
         WantedBy=timers.target\n",
        call.remark(),
        job.every,
        job.id,
        calendar(job)
    )
}

/// Returns the calendar expression of systemd.time(7).
fn calendar(job: &Job) -> String {
    let moment = TimeSlot::of(job.chance());
    let TimeSlot {
        minute, hour, day, ..
    } = moment;
    let time = format!("{hour:02}:{minute:02}:00");
    match job.every {
        Interval::Daily => format!("*-*-* {time}"),
        Interval::Weekly => format!("{} *-*-* {time}", moment.weekday_named("%a")),
        Interval::Monthly => format!("*-*-{day:02} {time}"),
    }
}

/// Returns a folder for a setting that extends to the end of its line, without specifiers. A trailing
/// backslash would join the next line, and a trailing blank would be lost, so a slash is appended.
fn path(folder: &Path) -> String {
    let mut out = folder.display().to_string().replace('%', "%%");
    if out.ends_with(|c: char| c == '\\' || c.is_whitespace()) {
        out.push('/');
    }
    out
}

/// Quotes a word of a command line by systemd.syntax(7), without specifiers or variables. Where systemd
/// expands no variables (the program's path, the value of a variable), `plain` leaves `$` as it is.
fn quoted(word: &str, plain: bool) -> String {
    let mut out = String::from("\"");
    for c in word.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '%' => out.push_str("%%"),
            '$' if !plain => out.push_str("$$"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{job::example, validate::words},
        *,
    };

    #[test]
    fn special_characters_of_systemd_are_quoted() {
        assert_eq!(
            quoted("a b \"c\" $HOME 100% \\", false),
            r#""a b \"c\" $$HOME 100%% \\""#
        );
        assert_eq!(quoted("/opt/$a/bibsync", true), r#""/opt/$a/bibsync""#);
        assert!(
            service(&example(), Invocation::Installed)
                .contains(r#"ExecStart="/opt/my tools/bibsync" "schedule" "run""#)
        );
        let state = r#"Environment="XDG_STATE_HOME=/home/ada/my \"state\"""#;
        let installed = service(&example(), Invocation::Installed);
        assert_eq!(installed.matches("Environment=").count(), 1, "{installed}");
        assert!(installed.contains(state), "{installed}");
        let alone = service(&example(), Invocation::Standalone);
        let keys = r#"Environment="BIBSYNC_EXPORT_KEYS=100%% $x""#;
        assert!(alone.contains(&format!("{keys}\n{state}\n")), "{alone}");
        assert!(alone.contains(
            "WorkingDirectory=/home/ada/my 100%% \"CV\"\n\
             ExecStart=\"/opt/my tools/bibsync\" \"refresh\" \"profile.json\""
        ));
    }

    /// Parses a command line into words as systemd does.
    fn read(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        let mut chars = line.chars();
        while let Some('"') = chars.next() {
            let mut word = String::new();
            while let Some(c) = chars.next().filter(|c| *c != '"') {
                word.push(match c {
                    '\\' => match chars.next().unwrap() {
                        c @ ('"' | '\\') => c,
                        c => panic!("\\{c}"),
                    },
                    c => c,
                });
            }
            let mut word = word.replace("%%", "\0");
            assert!(!word.contains('%'), "a specifier: {line}");
            word = word.replace('\0', "%");
            if !words.is_empty() {
                word = word.replace("$$", "\0");
                assert!(!word.contains('$'), "a variable: {line}");
                word = word.replace('\0', "$");
            }
            words.push(word);
            chars.next();
        }
        words
    }

    proptest! {
        #[test]
        fn systemd_reads_back_any_path(
            folder in words::any(), arguments in prop::collection::vec(words::any(), 1..4)
        ) {
            let job = Job { folder: format!("/{folder}").into(), arguments, ..example() };
            job.validate().unwrap();
            let text = service(&job, Invocation::Standalone);
            let setting = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            prop_assert_eq!(read(setting("ExecStart=")), job.command(Invocation::Standalone));
            let folder = setting("WorkingDirectory=");
            prop_assert!(!folder.ends_with(['\\', ' ']));
            prop_assert_eq!(std::path::PathBuf::from(folder.replace("%%", "%")), job.folder);
            prop_assert!(text.contains("\nNice=10\n"), "{}", text);
        }
    }

    #[test]
    fn timer_has_the_interval() {
        let calendar = |every| calendar(&Job { every, ..example() });
        let daily = calendar(Interval::Daily);
        let time = daily.strip_prefix("*-*-* ").unwrap();
        let weekly = calendar(Interval::Weekly);
        let day = weekly.strip_suffix(&format!(" *-*-* {time}")).unwrap();
        assert!(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].contains(&day));
        let monthly = calendar(Interval::Monthly);
        let day = monthly.strip_prefix("*-*-").unwrap();
        let day: u8 = day
            .strip_suffix(&format!(" {time}"))
            .unwrap()
            .parse()
            .unwrap();
        assert!((1..=28).contains(&day), "every month has it");
    }
}
