use std::fmt::Write as _;

use jiff::{Timestamp, civil::date, tz::TimeZone};
use quick_xml::escape::escape;

use super::{Call, Every, Job, every::Moment};

/// A task for Windows' Task Scheduler, to be saved in UTF-16 for `schtasks /Create /XML`. It starts up
/// to six hours late by chance, as soon as the machine is on, and never twice at once.
#[must_use]
pub fn task(job: &Job, call: Call, now: Timestamp) -> String {
    let moment = Moment::of(job.chance());
    let day = now.to_zoned(TimeZone::UTC).date();
    let rhythm = match job.every {
        Every::Daily => "<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>".to_owned(),
        Every::Weekly => {
            let day = moment.weekday_named("%A");
            format!(
                "<ScheduleByWeek><WeeksInterval>1</WeeksInterval><DaysOfWeek><{day} /></DaysOfWeek></ScheduleByWeek>"
            )
        }
        Every::Monthly => {
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
        Call::Installed => String::new(),
        Call::Alone => {
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

/// A word of a command line as programs on Windows take it apart: in quotes where it holds a blank.
fn quoted(word: &str) -> String {
    if word.is_empty() || word.contains([' ', '\t']) {
        return format!("\"{word}\"");
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use quick_xml::{Reader, events::Event};

    use super::{super::job::example, *};

    #[test]
    fn it_is_well_formed_and_starts_the_program() {
        for every in Every::ALL {
            let job = Job {
                every,
                program: r"C:\R&D\bibsync.exe".into(),
                ..example()
            };
            let text = task(
                &job,
                Call::Installed,
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
            let alone = task(&job, Call::Alone, "2026-11-21T12:00:00Z".parse().unwrap());
            assert!(alone.contains(
                "<Arguments>refresh profile.json -o references.bib --accept all --no-progress --quiet\
                 </Arguments><WorkingDirectory>/home/ada/my 100% &quot;CV&quot;</WorkingDirectory>"
            ));
            assert_eq!(text.contains("<December />"), every == Every::Monthly);
        }
    }
}
