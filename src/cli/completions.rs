//! What clap's description of the arguments gives: completions for shells, and man pages.

use clap::CommandFactory as _;
use fs_err as fs;

use super::{
    args::{Cli, Completions, Man, Shared},
    exit::{Code, Failure},
    screen::{print_bytes, say},
};

/// `bibsync completions`: prints a script that makes a shell complete arguments.
pub(super) fn completions(args: &Completions) -> Result<Code, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bibsync", &mut script);
    print_bytes(&script)?;
    Ok(Code::Done)
}

/// `bibsync man`: writes a man page for each command.
pub(super) fn man(args: &Man, shared: &Shared) -> Result<Code, Failure> {
    fs::create_dir_all(&args.folder).map_err(Failure::usage)?;
    clap_mangen::generate_to(Cli::command(), &args.folder).map_err(|error| {
        Failure::usage(format!(
            "{}: the man pages can't be written: {error}",
            args.folder.display()
        ))
    })?;
    if !shared.quiet {
        say(&format!(
            "wrote bibsync.1 and a page for each command to {}",
            args.folder.display()
        ));
    }
    Ok(Code::Done)
}
