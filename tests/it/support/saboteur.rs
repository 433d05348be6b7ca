//! Something between the program and the services that breaks what a proper server can't.

use std::{
    fmt::Write as _,
    io::{self, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};

/// What becomes of one exchange.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Harm {
    /// Another answer: its status, its headers and its body.
    Reply(u16, Vec<(&'static str, String)>, String),
    /// The connection is reset with the question unread.
    Reset,
    /// The connection is closed without a word.
    HangUp,
    /// Half of the answer comes, as announced, and then nothing.
    CutOff,
    /// The answer breaks off and is announced to be so long.
    CutText,
    /// The answer is packed, and the packing breaks off.
    CutPacking,
    /// The body goes on for ever.
    Endless,
    /// A few bytes that unpack to a thousand million.
    Bomb(Arc<Vec<u8>>),
    /// Nothing comes for so long, and then nothing.
    Silence(Duration),
}

impl Harm {
    pub(crate) fn bomb() -> Self {
        let packed = zstd::encode_all(io::repeat(b' ').take(1 << 30), 1).unwrap();
        Self::Bomb(Arc::new(packed))
    }

    pub(crate) fn status(status: u16) -> Self {
        Self::Reply(status, Vec::new(), String::new())
    }

    pub(crate) fn page(status: u16, text: &str) -> Self {
        let kind = ("content-type", "text/html; charset=utf-8".to_owned());
        Self::Reply(status, vec![kind], text.to_owned())
    }

    pub(crate) fn json(text: &str) -> Self {
        let kind = ("content-type", "application/json".to_owned());
        Self::Reply(200, vec![kind], text.to_owned())
    }

    pub(crate) fn with(self, name: &'static str, value: impl Into<String>) -> Self {
        match self {
            Self::Reply(status, mut headers, body) => {
                headers.push((name, value.into()));
                Self::Reply(status, headers, body)
            }
            other => other,
        }
    }
}

/// Given the number of the exchange, from 0, and the path that is asked for.
type Plan = dyn Fn(usize, &str) -> Option<Harm> + Send + Sync;

/// Passes exchanges on, but for those it harms.
pub(crate) struct Saboteur {
    address: String,
    log: Arc<Mutex<Vec<String>>>,
}

impl Saboteur {
    /// Stands before the server at `behind`, such as `http://127.0.0.1:4711`.
    pub(crate) fn before(
        behind: &str,
        plan: impl Fn(usize, &str) -> Option<Harm> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let behind = behind.trim_start_matches("http://").to_owned();
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let plan: Arc<Plan> = Arc::new(plan);
        let seen = Arc::clone(&log);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (plan, seen, behind) = (Arc::clone(&plan), Arc::clone(&seen), behind.clone());
                // Whoever is cut off notices on the other side.
                thread::spawn(move || drop(serve(stream, &*plan, &seen, &behind)));
            }
        });
        Self { address, log }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The first lines of the requests so far, their forms behind them.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }
}

fn serve(
    mut stream: TcpStream,
    plan: &Plan,
    log: &Mutex<Vec<String>>,
    behind: &str,
) -> io::Result<()> {
    let mut ahead = [0; 2048];
    let seen = stream.peek(&mut ahead)?;
    let request = String::from_utf8_lossy(&ahead[..seen]).into_owned();
    let path = request.split(' ').nth(1).unwrap_or_default();
    let number = log.lock().unwrap().len();
    let harm = plan(number, path);
    if harm == Some(Harm::Reset) {
        log.lock().unwrap().push(request);
        // With bytes that nobody read, closing is resetting.
        return Ok(());
    }
    let request = whole(&mut stream)?;
    let text = String::from_utf8_lossy(&request);
    let line = text.lines().next().unwrap_or_default();
    let form = text.split_once("\r\n\r\n").map_or("", |(_, form)| form);
    log.lock().unwrap().push(format!("{line} {form}"));
    let Some(harm) = harm else {
        return stream.write_all(&answer(&request, behind)?);
    };
    match harm {
        Harm::Reply(status, headers, body) => {
            let mut head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
            for (name, value) in headers {
                _ = write!(head, "{name}: {value}\r\n");
            }
            stream.write_all(format!("{head}connection: close\r\n\r\n{body}").as_bytes())
        }
        Harm::Reset | Harm::HangUp => Ok(()),
        Harm::CutOff => {
            let answer = answer(&request, behind)?;
            let body = head_length(&answer);
            stream.write_all(&answer[..body + (answer.len() - body) / 2])
        }
        Harm::CutText => {
            let answer = answer(&request, behind)?;
            let body = &answer[head_length(&answer)..];
            let half = &body[..body.len() / 2];
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                half.len()
            );
            stream.write_all(head.as_bytes())?;
            stream.write_all(half)
        }
        Harm::CutPacking => {
            let answer = answer(&request, behind)?;
            let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
            packer.write_all(&answer[head_length(&answer)..])?;
            let whole = packer.finish()?;
            let half = &whole[..whole.len() / 2];
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                half.len()
            );
            stream.write_all(head.as_bytes())?;
            stream.write_all(half)
        }
        Harm::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"a\": [0")?;
            loop {
                stream.write_all(&b", 0".repeat(20_000))?;
            }
        }
        Harm::Bomb(packed) => {
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                packed.len()
            );
            stream.write_all(head.as_bytes())?;
            stream.write_all(&packed)
        }
        Harm::Silence(time) => {
            thread::sleep(time);
            Ok(())
        }
    }
}

/// Head and body of a request.
fn whole(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut request = Vec::new();
    let mut piece = [0; 16_384];
    loop {
        let read = stream.read(&mut piece)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        request.extend_from_slice(&piece[..read]);
        let head = head_length(&request);
        if head == 0 {
            continue;
        }
        let text = String::from_utf8_lossy(&request[..head]).to_lowercase();
        let length = text
            .lines()
            .find_map(|line| line.strip_prefix("content-length:"))
            .map_or(0, |length| length.trim().parse().unwrap());
        if request.len() >= head + length {
            return Ok(request);
        }
    }
}

/// The answer of the server behind.
fn answer(request: &[u8], behind: &str) -> io::Result<Vec<u8>> {
    let mut server = TcpStream::connect(behind)?;
    let line = request.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    server.write_all(&request[..line])?;
    server.write_all(b"connection: close\r\n")?;
    server.write_all(&request[line..])?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer)?;
    Ok(answer)
}

/// Where the body begins; 0 when the head is not whole.
fn head_length(message: &[u8]) -> usize {
    let end = message.windows(4).position(|four| four == b"\r\n\r\n");
    end.map_or(0, |end| end + 4)
}
