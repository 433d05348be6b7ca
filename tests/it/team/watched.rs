//! A worker as the program sees it that watches it.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    time::Duration,
};

use super::{cluster, machine, paper, schema_of};
use crate::support::Services;

/// Returns the head of what a worker answers; an empty text as long as it does not listen.
fn asked(address: &str, path: &str) -> String {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return String::new();
    };
    let mut text = String::new();
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn until(what: impl Fn() -> bool) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        what()
    })
}

#[test]
fn health_is_that_of_the_database_now() {
    let Some(cluster) = cluster() else { return };
    let services = Services::knowing([paper(0)], []);
    let store = cluster.new_schema();
    // Others use the server: it is away for this role alone. What the worker has open stays open.
    cluster.sql("CREATE ROLE watched SUPERUSER LOGIN").unwrap();
    let sandbox = machine(&services, &cluster.address("watched", schema_of(&store)));
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let address = address.unwrap().to_string();
    let mut worker = sandbox
        .command(&["team", "worker", "--listen", &address])
        .spawn()
        .unwrap();
    let is_up = until(|| asked(&address, "/healthz").contains("200 OK"));
    cluster.sql("ALTER ROLE watched NOLOGIN").unwrap();
    let is_down = until(|| asked(&address, "/healthz").contains("503 "));
    let numbers = asked(&address, "/metrics");
    cluster.sql("ALTER ROLE watched LOGIN").unwrap();
    let is_up_again = until(|| asked(&address, "/healthz").contains("200 OK"));
    worker.kill().unwrap();
    let output = worker.wait_with_output().unwrap();
    assert!(is_up && is_down && is_up_again, "{output:?}");
    assert!(numbers.contains("bibsync_store_up 0"), "{numbers}");
}
