//! Encryption of the connection, with the checks of certificates that libpq's modes mean.

use std::{io, path::PathBuf, sync::Arc};

use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::CryptoProvider,
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject as _},
};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How the server's certificate is checked. Files have the trusted roots; without one, those of the system
/// are used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verification {
    /// Not at all: only someone who just listens is kept out.
    None,
    /// That the server has its key: a password bound to the connection (`channel_binding=require`) relies on
    /// it.
    Key,
    /// That an authority signed it.
    Authority(Option<PathBuf>),
    /// That an authority signed it, for this host.
    Full(Option<PathBuf>),
}

/// Returns the encryption of a connection.
///
/// # Errors
/// When the roots can't be read.
pub(super) fn connector(verification: &Verification) -> io::Result<MakeRustlsConnect> {
    Ok(MakeRustlsConnect::new(config(verification)?))
}

fn config(verification: &Verification) -> io::Result<ClientConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier: Arc<dyn ServerCertVerifier> = match verification {
        Verification::None | Verification::Key => Arc::new(Lenient {
            provider: Arc::clone(&provider),
            takes_unreadable: *verification == Verification::None,
            inner: None,
        }),
        Verification::Authority(roots) => Arc::new(Lenient {
            provider: Arc::clone(&provider),
            takes_unreadable: false,
            inner: Some(verifier(roots.as_ref(), &provider)?),
        }),
        Verification::Full(roots) => verifier(roots.as_ref(), &provider)?,
    };
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth())
}

fn verifier(
    roots: Option<&PathBuf>,
    provider: &Arc<CryptoProvider>,
) -> io::Result<Arc<WebPkiServerVerifier>> {
    let mut store = RootCertStore::empty();
    match roots {
        Some(file) => {
            let text = fs_err::read(file)?;
            for certificate in CertificateDer::pem_slice_iter(&text) {
                let certificate = certificate.map_err(io::Error::other)?;
                store.add(certificate).map_err(io::Error::other)?;
            }
        }
        None => {
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(provider))
        .build()
        .map_err(io::Error::other)
}

/// Accepts a certificate of any host, and without `inner` of anybody.
#[derive(Debug)]
struct Lenient {
    provider: Arc<CryptoProvider>,
    /// Whether a certificate is taken that can't be read, of X.509's version 1 for example.
    takes_unreadable: bool,
    inner: Option<Arc<WebPkiServerVerifier>>,
}

impl Lenient {
    /// Accepts an unreadable certificate, whose key nobody has shown to have, where that is permitted. A wrong
    /// signature stays one.
    fn unless_unreadable(
        &self,
        checked: Result<HandshakeSignatureValid, Error>,
    ) -> Result<HandshakeSignatureValid, Error> {
        match checked {
            Err(Error::InvalidCertificate(CertificateError::Other(_))) if self.takes_unreadable => {
                Ok(HandshakeSignatureValid::assertion())
            }
            checked => checked,
        }
    }
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(inner) = &self.inner else {
            return Ok(ServerCertVerified::assertion());
        };
        match inner.verify_server_cert(end_entity, intermediates, server_name, ocsp, now) {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            checked => checked,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        let checked = rustls::crypto::verify_tls12_signature(message, cert, dss, algorithms);
        self.unless_unreadable(checked)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        let checked = rustls::crypto::verify_tls13_signature(message, cert, dss, algorithms);
        self.unless_unreadable(checked)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

#[cfg(test)]
mod tests;
