//! The ways of a file, against a server that does what it is told, in virtual time.

use std::{
    path::{Path, PathBuf},
    sync::Mutex,
    time::Duration,
};

use fs_err as fs;
use jiff::Timestamp;
use tokio::time::{Instant, timeout};

use super::{
    DownloadError, Downloaded,
    fake::{Desk, Dump, End, Reply, Request, Server},
};
use crate::http::WireError;

const CHALLENGE: &str =
    "<!doctype html><html><head><title>Making sure you&#39;re not a bot!</title>";

fn always(reply: Reply) -> Server {
    Server::new(move |_, _| Ok(reply.clone()))
}

const DONE: [&str; 2] = ["dblp.xml.gz", "dblp.xml.gz.about"];
const HALF: [&str; 2] = ["dblp.xml.gz.part", "dblp.xml.gz.part.about"];

#[tokio::test(start_paused = true)]
async fn a_file_comes_and_then_only_when_it_changed() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
    let seen = Mutex::new(Vec::new());
    let server = dump.server();
    let came = desk
        .watched(&server, &|bytes, of| seen.lock().unwrap().push((bytes, of)))
        .await
        .unwrap();
    let modified: Timestamp = "2026-11-20T03:00:00Z".parse().unwrap();
    let want = Downloaded {
        path: desk.dest(),
        modified: Some(modified),
        unchanged: false,
        checked: true,
    };
    assert_eq!(came, want);
    assert!(desk.content() == dump.bytes);
    assert_eq!(desk.left(), DONE);
    let seen = seen.into_inner().unwrap();
    assert!(seen.is_sorted() && seen.len() > 5);
    assert_eq!(seen.last(), Some(&(10_000, Some(10_000))));

    let server = dump.server();
    let unchanged = desk.get(&server).await.unwrap();
    let want = Downloaded {
        unchanged: true,
        ..want
    };
    assert_eq!(unchanged, want);
    assert_eq!(server.asked().len(), 1, "nor is its sum asked for");
    assert_eq!(desk.left(), DONE);

    let newer = Dump::new(b'b', "\"2\"");
    assert!(!desk.get(&newer.server()).await.unwrap().unchanged);
    assert!(desk.content() == newer.bytes);
}

#[tokio::test(start_paused = true)]
async fn a_file_that_someone_else_put_there_is_not_taken_for_ours() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
    desk.get(&dump.server()).await.unwrap();
    fs::write(desk.dest(), "cut short").unwrap();
    let server = dump.server();
    desk.get(&server).await.unwrap();
    assert_eq!(server.asked()[0].headers, []);
    assert!(desk.content() == dump.bytes);
}

