use std::fmt::Write as _;

use jiff::{Timestamp, civil::date, tz::TimeZone};
use quick_xml::escape::escape;

use super::{Interval, Invocation, Job, interval::TimeSlot};

/// Returns a task for Windows' Task Scheduler, to be saved as UTF-16 for `schtasks /Create /XML`. It
/// starts with a random delay of up to six hours, as soon as the machine is on, and never twice at once.
#[must_use]
pub fn task(job: &Job, call: Invocation, now: Timestamp) -> String {
    let moment = TimeSlot::of(job.chance());
    let day = now.to_zoned(TimeZone::UTC).date();
    let rhythm = match job.every {
        Interval::Daily => {
            "<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>".to_owned()
        }
        Interval::Weekly => {
            let day = moment.weekday_named("%A");
            format!(
                "<ScheduleByWeek><WeeksInterval>1</WeeksInterval><DaysOfWeek><{day} /></DaysOfWeek></ScheduleByWeek>"
            )
        }
        Interval::Monthly => {
            let mut months = String::new();
            for month in 1..=12 {
                _ = write!(months, "<{} />", date(2000, month, 1).strftime("%B"));
            }
            format!(
                "<ScheduleByMonth><DaysOfMonth><Day>{}</Day></DaysOfMonth><Months>{months}</Months></ScheduleByMonth>",
                moment.day
            )
        }
    };
    let command = job.command(call);
    let folder = match call {
        Invocation::Installed => String::new(),
        Invocation::Standalone => {
            let folder = job.folder.display().to_string();
            format!("<WorkingDirectory>{}</WorkingDirectory>", escape(&folder))
        }
    };
    let (program, arguments) =
        command
            .split_first()
            .map_or((String::new(), String::new()), |(program, rest)| {
                (
                    program.clone(),
                    rest.iter()
                        .map(|word| quoted(word))
                        .collect::<Vec<_>>()
                        .join(" "),
                )
            });
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n\
         <Task version=\"1.2\" xmlns=\"http://schemas.microsoft.com/windows/2004/02/mit/task\">\n\
         \x20 <RegistrationInfo><Description>bibsync refreshes a bibliography ({id})</Description></RegistrationInfo>\n\
         \x20 <Triggers>\n\
         \x20   <CalendarTrigger>\n\
         \x20     <StartBoundary>{day}T{hour:02}:{minute:02}:00</StartBoundary>\n\
         \x20     <RandomDelay>PT6H</RandomDelay>\n\
         \x20     {rhythm}\n\
         \x20   </CalendarTrigger>\n\
         \x20 </Triggers>\n\
         \x20 <Settings>\n\
         \x20   <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>\n\
         \x20   <StartWhenAvailable>true</StartWhenAvailable>\n\
         \x20   <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>\n\
         \x20 </Settings>\n\
         \x20 <Actions>\n\
         \x20   <Exec><Command>{program}</Command><Arguments>{arguments}</Arguments>{folder}</Exec>\n\
         \x20 </Actions>\n\
         </Task>\n",
        id = job.id,
        hour = moment.hour,
        minute = moment.minute,
        program = escape(&program),
        arguments = escape(&arguments),
    )
}

/// Quotes a word of a command line for programs on Windows (`CommandLineToArgvW`), where it contains a
/// blank or a quote. Backslashes are doubled only before a quote.
fn quoted(word: &str) -> String {
    if !word.is_empty() && !word.contains(|c: char| c == '"' || c.is_whitespace()) {
        return word.to_owned();
    }
    let mut out = String::from("\"");
    let mut backslashes = 0;
    for c in word.chars() {
        match c {
            '\\' => backslashes += 1,
            '"' => out.extend(std::iter::repeat_n('\\', backslashes + 1)),
            _ => {}
        }
        if c != '\\' {
            backslashes = 0;
        }
        out.push(c);
    }
    out.extend(std::iter::repeat_n('\\', backslashes));
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use quick_xml::{Reader, events::Event};

    use proptest::prelude::*;

    use super::{
        super::{job::example, validate::words},
        *,
    };

    /// Splits a command line as `CommandLineToArgvW` documents it.
    fn read(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        let mut word = String::new();
        let (mut begun, mut inside, mut backslashes) = (false, false, 0);
        for c in line.chars().chain([' ']) {
            if c == '\\' {
                (begun, backslashes) = (true, backslashes + 1);
                continue;
            }
            let kept = if c == '"' {
                backslashes / 2
            } else {
                backslashes
            };
            word.extend(std::iter::repeat_n('\\', kept));
            match c {
                '"' if backslashes % 2 == 1 => word.push('"'),
                '"' => (begun, inside) = (true, !inside),
                ' ' if !inside => {
                    if begun {
                        words.push(std::mem::take(&mut word));
                    }
                    begun = false;
                }
                c => {
                    begun = true;
                    word.push(c);
                }
            }
            backslashes = 0;
        }
        words
    }

    proptest! {
        #[test]
        fn windows_reads_back_any_path(
            folder in words::any(), arguments in prop::collection::vec(words::any(), 1..4)
        ) {
            let job = Job { folder: folder.clone().into(), arguments, ..example() };
            let now = "2026-11-21T12:00:00Z".parse().unwrap();
            let text = task(&job, Invocation::Standalone, now);
            let element = |name: &str| {
                let inner = text.split(&format!("<{name}>")).nth(1).unwrap();
                let inner = inner.split(&format!("</{name}>")).next().unwrap();
                quick_xml::escape::unescape(inner).unwrap().into_owned()
            };
            prop_assert_eq!(element("WorkingDirectory"), folder);
            prop_assert_eq!(element("Command"), "/opt/my tools/bibsync");
            prop_assert_eq!(read(&element("Arguments")), &job.command(Invocation::Standalone)[1..]);
        }
    }

    #[test]
    fn task_is_well_formed_and_starts_the_program() {
        for every in Interval::ALL {
            let job = Job {
                every,
                program: r"C:\R&D\bibsync.exe".into(),
                ..example()
            };
            let text = task(
                &job,
                Invocation::Installed,
                "2026-11-21T12:00:00Z".parse().unwrap(),
            );
            let mut reader = Reader::from_str(&text);
            let mut depth = 0;
            loop {
                match reader.read_event().unwrap() {
                    Event::Start(_) => depth += 1,
                    Event::End(_) => depth -= 1,
                    Event::Eof => break,
                    _ => {}
                }
            }
            assert_eq!(depth, 0);
            assert!(text.contains(r"<Command>C:\R&amp;D\bibsync.exe</Command>"));
            assert!(text.contains("<StartBoundary>2026-11-21T"));
            let alone = task(
                &job,
                Invocation::Standalone,
                "2026-11-21T12:00:00Z".parse().unwrap(),
            );
            assert!(alone.contains(
                "<Arguments>refresh profile.json -o references.bib --accept all --no-progress --quiet\
                 </Arguments><WorkingDirectory>/home/ada/my 100% &quot;CV&quot;</WorkingDirectory>"
            ));
            assert_eq!(text.contains("<December />"), every == Interval::Monthly);
        }
    }
}
