//! Downloads from a scripted server, in virtual time.

use std::{
    path::{Path, PathBuf},
    sync::Mutex,
    time::Duration,
};

use fs_err as fs;
use jiff::Timestamp;
use tokio::time::{Instant, timeout};

use super::{
    DownloadError, DownloadedFile,
    fake_server::{Dump, End, Folder, Request, Server, ServerReply},
};
use crate::http::WireError;

const CHALLENGE: &str =
    "<!doctype html><html><head><title>Making sure you&#39;re not a bot!</title>";

fn always(reply: ServerReply) -> Server {
    Server::new(move |_, _| Ok(reply.clone()))
}

const DONE: [&str; 2] = ["dblp.xml.gz", "dblp.xml.gz.about"];
const HALF: [&str; 2] = ["dblp.xml.gz.part", "dblp.xml.gz.part.about"];

#[tokio::test(start_paused = true)]
async fn file_is_downloaded_again_only_when_it_changed() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    let seen = Mutex::new(Vec::new());
    let server = dump.server();
    let came = folder
        .watched(&server, &|bytes, of| seen.lock().unwrap().push((bytes, of)))
        .await
        .unwrap();
    let modified: Timestamp = "2026-11-20T03:00:00Z".parse().unwrap();
    let want = DownloadedFile {
        path: folder.dest(),
        modified: Some(modified),
        unchanged: false,
        checked: true,
    };
    assert_eq!(came, want);
    assert!(folder.content() == dump.bytes);
    assert_eq!(folder.left(), DONE);
    let seen = seen.into_inner().unwrap();
    assert!(seen.is_sorted() && seen.len() > 5);
    assert_eq!(seen.last(), Some(&(10_000, Some(10_000))));

    let server = dump.server();
    let unchanged = folder.get(&server).await.unwrap();
    let want = DownloadedFile {
        unchanged: true,
        ..want
    };
    assert_eq!(unchanged, want);
    assert_eq!(server.asked().len(), 1, "its sum is not requested");
    assert_eq!(folder.left(), DONE);

    let newer = Dump::new(b'b', "\"2\"");
    assert!(!folder.get(&newer.server()).await.unwrap().unchanged);
    assert!(folder.content() == newer.bytes);
}

#[tokio::test(start_paused = true)]
async fn file_of_another_length_is_downloaded_again() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    folder.get(&dump.server()).await.unwrap();
    fs::write(folder.dest(), "cut short").unwrap();
    let server = dump.server();
    folder.get(&server).await.unwrap();
    assert_eq!(server.asked()[0].headers, []);
    assert!(folder.content() == dump.bytes);
}

#[tokio::test(start_paused = true)]
async fn broken_transfer_is_resumed() {
    for (cut, end) in [
        (3_000, End::Breaks),
        (3_000, End::Done),
        (3_000, End::Hangs),
        (100, End::Breaks),
    ] {
        let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
        let begin = end.clone();
        let server = dump.but_first(move |reply| reply.cut(cut, begin.clone()));
        let came = folder.get(&server).await.unwrap();
        assert!(came.checked && folder.content() == dump.bytes, "{end:?}");
        let second = &server.asked()[1];
        if cut > 512 {
            assert_eq!(second.header("range"), Some("bytes=3000-"), "{end:?}");
            assert_eq!(second.header("if-range"), Some("\"1\""));
        } else {
            assert_eq!(
                second.headers,
                [],
                "too little was downloaded to identify it"
            );
        }
        assert_eq!(
            server.asked().len(),
            3,
            "{end:?}: twice the file, once its sum"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn ended_run_is_resumed() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    let hanging = dump.but_first(|reply| reply.cut(3_000, End::Hangs));
    let ended = timeout(Duration::from_secs(5), folder.get(&hanging)).await;
    assert!(ended.is_err());
    assert_eq!(folder.left(), HALF);

    let server = dump.server();
    assert!(folder.get(&server).await.unwrap().checked);
    assert_eq!(server.asked()[0].header("range"), Some("bytes=3000-"));
    assert!(folder.content() == dump.bytes);
    assert_eq!(folder.left(), DONE);
}

#[tokio::test(start_paused = true)]
async fn file_that_changed_meanwhile_is_downloaded_from_its_beginning() {
    let (folder, old, new) = (
        Folder::new(),
        Dump::new(b'a', "\"1\""),
        Dump::new(b'b', "\"2\""),
    );
    let now = new.clone();
    let server = Server::new(move |number, request| {
        Ok(match number {
            0 => old.answer(request).cut(3_000, End::Breaks),
            _ => now.answer(request),
        })
    });
    assert!(folder.get(&server).await.unwrap().checked);
    assert!(folder.content() == new.bytes);
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn file_without_a_validator_is_downloaded_from_its_beginning() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "W/\"1\""));
    let server = dump.but_first(|reply| {
        let mut reply = reply.cut(3_000, End::Breaks);
        reply.headers.retain(|(name, _)| name != "last-modified");
        reply
    });
    assert!(folder.get(&server).await.unwrap().checked);
    assert_eq!(server.asked()[1].headers, []);
}

