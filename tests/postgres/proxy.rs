//! A way to the server that can be cut: a TCP port in front of its socket.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    os::unix::net::UnixStream,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// The proxy. Its threads end with the process.
pub(crate) struct Proxy {
    port: u16,
    way: Arc<Way>,
}

#[derive(Default)]
struct Way {
    is_cut: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// Starts a proxy for the server with its sockets in this folder.
    pub(crate) fn start(folder: &Path) -> Self {
        let socket = folder.join(".s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let way = Arc::new(Way::default());
        let shared = Arc::clone(&way);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (way, socket) = (Arc::clone(&shared), socket.clone());
                thread::spawn(move || {
                    way.wait();
                    // The client notices a server that is away.
                    let Ok(server) = UnixStream::connect(socket) else {
                        return;
                    };
                    way.join(&client, &server);
                });
            }
        });
        Self { port, way }
    }

    /// Returns the address of a schema by way of the proxy.
    pub(crate) fn address(&self, schema: &str) -> String {
        let port = self.port;
        format!(
            "postgres://bibsync@127.0.0.1:{port}/postgres?sslmode=disable&options=-csearch_path%3D{schema}"
        )
    }

    /// Lets nothing through for this time, and then forgets the connections there were, as a router does.
    pub(crate) fn cut(&self, time: Duration) {
        self.way.is_cut.store(true, Ordering::SeqCst);
        thread::sleep(time);
        for stream in self.way.open.lock().unwrap().drain(..) {
            _ = stream.shutdown(Shutdown::Both);
        }
        self.way.is_cut.store(false, Ordering::SeqCst);
    }
}

impl Way {
    fn wait(&self) {
        while self.is_cut.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Carries bytes both ways until one side ends.
    fn join(self: &Arc<Self>, client: &TcpStream, server: &UnixStream) {
        let copy = || Some((client.try_clone().ok()?, server.try_clone().ok()?));
        let (Some((from, mut to)), Some((mut back, answers))) = (copy(), copy()) else {
            return;
        };
        self.open.lock().unwrap().extend(client.try_clone());
        let way = Arc::clone(self);
        thread::spawn(move || {
            way.carry(from, &mut to);
            _ = to.shutdown(Shutdown::Both);
        });
        self.carry(answers, &mut back);
        _ = back.shutdown(Shutdown::Both);
    }

    fn carry(&self, mut from: impl Read, to: &mut impl Write) {
        let mut bytes = vec![0; 65_536];
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            self.wait();
            if to.write_all(&bytes[..read]).is_err() {
                return;
            }
        }
    }
}