#[tokio::test(start_paused = true)]
async fn what_breaks_off_is_gone_on_with() {
    for (cut, end) in [
        (3_000, End::Breaks),
        (3_000, End::Done),
        (3_000, End::Hangs),
        (100, End::Breaks),
    ] {
        let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
        let begin = end.clone();
        let server = dump.but_first(move |reply| reply.cut(cut, begin.clone()));
        let came = desk.get(&server).await.unwrap();
        assert!(came.checked && desk.content() == dump.bytes, "{end:?}");
        let second = &server.asked()[1];
        if cut > 512 {
            assert_eq!(second.header("range"), Some("bytes=3000-"), "{end:?}");
            assert_eq!(second.header("if-range"), Some("\"1\""));
        } else {
            assert_eq!(second.headers, [], "too little came to know it");
        }
        assert_eq!(
            server.asked().len(),
            3,
            "{end:?}: twice the file, once its sum"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_that_was_ended_is_gone_on_with() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
    let hanging = dump.but_first(|reply| reply.cut(3_000, End::Hangs));
    let ended = timeout(Duration::from_secs(5), desk.get(&hanging)).await;
    assert!(ended.is_err());
    assert_eq!(desk.left(), HALF);

    let server = dump.server();
    assert!(desk.get(&server).await.unwrap().checked);
    assert_eq!(server.asked()[0].header("range"), Some("bytes=3000-"));
    assert!(desk.content() == dump.bytes);
    assert_eq!(desk.left(), DONE);
}

#[tokio::test(start_paused = true)]
async fn a_file_that_changed_meanwhile_comes_anew() {
    let (desk, old, new) = (
        Desk::new(),
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
    assert!(desk.get(&server).await.unwrap().checked);
    assert!(desk.content() == new.bytes);
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn without_a_word_to_know_it_by_a_file_comes_anew() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "W/\"1\""));
    let server = dump.but_first(|reply| {
        let mut reply = reply.cut(3_000, End::Breaks);
        reply.headers.retain(|(name, _)| name != "last-modified");
        reply
    });
    assert!(desk.get(&server).await.unwrap().checked);
    assert_eq!(server.asked()[1].headers, []);
}

#[tokio::test(start_paused = true)]
async fn a_wrong_part_is_not_put_to_what_came() {
    for wrong in [
        Reply::new(206, "x").with("content-range", "bytes 2999-9999/10000"),
        Reply::new(206, "x").with("content-range", "bytes 3000-9999/20000"),
        Reply::new(206, "x"),
        Reply::new(416, "").with("content-range", "bytes */10"),
    ] {
        let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
        let (proper, reply) = (dump.clone(), wrong.clone());
        let server = Server::new(move |number, request| {
            Ok(match number {
                0 => proper.answer(request).cut(3_000, End::Breaks),
                1 => reply.clone(),
                _ => proper.answer(request),
            })
        });
        assert!(desk.get(&server).await.unwrap().checked, "{wrong:?}");
        assert_eq!(server.asked()[2].headers, []);
        assert!(desk.content() == dump.bytes);
    }
}

#[tokio::test(start_paused = true)]
async fn a_file_with_another_sum_is_damaged() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
    desk.get(&dump.server()).await.unwrap();
    let (newer, other) = (Dump::new(b'b', "\"2\""), Dump::new(b'c', "\"3\""));
    let server = Server::new(move |_, request| {
        let is_sum = request.is_for_the_sum();
        Ok((if is_sum { &other } else { &newer }).answer(request))
    });
    let error = desk.get(&server).await.unwrap_err();
    assert!(matches!(error, DownloadError::Damaged { .. }), "{error}");
    assert_eq!(server.asked().len(), 2);
    assert_eq!(desk.left(), DONE);
    assert!(
        desk.content() == dump.bytes,
        "what was there is still there"
    );
}

