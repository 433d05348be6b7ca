use serde::Deserialize;
use thiserror::Error;
use url::Url;

/// The source from which a workflow installs bibsync: a commit of a repository, because a name in a
/// registry may belong to another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstallSource {
    repository: String,
    commit: String,
}

/// The reason why no install source is known.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum InstallSourceError {
    /// A setting is missing.
    #[error("Cargo.toml does not set {0}, so no install can be named that is surely of bibsync")]
    Unset(&'static str),
    /// A setting has an invalid value.
    #[error("{setting} in Cargo.toml is {value:?}, which is not {expected}")]
    Wrong {
        /// The setting.
        setting: &'static str,
        /// Its value.
        value: String,
        /// The expected value.
        expected: &'static str,
    },
}

const REPOSITORY: &str = "`package.repository`";
const COMMIT: &str = "`package.metadata.bibsync.commit`";

#[derive(Deserialize)]
struct Manifest {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    #[serde(default)]
    metadata: PackageMetadata,
}

#[derive(Deserialize, Default)]
struct PackageMetadata {
    #[serde(default)]
    bibsync: Own,
}

#[derive(Deserialize, Default)]
struct Own {
    commit: Option<String>,
}

impl InstallSource {
    /// Reads the source from the repository's address (empty: not set) and the text of `Cargo.toml`,
    /// which has the commit.
    ///
    /// # Errors
    /// Fails when either is missing or invalid.
    pub fn read(repository: &str, manifest: &str) -> Result<Self, InstallSourceError> {
        if repository.is_empty() {
            return Err(InstallSourceError::Unset(REPOSITORY));
        }
        // It is copied into shell commands and YAML, where none of these characters is special.
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:~".contains(c);
        let is_address = Url::parse(repository).is_ok_and(|url| url.scheme() == "https");
        if !is_address || !repository.chars().all(plain) {
            return Err(InstallSourceError::Wrong {
                setting: REPOSITORY,
                value: repository.to_owned(),
                expected: "a plain https:// address",
            });
        }
        let manifest: Option<Manifest> = toml::from_str(manifest).ok();
        let commit = manifest.and_then(|manifest| manifest.package.metadata.bibsync.commit);
        let commit = commit.ok_or(InstallSourceError::Unset(COMMIT))?;
        let is_hex = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
        if commit.len() != 40 || !commit.bytes().all(is_hex) {
            return Err(InstallSourceError::Wrong {
                setting: COMMIT,
                value: commit,
                expected: "a commit in full, 40 digits from 0 to f",
            });
        }
        Ok(Self {
            repository: repository.to_owned(),
            commit,
        })
    }

    /// Returns the command that installs it.
    pub(super) fn install(&self) -> String {
        let Self { repository, commit } = self;
        let package = env!("CARGO_PKG_NAME");
        format!("cargo install --locked --git {repository} --rev {commit} {package}")
    }
}

#[cfg(test)]
pub(super) fn example_origin() -> InstallSource {
    InstallSource {
        repository: "https://git.example.org/ada/bibsync".to_owned(),
        commit: "0123456789abcdef0123456789abcdef01234567".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(repository: &str, commit: &str) -> Result<InstallSource, String> {
        let manifest =
            format!("[package]\nname = \"x\"\n[package.metadata.bibsync]\ncommit = \"{commit}\"\n");
        InstallSource::read(repository, &manifest).map_err(|error| error.to_string())
    }

    #[test]
    fn install_command_has_repository_and_commit() {
        let InstallSource { repository, commit } = example_origin();
        let origin = read(&repository, &commit).unwrap();
        assert_eq!(
            origin.install(),
            "cargo install --locked --git https://git.example.org/ada/bibsync \
             --rev 0123456789abcdef0123456789abcdef01234567 bibsync-cli"
        );
    }

    #[test]
    fn missing_setting_is_named() {
        let bare = "[package]\nname = \"x\"\n";
        assert_eq!(
            InstallSource::read("", bare),
            Err(InstallSourceError::Unset("`package.repository`"))
        );
        assert_eq!(
            InstallSource::read("https://git.example.org/ada/bibsync", bare),
            Err(InstallSourceError::Unset(
                "`package.metadata.bibsync.commit`"
            ))
        );
    }

    #[test]
    fn invalid_repository_or_commit_is_rejected() {
        let InstallSource { repository, commit } = example_origin();
        for repository in [
            "http://example.org/bibsync",
            "https://example.org/$(id)",
            "https://example.org/${{x}}",
            "https://example.org/a b",
            "bibsync",
        ] {
            assert!(read(repository, &commit).is_err(), "{repository}");
        }
        for commit in [
            "main".to_owned(),
            commit[..39].to_owned(),
            commit.to_uppercase(),
            format!("{commit}0"),
            commit.replace('0', "g"),
        ] {
            assert!(read(&repository, &commit).is_err(), "{commit}");
        }
    }
}
