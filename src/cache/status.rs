/// The contents of a cache.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CacheStatus {
    /// The file, or the server and the database; `None` for a cache in memory.
    pub place: Option<String>,
    /// The size on the disk, its journal included.
    pub bytes: u64,
    /// The buckets, sorted by name.
    pub buckets: Vec<BucketStatus>,
}

/// The contents of a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketStatus {
    /// The name, such as `crossref-list-v1`.
    pub bucket: String,
    /// The number of responses.
    pub entries: u64,
    /// The number of fresh ones.
    pub fresh: u64,
    /// The number of expired ones, which are used only if no request may be sent.
    pub stale: u64,
    /// The size of their bodies, compressed.
    pub bytes: u64,
}
