//! Every way in which a service can fail, met by the program itself: what it says, what it keeps,
//! and how it ends.

mod each;
mod mixed;

use serde_json::{Value, json};

use crate::support::{Services, cupcake, electrode, espresso, gemini, zhuang};

/// The page dblp.org puts before programs, as far as it is told by.
const CHALLENGE: &str = "<!doctype html><html lang=\"en\"><head>\
    <title>Making sure you&#39;re not a bot!</title>\
    <script id=\"anubis_challenge\" type=\"application/json\">{}</script></head></html>";

/// Three works, two of which Crossref knows too.
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
