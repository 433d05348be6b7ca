//! Shapes in which works are written as JSON, by services and in files alike.
//!
//! Owns the fields of each shape, what they mean, and the cleaning of what people put into them.
//! One work comes in, parsed as JSON in that shape; its record goes out, or nothing for what is no
//! publication. Fields of the wrong type count as absent. Must not know where a work came from (a
//! request, a file), nor what envelope it came in.

pub(crate) mod address;
pub(crate) mod crossref;
pub(crate) mod csl;
pub(crate) mod lenient;
