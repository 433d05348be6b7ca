//! What makes packages: the templates of `packaging/` as filled for a release, the release workflow, and the
//! name and version, which stand in Cargo.toml alone. `.ci/packages` makes and installs the packages themselves.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::BTreeSet,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use fs_err as fs;
use saphyr::{LoadableYamlNode as _, Yaml};
use serde_json::Value;

#[path = "../packaging/fill.rs"]
mod fill;

use fill::Release;

const REPOSITORY: &str = "https://git.example.org/ada/bibsync";
const NAME: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

fn manifest() -> toml::Table {
    text("Cargo.toml").parse().unwrap()
}

/// The systems for which the release workflow makes a program.
fn targets() -> BTreeSet<String> {
    let workflow = text(".github/workflows/release.yml");
    let workflow = Yaml::load_from_str(&workflow).unwrap();
    let matrix = &workflow[0]["jobs"]["program"]["strategy"]["matrix"]["include"];
    let targets = matrix.as_vec().unwrap().iter();
    targets
        .map(|row| row["target"].as_str().unwrap().to_owned())
        .collect()
}

/// The ending of the archive for a system, as `packaging/archive` and `cargo binstall` have it.
fn ending(target: &str) -> String {
    let kind = if target.contains("windows") {
        "zip"
    } else {
        "tar.gz"
    };
    format!("-{target}.{kind}")
}

/// The release that the workflow would make: each file with a sum of its own.
fn release() -> Release {
    let mut endings: Vec<String> = targets().iter().map(|target| ending(target)).collect();
    endings.push(".tar.gz".to_owned());
    let sums = (1_u8..).zip(&endings);
    let sums = sums.map(|(n, ending)| {
        let sum = format!("{n:02x}").repeat(32);
        format!("{sum}  {NAME}-{VERSION}{ending}\n")
    });
    Release::read(
        &text("Cargo.toml"),
        Some(REPOSITORY),
        &sums.collect::<String>(),
    )
    .unwrap()
}

fn filled(template: &str) -> String {
    let filled = release().fill(&text(template)).unwrap();
    assert!(!filled.contains("{{"), "{filled}");
    filled
}

/// Returns the words between `before` and the next `after`, for each `before`.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    let parts = text.split(before).skip(1);
    parts.filter_map(|part| part.split(after).next()).collect()
}

/// Each address must be that of the file whose sum is beside it.
#[track_caller]
fn belong_together(address: &str, sum: &str) {
    let file = address.rsplit('/').next().unwrap();
    let place = format!("{REPOSITORY}/releases/download/v{VERSION}/{file}");
    assert_eq!(address, place);
    let ending = file.strip_prefix(&format!("{NAME}-{VERSION}")).unwrap();
    let sum_of_file = release().fill(&format!("{{{{sha256 {ending}}}}}")).unwrap();
    assert_eq!(sum, sum_of_file, "{file}");
}

#[test]
fn the_command_and_the_library_have_a_name_of_their_own() {
    let manifest = manifest();
    assert_eq!(manifest["lib"]["name"].as_str(), Some("bibsync"));
    assert_eq!(manifest["bin"][0]["name"].as_str(), Some("bibsync"));
    assert_ne!(
        NAME, "bibsync",
        "that name is another program's on crates.io and PyPI"
    );
}

#[test]
fn name_and_version_stand_in_one_place() {
    let mut files: Vec<PathBuf> = [
        "flake.nix",
        "pyproject.toml",
        ".github/workflows/release.yml",
    ]
    .map(path)
    .into();
    let mut folders = vec![path("packaging"), path("src"), path("examples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            if entry.is_dir() {
                folders.push(entry);
            } else {
                files.push(entry);
            }
        }
    }
    assert!(files.len() > 300, "{}", files.len());
    // Where a test of the library, or a remark, shows the name.
    let may = ["src/schedule/install_source.rs", "packaging/fill.rs"].map(path);
    for file in files.iter().filter(|file| !may.contains(file)) {
        let text = String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned();
        assert!(!text.contains(NAME), "{} has the name", file.display());
    }
    let python: toml::Table = text("pyproject.toml").parse().unwrap();
    assert_eq!(python["tool"]["maturin"]["bindings"].as_str(), Some("bin"));
    assert!(!python.contains_key("project"), "maturin reads Cargo.toml");
    let flake = text("flake.nix");
    for read in [
        "builtins.readFile ./Cargo.toml",
        "manifest.name",
        "manifest.version",
    ] {
        assert!(flake.contains(read), "flake.nix lacks {read}");
    }
}