#[tokio::test(start_paused = true)]
async fn wrong_range_is_not_appended() {
    for wrong in [
        ServerReply::new(206, "x").with("content-range", "bytes 2999-9999/10000"),
        ServerReply::new(206, "x").with("content-range", "bytes 3000-9999/20000"),
        ServerReply::new(206, "x"),
        ServerReply::new(416, "").with("content-range", "bytes */10"),
    ] {
        let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
        let (proper, reply) = (dump.clone(), wrong.clone());
        let server = Server::new(move |number, request| {
            Ok(match number {
                0 => proper.answer(request).cut(3_000, End::Breaks),
                1 => reply.clone(),
                _ => proper.answer(request),
            })
        });
        assert!(folder.get(&server).await.unwrap().checked, "{wrong:?}");
        assert_eq!(server.asked()[2].headers, []);
        assert!(folder.content() == dump.bytes);
    }
}

#[tokio::test(start_paused = true)]
async fn file_with_another_sum_is_damaged() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    folder.get(&dump.server()).await.unwrap();
    let (newer, other) = (Dump::new(b'b', "\"2\""), Dump::new(b'c', "\"3\""));
    let server = Server::new(move |_, request| {
        let is_sum = request.is_for_the_sum();
        Ok((if is_sum { &other } else { &newer }).answer(request))
    });
    let error = folder.get(&server).await.unwrap_err();
    assert!(matches!(error, DownloadError::Damaged { .. }), "{error}");
    assert_eq!(server.asked().len(), 2);
    assert_eq!(folder.left(), DONE);
    assert!(
        folder.content() == dump.bytes,
        "the earlier file is still there"
    );
}

