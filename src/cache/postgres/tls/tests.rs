use std::io::Cursor;

use rustls::{
    ClientConnection, ServerConfig, ServerConnection,
    pki_types::PrivateKeyDer,
    sign::{CertifiedKey, SingleCertAndKey},
};

use super::*;

/// A key for these tests alone.
const KEY: &str = "\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQJEyue0MdoZJkuRV
s16HxldlF0hncXlZEHlgYYSn+iehRANCAAT5jkJx+0/zCIhtK/GKrQVGl0h9SImY
x5RQ7mpFCMZxdQt7aKTBXwdMhBAC/WCkU98vX4/bZRqzZrkPARwWmmcf
-----END PRIVATE KEY-----
";

/// A certificate of version 1 for the key.
const VERSION_1: &str = "\
-----BEGIN CERTIFICATE-----
MIIBFzCBvQIUQARzekjFQz3evWExHFdzWxPuWwUwCgYIKoZIzj0EAwIwDTELMAkG
A1UEAwwCZGIwIBcNMjYxMTI3MTA0ODAyWhgPMjEyNjExMDMxMDQ4MDJaMA0xCzAJ
BgNVBAMMAmRiMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+Y5CcftP8wiIbSvx
iq0FRpdIfUiJmMeUUO5qRQjGcXULe2ikwV8HTIQQAv1gpFPfL1+P22Uas2a5DwEc
FppnHzAKBggqhkjOPQQDAgNJADBGAiEAmRcLr4vEQnWLp/EZg02WJxN+/06GLwJi
BIAg8DEjecQCIQDfo/5z+OwVroUCtnk42lOVxIyRd/9MF42dBoaO5eQ7Ng==
-----END CERTIFICATE-----
";

/// A certificate of version 3 for the key.
const VERSION_3: &str = "\
-----BEGIN CERTIFICATE-----
MIIBgDCCASagAwIBAgIUXg3wcrj31oeDtr3MhauvOD5sh3AwCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCZGIwIBcNMjYxMTI3MTA0ODI2WhgPMjEyNjExMDMxMDQ4MjZa
MA0xCzAJBgNVBAMMAmRiMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+Y5CcftP
8wiIbSvxiq0FRpdIfUiJmMeUUO5qRQjGcXULe2ikwV8HTIQQAv1gpFPfL1+P22Ua
s2a5DwEcFppnH6NiMGAwHQYDVR0OBBYEFPZtYvxOYizYUZhRdk8NlPhtoO1yMB8G
A1UdIwQYMBaAFPZtYvxOYizYUZhRdk8NlPhtoO1yMA8GA1UdEwEB/wQFMAMBAf8w
DQYDVR0RBAYwBIICZGIwCgYIKoZIzj0EAwIDSAAwRQIgNhrM/8C3CKLxoZ1Lb2MJ
9uisdbnI3zny+7ERdiU9uYICIQDskTT894sp/ubFUqCm+Jvdqty0cewHhmeDyR84
ejiutw==
-----END CERTIFICATE-----
";

/// A certificate of version 3 for another key.
const OF_ANOTHER: &str = "\
-----BEGIN CERTIFICATE-----
MIIBgTCCASagAwIBAgIUCCmKCfSY9xBeYq3dh+JhzwHNdekwCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCZGIwIBcNMjYxMTI3MTA0ODI2WhgPMjEyNjExMDMxMDQ4MjZa
MA0xCzAJBgNVBAMMAmRiMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEtJxSvsDt
aLWuM5p3hLQpzzHqE/YIW+eOmNYFRE0dn3p6PVLQ4OOspOAEWGjvJdoX21Ttr7Wa
7XKiLG2EJRFnE6NiMGAwHQYDVR0OBBYEFEV/+cwka4yWGkSPfYCSCQjZ+7xHMB8G
A1UdIwQYMBaAFEV/+cwka4yWGkSPfYCSCQjZ+7xHMA8GA1UdEwEB/wQFMAMBAf8w
DQYDVR0RBAYwBIICZGIwCgYIKoZIzj0EAwIDSQAwRgIhAKEBZDQBIWqRpOjIKrhk
oFE7AMovOKU+7fg/6+IijCJfAiEA8Lpf52D+xijwzVKHWy6Rbd9ofkV/+F4QzHd/
U8CVe9E=
-----END CERTIFICATE-----
";

/// Returns what a client says to a server with this certificate, and the key.
fn handshake(certificate: &str, verification: &Verification) -> Result<(), Error> {
    let certificate = CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(KEY.as_bytes()).unwrap();
    let key = rustls::crypto::ring::sign::any_supported_type(&key).unwrap();
    let key = SingleCertAndKey::from(CertifiedKey::new(vec![certificate], key));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let server = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(key));
    let mut server = ServerConnection::new(Arc::new(server)).unwrap();
    let name = ServerName::try_from("db.example.org").unwrap();
    let client = Arc::new(config(verification).unwrap());
    let mut client = ClientConnection::new(client, name).unwrap();
    while client.is_handshaking() {
        let mut sent = Vec::new();
        client.write_tls(&mut sent).unwrap();
        server.read_tls(&mut Cursor::new(sent)).unwrap();
        server.process_new_packets().unwrap();
        let mut sent = Vec::new();
        server.write_tls(&mut sent).unwrap();
        client.read_tls(&mut Cursor::new(sent)).unwrap();
        client.process_new_packets()?;
    }
    Ok(())
}

#[test]
fn certificate_of_version_1_serves_where_nothing_is_checked() {
    assert_eq!(handshake(VERSION_1, &Verification::None), Ok(()));
    assert_eq!(handshake(VERSION_3, &Verification::None), Ok(()));
    for checked in [Verification::Authority(None), Verification::Full(None)] {
        assert!(handshake(VERSION_1, &checked).is_err());
        assert!(handshake(VERSION_3, &checked).is_err(), "nobody signed it");
    }
}

#[test]
fn bound_password_needs_a_certificate_whose_key_the_server_shows_to_have() {
    assert!(handshake(VERSION_1, &Verification::Key).is_err());
    assert_eq!(handshake(VERSION_3, &Verification::Key), Ok(()));
}

#[test]
fn certificate_of_somebody_else_never_serves() {
    for verification in [Verification::None, Verification::Key] {
        assert_eq!(
            handshake(OF_ANOTHER, &verification),
            Err(Error::InvalidCertificate(CertificateError::BadSignature))
        );
    }
}