#[tokio::test(start_paused = true)]
async fn pieces_that_do_not_fit_are_fetched_anew_once() {
    // A server that changes the file and calls it the same.
    for repaired in [true, false] {
        let desk = Desk::new();
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
        let came = desk.get(&server).await;
        if repaired {
            assert!(came.unwrap().checked);
            assert!(desk.content() == new.bytes);
        } else {
            let error = came.unwrap_err();
            assert!(matches!(error, DownloadError::Damaged { .. }), "{error}");
            assert_eq!(desk.left(), [""; 0]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn without_a_published_sum_a_file_is_taken_unchecked() {
    for sum in [
        Reply::new(404, "Not Found"),
        Reply::new(503, ""),
        Reply::new(200, "soon"),
    ] {
        let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
        let (proper, reply) = (dump.clone(), sum.clone());
        let server = Server::new(move |_, request| {
            let is_sum = request.is_for_the_sum();
            Ok(if is_sum {
                reply.clone()
            } else {
                proper.answer(request)
            })
        });
        assert!(!desk.get(&server).await.unwrap().checked, "{sum:?}");
        assert!(desk.content() == dump.bytes);
        assert!(!desk.get(&dump.server()).await.unwrap().checked);
    }
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_believed_and_nothing_of_it_kept() {
    let html =
        |status| Reply::new(status, "<p>Hello").with("content-type", "text/html; charset=utf-8");
    for (refusal, asked) in [
        (Reply::new(200, CHALLENGE), 1),
        (Reply::new(500, CHALLENGE), 1),
        (Reply::new(429, CHALLENGE), 1),
        (Reply::new(200, "\n<html>"), 3),
        (html(200), 3),
        (html(403), 1),
        (Reply::new(200, ""), 3),
        (Reply::new(503, "").with("cf-mitigated", "challenge"), 1),
        (Reply::new(503, "").with("retry-after", "600"), 1),
    ] {
        let desk = Desk::new();
        let server = always(refusal.clone());
        for _ in 0..2 {
            let error = desk.get(&server).await.unwrap_err();
            assert!(matches!(error, DownloadError::Refused { .. }), "{error}");
            assert!(error.to_string().contains("browser"), "{error}");
        }
        let found = server.asked().len();
        assert_eq!(found, asked, "{refusal:?}: it is left alone");
        assert_eq!(desk.left(), [""; 0]);
    }
}

#[tokio::test(start_paused = true)]
async fn stray_page_is_a_passing_fault() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
    let server = dump.but_first(|_| Reply::new(200, "<html>Bad gateway"));
    assert!(desk.get(&server).await.unwrap().checked);
    assert!(desk.content() == dump.bytes);
}

#[tokio::test(start_paused = true)]
async fn a_refusal_in_between_costs_nothing_that_came() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
    let proper = dump.clone();
    let server = Server::new(move |number, request| {
        Ok(match number {
            0 => proper.answer(request).cut(3_000, End::Breaks),
            _ => Reply::new(200, CHALLENGE),
        })
    });
    let error = desk.get(&server).await.unwrap_err();
    assert!(matches!(error, DownloadError::Refused { .. }), "{error}");
    assert_eq!(desk.left(), HALF);
    assert_eq!(fs::metadata(part(&desk.dest())).unwrap().len(), 3_000);
}

fn part(dest: &Path) -> PathBuf {
    dest.with_extension("gz.part")
}

#[tokio::test(start_paused = true)]
async fn too_many_requests_are_waited_out_as_asked() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
    let server = dump.but_first(|_| Reply::new(429, "").with("retry-after", "70"));
    let started = Instant::now();
    assert!(desk.get(&server).await.unwrap().checked);
    assert!(started.elapsed() >= Duration::from_secs(70));

    let desk = Desk::new();
    let server = always(Reply::new(429, ""));
    let error = desk.get(&server).await.unwrap_err();
    assert!(matches!(error, DownloadError::Refused { .. }), "{error}");
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn faults_end_it_after_a_few_attempts_and_what_came_is_kept() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
    let proper = dump.clone();
    let server = Server::new(move |number, request| {
        Ok(match number {
            0 => proper.answer(request).cut(3_000, End::Breaks),
            _ => Reply::new(502, "bad gateway"),
        })
    });
    let error = desk.get(&server).await.unwrap_err();
    assert!(
        matches!(error, DownloadError::Broken { kept: 3_000, .. }),
        "{error}"
    );
    assert_eq!(server.asked().len(), 4);
    assert_eq!(desk.left(), HALF);
}

#[tokio::test(start_paused = true)]
async fn a_long_file_may_break_off_often() {
    for (length, whole) in [(1_000, true), (30, false)] {
        let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
        let server = Server::new(move |_, request| {
            let reply = dump.answer(request);
            let end = if reply.body.len() > length {
                End::Breaks
            } else {
                End::Done
            };
            // The first is as long as it takes to be believed.
            let length = if request.headers.is_empty() {
                1_000
            } else {
                length
            };
            Ok(reply.cut(length, end))
        });
        let came = desk.get(&server).await;
        assert_eq!(came.is_ok(), whole, "{came:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_no_such_file_is_not_asked_for_again() {
    let zip = Reply::new(200, "PK\x03\x04".repeat(200));
    let huge = Reply::new(200, [0x1f, 0x8b].repeat(400)).with("content-length", "99999999999");
    for reply in [Reply::new(404, "Not Found"), Reply::new(304, ""), zip, huge] {
        let desk = Desk::new();
        let server = always(reply.clone());
        let error = desk.get(&server).await.unwrap_err();
        assert!(matches!(error, DownloadError::Useless { .. }), "{error}");
        assert_eq!(server.asked().len(), 1);
        assert_eq!(desk.left(), [""; 0], "{reply:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_there_costs_little() {
    let desk = Desk::new();
    let server = Server::new(|_, _| Err(WireError::Connect("no route".to_owned())));
    let error = desk.get(&server).await.unwrap_err();
    assert!(
        matches!(error, DownloadError::Unreachable { .. }),
        "{error}"
    );
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn two_do_not_write_one_file() {
    let (desk, dump) = (Desk::new(), Dump::new(b'a', "\"1\""));
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
        _ = desk.get(&hanging) => panic!("it hangs"),
        second = desk.get(&server) => {
            let error = second.unwrap_err();
            assert!(matches!(error, DownloadError::InUse { .. }), "{error}");
        }
    }
    assert_eq!(server.asked(), []);
}