#[test]
fn a_template_that_names_what_is_not_there_is_refused() {
    let release = release();
    for (template, wanted) in [
        ("{{nmae}}", "`{{nmae}}` is unknown; there are class, "),
        ("{{name}", "without `}}`"),
        (
            "{{url -sparc.tar.gz}}",
            "-sparc.tar.gz; the release must have it",
        ),
    ] {
        let wrong = release.fill(template).unwrap_err();
        assert!(wrong.contains(wanted), "{wrong}");
    }
    let manifest = text("Cargo.toml");
    let read = |sums: &str| Release::read(&manifest, Some(REPOSITORY), sums).err();
    assert!(read("abc  file\n").unwrap().contains("64 digits"));
    let unset = Release::read(&manifest, None, "").err();
    if env!("CARGO_PKG_REPOSITORY").is_empty() {
        assert!(unset.unwrap().contains("package.repository"));
    }
}

#[test]
fn binstall_finds_the_archives_of_the_workflow() {
    let manifest = manifest();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    for target in targets() {
        let table = binstall["overrides"].get(&target).unwrap_or(binstall);
        let mut url = table["pkg-url"].as_str().unwrap().to_owned();
        for (field, value) in [
            ("{ repo }", REPOSITORY),
            ("{ name }", NAME),
            ("{ version }", VERSION),
            ("{ target }", &target),
        ] {
            url = url.replace(field, value);
        }
        let wanted = release().fill(&format!("{{{{url {}}}}}", ending(&target)));
        assert_eq!(url, wanted.unwrap(), "{target}");
    }
}

#[test]
fn homebrew_formula_names_each_archive_with_its_sum() {
    let formula = filled("packaging/homebrew/formula.rb");
    let (addresses, sums) = (
        between(&formula, "      url \"", "\""),
        between(&formula, "      sha256 \"", "\""),
    );
    assert_eq!((addresses.len(), sums.len()), (4, 4));
    for (address, sum) in addresses.iter().zip(&sums) {
        belong_together(address, sum);
    }
    for (block, system) in [
        ("on_macos do", "apple-darwin"),
        ("on_linux do", "linux-musl"),
    ] {
        let block = formula.split(block).nth(1).unwrap();
        let arm = block.find("on_arm").unwrap();
        let intel = block.find("on_intel").unwrap();
        assert!(block[arm..intel].contains("aarch64-") && block[arm..intel].contains(system));
        assert!(
            block[intel..]
                .split("end")
                .next()
                .unwrap()
                .contains("x86_64-")
        );
    }
    // In a class's name only the first letter of each word is a capital.
    let class = between(&formula, "class ", " < Formula");
    assert_eq!(class[0].to_lowercase(), NAME.replace('-', ""));
    let opened = formula.lines().filter(|line| {
        let line = line.trim_start();
        line.ends_with(" do") || line.starts_with("class ") || line.starts_with("def ")
    });
    let closed = formula.lines().filter(|line| line.trim() == "end");
    assert_eq!(opened.count(), closed.count());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("formula.rb");
    fs::write(&file, &formula).unwrap();
    judged(Command::new("ruby").arg("-c").arg(file));
}

#[cfg(unix)] // where bash is at hand
#[test]
fn pkgbuild_is_a_script_that_sets_what_makepkg_reads() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("PKGBUILD");
    fs::write(&file, filled("packaging/aur/PKGBUILD")).unwrap();
    let script = "set -eu; . \"$1\"; printf '%s\\n' \"$pkgname\" \"$pkgver\" \"$url\" \"${license[*]}\" \
        \"${#source[@]}\" \"${#sha256sums[@]}\" \"${source[0]}\" \"${sha256sums[0]}\"; \
        declare -F prepare build check package";
    let run = Command::new("bash")
        .args(["--norc", "-c", script, "bash"])
        .arg(&file)
        .output()
        .unwrap();
    let out = String::from_utf8(run.stdout).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        run.status.success(),
        "{out}{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let license = manifest()["package"]["license"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(lines[..6], [NAME, VERSION, REPOSITORY, &license, "1", "1"]);
    belong_together(lines[6], lines[7]);
    assert_eq!(lines[8..], ["prepare", "build", "check", "package"]);
    assert!(
        !VERSION.contains('-'),
        "makepkg takes no hyphen in a version"
    );
}

