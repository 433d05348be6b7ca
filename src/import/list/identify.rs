//! The identifiers of an entry.

use super::token::{Form, Token};
use crate::{
    model::{ArxivId, Doi, Isbn, Listing, Pmid},
    text::fold::fold,
};

/// Identifiers and an address, from the words and from where they lead.
pub(super) fn identify(listing: &mut Listing, tokens: &[Token]) {
    let printed = tokens
        .iter()
        .filter(|token| token.form == Form::Address)
        .map(|token| token.text.as_str());
    let linked = tokens.iter().filter_map(|token| token.link.as_deref());
    for address in printed.clone().chain(linked.clone()) {
        if listing.arxiv.is_none() && address.to_lowercase().contains("arxiv") {
            listing.arxiv = ArxivId::parse(address).ok();
        }
        if listing.pmid.is_none() {
            listing.pmid = Pmid::parse_labelled(address).ok();
        }
        if listing.doi.is_none() && address.contains("10.") {
            listing.doi = Doi::parse(address).ok().filter(|doi| doi.arxiv().is_none());
        }
    }
    let pages = || printed.clone().chain(linked.clone());
    listing.doi = listing
        .doi
        .take()
        .or_else(|| pages().find_map(Doi::of_page));
    listing.url = printed
        .clone()
        .find(|address| {
            address.starts_with("http")
                && !address.contains("doi.org/")
                && !address.contains("arxiv.org/")
        })
        .map(str::to_owned);
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1..).unwrap_or_default();
        match fold(&token.text).as_str() {
            "isbn" => {
                let number: String = next
                    .iter()
                    .take(10)
                    .skip_while(|token| token.form == Form::Colon)
                    .take_while(|token| {
                        token
                            .text
                            .chars()
                            .all(|c| c.is_ascii_digit() || "-–Xx".contains(c))
                    })
                    .map(|token| token.text.replace('–', "-"))
                    .collect();
                listing.isbn = listing.isbn.take().or_else(|| Isbn::parse(&number).ok());
            }
            "arxiv" if listing.arxiv.is_none() => {
                listing.arxiv = next
                    .iter()
                    .take(3)
                    .filter(|token| token.form == Form::Word)
                    .find_map(|token| ArxivId::parse(&token.text).ok());
            }
            "pmid" if listing.pmid.is_none() => {
                listing.pmid = next
                    .iter()
                    .take(3)
                    .filter(|token| token.form == Form::Word)
                    .find_map(|token| {
                        Pmid::parse(token.text.trim_end_matches(['.', ';', ','])).ok()
                    });
            }
            _ => {}
        }
    }
}
