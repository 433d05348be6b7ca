use std::path::Path;

use super::{Call, Every, Job, every::Moment};

/// The service unit that a timer starts, for the user's own systemd.
#[must_use]
pub fn service(job: &Job, call: Call) -> String {
    let command = job.command(call);
    let words = command.iter().enumerate();
    let command: Vec<String> = words.map(|(at, word)| quoted(word, at == 0)).collect();
    let folder = match call {
        Call::Installed => String::new(),
        Call::Alone => format!("WorkingDirectory={}\n", path(&job.folder)),
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

/// The timer unit. Chance picks the moment, and the timer adds up to an hour each time, so that
/// services are asked at all times; it makes up once for what was missed while the machine was off.
#[must_use]
pub fn timer(job: &Job, call: Call) -> String {
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

/// A moment by systemd.time(7).
fn calendar(job: &Job) -> String {
    let moment = Moment::of(job.chance());
    let Moment {
        minute, hour, day, ..
    } = moment;
    let time = format!("{hour:02}:{minute:02}:00");
    match job.every {
        Every::Daily => format!("*-*-* {time}"),
        Every::Weekly => format!("{} *-*-* {time}", moment.weekday_named("%a")),
        Every::Monthly => format!("*-*-{day:02} {time}"),
    }
}

/// A folder for a setting that takes the rest of its line, without specifiers. A backslash at the end
/// would join the next line to it, and a blank would be lost: a slash behind them changes nothing.
fn path(folder: &Path) -> String {
    let mut out = folder.display().to_string().replace('%', "%%");
    if out.ends_with(|c: char| c == '\\' || c.is_whitespace()) {
        out.push('/');
    }
    out
}

/// A word of a command line by systemd.syntax(7): quoted, without specifiers or variables. Where there are
/// none, in the program's path and in what a variable is set to, `$` is `plain` and means itself.
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
        super::{fit::words, job::example},
        *,
    };

    #[test]
    fn words_that_mean_something_to_systemd_are_quoted() {
        assert_eq!(
            quoted("a b \"c\" $HOME 100% \\", false),
            r#""a b \"c\" $$HOME 100%% \\""#
        );
        assert_eq!(quoted("/opt/$a/bibsync", true), r#""/opt/$a/bibsync""#);
        assert!(
            service(&example(), Call::Installed)
                .contains(r#"ExecStart="/opt/my tools/bibsync" "schedule" "run""#)
        );
        let state = r#"Environment="XDG_STATE_HOME=/home/ada/my \"state\"""#;
        let installed = service(&example(), Call::Installed);
        assert_eq!(installed.matches("Environment=").count(), 1, "{installed}");
        assert!(installed.contains(state), "{installed}");
        let alone = service(&example(), Call::Alone);
        let keys = r#"Environment="BIBSYNC_EXPORT_KEYS=100%% $x""#;
        assert!(alone.contains(&format!("{keys}\n{state}\n")), "{alone}");
        assert!(alone.contains(
            "WorkingDirectory=/home/ada/my 100%% \"CV\"\n\
             ExecStart=\"/opt/my tools/bibsync\" \"refresh\" \"profile.json\""
        ));
    }

    /// The words of a command line as systemd reads them.
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
        fn any_path_comes_out_of_a_unit_as_it_went_in(
            folder in words::any(), arguments in prop::collection::vec(words::any(), 1..4)
        ) {
            let job = Job { folder: format!("/{folder}").into(), arguments, ..example() };
            job.fits().unwrap();
            let text = service(&job, Call::Alone);
            let setting = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            prop_assert_eq!(read(setting("ExecStart=")), job.command(Call::Alone));
            let folder = setting("WorkingDirectory=");
            prop_assert!(!folder.ends_with(['\\', ' ']));
            prop_assert_eq!(std::path::PathBuf::from(folder.replace("%%", "%")), job.folder);
            prop_assert!(text.contains("\nNice=10\n"), "{}", text);
        }
    }

    #[test]
    fn the_timer_keeps_the_rhythm() {
        let calendar = |every| calendar(&Job { every, ..example() });
        let daily = calendar(Every::Daily);
        let time = daily.strip_prefix("*-*-* ").unwrap();
        let weekly = calendar(Every::Weekly);
        let day = weekly.strip_suffix(&format!(" *-*-* {time}")).unwrap();
        assert!(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].contains(&day));
        let monthly = calendar(Every::Monthly);
        let day = monthly.strip_prefix("*-*-").unwrap();
        let day: u8 = day
            .strip_suffix(&format!(" {time}"))
            .unwrap()
            .parse()
            .unwrap();
        assert!((1..=28).contains(&day), "every month has it");
    }
}
