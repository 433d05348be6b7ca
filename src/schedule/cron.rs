use super::{Job, every::Moment, shell::quoted};

/// The line for a crontab. It comes round every hour and runs what is due: cron itself does not
/// make up for the time when a machine was off.
#[must_use]
pub fn line(job: &Job) -> String {
    let words = job.command();
    // `%` ends a crontab's command unless it is escaped, in quotes too.
    let command: Vec<String> = words
        .iter()
        .map(|word| quoted(word).replace('%', r"'\%'"))
        .collect();
    format!(
        "{} * * * * {} --if-due # {}",
        Moment::of(job.chance()).minute,
        command.join(" "),
        job.id
    )
}

/// A crontab with this job's line, put in the place of an older one or at the end. All other
/// lines are left as they are.
#[must_use]
pub fn with(crontab: &str, job: &Job) -> String {
    let mut out = without(crontab, &job.id);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&line(job));
    out.push('\n');
    out
}

/// A crontab without the line of the job named `id`.
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

    #[test]
    fn a_percent_sign_does_not_end_the_line() {
        let job = Job {
            program: "/opt/100%/bibsync".into(),
            ..example()
        };
        assert!(line(&job).contains(r"* * * * '/opt/100'\%'/bibsync' schedule run bibsync-"));
    }

    #[test]
    fn other_lines_of_a_crontab_stay() {
        let theirs = "MAILTO=\"\"\n0 5 * * * backup # bibsync-like\n";
        let job = example();
        let ours = with(theirs, &job);
        assert!(ours.starts_with(theirs), "{ours}");
        assert_eq!(with(&ours, &job), ours, "installed twice, it stands once");
        assert_eq!(without(&ours, &job.id), theirs);
        assert_eq!(with("0 5 * * * backup", &job).lines().count(), 2);
    }
}
