//! `bibsync update`: looks up the entries of `.bib` files that a person keeps, and changes single fields.

mod ask;
mod changed;
mod files;
mod lock;
mod look_up;
mod report;

use std::collections::BTreeMap;

use self::{
    files::{OpenFile, Outcome},
    look_up::look_up,
};
use super::{
    args::{Shared, Update, UpdateForm, UpgradeChoice},
    counted::counted,
    exit::{Code, Failure},
    screen::say,
    settings::settings,
    world::World,
};
use crate::update::{Change, EntryPlan, FieldFilter, Upgrades, Verdict, plan};

/// Runs `bibsync update`.
pub(super) fn update(args: &Update, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let args = &args.with_files();
    if args.files.is_empty() {
        return Err(Failure::usage("no .bib file is named")
            .hint("name it first: `bibsync update refs.bib --keys lee2019`"));
    }
    let settings = settings(shared, world)?;
    let mut files = files::open(args, world)?;
    for file in &files {
        file.name_unreadable();
    }
    let Some(looked) = look_up(&mut files, args, shared, &settings, world)? else {
        say("interrupted; the answers so far are kept in the cache");
        return Ok(Code::Interrupted);
    };
    let filter = FieldFilter::new(&args.only, &args.never);
    let upgrades = match (args.upgrade, args.patch) {
        (UpgradeChoice::None, _) => Upgrades::None,
        (UpgradeChoice::All, _) | (UpgradeChoice::Ask, true) => Upgrades::All,
        (UpgradeChoice::Ask, false) => Upgrades::Ask,
    };
    let mut plans: Vec<Vec<EntryPlan>> = Vec::new();
    let mut published = 0;
    for file in &files {
        let mut plan = plan(&file.bib, &file.known, &filter, upgrades);
        for entry in &mut plan {
            if !file.selected.contains(&entry.item) {
                entry.proposals.clear();
                entry.verdict = Verdict::Skipped;
            }
            if upgrades == Upgrades::Ask {
                published += entry.proposals.iter().filter(|it| it.is_upgrade).count();
                entry.proposals.retain(|it| !it.is_upgrade);
            }
        }
        plans.push(plan);
    }
    if args.patch {
        ask::ask(&mut files, &mut plans, world);
    }
    let mut found = false;
    let mut failed = false;
    for (file, plan) in files.iter().zip(&plans) {
        let patched = file.patch(plan)?;
        for dropped in &patched.dropped {
            file.name_dropped(dropped);
        }
        let is_changed = patched.bytes != file.bib.document.bytes();
        found |= is_changed;
        match args.output {
            UpdateForm::Json if !args.check => report::print(file, plan)?,
            UpdateForm::Diff if !args.check && !args.write && !args.patch => {
                file.print_diff(&patched, world)?;
            }
            _ => {}
        }
        if !shared.quiet && !args.check && (is_changed || looked.asked) {
            say(&summary(file, plan));
        }
        if args.write || args.patch {
            match file.write(&patched)? {
                Outcome::Written | Outcome::Unchanged => {}
                Outcome::Conflict => failed = true,
            }
        }
    }
    if published > 0 && !shared.quiet && !args.check {
        let preprints = counted(
            published,
            "preprint was published",
            "preprints were published",
        );
        say(&format!(
            "{preprints}: --upgrade all makes them their publications, --patch asks about each"
        ));
    }
    for (source, messages) in &looked.failures {
        for message in messages {
            say(&format!("{source}: {message}"));
        }
    }
    Ok(if failed {
        Code::Usage
    } else if looked.interrupted {
        say("interrupted; the results so far are used, and the answers are kept in the cache");
        Code::Interrupted
    } else if looked.lacking > 0 {
        Code::SourceFailed
    } else if args.check && found {
        Code::Found
    } else {
        Code::Done
    })
}

/// Counts entries by verdict, and changes by field.
fn summary(file: &OpenFile, plans: &[EntryPlan]) -> String {
    let count = |verdict: Verdict| plans.iter().filter(|it| it.verdict == verdict).count();
    let mut fields: BTreeMap<&str, usize> = BTreeMap::new();
    let proposals = plans.iter().flat_map(|plan| &plan.proposals);
    let all: Vec<&Change> = proposals.flat_map(|it| &it.changes).collect();
    for change in &all {
        *fields.entry(change.field.as_str()).or_default() += 1;
    }
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let account = match fields.as_slice() {
        [] => "no change".to_owned(),
        fields => format!(
            "{} ({})",
            counted(all.len(), "change", "changes"),
            fields.join(", ")
        ),
    };
    format!(
        "{}: {} matched, {} ambiguous, {} unmatched: {account}",
        file.name,
        count(Verdict::Matched),
        count(Verdict::Ambiguous),
        count(Verdict::Unmatched)
    )
}
