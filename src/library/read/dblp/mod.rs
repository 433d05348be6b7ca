//! DBLP's dump of all its records as one XML file, `dblp.xml`.
//!
//! Owns what its elements mean (dblp.dtd of 2019-11-23). Chunks of
//! the unpacked file come in; records, people's pages and faults go out, each record saying what
//! the same record says through DBLP's endpoint. A fault costs one record. No DTD is fetched and
//! no entity expanded but the characters that HTML names, which include all that DBLP's DTD
//! declares. Must not know the index, nor the other records of the file: what a paper has from its
//! proceedings is joined later.

mod bounds;
mod element;
mod entities;
mod field;
mod join;
mod person;
mod publication;
mod reader;
#[cfg(test)]
mod tests;

pub(in crate::library) use join::join;
pub(in crate::library) use reader::DblpXml;