#[test]
fn scoop_manifest_names_the_archive_for_windows() {
    let scoop: Value = serde_json::from_str(&filled("packaging/scoop/manifest.json")).unwrap();
    let x64 = &scoop["architecture"]["64bit"];
    belong_together(x64["url"].as_str().unwrap(), x64["hash"].as_str().unwrap());
    let folder = format!("{NAME}-{VERSION}-x86_64-pc-windows-msvc");
    assert_eq!(x64["extract_dir"], folder.as_str());
    assert_eq!(scoop["version"], VERSION);
    assert_eq!(scoop["bin"], "bibsync.exe");
    let later = &scoop["autoupdate"]["architecture"]["64bit"];
    for field in ["url", "extract_dir"] {
        let now = later[field].as_str().unwrap().replace("$version", VERSION);
        assert_eq!(x64[field], now.as_str());
    }
}

/// An editor looks a file up by its name, and fetches the schema from this version of the repository.
#[test]
fn schemastore_entries_lead_to_schemas_of_this_repository() {
    let catalog: Value =
        serde_json::from_str(&filled("packaging/schemastore/catalog.json")).unwrap();
    let entries = catalog.as_array().unwrap();
    assert_eq!(entries.len(), 2);
    for entry in entries {
        let place = format!("{REPOSITORY}/raw/v{VERSION}/");
        let file = entry["url"].as_str().unwrap().strip_prefix(&place).unwrap();
        let schema: Value = serde_json::from_str(&text(file)).unwrap();
        assert_eq!(schema["title"], entry["name"], "{file}");
        for field in ["name", "description"] {
            let told = entry[field].as_str().unwrap();
            assert!(
                !told.is_empty() && !told.to_lowercase().contains("schema"),
                "{told}"
            );
        }
    }
    assert_eq!(entries[0]["fileMatch"][0], "bibsync.toml");
}

/// The licences stand in three notations.
#[test]
fn recipes_state_both_licences() {
    let license = manifest()["package"]["license"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(license, "MIT OR Apache-2.0");
    assert!(text("packaging/homebrew/formula.rb").contains("any_of: [\"MIT\", \"Apache-2.0\"]"));
    assert!(text("packaging/scoop/manifest.json").contains("\"MIT|Apache-2.0\""));
    assert!(text("flake.nix").contains("[ mit asl20 ]"));
}

#[test]
fn nix_can_read_the_flake() {
    let flake = text("flake.nix");
    let open = flake.matches(['{', '(', '[']).count();
    assert_eq!(open, flake.matches(['}', ')', ']']).count());
    judged(
        Command::new("nix-instantiate")
            .arg("--parse")
            .arg(path("flake.nix")),
    );
}

/// Pages and completions come from the program, under the names by which shells find them.
#[cfg(unix)]
#[test]
fn archive_holds_the_program_its_pages_and_completions() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_bibsync");
    let pages = folder.path().join("pages");
    let run = |command: &mut Command| {
        let run = command
            .env("SOURCE_DATE_EPOCH", "1790000000")
            .output()
            .unwrap();
        assert!(run.status.success(), "{run:?}");
        String::from_utf8(run.stdout).unwrap()
    };
    run(Command::new(path("packaging/pages"))
        .arg(program)
        .arg(&pages));
    // The program under test has its symbols, and would take long to pack.
    let packed = folder.path().join("bibsync");
    fs::write(&packed, "#!/bin/sh\n").unwrap();
    let pack = |out: &str| {
        let mut command = Command::new(path("packaging/archive"));
        command.arg(&packed).arg("x86_64-unknown-linux-musl");
        run(command.arg(&pages).arg(folder.path().join(out)))
    };
    let name = pack("one");
    let top = format!("{NAME}-{VERSION}-x86_64-unknown-linux-musl");
    assert_eq!(name, format!("{top}.tar.gz\n"));
    let archive = folder.path().join("one").join(name.trim());
    let listed = run(Command::new("tar")
        .arg("--list")
        .arg("--file")
        .arg(&archive));
    for file in [
        "bibsync",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "NOTICE",
        "man1/bibsync.1",
        "man1/bibsync-fetch.1",
        "completions/bibsync",
        "completions/_bibsync",
        "completions/bibsync.fish",
        "completions/_bibsync.ps1",
        "completions/bibsync.elv",
    ] {
        let wanted = format!("{top}/{file}");
        assert!(
            listed.lines().any(|line| line == wanted),
            "no {wanted} in {listed}"
        );
    }
    assert_eq!(name, pack("two"));
    let again = folder.path().join("two").join(name.trim());
    assert!(
        fs::read(archive).unwrap() == fs::read(again).unwrap(),
        "the bytes differ"
    );
}

/// Lets a program judge a file, where the program is to be had.
#[track_caller]
fn judged(command: &mut Command) {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(run) => assert!(run.status.success(), "{run:?}"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            _ = writeln!(std::io::stderr().lock(), "skipped: {name} is not installed");
        }
        Err(error) => panic!("{name}: {error}"),
    }
}
