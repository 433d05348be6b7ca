use serde::Deserialize;
use thiserror::Error;
use url::Url;

/// Where a workflow installs this program from: a name in a registry may belong to someone else, a
/// commit of a repository can't.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    repository: String,
    commit: String,
}

/// Why it can't be said where this program is from.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OriginError {
    /// Nothing is set there.
    #[error("Cargo.toml does not set {0}, so no install can be named that is surely of bibsync")]
    Unset(&'static str),
    /// What is set there can't be meant.
    #[error("{setting} in Cargo.toml is {value:?}, which is not {expected}")]
    Wrong {
        /// The setting.
        setting: &'static str,
        /// What it is.
        value: String,
        /// What it should be.
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
    metadata: Metadata,
}

#[derive(Deserialize, Default)]
struct Metadata {
    #[serde(default)]
    bibsync: Own,
}

#[derive(Deserialize, Default)]
struct Own {
    commit: Option<String>,
}

impl Origin {
    /// By the repository's address (empty: not set) and the text of `Cargo.toml`, which names the
    /// commit.
    ///
    /// # Errors
    /// When either is not set, or is nothing that can be installed from.
    pub fn read(repository: &str, manifest: &str) -> Result<Self, OriginError> {
        if repository.is_empty() {
            return Err(OriginError::Unset(REPOSITORY));
        }
        // It stands in shell commands and in YAML, where none of these characters means anything.
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:~".contains(c);
        let is_address = Url::parse(repository).is_ok_and(|url| url.scheme() == "https");
        if !is_address || !repository.chars().all(plain) {
            return Err(OriginError::Wrong {
                setting: REPOSITORY,
                value: repository.to_owned(),
                expected: "a plain https:// address",
            });
        }
        let manifest: Option<Manifest> = toml::from_str(manifest).ok();
        let commit = manifest.and_then(|manifest| manifest.package.metadata.bibsync.commit);
        let commit = commit.ok_or(OriginError::Unset(COMMIT))?;
        let is_hex = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
        if commit.len() != 40 || !commit.bytes().all(is_hex) {
            return Err(OriginError::Wrong {
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

    /// The command that installs it.
    pub(super) fn install(&self) -> String {
        let Self { repository, commit } = self;
        format!("cargo install --locked --git {repository} --rev {commit} bibsync")
    }
}

#[cfg(test)]
pub(super) fn example_origin() -> Origin {
    Origin {
        repository: "https://git.example.org/ada/bibsync".to_owned(),
        commit: "0123456789abcdef0123456789abcdef01234567".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(repository: &str, commit: &str) -> Result<Origin, String> {
        let manifest =
            format!("[package]\nname = \"x\"\n[package.metadata.bibsync]\ncommit = \"{commit}\"\n");
        Origin::read(repository, &manifest).map_err(|error| error.to_string())
    }

    #[test]
    fn an_install_names_repository_and_commit() {
        let Origin { repository, commit } = example_origin();
        let origin = read(&repository, &commit).unwrap();
        assert_eq!(
            origin.install(),
            "cargo install --locked --git https://git.example.org/ada/bibsync \
             --rev 0123456789abcdef0123456789abcdef01234567 bibsync"
        );
    }

    #[test]
    fn what_is_not_set_is_named() {
        let bare = "[package]\nname = \"x\"\n";
        assert_eq!(
            Origin::read("", bare),
            Err(OriginError::Unset("`package.repository`"))
        );
        assert_eq!(
            Origin::read("https://git.example.org/ada/bibsync", bare),
            Err(OriginError::Unset("`package.metadata.bibsync.commit`"))
        );
    }

    #[test]
    fn only_a_plain_address_and_a_whole_commit_will_do() {
        let Origin { repository, commit } = example_origin();
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
