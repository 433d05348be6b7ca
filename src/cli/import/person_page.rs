//! A person's page at DBLP, and the list that they keep at ORCID, as one list.

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

/// Returns the publications on the person's page at DBLP, from the library if that has it, and those that other
/// sources in use list under the ORCID iD, each once.
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
    let settings = &with_own_lists(settings, &owner);
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
        let mut pages: Vec<PersonPage> = Vec::new();
        for source in local.into_iter().chain(services) {
            // Who keeps a copy of a bibliography need not ask for its page.
            let mut known = pages.iter().flat_map(|page| &page.records);
            if known.any(|record| source.is_mirrored_by(record)) {
                continue;
            }
            let reply = source.by_person(&query).await;
            failures.extend(reply.failures);
            let mut found = reply.found.into_iter();
            pages.extend(found.find(|page| !page.records.is_empty()));
        }
        if !offline && !pages.is_empty() {
            for failed in &failures {
                tracing::warn!("the list may lack works: {failed}");
            }
        }
        joined(pages).ok_or_else(|| match failures.into_iter().next() {
            Some(failed) => Failure::usage(failed).source_failed(),
            None => Failure::usage("no source has publications for that identifier")
                .hint("a pid stands in the address of a page at DBLP: dblp.org/pid/95/7448-1"),
        })
    });
    progress.finish();
    asked
}

/// Joins the pages of one person under the first name and page.
fn joined(pages: Vec<PersonPage>) -> Option<PersonPage> {
    let mut pages = pages.into_iter();
    let mut whole = pages.next()?;
    let mut lists = vec![std::mem::take(&mut whole.records)];
    for page in pages {
        whole.pid = whole.pid.take().or(page.pid);
        if whole.name.is_empty() {
            whole.name = page.name;
        }
        lists.push(page.records);
    }
    whole.records = import::joined(lists);
    Some(whole)
}

/// Adds the sources in which people keep their lists, where the settings leave open who is asked.
fn with_own_lists(settings: &Settings, owner: &PageOwner) -> Settings {
    let mut settings = settings.clone();
    if owner.orcid.is_none() || !settings.sources.is_automatic {
        return settings;
    }
    let sources = &mut settings.sources;
    let keepers = sources.configured.iter().map(|it| it.descriptor);
    let keepers = keepers.filter(|it| it.capabilities.keeps_lists);
    let keepers: Vec<_> = keepers.map(|it| it.name).collect();
    sources.order.extend(keepers);
    settings
}
