//! `bibsync review`: settles ambiguous listings, and writes the answers into the profile.

mod answer;
mod compare;
mod notebook;
mod question;
mod walk;
mod web;

use std::{io::Write as _, path::PathBuf};

use self::{
    answer::Verdicts,
    notebook::Notebook,
    question::questions,
    walk::{Keeper as _, Walk},
    web::{Ending, review_on_page},
};
use super::{
    answers::reader,
    args::{Fetch, Review, Shared},
    counted::counted,
    exit::{Code, Failure},
    fetch::fetch,
    inputs::{self, Shelf},
    lock::{inputs_of, read_lock},
    page::of_lock,
    screen::{on_error, print_json, say, show},
    settings::settings,
    world::World,
};

/// Asks about each ambiguous listing, lists them, or takes answers from the command line.
pub(super) fn review(args: &Review, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    let lock = read_lock(&args.lock, &args.inputs)?;
    let mut args = args.clone();
    if args.inputs.is_empty() {
        args.inputs = inputs_of(&lock)?;
    }
    let args = &args;
    let lists = inputs::read(&args.inputs, &Shelf::of(shared, &settings, world))?;
    let (questions, unknown) = questions(&lists, &lock);
    if unknown > 0 {
        tracing::warn!(
            "{} not in {}, or changed since it was written: run `bibsync fetch` first",
            counted(unknown, "listing is", "listings are"),
            args.lock.display()
        );
    }
    if args.list {
        if args.json {
            print_json(&question::json(&questions).map_err(Failure::usage)?)?;
        } else {
            show(&questions.iter().map(compare::shown).collect::<String>())?;
        }
        return Ok(Code::Done);
    }
    let mut notebook = Notebook::open(&args.inputs)?;
    let asked = questions.len();
    if args.web && asked > 0 {
        let page = of_lock(&lock, &output_of(&args.lock), &settings)?;
        let (answered, ending) = review_on_page(questions, page, notebook, world)?;
        return close(args, shared, world, answered, asked, ending);
    }
    let answered = if args.accept.is_empty() {
        let mut screen = std::io::stderr().lock();
        let walk = Walk::over(&questions, on_error());
        let walked = walk.go(reader(world).as_mut(), &mut screen, &mut notebook)?;
        // Release standard error before anything else is printed there.
        _ = screen.flush();
        walked
    } else {
        let verdicts = Verdicts::read(&args.accept, &lists, &lock)?;
        for (question, answer) in &verdicts.0 {
            notebook.keep(question, answer)?;
        }
        verdicts.0.len()
    };
    close(args, shared, world, answered, asked, Ending::Done)
}

/// Prints what was done, and runs `fetch` if that is asked for.
fn close(
    args: &Review,
    shared: &Shared,
    world: &World,
    answered: usize,
    asked: usize,
    ending: Ending,
) -> Result<Code, Failure> {
    let code = match ending {
        Ending::Done => Code::Done,
        Ending::Interrupted => Code::Interrupted,
    };
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
        return Ok(code);
    }
    if args.fetch && ending == Ending::Done {
        return fetch(&fetching(args), shared, world);
    }
    if !shared.quiet {
        say(&format!(
            "{} written into {names}; `bibsync fetch {names}` brings the bibliography up to date",
            counted(answered, "answer is", "answers are")
        ));
    }
    Ok(code)
}

/// Returns the arguments of a `fetch` into the bibliography beside the lock.
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
