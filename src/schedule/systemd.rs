use std::path::Path;

use super::{Call, Every, Job, every::Moment};

/// The service unit that a timer starts, for the user's own systemd.
#[must_use]
pub fn service(job: &Job, call: Call) -> String {
    let command: Vec<String> = job.command(call).iter().map(|word| quoted(word)).collect();
    let folder = match call {
        Call::Installed => String::new(),
        Call::Alone => format!("WorkingDirectory={}\n", path(&job.folder)),
    };
    format!(
        "{}\n\
         [Unit]\n\
         Description=bibsync refreshes a bibliography ({})\n\
         \n\
         [Service]\n\
         Type=oneshot\n\
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

/// A folder for a setting that takes the rest of its line, without specifiers.
fn path(folder: &Path) -> String {
    folder.display().to_string().replace('%', "%%")
}

/// A word of a command line by systemd.syntax(7): quoted, without specifiers or variables.
fn quoted(word: &str) -> String {
    let mut out = String::from("\"");
    for c in word.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '%' => out.push_str("%%"),
            '$' => out.push_str("$$"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{super::job::example, *};

    #[test]
    fn words_that_mean_something_to_systemd_are_quoted() {
        assert_eq!(
            quoted("a b \"c\" $HOME 100% \\"),
            r#""a b \"c\" $$HOME 100%% \\""#
        );
        assert!(
            service(&example(), Call::Installed)
                .contains(r#"ExecStart="/opt/my tools/bibsync" "schedule" "run""#)
        );
        assert!(service(&example(), Call::Alone).contains(
            "WorkingDirectory=/home/ada/my 100%% \"CV\"\n\
             ExecStart=\"/opt/my tools/bibsync\" \"refresh\" \"profile.json\""
        ));
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
