//! Which file of a crate uses which: paths in its code, resolved as the compiler resolves modules.
//!
//! Code under `#[cfg(test)]` and re-exports (`pub use`) are left out: a test may see everything, and
//! a re-export names a file without needing it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    str::FromStr as _,
};

use fs_err as fs;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::cycles;

/// The number of a file.
pub(crate) type FileId = usize;

/// The path of a module from the crate's root: `["library", "part"]`.
type ModulePath = Vec<String>;

/// The files of a crate and the paths in them.
#[derive(Default)]
pub(crate) struct Crate {
    files: Vec<String>,
    modules: BTreeMap<ModulePath, Module>,
    uses: BTreeSet<(FileId, FileId)>,
}

#[derive(Default)]
struct Module {
    file: FileId,
    /// What `use` gives a name to, public or not.
    imported: BTreeMap<String, Vec<String>>,
    /// Paths in the code, without re-exports.
    used: Vec<Vec<String>>,
}

impl Crate {
    /// Reads all files under this folder.
    pub(crate) fn read(source: &Path) -> Self {
        let mut read = Self::default();
        read.folder(source, &Vec::new());
        read.uses = read.resolved();
        read
    }

    fn folder(&mut self, folder: &Path, at: &ModulePath) {
        let mut entries: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        entries.sort();
        for path in entries {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let mut inner = at.clone();
            if path.is_dir() {
                inner.push(stem.to_owned());
                self.folder(&path, &inner);
            } else if path.extension().is_some_and(|ending| ending == "rs") && stem != "main" {
                if stem != "mod" && stem != "lib" {
                    inner.push(stem.to_owned());
                }
                let text = fs::read_to_string(&path).unwrap();
                self.add(&inner, &text);
            }
        }
    }

    fn add(&mut self, at: &ModulePath, text: &str) {
        let file = self.files.len();
        self.files.push(at.join("/"));
        let tokens = TokenStream::from_str(text).unwrap();
        self.walk(at, file, tokens);
    }

    /// Notes what the tokens of a module use.
    fn walk(&mut self, at: &ModulePath, file: FileId, tokens: TokenStream) {
        self.modules.entry(at.clone()).or_default().file = file;
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut i = 0;
        while i < tokens.len() {
            match &tokens[i] {
                TokenTree::Punct(sign)
                    if sign.as_char() == '#' && tokens.get(i + 1).is_some_and(is_test) =>
                {
                    i = end_of_item(&tokens, i + 2);
                }
                TokenTree::Ident(word) if word == "use" => {
                    let end = end_of_statement(&tokens, i);
                    let exported = i > 0 && is_visibility(&tokens[..i]);
                    let mut names = Vec::new();
                    flatten(&tokens[i + 1..end], &[], &mut names);
                    let module = self.modules.get_mut(at).unwrap();
                    for (name, path) in names {
                        if !exported {
                            module.used.push(path.clone());
                        }
                        module.imported.insert(name, path);
                    }
                    i = end;
                }
                TokenTree::Ident(word) if word == "mod" => {
                    if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                        (tokens.get(i + 1), tokens.get(i + 2))
                    {
                        let mut inner = at.clone();
                        inner.push(name.to_string());
                        self.walk(&inner, file, body.stream());
                        i += 2;
                    }
                }
                TokenTree::Ident(_) => {
                    let (path, end) = path_at(&tokens, i);
                    if path.len() > 1 {
                        self.modules.get_mut(at).unwrap().used.push(path);
                    }
                    i = end;
                }
                TokenTree::Group(group) => self.walk(at, file, group.stream()),
                _ => {}
            }
            i += 1;
        }
    }

