use std::fmt::Write as _;

use quick_xml::escape::escape;

use super::{Interval, Invocation, Job, interval::TimeSlot};

/// Returns the property list of a launch agent. launchd makes up for times when the machine slept.
#[must_use]
pub fn plist(job: &Job, call: Invocation) -> String {
    let moment = TimeSlot::of(job.chance());
    let mut when = vec![("Hour", moment.hour), ("Minute", moment.minute)];
    match job.every {
        Interval::Daily => {}
        Interval::Weekly => when.push(("Weekday", moment.weekday)),
        Interval::Monthly => when.push(("Day", moment.day)),
    }
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
         \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n",
    );
    _ = writeln!(out, "  <key>Label</key>\n  <string>{}</string>", label(job));
    out.push_str("  <key>ProgramArguments</key>\n  <array>\n");
    for word in job.command(call) {
        _ = writeln!(out, "    <string>{}</string>", escape(&word));
    }
    out.push_str("  </array>\n");
    if call == Invocation::Standalone {
        let folder = job.folder.display().to_string();
        _ = writeln!(
            out,
            "  <key>WorkingDirectory</key>\n  <string>{}</string>",
            escape(&folder)
        );
    }
    let mut variables = job.variables(call).peekable();
    if variables.peek().is_some() {
        out.push_str("  <key>EnvironmentVariables</key>\n  <dict>\n");
        for (name, value) in variables {
            let value = escape(value);
            _ = writeln!(out, "    <key>{name}</key>\n    <string>{value}</string>");
        }
        out.push_str("  </dict>\n");
    }
    out.push_str("  <key>StartCalendarInterval</key>\n  <dict>\n");
    for (key, value) in when {
        _ = writeln!(out, "    <key>{key}</key>\n    <integer>{value}</integer>");
    }
    out.push_str(
        "  </dict>\n  <key>ProcessType</key>\n  <string>Background</string>\n</dict>\n</plist>\n",
    );
    out
}

/// Returns launchd's name for the job.
fn label(job: &Job) -> String {
    format!("io.github.bibsync.{}", job.id)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{job::example, validate::words},
        *,
    };

    proptest! {
        #[test]
        fn launchd_reads_back_any_path(
            folder in words::any(), arguments in prop::collection::vec(words::any(), 1..4)
        ) {
            let job = Job { folder: folder.clone().into(), arguments, ..example() };
            let text = super::plist(&job, Invocation::Standalone);
            let list: plist::Dictionary = plist::from_bytes(text.as_bytes()).unwrap();
            prop_assert_eq!(list["WorkingDirectory"].as_string(), Some(folder.as_str()));
            let words: Vec<String> = list["ProgramArguments"]
                .as_array()
                .unwrap()
                .iter()
                .map(|word| word.as_string().unwrap().to_owned())
                .collect();
            prop_assert_eq!(words, job.command(Invocation::Standalone));
            let set = list["EnvironmentVariables"].as_dictionary().unwrap().iter();
            let set: Vec<_> = set.map(|(name, value)| (name.as_str(), value.as_string().unwrap())).collect();
            prop_assert_eq!(set, job.variables(Invocation::Standalone).collect::<Vec<_>>());
        }
    }

    #[test]
    fn property_list_is_valid() {
        let calls = [Invocation::Installed, Invocation::Standalone];
        for (every, call) in Interval::ALL
            .into_iter()
            .flat_map(|it| calls.map(|call| (it, call)))
        {
            let job = Job { every, ..example() };
            let text = super::plist(&job, call);
            let list: plist::Dictionary = plist::from_bytes(text.as_bytes()).unwrap();
            let folder = list.get("WorkingDirectory").and_then(|it| it.as_string());
            let alone = call == Invocation::Standalone;
            assert_eq!(folder, alone.then_some("/home/ada/my 100% \"CV\""));
            let words: Vec<_> = list["ProgramArguments"]
                .as_array()
                .unwrap()
                .iter()
                .map(|word| word.as_string().unwrap().to_owned())
                .collect();
            assert_eq!(words, job.command(call));
            let when = list["StartCalendarInterval"].as_dictionary().unwrap();
            let most = |key: &str| when.get(key).map(|v| v.as_unsigned_integer().unwrap());
            assert!(most("Hour").unwrap() < 24 && most("Minute").unwrap() < 60);
            assert_eq!(most("Weekday").is_some(), every == Interval::Weekly);
            assert_eq!(most("Day").is_some(), every == Interval::Monthly);
        }
    }
}
