use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    thread,
};

/// What a server does with one connection.
#[derive(Debug, Clone)]
pub(crate) enum Line {
    /// Reads the request, sends these bytes and hangs up.
    Say(Vec<u8>),
    /// Reads the request and hangs up without a word.
    HangUp,
    /// Hangs up with the request unread, which resets the connection.
    Reset,
}

/// A server that breaks the rules of HTTP where a proper one can't: one line per connection. Gives
/// its base address.
pub(crate) fn raw_server(lines: Vec<Line>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for line in lines {
            let Ok((mut stream, _)) = listener.accept() else {
                return;
            };
            let mut head = [0; 4096];
            match line {
                Line::Reset => {
                    // Some of it must have come: a reset needs bytes that nobody read.
                    drop(stream.peek(&mut head));
                }
                Line::HangUp => drop(stream.read(&mut head)),
                Line::Say(bytes) => {
                    drop(stream.read(&mut head));
                    drop(stream.write_all(&bytes));
                }
            }
        }
    });
    address
}
