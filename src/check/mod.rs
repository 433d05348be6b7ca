//! A linter for BibTeX files, with rules that need nothing but the file.
//!
//! Owns the rules of clean BibTeX: each has a code, a level, and a fix. The bytes of a file come in,
//! with the codes of the rules to ignore; findings with line and column go out, as data and as text,
//! JSON, GitHub workflow commands or SARIF. Knows files, LaTeX and names; must not know services,
//! works or how entries are written. It changes nothing.

mod annotation;
mod dates;
mod dialect;
mod entries;
mod entry;
mod file;
mod finding;
mod identifiers;
mod lint;
mod pages;
mod people;
mod render;
mod required;
mod rules;
mod suppressions;
#[cfg(test)]
mod tests;
mod titles;
mod tokens;
mod values;

pub use annotation::{Annotation, Severity, github, sarif};
pub use dialect::Dialect;
pub use finding::{Finding, Level};
pub use lint::{LintReport, lint};
pub use render::{ReportFormat, render};
pub use rules::{RULES, Rule, rule};
