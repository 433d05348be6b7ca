//! Where a store is, from an address as PostgreSQL's own programs take it.

use std::{
    fmt,
    path::PathBuf,
    str::FromStr as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use fs_err as fs;
use percent_encoding::percent_decode_str;
use postgres::{
    Config,
    config::{ChannelBinding, Host, SslMode},
};
use thiserror::Error;

use super::{
    pass_file::{self, Wanted},
    tls::Verification,
};

/// A server, a database and a role, as in `postgres://bibsync@db.example.org/library?sslmode=verify-full`.
///
/// Beside the parameters of <https://docs.rs/tokio-postgres> it takes `sslmode=verify-ca` and
/// `verify-full`, `sslrootcert` and `passfile`, with the meaning that libpq gives them.
#[derive(Clone)]
pub struct StoreAddress {
    pub(super) config: Config,
    pub(super) verification: Verification,
    /// The address without the password.
    place: String,
    /// Whether calls still wait for a server that is away.
    is_stopping: Arc<AtomicBool>,
}

/// Why an address can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreAddressError {
    /// The scheme is another.
    #[error(
        "it is no address of a store: expected `postgres://ROLE@HOST/DATABASE`, with \
         `?sslmode=verify-full` for a server elsewhere"
    )]
    Scheme,
    /// A parameter can't be used.
    #[error("the address of the store can't be used")]
    Parameter(#[from] postgres::Error),
    /// The mode of encryption is unknown.
    #[error(
        "`sslmode={0}` is unknown: expected `disable`, `prefer`, `require`, `verify-ca` or \
         `verify-full`"
    )]
    Mode(String),
}

impl StoreAddress {
    /// Reads an address. `variable` returns a variable of the environment: `PGPASSWORD`, `PGPASSFILE` and
    /// `HOME` (`APPDATA` on Windows) say where a password is that the address lacks.
    ///
    /// # Errors
    /// When it is no address of PostgreSQL, or a parameter is unknown.
    pub fn read(
        address: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, StoreAddressError> {
        let is_ours = ["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| address.starts_with(scheme));
        if !is_ours {
            return Err(StoreAddressError::Scheme);
        }
        let (base, query) = address.split_once('?').unwrap_or((address, ""));
        let mut kept = Vec::new();
        let (mut mode, mut roots, mut pass_file) = (None, None, None);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = percent_decode_str(value).decode_utf8_lossy().into_owned();
            match name {
                "sslmode" => mode = Some(value),
                "sslrootcert" => roots = Some(PathBuf::from(value)),
                "passfile" => pass_file = Some(PathBuf::from(value)),
                _ => kept.push(pair),
            }
        }
        let mut config = Config::from_str(&format!("{base}?{}", kept.join("&")))?;
        let least = match config.get_channel_binding() {
            ChannelBinding::Require => Verification::Key,
            _ => Verification::None,
        };
        let (ssl, verification) = match mode.as_deref().unwrap_or("prefer") {
            "disable" => (SslMode::Disable, Verification::None),
            "prefer" | "allow" => (SslMode::Prefer, least),
            // With roots, libpq checks who signed the certificate.
            "require" if roots.is_none() => (SslMode::Require, least),
            "require" | "verify-ca" => (SslMode::Require, Verification::Authority(roots)),
            "verify-full" => (SslMode::Require, Verification::Full(roots)),
            other => return Err(StoreAddressError::Mode(other.to_owned())),
        };
        config.ssl_mode(ssl);
        config.application_name("bibsync");
        if config.get_user().is_none()
            && let Some(user) = variable("PGUSER").or_else(|| variable("USER"))
        {
            config.user(&user);
        }
        if config.get_password().is_none()
            && let Some(password) =
                variable("PGPASSWORD").or_else(|| kept_password(&config, pass_file, variable))
        {
            config.password(password);
        }
        Ok(Self {
            config,
            verification,
            place: without_password(address),
            is_stopping: Arc::default(),
        })
    }

    /// Ends the waits of all connections to this address and its clones for a server that is away, and those to
    /// come: the program ends.
    pub fn stop_waiting(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
}

/// The address without the password.
impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place)
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StoreAddress").field(&self.place).finish()
    }
}

