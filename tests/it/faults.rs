//! Every fault of a service, seen by the program: its messages, the records it keeps, and its exit
//! code.

mod mixed;
mod references;
mod single;

use serde_json::{Value, json};

use crate::support::{Services, cupcake, electrode, espresso, gemini, zhuang};

/// The distinctive part of dblp.org's bot challenge.
const CHALLENGE: &str = "<!doctype html><html lang=\"en\"><head>\
    <title>Making sure you&#39;re not a bot!</title>\
    <script id=\"anubis_challenge\" type=\"application/json\">{}</script></head></html>";

/// Three works, two of which are in Crossref too.
fn profile() -> Value {
    json!({"name": "Zhuang Wang", "publications": [
        {"title": gemini().title, "authors": [null, "Zhen Jia", "Shuai Zheng"],
         "authors_complete": false, "venue": "SOSP", "year": 2023},
        {"title": espresso().title, "authors": [null, "Haibin Lin", "Yibo Zhu", "T. S. Eugene Ng"],
         "venue": "EuroSys", "year": 2023},
        {"title": cupcake().title, "authors": [null, "Xinyu Wu", "Zhaozhuo Xu", "T. S. Eugene Ng"],
         "venue": "MLSys", "year": 2023},
    ]})
}

fn services() -> Services {
    Services::knowing([gemini(), espresso(), cupcake(), electrode()], [zhuang()])
}

fn statuses(report: &Value) -> Vec<String> {
    let publications = report["publications"].as_array().unwrap();
    let status = |it: &Value| it["status"].as_str().unwrap().to_owned();
    publications.iter().map(status).collect()
}