    /// The module that a path leads to, as far as modules and imports take it.
    fn resolve(&self, at: &ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        let mut segments = path.iter();
        let first = segments.next()?;
        let mut here = match first.as_str() {
            "crate" => Vec::new(),
            "self" => at.clone(),
            "super" => parent(at)?,
            name => {
                let mut inner = at.clone();
                inner.push(name.to_owned());
                if self.modules.contains_key(&inner) {
                    inner
                } else {
                    // A name of an import is counted where it is imported.
                    return None;
                }
            }
        };
        while let Some(segment) = segments.next() {
            if segment == "super" {
                here = parent(&here)?;
                continue;
            }
            let mut inner = here.clone();
            inner.push(segment.clone());
            if self.modules.contains_key(&inner) {
                here = inner;
            } else if let Some(import) = self.modules[&here].imported.get(segment)
                && depth < 8
            {
                let mut whole = import.clone();
                whole.extend(segments.cloned());
                return self.resolve(&here, &whole, depth + 1).or(Some(here));
            } else {
                break;
            }
        }
        Some(here)
    }

    /// Each file with each file it uses.
    fn resolved(&self) -> BTreeSet<(FileId, FileId)> {
        let mut out = BTreeSet::new();
        for (at, module) in &self.modules {
            for path in &module.used {
                if let Some(target) = self.resolve(at, path, 0) {
                    let target = self.modules[&target].file;
                    if target != module.file {
                        out.insert((module.file, target));
                    }
                }
            }
        }
        out
    }

    /// Each file with each module under the crate's root that it names.
    pub(crate) fn modules_used(&self) -> BTreeSet<(FileId, &str)> {
        let mut out = BTreeSet::new();
        for (at, module) in &self.modules {
            for path in module.used.iter().chain(module.imported.values()) {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let top = match path[0].as_str() {
                    "crate" => path.get(1),
                    "super" if ups == at.len() => path.get(ups),
                    _ => None,
                };
                out.extend(top.map(|name| (module.file, name.as_str())));
            }
        }
        out
    }

    /// The cycles among the files of a module.
    pub(crate) fn cycles_within(&self, module: &str) -> Vec<Vec<FileId>> {
        let mut graph: BTreeMap<FileId, BTreeSet<FileId>> = BTreeMap::new();
        for &(from, to) in &self.uses {
            if self.top_module(from) == module && self.top_module(to) == module {
                graph.entry(from).or_default().insert(to);
            }
        }
        cycles::components(&graph)
    }

    /// The files of a cycle, with what each uses of the others.
    pub(crate) fn describe(&self, cycle: &[FileId]) -> String {
        let lines = cycle.iter().map(|file| {
            let used: Vec<&str> = cycle
                .iter()
                .filter(|other| self.uses.contains(&(*file, **other)))
                .map(|other| self.name(*other))
                .collect();
            format!("{} -> {}", self.name(*file), used.join(", "))
        });
        lines.collect::<Vec<_>>().join("\n  ")
    }

    /// A file's path without its ending: `library/part/open`.
    pub(crate) fn name(&self, file: FileId) -> &str {
        &self.files[file]
    }

    /// The module under the crate's root to which a file belongs.
    pub(crate) fn top_module(&self, file: FileId) -> &str {
        self.files[file].split('/').next().unwrap_or_default()
    }
}

fn parent(at: &ModulePath) -> Option<ModulePath> {
    let (_, parent) = at.split_last()?;
    Some(parent.to_vec())
}

fn is_colons(tokens: &[TokenTree], i: usize) -> bool {
    let colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == ':');
    colon(tokens.get(i)) && colon(tokens.get(i + 1))
}

/// Whether these tokens end in `pub` or `pub(…)`.
fn is_visibility(before: &[TokenTree]) -> bool {
    let is_pub = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "pub");
    match before {
        [.., keyword, TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            is_pub(keyword)
        }
        [.., keyword] => is_pub(keyword),
        [] => false,
    }
}

/// Whether this is the bracket of `#[cfg(test)]`, alone or within `all(…)`.
fn is_test(attribute: &TokenTree) -> bool {
    let TokenTree::Group(group) = attribute else {
        return false;
    };
    let text: String = group.stream().to_string().split_whitespace().collect();
    text == "cfg(test)" || text.starts_with("cfg(all(test,") || text == "test"
}

