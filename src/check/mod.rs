//! What is wrong with a BibTeX file, by rules that need nothing but the file.
//!
//! Owns the rules of clean BibTeX as a linter has them: each with a code, a level, and what to write
//! instead. The bytes of a file come in, with the codes that are not to be reported; findings with
//! line and column go out, as data and as text, JSON, workflow commands of GitHub or SARIF. Knows
//! files, LaTeX and names, and must not know services, works or how to write entries: it changes
//! nothing.

mod dates;
mod dialect;
mod entries;
mod file;
mod finding;
mod identifiers;
mod lint;
mod output;
mod pages;
mod people;
mod required;
mod rules;
mod silence;
#[cfg(test)]
mod tests;
mod titles;
mod tokens;
mod values;

pub use dialect::Dialect;
pub use finding::{Finding, Level};
pub use lint::{Report, lint};
pub use output::{Output, render};
pub use rules::{RULES, Rule, rule};
