//! One question for each change, as `git add -p` asks.

use super::{
    super::{
        answers::reader,
        screen::{Ink, say},
        world::World,
    },
    files::OpenFile,
};
use crate::update::{EntryPlan, Proposal};

/// What the person says to a change.
enum Said {
    Yes,
    No,
    All,
    Quit,
}

/// Asks about each proposal; those accepted are left in the plans. Refusals are remembered; what was not
/// asked is neither.
pub(super) fn ask(files: &mut [OpenFile], plans: &mut [Vec<EntryPlan>], world: &World) {
    let mut answers = reader(world);
    let count: usize = plans.iter().flatten().map(|it| it.proposals.len()).sum();
    let (mut number, mut all, mut quit) = (0, false, false);
    for (file, plans) in files.iter_mut().zip(plans) {
        for plan in plans {
            let Some(item) = file.bib.items.get(plan.item) else {
                continue;
            };
            let (key, lock_key, line) = (item.key.clone(), item.lock_key.clone(), item.line);
            let mut accepted = Vec::new();
            for proposal in std::mem::take(&mut plan.proposals) {
                number += 1;
                if quit {
                    break;
                }
                if all {
                    accepted.push(proposal);
                    continue;
                }
                say(&question(
                    &file.name,
                    line,
                    &key,
                    &proposal,
                    (number, count),
                ));
                let said = loop {
                    let Some(answer) = answers.next() else {
                        break Said::Quit;
                    };
                    match answer.trim().to_lowercase().as_str() {
                        "y" | "yes" => break Said::Yes,
                        "n" | "no" => break Said::No,
                        "a" | "all" => break Said::All,
                        "q" | "quit" => break Said::Quit,
                        _ => say("y: yes; n: no, and never again; a: all that follow; q: no more"),
                    }
                };
                match said {
                    Said::Yes => accepted.push(proposal),
                    Said::All => {
                        all = true;
                        accepted.push(proposal);
                    }
                    Said::No => {
                        let refused = file.known.refused.entry(lock_key.clone()).or_default();
                        refused.insert(proposal.name, proposal.value);
                    }
                    Said::Quit => quit = true,
                }
            }
            plan.proposals = accepted;
        }
    }
}

/// Returns the question: both values of each field, the source and the day.
fn question(
    file: &str,
    line: usize,
    key: &str,
    proposal: &Proposal,
    (number, count): (usize, usize),
) -> String {
    let head = format!(
        "{file}:{line}: {} ({number} of {count})",
        Ink::Strong.paint(key)
    );
    let mut lines = vec![head];
    for change in &proposal.changes {
        let value = |value: &Option<String>| match value {
            Some(value) => format!("{{{value}}}"),
            None => "none".to_owned(),
        };
        let (from, to) = (value(&change.from), value(&change.to));
        lines.push(format!("  {}: {from}", Ink::Strong.paint(&change.field)));
        lines.push(format!("    becomes {to}"));
        let day = change
            .day
            .map(|day| format!(" of {day}"))
            .unwrap_or_default();
        let source = format!("    {}{day}: {}", change.source, change.why);
        lines.push(Ink::Faint.paint(&source));
    }
    lines.push("  change it? [y,n,a,q]".to_owned());
    lines.join("\n")
}
