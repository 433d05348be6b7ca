//! Whether services are treated as they want, whatever they answer. All times are virtual.

mod kept;
mod overloaded;
mod paced;
mod refused;
mod renewed;
mod retried;
mod shared;

/// The page dblp.org puts before programs, as far as it is told by.
const CHALLENGE: &str = "<!doctype html><html lang=\"en\"><head>\
    <title>Making sure you&#39;re not a bot!</title>\
    <link rel=\"stylesheet\" href=\"/.within.website/x/xess/xess.min.css\">\
    <script id=\"anubis_challenge\" type=\"application/json\">{}</script></head></html>";

/// What the SPARQL endpoint says when a query takes it too long.
const OUT_OF_TIME: &str =
    r#"{"exception": "Operation timed out. Last operation: Join", "status": "ERROR"}"#;
