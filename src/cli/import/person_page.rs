//! A person's page at DBLP as a list.

use super::super::{
    args::Shared,
    exit::Failure,
    inputs::NamedList,
    progress::Progress,
    session::open_session,
    settings::cache_folder,
    world::{World, runtime},
};
use crate::{
    config::Settings,
    http::RequestError,
    import::{self, InputFormat},
    model::{DblpPid, Orcid, PersonName},
    session::NetworkMode,
    sources::{PersonPage, PersonQuery},
};

/// What identifies the person whose page is read.
#[derive(Debug, Clone)]
pub(in super::super) struct PageOwner {
    pub(in super::super) dblp: Option<DblpPid>,
    pub(in super::super) orcid: Option<Orcid>,
}

/// Returns the publications on the person's page at DBLP, from the library if that has it.
pub(in super::super) fn person_page(
    owner: PageOwner,
    offline: bool,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<NamedList, Failure> {
    let orcid = owner.orcid.clone();
    let page = page(owner, offline, shared, settings, world)?;
    let mut list = import::page(&page.records);
    list.person.dblp.clone_from(&page.pid);
    list.person.name = Some(PersonName::parse(&page.name)).filter(|name| !name.is_empty());
    let address = match (&page.pid, orcid) {
        (Some(pid), _) => format!("dblp.org/pid/{pid}"),
        (None, Some(orcid)) => format!("orcid.org/{orcid}"),
        (None, None) => page.name,
    };
    Ok((address, InputFormat::Page, list))
}

fn page(
    owner: PageOwner,
    offline: bool,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<PersonPage, Failure> {
    let runtime = runtime()?;
    let query = [PersonQuery {
        pid: owner.dblp,
        orcid: owner.orcid,
        whole: true,
        ..PersonQuery::default()
    }];
    let visible = world.terminal && !shared.no_progress && !shared.quiet && shared.verbose == 0;
    let progress = Progress::new(visible);
    let folder = cache_folder(shared, settings, world);
    let asked = runtime.block_on(async {
        let mode = if offline {
            NetworkMode::Offline
        } else {
            NetworkMode::Online
        };
        let session = open_session(settings, &folder, mode, world, &progress)?;
        let mut failures: Vec<RequestError> = Vec::new();
        let sources = session.sources().iter();
        let (local, services): (Vec<_>, Vec<_>) = sources
            .filter(|source| source.capabilities().has_people)
            .partition(|source| source.capabilities().is_local);
        for source in local.into_iter().chain(services) {
            let reply = source.by_person(&query).await;
            let mut pages = reply.found.into_iter();
            if reply.failures.is_empty()
                && let Some(page) = pages.find(|page| !page.records.is_empty())
            {
                return Ok(page);
            }
            failures.extend(reply.failures);
        }
        Err(match failures.into_iter().next() {
            Some(failed) => Failure::usage(failed).source_failed(),
            None => Failure::usage("DBLP has no page with publications for that identifier")
                .hint("a pid stands in the address of the page: dblp.org/pid/95/7448-1"),
        })
    });
    progress.finish();
    asked
}
