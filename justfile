# `just` lists these. Each is one plain command, to be typed as well without just.

default:
    @just --list

# Put the code in form.
fmt:
    cargo fmt

# What must be silent.
lint:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings

# All tests, no network.
test:
    cargo test

# How long the export of 100,000 works takes, on one thread.
bench:
    cargo bench --bench export

# What the library costs, over dumps such as the example `synthetic_dump` makes.
bench-library +dumps:
    cargo bench --bench library -- {{dumps}}

# The library's documentation.
doc:
    RUSTDOCFLAGS=-Dwarnings cargo doc --no-deps

# Licences, advisories and sources of dependencies (needs cargo-deny).
deny:
    cargo deny check

# Write again what is made from the code: the JSON Schemas, the import table of ARCHITECTURE, the
# outputs in the book, and the snapshots inside tests (needs cargo-insta). Read the difference before you commit it.
bless:
    cargo run --quiet --example schema -- profile > target/profile.schema.json
    mv target/profile.schema.json profile.schema.json
    cargo run --quiet --example schema -- config > target/config.schema.json
    mv target/config.schema.json config.schema.json
    BLESS=1 cargo test --test architecture --test documents
    cargo insta test --accept