#[tokio::test(start_paused = true)]
async fn parts_that_do_not_fit_are_downloaded_again_once() {
    // The server changes the file without changing its ETag.
    for repaired in [true, false] {
        let folder = Folder::new();
        let (old, new) = (Dump::new(b'a', "\"1\""), Dump::new(b'b', "\"1\""));
        let now = new.clone();
        let server = Server::new(move |number, request| {
            let broken = number == 0 || !repaired && request.header("range").is_none();
            let is_sum = request.is_for_the_sum();
            Ok(if broken && !is_sum {
                old.answer(request).cut(3_000, End::Breaks)
            } else {
                now.answer(request)
            })
        });
        let came = folder.get(&server).await;
        if repaired {
            assert!(came.unwrap().checked);
            assert!(folder.content() == new.bytes);
        } else {
            let error = came.unwrap_err();
            assert!(matches!(error, DownloadError::Damaged { .. }), "{error}");
            assert_eq!(folder.left(), [""; 0]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn file_without_a_published_sum_is_accepted_unchecked() {
    for sum in [
        ServerReply::new(404, "Not Found"),
        ServerReply::new(503, ""),
        ServerReply::new(200, "soon"),
    ] {
        let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
        let (proper, reply) = (dump.clone(), sum.clone());
        let server = Server::new(move |_, request| {
            let is_sum = request.is_for_the_sum();
            Ok(if is_sum {
                reply.clone()
            } else {
                proper.answer(request)
            })
        });
        assert!(!folder.get(&server).await.unwrap().checked, "{sum:?}");
        assert!(folder.content() == dump.bytes);
        assert!(!folder.get(&dump.server()).await.unwrap().checked);
    }
}

#[tokio::test(start_paused = true)]
async fn refusal_suspends_the_host_and_leaves_no_file() {
    let html = |status| {
        ServerReply::new(status, "<p>Hello").with("content-type", "text/html; charset=utf-8")
    };
    for (refusal, asked) in [
        (ServerReply::new(200, CHALLENGE), 1),
        (ServerReply::new(500, CHALLENGE), 1),
        (ServerReply::new(429, CHALLENGE), 1),
        (ServerReply::new(200, "\n<html>"), 3),
        (html(200), 3),
        (html(403), 1),
        (ServerReply::new(200, ""), 3),
        (
            ServerReply::new(503, "").with("cf-mitigated", "challenge"),
            1,
        ),
        (ServerReply::new(503, "").with("retry-after", "600"), 1),
    ] {
        let folder = Folder::new();
        let server = always(refusal.clone());
        for _ in 0..2 {
            let error = folder.get(&server).await.unwrap_err();
            assert!(matches!(error, DownloadError::Refused { .. }), "{error}");
            assert!(error.to_string().contains("browser"), "{error}");
        }
        let found = server.asked().len();
        assert_eq!(found, asked, "{refusal:?}: the host is suspended");
        assert_eq!(folder.left(), [""; 0]);
    }
}

#[tokio::test(start_paused = true)]
async fn web_page_is_a_temporary_fault() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    let server = dump.but_first(|_| ServerReply::new(200, "<html>Bad gateway"));
    assert!(folder.get(&server).await.unwrap().checked);
    assert!(folder.content() == dump.bytes);
}

#[tokio::test(start_paused = true)]
async fn refusal_keeps_the_part_downloaded_before() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    let proper = dump.clone();
    let server = Server::new(move |number, request| {
        Ok(match number {
            0 => proper.answer(request).cut(3_000, End::Breaks),
            _ => ServerReply::new(200, CHALLENGE),
        })
    });
    let error = folder.get(&server).await.unwrap_err();
    assert!(matches!(error, DownloadError::Refused { .. }), "{error}");
    assert_eq!(folder.left(), HALF);
    assert_eq!(fs::metadata(part(&folder.dest())).unwrap().len(), 3_000);
}

fn part(dest: &Path) -> PathBuf {
    dest.with_extension("gz.part")
}

#[tokio::test(start_paused = true)]
async fn retry_after_of_too_many_requests_is_respected() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    let server = dump.but_first(|_| ServerReply::new(429, "").with("retry-after", "70"));
    let started = Instant::now();
    assert!(folder.get(&server).await.unwrap().checked);
    assert!(started.elapsed() >= Duration::from_secs(70));

    let folder = Folder::new();
    let server = always(ServerReply::new(429, ""));
    let error = folder.get(&server).await.unwrap_err();
    assert!(matches!(error, DownloadError::Refused { .. }), "{error}");
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn faults_end_the_download_after_its_retries_and_keep_the_part() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    let proper = dump.clone();
    let server = Server::new(move |number, request| {
        Ok(match number {
            0 => proper.answer(request).cut(3_000, End::Breaks),
            _ => ServerReply::new(502, "bad gateway"),
        })
    });
    let error = folder.get(&server).await.unwrap_err();
    assert!(
        matches!(error, DownloadError::Broken { kept: 3_000, .. }),
        "{error}"
    );
    assert_eq!(server.asked().len(), 4);
    assert_eq!(folder.left(), HALF);
}

#[tokio::test(start_paused = true)]
async fn progress_renews_the_retries() {
    for (length, whole) in [(1_000, true), (30, false)] {
        let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
        let server = Server::new(move |_, request| {
            let reply = dump.answer(request);
            let end = if reply.body.len() > length {
                End::Breaks
            } else {
                End::Done
            };
            // The first transfer is long enough to identify the file.
            let length = if request.headers.is_empty() {
                1_000
            } else {
                length
            };
            Ok(reply.cut(length, end))
        });
        let came = folder.get(&server).await;
        assert_eq!(came.is_ok(), whole, "{came:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn response_that_is_no_such_file_is_not_retried() {
    let zip = ServerReply::new(200, "PK\x03\x04".repeat(200));
    let huge =
        ServerReply::new(200, [0x1f, 0x8b].repeat(400)).with("content-length", "99999999999");
    for reply in [
        ServerReply::new(404, "Not Found"),
        ServerReply::new(304, ""),
        zip,
        huge,
    ] {
        let folder = Folder::new();
        let server = always(reply.clone());
        let error = folder.get(&server).await.unwrap_err();
        assert!(matches!(error, DownloadError::Useless { .. }), "{error}");
        assert_eq!(server.asked().len(), 1);
        assert_eq!(folder.left(), [""; 0], "{reply:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn unreachable_server_is_retried_once() {
    let folder = Folder::new();
    let server = Server::new(|_, _| Err(WireError::Connect("no route".to_owned())));
    let error = folder.get(&server).await.unwrap_err();
    assert!(
        matches!(error, DownloadError::Unreachable { .. }),
        "{error}"
    );
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn concurrent_download_of_one_file_is_an_error() {
    let (folder, dump) = (Folder::new(), Dump::new(b'a', "\"1\""));
    let hanging = always(
        dump.answer(&Request {
            path: String::new(),
            headers: Vec::new(),
        })
        .cut(3_000, End::Hangs),
    );
    let server = dump.server();
    tokio::select! {
        biased;
        _ = folder.get(&hanging) => panic!("the transfer hangs"),
        second = folder.get(&server) => {
            let error = second.unwrap_err();
            assert!(matches!(error, DownloadError::InUse { .. }), "{error}");
        }
    }
    assert_eq!(server.asked(), []);
}
