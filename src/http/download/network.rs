use reqwest::{Client, Response, header::ACCEPT_ENCODING};
use url::Url;

use super::transport::{BodyChunks, FileResponse, FileTransport, TransportFuture};
use crate::http::{
    SetupError, WireResponse,
    redirects::same_site,
    reqwest_transport::{client, headers, no_body, no_response},
};

/// A transport for files over the network.
#[derive(Debug)]
pub(super) struct Network {
    client: Client,
}

impl Network {
    pub(super) fn new(contact: Option<&str>) -> Result<Self, SetupError> {
        // A server may declare a compressed file as a compressed response, but we want the file.
        let client = client(contact, |builder| builder.redirect(same_site()).no_gzip());
        client.map(|client| Self { client })
    }
}

impl FileTransport for Network {
    fn open(
        &self,
        url: Url,
        extra: Vec<(&'static str, String)>,
    ) -> TransportFuture<'_, FileResponse> {
        let mut request = self.client.get(url).header(ACCEPT_ENCODING, "identity");
        for (name, value) in extra {
            request = request.header(name, value);
        }
        Box::pin(async {
            let response = request.send().await.map_err(no_response)?;
            Ok(FileResponse {
                head: WireResponse {
                    status: response.status().as_u16(),
                    headers: headers(&response),
                    body: Vec::new(),
                },
                body: Box::new(response),
            })
        })
    }
}

impl BodyChunks for Response {
    fn next(&mut self) -> TransportFuture<'_, Option<Vec<u8>>> {
        Box::pin(async {
            let piece = self.chunk().await.map_err(no_body)?;
            Ok(piece.map(|bytes| bytes.to_vec()))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read as _, Write as _},
        net::TcpListener,
        sync::Arc,
        thread,
    };

    use wiremock::{Mock, MockServer, ResponseTemplate, matchers};

    use super::*;
    use crate::{
        cache::Budget,
        http::{Clock, Downloader, WireError},
    };

    async fn get(
        url: &str,
        headers: Vec<(&'static str, String)>,
    ) -> Result<FileResponse, WireError> {
        let network = Network::new(Some("ada@example.org")).unwrap();
        network.open(url.parse().unwrap(), headers).await
    }

    #[tokio::test]
    async fn bytes_are_not_decompressed() {
        let server = MockServer::start().await;
        let packed = b"\x1f\x8b no gzip after all";
        let reply = ResponseTemplate::new(206)
            .insert_header("content-encoding", "gzip")
            .set_body_bytes(packed);
        Mock::given(matchers::header("range", "bytes=5-"))
            .and(matchers::header("accept-encoding", "identity"))
            .and(matchers::header_regex(
                "user-agent",
                "^bibsync/.*ada@example.org",
            ))
            .respond_with(reply)
            .mount(&server)
            .await;
        let headers = vec![("range", "bytes=5-".to_owned())];
        let mut incoming = get(&server.uri(), headers).await.unwrap();
        assert_eq!(incoming.head.status, 206);
        assert_eq!(incoming.head.header("content-encoding"), Some("gzip"));
        let mut body = Vec::new();
        while let Some(piece) = incoming.body.next().await.unwrap() {
            body.extend(piece);
        }
        assert_eq!(body, packed);
    }

    #[tokio::test]
    async fn file_is_downloaded_and_checked() {
        let server = MockServer::start().await;
        // 26 bytes that begin as gzip does, and their MD5 sum.
        let content = b"\x1f\x8babcdefghijklmnopqrstuvwx";
        let sum = "f07befc1fd69d127f572b40bc2b8c59a  a.gz";
        for (path, body) in [("/a.gz", &content[..]), ("/a.gz.md5", sum.as_bytes())] {
            let reply = ResponseTemplate::new(200).set_body_bytes(body);
            let asked = Mock::given(matchers::path(path));
            asked.respond_with(reply).expect(1).mount(&server).await;
        }
        let budget = Arc::new(Budget::in_memory().unwrap());
        let clock = Clock::starting_at("2026-11-21T12:00:00Z".parse().unwrap());
        let downloads = Downloader::new(None, budget, clock, 7).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let dest = folder.path().join("a.gz");
        let url = format!("{}/a.gz", server.uri()).parse().unwrap();
        let came = downloads.get(&url, &dest, &|_, _| {}).await.unwrap();
        assert!(came.checked);
        assert_eq!(fs_err::read(&dest).unwrap(), content);
    }

    #[tokio::test]
    async fn redirect_to_another_site_is_not_followed() {
        let server = MockServer::start().await;
        let elsewhere = server.uri().replace("127.0.0.1", "localhost");
        for (from, to) in [("/here", "/there".to_owned()), ("/away", elsewhere)] {
            let reply = ResponseTemplate::new(302).insert_header("location", to);
            let asked = Mock::given(matchers::path(from));
            asked.respond_with(reply).mount(&server).await;
        }
        let there = Mock::given(matchers::path("/there"));
        there
            .respond_with(ResponseTemplate::new(200))
            .mount(&server)
            .await;
        let here = get(&format!("{}/here", server.uri()), Vec::new()).await;
        assert_eq!(here.unwrap().head.status, 200);
        let away = get(&format!("{}/away", server.uri()), Vec::new()).await;
        let Err(WireError::Astray(said)) = away.map(|incoming| incoming.head) else {
            panic!("a redirect to another site was followed");
        };
        assert!(said.contains("another site"), "{said}");
    }

    #[tokio::test]
    async fn truncated_body_is_an_error() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let serving = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            drop(stream.read(&mut [0; 4096]));
            let reply = b"HTTP/1.1 200 OK\r\ncontent-length: 2000\r\n\r\nhalf";
            drop(stream.write_all(reply));
        });
        let mut incoming = get(&url, Vec::new()).await.unwrap();
        let first = incoming.body.next().await;
        assert_eq!(first, Ok(Some(b"half".to_vec())));
        let then = incoming.body.next().await;
        assert!(matches!(then, Err(WireError::Body(_))), "{then:?}");
        serving.join().unwrap();
    }
}
