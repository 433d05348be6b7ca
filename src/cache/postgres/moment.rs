//! The server's time.

/// The SQL for the server's time in microseconds since the Unix epoch.
macro_rules! now {
    () => {
        "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
    };
}

pub(super) use now;
