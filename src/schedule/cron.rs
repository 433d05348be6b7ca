use super::{Interval, Invocation, Job, interval::TimeSlot, shell::quoted};

/// Returns the line for a crontab. An installed job is started every hour and runs if it is due,
/// because cron does not make up for the time when a machine was off; a standalone line runs at its
/// own time.
#[must_use]
pub fn line(job: &Job, call: Invocation) -> String {
    let words = job.command(call);
    // `%` ends a crontab's command unless it is escaped, even in quotes.
    let escaped = |word: &str| quoted(word).replace('%', r"'\%'");
    let command: Vec<String> = words.iter().map(|word| escaped(word)).collect();
    let set = job.variables(call);
    let set = set.map(|(name, value)| format!("{name}={}", escaped(value)));
    let words: Vec<String> = set.chain(command).collect();
    let command = words.join(" ");
    let moment = TimeSlot::of(job.chance());
    let TimeSlot {
        minute, hour, day, ..
    } = moment;
    match (call, job.every) {
        (Invocation::Installed, _) => format!("{minute} * * * * {command} --if-due # {}", job.id),
        (Invocation::Standalone, every) => {
            let when = match every {
                Interval::Daily => format!("{minute} {hour} * * *"),
                Interval::Weekly => format!("{minute} {hour} * * {}", moment.weekday),
                Interval::Monthly => format!("{minute} {hour} {day} * *"),
            };
            let folder = job.folder.display().to_string();
            format!("{when} cd {} && {command}", escaped(&folder))
        }
    }
}

/// Returns the crontab with this job's line, which replaces an older one or is appended. All other
/// lines stay as they are.
#[must_use]
pub fn with(crontab: &str, job: &Job) -> String {
    let mut out = without(crontab, &job.id);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&line(job, Invocation::Installed));
    out.push('\n');
    out
}

/// Returns the crontab without the line of the job named `id`.
#[must_use]
pub fn without(crontab: &str, id: &str) -> String {
    let mark = format!("# {id}");
    crontab
        .split_inclusive('\n')
        .filter(|line| !line.trim_end().ends_with(&mark))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{super::job::example, *};

    /// Returns the command that cron passes to the shell (cronie's and vixie-cron's `do_command`).
    #[cfg(unix)]
    fn command_of(line: &str) -> String {
        let mut out = String::new();
        let mut escaped = false;
        for c in line.splitn(6, ' ').nth(5).unwrap().chars() {
            match c {
                '%' if escaped => {
                    out.pop();
                    out.push('%');
                }
                '%' => panic!("the command ends here: {line}"),
                c => out.push(c),
            }
            escaped = !escaped && c == '\\';
        }
        out
    }

    #[cfg(unix)]
    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]

        #[test]
        fn cron_reads_back_any_path(
            name in super::super::validate::words::any(),
            arguments in proptest::collection::vec(super::super::validate::words::any(), 1..4)
        ) {
            let home = tempfile::tempdir().unwrap();
            let folder = home.path().join(name.replace('/', "."));
            fs_err::create_dir_all(&folder).unwrap();
            let job = Job { program: "bibsync".into(), folder: folder.clone(), arguments, ..example() };
            job.validate().unwrap();
            let command = command_of(&line(&job, Invocation::Standalone));
            let said = home.path().join("said by bibsync");
            let script = format!(
                "bibsync() {{ pwd > '{0}'; printf '%s\\0' \"$@\" >> '{0}'; }}\n{command}",
                said.display()
            );
            let ended = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
            assert!(ended.status.success(), "{ended:?}\n{script}");
            let said = fs_err::read_to_string(said).unwrap();
            let (place, words) = said.split_once('\n').unwrap();
            assert_eq!(
                fs_err::canonicalize(place).unwrap(),
                fs_err::canonicalize(&folder).unwrap()
            );
            let words: Vec<&str> = words.split_terminator('\0').collect();
            assert_eq!(words, job.command(Invocation::Standalone)[1..]);
        }
    }

    #[test]
    fn percent_sign_is_escaped() {
        let job = Job {
            program: "/opt/100%/bibsync".into(),
            ..example()
        };
        let installed = line(&job, Invocation::Installed);
        assert!(installed.contains(
            r#"* * * * XDG_STATE_HOME='/home/ada/my "state"' '/opt/100'\%'/bibsync' schedule run bibsync-"#
        ));
    }

    #[test]
    fn standalone_line_has_all_arguments() {
        let line = line(&example(), Invocation::Standalone);
        let when: Vec<&str> = line.split(' ').take(5).collect();
        assert_eq!(when[2..4], ["*", "*"], "once a week: {line}");
        let command = r#" cd '/home/ada/my 100'\%' "CV"' && BIBSYNC_EXPORT_KEYS='100'\%' $x' XDG_STATE_HOME='/home/ada/my "state"' '/opt/my tools/bibsync' refresh profile.json -o references.bib --accept all --no-progress --quiet"#;
        assert!(line.ends_with(command), "{line}");
    }

    #[test]
    fn other_lines_of_a_crontab_are_kept() {
        let theirs = "MAILTO=\"\"\n0 5 * * * backup # bibsync-like\n";
        let job = example();
        let ours = with(theirs, &job);
        assert!(ours.starts_with(theirs), "{ours}");
        assert_eq!(with(&ours, &job), ours, "installed twice, it appears once");
        assert_eq!(without(&ours, &job.id), theirs);
        assert_eq!(with("0 5 * * * backup", &job).lines().count(), 2);
    }
}
