//! Unicode into LaTeX.
