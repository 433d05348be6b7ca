use std::{collections::BTreeMap, sync::Arc, time::Duration};

use super::{
    super::{limiter::micros, tables::ClaimTable},
    moment::now,
    store::Store,
};

/// The questions that machines are asking, in a table that they share.
#[derive(Debug)]
pub(super) struct PostgresClaims {
    store: Arc<Store>,
}

impl PostgresClaims {
    pub(super) fn new(store: Arc<Store>) -> Self {
        Self { store }
    }
}

/// The claims with the numbers `$1`, locked in the order in which they are claimed, so that no two processes
/// wait for each other.
macro_rules! in_order {
    () => {
        "(SELECT id FROM claim WHERE id = ANY ($1) ORDER BY bucket, hash FOR UPDATE)"
    };
}

impl ClaimTable for PostgresClaims {
    fn claim(&self, bucket: &str, hashes: &[i64], time: Duration) -> Option<BTreeMap<i64, i64>> {
        let (bucket, hashes, time) = (bucket.to_owned(), hashes.to_vec(), micros(time));
        let rows = self.store.try_run("write", move |it| {
            // A claim that has ended gets a new number: the process that had it may still be alive. In the
            // order of the hashes, so that no two processes wait for each other.
            let statement = it.statement(concat!(
                "WITH moment AS MATERIALIZED (SELECT ",
                now!(),
                " AS now)
                 INSERT INTO claim AS kept (bucket, hash, until)
                 SELECT $1, hash, now + $3
                 FROM moment, (SELECT DISTINCT unnest($2::bigint[]) AS hash) AS wanted ORDER BY hash
                 ON CONFLICT (bucket, hash) DO UPDATE SET id = DEFAULT, until = excluded.until
                     WHERE kept.until <= (SELECT now FROM moment)
                 RETURNING hash, id"
            ))?;
            it.client.query(&statement, &[&bucket, &hashes, &time])
        });
        let numbers = |rows: Vec<postgres::Row>| {
            let numbers = rows.iter().map(|row| (row.get(0), row.get(1)));
            numbers.collect()
        };
        rows.map(numbers)
    }

    fn count(&self, bucket: &str, hashes: &[i64]) -> usize {
        let (bucket, hashes) = (bucket.to_owned(), hashes.to_vec());
        let count = self.store.try_run("read", move |it| {
            let statement = it.statement(concat!(
                "SELECT count(*) FROM claim WHERE bucket = $1 AND hash = ANY ($2) AND until > ",
                now!()
            ))?;
            let row = it.client.query_one(&statement, &[&bucket, &hashes])?;
            Ok(row.get::<_, i64>(0))
        });
        usize::try_from(count.unwrap_or_default()).unwrap_or_default()
    }

    fn extend(&self, claims: &[i64], time: Duration) {
        let (claims, time) = (claims.to_vec(), micros(time));
        self.store.try_run("write", move |it| {
            let statement = it.statement(concat!(
                "UPDATE claim SET until = ",
                now!(),
                " + $2 WHERE id IN ",
                in_order!()
            ))?;
            it.client.execute(&statement, &[&claims, &time])
        });
    }

    fn release(&self, claims: &[i64]) {
        let claims = claims.to_vec();
        self.store.try_run("write", move |it| {
            let statement = it.statement(concat!("DELETE FROM claim WHERE id IN ", in_order!()))?;
            it.client.execute(&statement, &[&claims])
        });
    }
}
