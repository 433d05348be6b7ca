//! Politeness towards services, whatever they respond. All times are virtual.

mod caching;
#[cfg(unix)]
mod claims;
mod europepmc;
mod inspire;
mod k10plus;
mod openalex;
mod orcid;
mod overload;
mod rate_limits;
mod refusals;
mod retries;
mod revalidation;
mod shared_budget;

/// The page that dblp.org sends to programs, in the parts that identify it.
const CHALLENGE: &str = "<!doctype html><html lang=\"en\"><head>\
    <title>Making sure you&#39;re not a bot!</title>\
    <link rel=\"stylesheet\" href=\"/.within.website/x/xess/xess.min.css\">\
    <script id=\"anubis_challenge\" type=\"application/json\">{}</script></head></html>";

/// The SPARQL endpoint's response to a query that takes too long.
const OUT_OF_TIME: &str =
    r#"{"exception": "Operation timed out. Last operation: Join", "status": "ERROR"}"#;
