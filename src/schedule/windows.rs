use std::fmt::Write as _;

use jiff::{Timestamp, tz::TimeZone};
use quick_xml::escape::escape;

use super::{Every, Job, every::Moment};

/// A task for Windows' Task Scheduler, to be saved in UTF-16 for `schtasks /Create /XML`. It starts up
/// to six hours late by chance, as soon as the machine is on, and never twice at once.
#[must_use]
pub fn task(job: &Job, now: Timestamp) -> String {
    let moment = Moment::of(job.chance());
    let day = now.to_zoned(TimeZone::UTC).date();
    let weekdays = [
        "Sunday",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
    ];
    let rhythm = match job.every {
        Every::Daily => "<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>".to_owned(),
        Every::Weekly => {
            let day = weekdays
                .get(usize::try_from(moment.weekday).unwrap_or(0))
                .unwrap_or(&"Monday");
            format!(
                "<ScheduleByWeek><WeeksInterval>1</WeeksInterval><DaysOfWeek><{day} /></DaysOfWeek></ScheduleByWeek>"
            )
        }
        Every::Monthly => {
            let mut months = String::new();
            for month in [
                "January",
                "February",
                "March",
                "April",
                "May",
                "June",
                "July",
                "August",
                "September",
                "October",
                "November",
                "December",
            ] {
                _ = write!(months, "<{month} />");
            }
            format!(
                "<ScheduleByMonth><DaysOfMonth><Day>{}</Day></DaysOfMonth><Months>{months}</Months></ScheduleByMonth>",
                moment.day
            )
        }
    };
    let command = job.command();
    let (program, arguments) = command
        .split_first()
        .map_or((String::new(), String::new()), |(program, rest)| {
            (program.clone(), rest.join(" "))
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
         \x20   <Exec><Command>{program}</Command><Arguments>{arguments}</Arguments></Exec>\n\
         \x20 </Actions>\n\
         </Task>\n",
        id = job.id,
        hour = moment.hour,
        minute = moment.minute,
        program = escape(&program),
        arguments = escape(&arguments),
    )
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
            let text = task(&job, "2026-11-21T12:00:00Z".parse().unwrap());
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
        }
    }
}
