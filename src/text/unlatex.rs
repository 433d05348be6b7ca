//! LaTeX into titles and plain text.
