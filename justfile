# `just` lists these recipes. Each is one or two plain commands, which work without just too.

default:
    @just --list

# Format the code.
fmt:
    cargo fmt

# Check format and lints.
lint:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings

# Run all tests; no network is needed.
test:
    cargo test

# Measure the export of 100,000 works on one thread.
bench:
    cargo bench --bench export

# Measure the library on dumps such as the example `synthetic_dump` makes.
bench-library +dumps:
    cargo bench --bench library -- {{dumps}}

# Measure bibsync beside other tools through the simulator, and write docs/src/benchmarks.md (needs ../shared,
# python3 and PyPI; about twenty minutes after the build).
benchmark *arguments:
    cargo build --release
    python3 benchmarks/benchmark.py {{arguments}}

# Build the documentation of the library crate.
doc:
    RUSTDOCFLAGS=-Dwarnings cargo doc --no-deps

# Build the book into target/book (needs mdbook).
book:
    mdbook build docs

# Check licences, advisories and sources of dependencies (needs cargo-deny).
deny:
    cargo deny check

# Make the packages, and install and remove each in an empty place (Linux; installs tools).
packages:
    .ci/packages

# Write what is made from the code: the JSON Schemas, the import table in ARCHITECTURE.md, outputs in the book,
# and inline snapshots (needs cargo-insta). Read the difference before you commit it.
bless:
    cargo run --quiet --example schema -- profile > target/profile.schema.json
    mv target/profile.schema.json profile.schema.json
    cargo run --quiet --example schema -- config > target/config.schema.json
    mv target/config.schema.json config.schema.json
    BLESS=1 cargo test --test architecture --test documents
    cargo insta test --accept
