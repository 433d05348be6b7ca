use std::sync::Arc;

use super::{
    super::{
        status::BucketStatus,
        tables::{AnswerRow, AnswerTable},
    },
    moment::now,
    store::{Store, storable},
};

/// The number of rows that one statement removes, so that none locks many for long.
const BATCH: i64 = 10_000;

/// The responses in a table that several machines share.
#[derive(Debug)]
pub(super) struct PostgresAnswers {
    store: Arc<Store>,
}

impl PostgresAnswers {
    pub(super) fn new(store: Arc<Store>) -> Self {
        Self { store }
    }

    /// Removes the rows that expire until `until`, in batches, and returns their number.
    fn remove_until(&self, until: i64) -> usize {
        let mut removed = 0;
        loop {
            let some = self.store.try_run("clean", move |it| {
                let statement = it.statement(
                    "DELETE FROM answer WHERE ctid = ANY (ARRAY(
                         SELECT ctid FROM answer WHERE expires_at <= $1 LIMIT $2))",
                )?;
                it.client.execute(&statement, &[&until, &BATCH])
            });
            match some {
                Some(count @ 1..) => removed += usize::try_from(count).unwrap_or(usize::MAX),
                _ => return removed,
            }
        }
    }
}

impl AnswerTable for PostgresAnswers {
    fn row(&self, bucket: &str, hash: i64) -> Option<AnswerRow> {
        let bucket = bucket.to_owned();
        let row = self.store.try_run("read", move |it| {
            let statement = it.statement(
                "SELECT key, stored_at, expires_at, body FROM answer WHERE bucket = $1 AND hash = $2",
            )?;
            it.client.query_opt(&statement, &[&bucket, &hash])
        });
        row.flatten().map(|row| AnswerRow {
            key: row.get(0),
            stored_at: row.get(1),
            expires_at: row.get(2),
            body: row.get(3),
        })
    }

    fn replace(&self, bucket: &str, hash: i64, row: AnswerRow) {
        let bucket = bucket.to_owned();
        self.store.try_run("write", move |it| {
            let statement = it.statement(
                // Nobody has to wait any longer for what is answered.
                "WITH done AS (DELETE FROM claim WHERE bucket = $1 AND hash = $2)
                 INSERT INTO answer VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (bucket, hash) DO UPDATE SET key = excluded.key,
                     stored_at = excluded.stored_at, expires_at = excluded.expires_at,
                     body = excluded.body",
            )?;
            let row = &row;
            it.client.execute(
                &statement,
                &[
                    &bucket,
                    &hash,
                    &storable(&row.key),
                    &row.stored_at,
                    &row.expires_at,
                    &row.body,
                ],
            )
        });
    }

    fn renew(&self, bucket: &str, hash: i64, key: &str, expires_at: i64) {
        let (bucket, key) = (bucket.to_owned(), key.to_owned());
        self.store.try_run("write", move |it| {
            let statement = it.statement(
                "UPDATE answer SET expires_at = $4 WHERE bucket = $1 AND hash = $2 AND key = $3",
            )?;
            it.client
                .execute(&statement, &[&bucket, &hash, &key, &expires_at])
        });
    }

    fn remove(&self, bucket: &str, hash: i64, key: &str) {
        let (bucket, key) = (bucket.to_owned(), key.to_owned());
        self.store.try_run("write", move |it| {
            let statement =
                it.statement("DELETE FROM answer WHERE bucket = $1 AND hash = $2 AND key = $3")?;
            it.client.execute(&statement, &[&bucket, &hash, &key])
        });
    }

    fn buckets(&self, now: i64) -> Vec<BucketStatus> {
        let rows = self.store.try_run("read", move |it| {
            let statement = it.statement(
                "SELECT bucket, count(*), count(*) FILTER (WHERE expires_at > $1),
                        coalesce(sum(length(body)), 0)::bigint
                 FROM answer GROUP BY bucket ORDER BY bucket COLLATE \"C\"",
            )?;
            it.client.query(&statement, &[&now])
        });
        let status = |row: postgres::Row| {
            let amount = |column: usize| row.get::<_, i64>(column).unsigned_abs();
            let (entries, fresh) = (amount(1), amount(2));
            BucketStatus {
                bucket: row.get(0),
                entries,
                fresh,
                stale: entries - fresh,
                bytes: amount(3),
            }
        };
        rows.into_iter().flatten().map(status).collect()
    }

    fn remove_expired(&self, now: i64) -> usize {
        self.store.try_run("clean", |it| {
            let statement = it.statement(concat!("DELETE FROM claim WHERE until <= ", now!()))?;
            it.client.execute(&statement, &[])
        });
        self.remove_until(now)
    }

    fn remove_all(&self) -> usize {
        self.remove_until(i64::MAX)
    }

    fn bytes(&self) -> u64 {
        let bytes = self.store.try_run("read", |it| {
            let row = it
                .client
                .query_one("SELECT pg_total_relation_size('answer')", &[])?;
            Ok(row.get::<_, i64>(0))
        });
        bytes.unwrap_or_default().unsigned_abs()
    }

    fn place(&self) -> Option<String> {
        Some(self.store.place().to_owned())
    }
}