/// The index of the last token of the item that begins here.
fn end_of_item(tokens: &[TokenTree], start: usize) -> usize {
    let is_use = tokens[start..]
        .iter()
        .take(3)
        .any(|token| matches!(token, TokenTree::Ident(word) if word == "use"));
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(sign) => matches!(sign.as_char(), ';' | ','),
        TokenTree::Group(group) => !is_use && group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    let length = tokens[start..].iter().position(ends);
    length.map_or(tokens.len(), |length| start + length)
}

fn end_of_statement(tokens: &[TokenTree], start: usize) -> usize {
    let ends = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ';');
    let length = tokens[start..].iter().position(ends);
    length.map_or(tokens.len(), |length| start + length)
}

/// The path that begins with the word at `start`, and the index of its last token.
fn path_at(tokens: &[TokenTree], start: usize) -> (Vec<String>, usize) {
    let mut path = vec![tokens[start].to_string()];
    let mut i = start;
    while is_colons(tokens, i + 1) {
        let Some(TokenTree::Ident(word)) = tokens.get(i + 3) else {
            break;
        };
        path.push(word.to_string());
        i += 3;
    }
    (path, i)
}

/// The names that a `use` introduces, with the path of each.
fn flatten(tokens: &[TokenTree], prefix: &[String], out: &mut Vec<(String, Vec<String>)>) {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    // Nothing follows a trailing comma.
    for tree in tokens.split(is_comma).filter(|tree| !tree.is_empty()) {
        let mut path = prefix.to_vec();
        let mut name = None;
        let mut tokens = tree.iter();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    name = tokens.next().map(ToString::to_string);
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Punct(sign) if sign.as_char() == '*' => path.push("*".to_owned()),
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    flatten(&inner, &path, out);
                    path.clear();
                }
                _ => {}
            }
        }
        if path.last().is_some_and(|word| word == "self") && path.len() > 1 {
            path.pop();
        }
        if let Some(last) = path.last() {
            out.push((name.unwrap_or_else(|| last.clone()), path));
        }
    }
}

#[test]
fn used_files_are_found_however_they_are_named() {
    let mut krate = Crate::default();
    let at = |path: &str| path.split('/').map(str::to_owned).collect::<ModulePath>();
    krate.add(
        &at("bib"),
        "mod read; mod scan; pub use read::{Entry, parse};",
    );
    krate.add(
        &at("bib/read"),
        "use super::scan; pub fn parse() { super::scan::go(); } #[cfg(test)] mod tests { use crate::lock; }",
    );
    krate.add(&at("bib/scan"), "use crate::{bib::{self, Entry,}, model,};");
    krate.add(&at("lock"), "fn f() { vec![crate::bib::parse()] }");
    krate.add(&at("model"), "");
    krate.uses = krate.resolved();
    let named = |uses: &BTreeSet<(FileId, FileId)>| -> Vec<(String, String)> {
        let name = |file: FileId| krate.name(file).to_owned();
        uses.iter()
            .map(|(from, to)| (name(*from), name(*to)))
            .collect()
    };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|(from, to)| ((*from).to_owned(), (*to).to_owned()))
            .collect()
    };
    assert_eq!(
        named(&krate.uses),
        pairs(&[
            ("bib/read", "bib/scan"),
            ("bib/scan", "bib"),
            ("bib/scan", "bib/read"),
            ("bib/scan", "model"),
            ("lock", "bib/read"),
        ])
    );
    assert_eq!(krate.cycles_within("bib"), [[1, 2]]);
    let modules: Vec<(&str, &str)> = krate
        .modules_used()
        .into_iter()
        .map(|(file, module)| (krate.name(file), module))
        .collect();
    assert_eq!(
        modules,
        [("bib/scan", "bib"), ("bib/scan", "model"), ("lock", "bib")]
    );
}
