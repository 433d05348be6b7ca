//! Reading DBLP's dump of all its records, one XML file (`dblp.xml`).
//!
//! Owns the meaning of its elements (dblp.dtd of 2019-11-23). Chunks of the decompressed file come in;
//! records, people's pages and faults go out. Each record equals the one that DBLP's endpoint returns. A
//! fault costs one record. No DTD is fetched and no entity expanded except the characters with names in
//! HTML, which include all those of DBLP's DTD. Must not know the index, nor the other records of the
//! file: the fields that a paper takes from its proceedings are joined later.

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
