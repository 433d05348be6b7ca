//! A scripted file server and a folder to download into, for tests.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};

use fs_err as fs;
use md5::{Digest as _, Md5};
use tempfile::TempDir;
use url::Url;

use super::{
    DownloadError, DownloadedFile, Downloader, checksum,
    transport::{BodyChunks, FileResponse, FileTransport, TransportFuture},
};
use crate::{
    cache::Budget,
    http::{Clock, WireError, WireResponse},
};

/// A folder to download into, with a budget of its own.
pub(super) struct Folder {
    folder: TempDir,
    budget: Arc<Budget>,
}

impl Folder {
    pub(super) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            budget: Arc::new(Budget::in_memory().unwrap()),
        }
    }

    pub(super) fn dest(&self) -> PathBuf {
        self.folder.path().join("dumps/dblp.xml.gz")
    }

    pub(super) async fn get(&self, server: &Server) -> Result<DownloadedFile, DownloadError> {
        self.watched(server, &|_, _| {}).await
    }

    pub(super) async fn watched(
        &self,
        server: &Server,
        progress: &(dyn Fn(u64, Option<u64>) + Send + Sync),
    ) -> Result<DownloadedFile, DownloadError> {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let transport = Box::new(server.clone());
        let downloads =
            Downloader::over(transport, self.budget.clone(), Clock::starting_at(now), 7);
        downloads.get(&url(), &self.dest(), progress).await
    }

    pub(super) fn content(&self) -> Vec<u8> {
        fs::read(self.dest()).unwrap()
    }

    /// Returns the names of the files next to the lock.
    pub(super) fn left(&self) -> Vec<String> {
        let folder = self.folder.path().join("dumps");
        let names = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let lock = "dblp.xml.gz.lock";
        let mut names: Vec<_> = names.filter(|name| *name != lock).collect();
        names.sort();
        names
    }
}

fn url() -> Url {
    "https://dblp.example/xml/dblp.xml.gz".parse().unwrap()
}

/// A file on the server.
#[derive(Clone)]
pub(super) struct Dump {
    pub(super) bytes: Vec<u8>,
    etag: &'static str,
}

impl Dump {
    pub(super) fn new(letter: u8, etag: &'static str) -> Self {
        let mut bytes = vec![letter; 10_000];
        bytes[..2].copy_from_slice(&[0x1f, 0x8b]);
        Self { bytes, etag }
    }

    /// Returns the response of a correct server.
    pub(super) fn answer(&self, request: &Request) -> ServerReply {
        if request.is_for_the_sum() {
            let sum = checksum::hexadecimal(&Md5::digest(&self.bytes));
            return ServerReply::new(200, format!("{sum}  dblp.xml.gz\n"));
        }
        if request.header("if-none-match") == Some(self.etag) {
            return ServerReply::new(304, "");
        }
        let start = request
            .header("range")
            .filter(|_| request.header("if-range") == Some(self.etag))
            .map(|range| range["bytes=".len()..].trim_end_matches('-'))
            .map(|start| start.parse::<usize>().unwrap());
        let whole = self.bytes.len();
        let rest = &self.bytes[start.unwrap_or(0)..];
        let status = if start.is_some() { 206 } else { 200 };
        let mut reply = ServerReply::new(status, rest)
            .with("etag", self.etag)
            .with("last-modified", "Fri, 20 Nov 2026 03:00:00 GMT")
            .with("content-type", "application/x-gzip")
            .with("content-length", rest.len().to_string());
        if let Some(start) = start {
            let range = format!("bytes {start}-{}/{whole}", whole - 1);
            reply = reply.with("content-range", range);
        }
        reply
    }

    /// Returns a correct server whose first response `first` changes.
    pub(super) fn but_first(
        &self,
        first: impl Fn(ServerReply) -> ServerReply + Send + Sync + 'static,
    ) -> Server {
        let dump = self.clone();
        Server::new(move |number, request| {
            let reply = dump.answer(request);
            Ok(if number == 0 { first(reply) } else { reply })
        })
    }

    pub(super) fn server(&self) -> Server {
        self.but_first(|reply| reply)
    }
}

/// A received request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) path: String,
    pub(super) headers: Vec<(&'static str, String)>,
}

impl Request {
    pub(super) fn is_for_the_sum(&self) -> bool {
        self.path == "/xml/dblp.xml.gz.md5"
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(other, _)| *other == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// A response to send.
#[derive(Debug, Clone)]
pub(super) struct ServerReply {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    pub(super) end: End,
}

/// What follows the body.
#[derive(Debug, Clone)]
pub(super) enum End {
    Done,
    Breaks,
    Hangs,
}

impl ServerReply {
    pub(super) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: body.into(),
            end: End::Done,
        }
    }

    pub(super) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Cuts the body to `length` bytes.
    pub(super) fn cut(mut self, length: usize, end: End) -> Self {
        self.body.truncate(length);
        self.end = end;
        self
    }
}

type Answering = dyn Fn(usize, &Request) -> Result<ServerReply, WireError> + Send + Sync;

/// A server that answers each request, counted from 0, by a function, and records it.
#[derive(Clone)]
pub(super) struct Server {
    asked: Arc<Mutex<Vec<Request>>>,
    answer: Arc<Answering>,
}

impl Server {
    pub(super) fn new(
        answer: impl Fn(usize, &Request) -> Result<ServerReply, WireError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            asked: Arc::default(),
            answer: Arc::new(answer),
        }
    }

    pub(super) fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap().clone()
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Server")
    }
}

impl FileTransport for Server {
    fn open(
        &self,
        url: Url,
        headers: Vec<(&'static str, String)>,
    ) -> TransportFuture<'_, FileResponse> {
        let request = Request {
            path: url.path().to_owned(),
            headers,
        };
        let mut asked = self.asked.lock().unwrap();
        let reply = (self.answer)(asked.len(), &request);
        asked.push(request);
        Box::pin(async move {
            let reply = reply?;
            Ok(FileResponse {
                head: WireResponse {
                    status: reply.status,
                    headers: reply.headers,
                    body: Vec::new(),
                },
                body: Box::new(Left {
                    bytes: reply.body,
                    end: reply.end,
                }),
            })
        })
    }
}

/// The rest of a body.
struct Left {
    bytes: Vec<u8>,
    end: End,
}

impl BodyChunks for Left {
    fn next(&mut self) -> TransportFuture<'_, Option<Vec<u8>>> {
        Box::pin(async {
            if !self.bytes.is_empty() {
                let rest = self.bytes.split_off(self.bytes.len().min(700));
                return Ok(Some(std::mem::replace(&mut self.bytes, rest)));
            }
            match self.end {
                End::Done => Ok(None),
                End::Breaks => Err(WireError::Body("reset by peer".to_owned())),
                End::Hangs => std::future::pending().await,
            }
        })
    }
}