/// Returns an address without its password. What stands before the last `@` are credentials, whatever signs a
/// password has.
fn without_password(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let rest = match rest.rsplit_once('@') {
        Some((credentials, place)) => {
            let role = credentials.split(':').next().unwrap_or_default();
            format!("{role}@{place}")
        }
        None => rest.to_owned(),
    };
    let Some((path, query)) = rest.split_once('?') else {
        return format!("{scheme}://{rest}");
    };
    let is_shown = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        percent_decode_str(name).decode_utf8_lossy() != "password"
    };
    let shown: Vec<&str> = query.split('&').filter(is_shown).collect();
    if shown.is_empty() {
        format!("{scheme}://{path}")
    } else {
        format!("{scheme}://{path}?{}", shown.join("&"))
    }
}

/// Returns the password from the password file.
fn kept_password(
    config: &Config,
    file: Option<PathBuf>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Option<String> {
    let file = file
        .or_else(|| variable("PGPASSFILE").map(PathBuf::from))
        .or_else(|| {
            if cfg!(windows) {
                variable("APPDATA").map(|home| PathBuf::from(home).join("postgresql/pgpass.conf"))
            } else {
                variable("HOME").map(|home| PathBuf::from(home).join(".pgpass"))
            }
        })?;
    let text = fs::read_to_string(&file).ok()?;
    if is_open_to_others(&file) {
        tracing::warn!(
            "{} is not read: others may read it too; make it private with `chmod 600`",
            file.display()
        );
        return None;
    }
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        // libpq looks a local socket up as `localhost`.
        _ => "localhost".to_owned(),
    };
    let user = config.get_user().unwrap_or_default();
    pass_file::password(
        &text,
        Wanted {
            host: &host,
            port: config.get_ports().first().copied().unwrap_or(5432),
            database: config.get_dbname().unwrap_or(user),
            user,
        },
    )
}

#[cfg(unix)]
fn is_open_to_others(file: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|about| about.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &std::path::Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_: &str) -> Option<String> {
        None
    }

    #[test]
    fn password_is_never_shown() {
        for (address, shown) in [
            ("postgres://a:secret@h/d", "postgres://a@h/d"),
            ("postgres://a:se%40cret@h/d?password=x", "postgres://a@h/d"),
            (
                "postgresql://a@h:5433/d?sslmode=require",
                "postgresql://a@h:5433/d?sslmode=require",
            ),
            ("postgres:///d?host=/run", "postgres:///d?host=/run"),
            ("postgres://a:se/cret@h/d", "postgres://a@h/d"),
            ("postgres://a:se?cret@h/d", "postgres://a@h/d"),
            ("postgres://a@h/d?pass%77ord=secret", "postgres://a@h/d"),
        ] {
            let read = StoreAddress::read(address, &nothing).unwrap();
            assert_eq!(read.to_string(), shown);
            assert!(!format!("{read:?}").contains("cret"), "{read:?}");
        }
    }

    #[test]
    fn modes_of_encryption_are_those_of_libpq() {
        let read = |query: &str| StoreAddress::read(&format!("postgres://a@h/d{query}"), &nothing);
        for (query, mode, verification) in [
            ("", SslMode::Prefer, Verification::None),
            ("?sslmode=disable", SslMode::Disable, Verification::None),
            ("?sslmode=require", SslMode::Require, Verification::None),
            (
                "?sslmode=require&channel_binding=require",
                SslMode::Require,
                Verification::Key,
            ),
            (
                "?sslmode=verify-full",
                SslMode::Require,
                Verification::Full(None),
            ),
            (
                "?sslmode=verify-ca&sslrootcert=%2Fca.pem",
                SslMode::Require,
                Verification::Authority(Some("/ca.pem".into())),
            ),
        ] {
            let read = read(query).unwrap();
            assert_eq!(read.config.get_ssl_mode(), mode, "{query}");
            assert_eq!(read.verification, verification, "{query}");
        }
        let error = read("?sslmode=maybe").unwrap_err();
        assert!(error.to_string().contains("verify-full"), "{error}");
        for other in [
            "mysql://a:secret@h",
            "host=h user=a password=secret",
            "postgres:/a:secret@h",
        ] {
            let error = StoreAddress::read(other, &nothing).unwrap_err();
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn password_file_is_read_if_it_is_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("pass");
        fs::write(&file, "h:5432:d:a:secret\n").unwrap();
        let address = format!("postgres://a@h/d?passfile={}", file.display());
        for (mode, expected) in [(0o644, None), (0o600, Some(&b"secret"[..]))] {
            fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
            let read = StoreAddress::read(&address, &nothing).unwrap();
            assert_eq!(read.config.get_password(), expected, "{mode:o}");
        }
        let variable = |name: &str| (name == "PGPASSWORD").then(|| "other".to_owned());
        let read = StoreAddress::read(&address, &variable).unwrap();
        assert_eq!(read.config.get_password(), Some(&b"other"[..]));
    }
}
