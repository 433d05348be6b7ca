//! `bibsync review`: settles what is ambiguous, and writes the answers into the profile.

mod answer;
mod compare;
mod notebook;
mod question;
mod walk;

use std::{io::Write as _, path::PathBuf};

use self::{
    answer::Verdicts,
    notebook::Notebook,
    question::questions,
    walk::{Keys, Lines, Reader, Walk},
};
use super::{
    args::{Color, Fetch, Review, Shared},
    exit::{Code, Failure},
    export::no_lock,
    fetch::fetch,
    inputs::{self, Shelf},
    lock_file::read_lock,
    run::World,
    screen::{print_json, say, show},
    setup::settings,
};

/// Asks about each ambiguous listing, or lists them, or takes answers from the command line.
pub(super) fn review(args: &Review, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    let lists = inputs::read(&args.inputs, &Shelf::of(shared, &settings, world))?;
    let lock = read_lock(&args.lock)?.ok_or_else(|| no_lock(&args.lock))?;
    let (questions, unknown) = questions(&lists, &lock);
    if unknown > 0 {
        tracing::warn!(
            "{unknown} of the listings are not in {}, or changed since it was written: run `bibsync fetch` first",
            args.lock.display()
        );
    }
    if args.list {
        if args.json {
            print_json(&question::json(&questions).map_err(Failure::usage)?)?;
        } else {
            let shown = |question| compare::shown(question, compare::Marks::Signs);
            show(&questions.iter().map(shown).collect::<String>())?;
        }
        return Ok(Code::Done);
    }
    let mut notebook = Notebook::open(&args.inputs)?;
    let answered = if args.accept.is_empty() {
        let visible = world.terminal && !world.environment.contains_key("NO_COLOR");
        let marks = match shared.color {
            Color::Always => compare::Marks::Colours,
            Color::Auto if visible => compare::Marks::Colours,
            Color::Auto | Color::Never => compare::Marks::Signs,
        };
        let mut reader: Box<dyn Reader> = if world.answers_by_key && world.terminal {
            Box::new(Keys)
        } else {
            Box::new(Lines::of(std::io::stdin().lock()))
        };
        let mut screen = std::io::stderr().lock();
        let walked = Walk {
            questions: &questions,
            marks,
        }
        .go(reader.as_mut(), &mut screen, &mut |question, answer| {
            notebook.write(&answer.edits(question), &question.places)
        })?;
        // The lock on standard error ends before anyone else writes there.
        _ = screen.flush();
        walked
    } else {
        let verdicts = Verdicts::read(&args.accept, &lists, &lock)?;
        for (question, answer) in &verdicts.0 {
            notebook.write(&answer.edits(question), &question.places)?;
        }
        verdicts.0.len()
    };
    close(args, shared, world, answered, questions.len())
}

/// Says what was done, and goes on to fetch if that is wished.
fn close(
    args: &Review,
    shared: &Shared,
    world: &World,
    answered: usize,
    asked: usize,
) -> Result<Code, Failure> {
    let names: Vec<String> = args
        .inputs
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let names = names.join(" ");
    if answered == 0 {
        if !shared.quiet {
            say(if asked == 0 {
                "nothing is ambiguous"
            } else {
                "nothing was answered, and nothing written"
            });
        }
        return Ok(Code::Done);
    }
    if args.fetch {
        return fetch(&fetching(args), shared, world);
    }
    if !shared.quiet {
        say(&format!(
            "{answered} answered, and kept in {names}; `bibsync fetch {names}` takes them up"
        ));
    }
    Ok(Code::Done)
}

/// The run that takes the answers up: into the bibliography beside the lock.
fn fetching(args: &Review) -> Fetch {
    Fetch {
        inputs: args.inputs.clone(),
        output: output_of(&args.lock),
        lock: Some(args.lock.clone()),
        offline: false,
        locked: false,
        dry_run: false,
        report: None,
        format: None,
        style: None,
        strict: false,
        allow_removals: false,
    }
}

fn output_of(lock: &std::path::Path) -> PathBuf {
    lock.with_extension("bib")
}
