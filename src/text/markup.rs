//! A source's markup (HTML, JATS, MathML, entities) into titles and plain text.
