use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    thread,
};

/// The behaviour of a server on one connection.
#[derive(Debug, Clone)]
pub(crate) enum RawReply {
    /// Reads the request, sends these bytes and closes.
    Send(Vec<u8>),
    /// Reads the request and closes without a response.
    Close,
    /// Closes with the request unread, which resets the connection.
    Reset,
}

/// Starts a server that violates HTTP in ways a proper one can't: one behaviour per connection.
/// Returns its base address.
pub(crate) fn raw_server(lines: Vec<RawReply>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for line in lines {
            let Ok((mut stream, _)) = listener.accept() else {
                return;
            };
            let mut head = [0; 4096];
            match line {
                RawReply::Reset => {
                    // Some of the request must have arrived: a reset needs unread bytes.
                    drop(stream.peek(&mut head));
                }
                RawReply::Close => drop(stream.read(&mut head)),
                RawReply::Send(bytes) => {
                    drop(stream.read(&mut head));
                    drop(stream.write_all(&bytes));
                }
            }
        }
    });
    address
}
