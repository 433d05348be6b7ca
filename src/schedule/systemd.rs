use super::{Every, Job};

/// The service unit that a timer starts, for the user's own systemd.
#[must_use]
pub fn service(job: &Job) -> String {
    let command: Vec<String> = job.command().iter().map(|word| quoted(word)).collect();
    format!(
        "# Written by `bibsync schedule install`; `bibsync schedule remove` takes it away.\n\
         [Unit]\n\
         Description=bibsync refreshes a bibliography ({})\n\
         \n\
         [Service]\n\
         Type=oneshot\n\
         ExecStart={}\n\
         Nice=10\n\
         # What was found is written and the failure shown at the next run by hand.\n\
         SuccessExitStatus=3\n",
        job.id,
        command.join(" ")
    )
}

/// The timer unit. It starts up to six hours late by chance, so that services are asked at all
/// times of the day, and makes up once for what was missed while the machine was off.
#[must_use]
pub fn timer(job: &Job) -> String {
    let calendar = match job.every {
        Every::Daily => "daily",
        Every::Weekly => "weekly",
        Every::Monthly => "monthly",
    };
    format!(
        "# Written by `bibsync schedule install`; `bibsync schedule remove` takes it away.\n\
         [Unit]\n\
         Description=bibsync refreshes a bibliography {} ({})\n\
         \n\
         [Timer]\n\
         OnCalendar={calendar}\n\
         RandomizedDelaySec=6h\n\
         Persistent=true\n\
         \n\
         [Install]\n\
         WantedBy=timers.target\n",
        job.every, job.id
    )
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
            service(&example()).contains(r#"ExecStart="/opt/my tools/bibsync" "schedule" "run""#)
        );
    }

    #[test]
    fn the_timer_keeps_the_rhythm() {
        for every in Every::ALL {
            let job = Job { every, ..example() };
            assert!(timer(&job).contains(&format!("\nOnCalendar={every}\n")));
        }
    }
}
