//! Fills the templates of this folder. The program in `examples/packages.rs` and the test in
//! `tests/packaging.rs` share it.

use std::collections::BTreeMap;

/// What a template may mention.
pub(crate) struct Release {
    fields: BTreeMap<&'static str, String>,
    /// The SHA-256 of each file of the release.
    sums: BTreeMap<String, String>,
}

impl Release {
    /// Reads the package from the text of its manifest, and the files from the output of `sha256sum`.
    /// `repository` replaces the manifest's.
    pub(crate) fn read(
        manifest: &str,
        repository: Option<&str>,
        sums: &str,
    ) -> Result<Self, String> {
        let manifest: toml::Table = manifest
            .parse()
            .map_err(|error| format!("Cargo.toml: {error}"))?;
        let field = |name: &str| {
            let value = manifest
                .get("package")
                .and_then(|it| it.get(name)?.as_str());
            let value = value.map(str::to_owned);
            value.ok_or_else(|| format!("Cargo.toml does not set package.{name}; set it"))
        };
        let mut fields = BTreeMap::new();
        for name in ["name", "version", "description", "license"] {
            fields.insert(name, field(name)?);
        }
        let repository = repository.map_or_else(|| field("repository"), |it| Ok(it.to_owned()))?;
        fields.insert("repository", repository.trim_end_matches('/').to_owned());
        fields.insert("class", class(&fields["name"]));
        let sums = sums.lines().map(|line| {
            let (sum, file) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let file = file.trim_start_matches([' ', '*']).trim_end();
            let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
            if is_sum && !file.is_empty() {
                Ok((file.to_owned(), sum.to_owned()))
            } else {
                Err(format!(
                    "`{line}` is not a line of sha256sum: expected 64 digits and a file"
                ))
            }
        });
        Ok(Self {
            fields,
            sums: sums.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the template with every `{{…}}` replaced.
    pub(crate) fn fill(&self, template: &str) -> Result<String, String> {
        let mut out = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, after)) = rest.split_once("{{") {
            let (inner, after) = after
                .split_once("}}")
                .ok_or_else(|| format!("`{{{{` without `}}}}` before `{after}`"))?;
            out.push_str(before);
            out.push_str(&self.value(inner.trim())?);
            rest = after;
        }
        out.push_str(rest);
        Ok(out)
    }

    fn value(&self, inner: &str) -> Result<String, String> {
        if let Some(ending) = inner.strip_prefix("url ") {
            let Self { fields, .. } = self;
            let file = self.file(ending)?;
            return Ok(format!(
                "{}/releases/download/v{}/{file}",
                fields["repository"], fields["version"]
            ));
        }
        if let Some(ending) = inner.strip_prefix("sha256 ") {
            return Ok(self.sums[&self.file(ending)?].clone());
        }
        let known = || self.fields.keys().copied().collect::<Vec<_>>().join(", ");
        let value = self.fields.get(inner).cloned();
        value.ok_or_else(|| {
            format!(
                "`{{{{{inner}}}}}` is unknown; there are {}, url ENDING, sha256 ENDING",
                known()
            )
        })
    }

    /// Returns the file of the release with this ending.
    fn file(&self, ending: &str) -> Result<String, String> {
        let file = format!("{}-{}{ending}", self.fields["name"], self.fields["version"]);
        if self.sums.contains_key(&file) {
            Ok(file)
        } else {
            Err(format!("no checksum of {file}; the release must have it"))
        }
    }
}

/// Returns the name as a class of Ruby: `BibsyncCli` of `bibsync-cli`.
fn class(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}
