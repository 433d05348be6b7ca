//! A proxy between the program and the stand-ins that produces faults a proper server can't.

use std::{
    fmt::Write as _,
    io::{self, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};

/// A fault of one exchange.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum WireFault {
    /// Another response: status, headers and body.
    Reply(u16, Vec<(&'static str, String)>, String),
    /// The connection is reset with the request unread.
    Reset,
    /// The connection is closed without a response.
    HangUp,
    /// Half of the response arrives with its full length announced, and then nothing.
    CutOff,
    /// The response is truncated, and its length is announced as truncated.
    CutText,
    /// The response is compressed and truncated.
    CutPacking,
    /// The body never ends.
    Endless,
    /// A few bytes that decompress to 128 MB.
    Bomb(Arc<Vec<u8>>),
    /// No response for this long, and then the connection closes.
    Silence(Duration),
}

impl WireFault {
    pub(crate) fn bomb() -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        io::copy(&mut io::repeat(b' ').take(1 << 27), &mut encoder).unwrap();
        let packed = encoder.finish().unwrap();
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

/// Chooses the fault by the number of the exchange, from 0, and the requested path.
type Plan = dyn Fn(usize, &str) -> Option<WireFault> + Send + Sync;

/// A proxy that forwards exchanges without a fault.
pub(crate) struct FaultProxy {
    address: String,
    log: Arc<Mutex<Vec<String>>>,
}

impl FaultProxy {
    /// Starts a proxy before the server at `behind`, such as `http://127.0.0.1:4711`.
    pub(crate) fn before(
        behind: &str,
        plan: impl Fn(usize, &str) -> Option<WireFault> + Send + Sync + 'static,
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
                // The other side notices a failure.
                thread::spawn(move || drop(serve(stream, &*plan, &seen, &behind)));
            }
        });
        Self { address, log }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the first lines of the requests so far, with their forms appended.
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
    if harm == Some(WireFault::Reset) {
        log.lock().unwrap().push(request);
        // Closing with unread bytes resets the connection.
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
        WireFault::Reply(status, headers, body) => {
            let mut head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
            for (name, value) in headers {
                _ = write!(head, "{name}: {value}\r\n");
            }
            stream.write_all(format!("{head}connection: close\r\n\r\n{body}").as_bytes())
        }
        WireFault::Reset | WireFault::HangUp => Ok(()),
        WireFault::CutOff => {
            let answer = answer(&request, behind)?;
            let body = head_length(&answer);
            stream.write_all(&answer[..body + (answer.len() - body) / 2])
        }
        WireFault::CutText => {
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
        WireFault::CutPacking => {
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
        WireFault::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"a\": [0")?;
            loop {
                stream.write_all(&b", 0".repeat(20_000))?;
            }
        }
        WireFault::Bomb(packed) => {
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                packed.len()
            );
            stream.write_all(head.as_bytes())?;
            stream.write_all(&packed)
        }
        WireFault::Silence(time) => {
            thread::sleep(time);
            Ok(())
        }
    }
}

/// Reads the head and body of a request.
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

/// Returns the response of the server behind the proxy.
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

/// Returns the position of the body; 0 when the head is incomplete.
fn head_length(message: &[u8]) -> usize {
    let end = message.windows(4).position(|four| four == b"\r\n\r\n");
    end.map_or(0, |end| end + 4)
}
