//! `bibsync team`: the lists of a group, kept fresh by workers that share one store.

mod add;
mod batch;
mod export;
mod folder;
mod held;
mod known;
mod list_name;
mod metrics;
mod opened;
mod private_folder;
mod status;
mod told_failure;
mod worker;

use self::{add::Additions, opened::lists};
use super::{
    args::{Shared, TeamCommand},
    exit::{Code, Failure},
    inputs::Shelf,
    settings::settings,
    world::World,
};

/// `bibsync team`.
pub(super) fn team(command: &TeamCommand, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    match command {
        TeamCommand::Add {
            inputs,
            allow_removals,
        } => {
            let additions = Additions {
                inputs,
                allow_removals: *allow_removals,
                quiet: shared.quiet,
            };
            additions.add(&lists(&settings)?, &Shelf::of(shared, &settings, world))
        }
        TeamCommand::Remove { names } => known::remove(&lists(&settings)?, names, shared.quiet),
        TeamCommand::Worker(args) => worker::worker(args, shared, &settings, world),
        TeamCommand::Status(args) => status::status(&lists(&settings)?, args, world),
        TeamCommand::Export { folder, names } => {
            export::export(&lists(&settings)?, folder, names, shared.quiet)
        }
    }
}
