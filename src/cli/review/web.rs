//! `bibsync review --web`: the questions on a page, answered by key or click.
//!
//! The server listens on this machine alone. Pages of other sites can send requests to it too, so each
//! request is checked: see [`Guard`].

mod desk;
mod guard;
mod presence;
mod server;
#[cfg(test)]
mod tests;

use std::io;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use tokio::net::TcpListener;

pub(super) use self::server::Ending;
use self::{desk::Desk, guard::Guard, server::serve};
use super::{notebook::Notebook, question::Question};
use crate::{
    cli::{
        exit::Failure,
        screen::say,
        world::{World, runtime},
    },
    page::{self, Page},
};

/// Asks the questions on a page until the person is done. Returns the number of answers.
pub(super) fn review_on_page(
    questions: Vec<Question>,
    page: Page,
    notebook: Notebook,
    world: &World,
) -> Result<(usize, Ending), Failure> {
    let token = token(world.entropy).map_err(|error| {
        Failure::usage(format!("the system gives no random numbers: {error}"))
            .hint("`bibsync review` asks on the terminal")
    })?;
    let page = Page {
        questions: questions.iter().map(drawn).collect(),
        answerable: true,
        ..page
    };
    let desk = Desk::new(questions, Box::new(notebook));
    runtime()?.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await;
        let listener = listener.map_err(Failure::usage)?;
        let address = listener.local_addr().map_err(Failure::usage)?;
        let guard = Guard::new(address, &token);
        say(&format!(
            "open http://{address}/#{token} in a browser on this computer; Ctrl-C ends"
        ));
        serve(listener, guard, desk, page::content(&page), async {
            // Where no signal can be waited for, the page's own button ends it.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
        .await
        .map_err(Failure::usage)
    })
}

/// Makes the secret of a review, as text.
fn token(entropy: fn() -> io::Result<[u8; 16]>) -> io::Result<String> {
    Ok(URL_SAFE_NO_PAD.encode(entropy()?))
}

fn drawn(question: &Question) -> page::PageQuestion {
    let listing = &question.listing;
    let drawn = page::question(
        question.index,
        &question.key,
        &listing.title,
        &question.listed,
        &question.candidates,
    );
    page::PageQuestion {
        conflict: question.conflict.clone(),
        ..drawn
    }
}
