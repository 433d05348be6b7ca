use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use jiff::Timestamp;

use super::{
    super::{
        error::with_causes,
        limiter::{LimitState, micros},
        permits::{
            BudgetFacts, FAILURE_PAUSE, LEASE_TIME, LONGEST_PAUSE, Permit, PermitDecision,
            PermitRequest, Ruling, limit_name, rule,
        },
        spending::day,
        suspensions::{HostSuspension, LONGEST_SUSPENSION},
        tables::BudgetTables,
    },
    connection::Connected,
    store::{Store, StoreClock, storable},
};

/// A second in microseconds.
const SECOND: i64 = 1_000_000;

/// The budget in tables that several machines share. All times in them are by the server's clock; the
/// difference to this machine's is measured with each permit.
///
/// Without the server nothing may be sent: a budget of this process alone would exceed the limits.
#[derive(Debug)]
pub(super) struct PostgresBudget {
    store: Arc<Store>,
    /// The server's time less this machine's, in microseconds.
    ahead: Arc<AtomicI64>,
}

impl PostgresBudget {
    pub(super) fn new(store: Arc<Store>) -> Self {
        Self {
            store,
            ahead: Arc::default(),
        }
    }

    /// Returns a time of this machine by the server's clock.
    fn by_server(&self, time: Timestamp) -> i64 {
        time.as_microsecond()
            .saturating_add(self.ahead.load(Ordering::Relaxed))
    }

    /// Returns a time of the server by this machine's clock.
    fn by_machine(&self, micro: i64) -> Option<Timestamp> {
        let micro = micro.saturating_sub(self.ahead.load(Ordering::Relaxed));
        Timestamp::from_microsecond(micro).ok()
    }

    /// Notes the end of a pause or suspension, of which none lasts longer than `longest`.
    fn note(
        &self,
        sql: &'static str,
        host: &str,
        until: Timestamp,
        reason: &str,
        longest: Duration,
    ) {
        let (host, reason) = (host.to_owned(), storable(reason));
        let (until, longest) = (self.by_server(until), micros(longest));
        self.store.try_run("write", move |it| {
            let statement = it.statement(sql)?;
            it.client
                .execute(&statement, &[&host, &until, &reason, &longest])
        });
    }
}

impl BudgetTables for PostgresBudget {
    fn acquire(&self, request: &PermitRequest, now: Timestamp) -> PermitDecision {
        let (wanted, clock, ahead) = (request.clone(), self.store.clock, Arc::clone(&self.ahead));
        let decided = self
            .store
            .run(move |it| acquire(it, &wanted, now, clock, &ahead));
        match decided {
            Ok(PermitDecision::Suspended(until, reason)) => {
                let until = self.by_machine(until.as_microsecond()).unwrap_or(until);
                PermitDecision::Suspended(until, reason)
            }
            Ok(decision) => decision,
            Err(error) => {
                let reason = format!("its limits can't be kept: {}", with_causes(&error));
                PermitDecision::Suspended(now + FAILURE_PAUSE, reason)
            }
        }
    }

    fn extend_lease(&self, permit: &Permit, now: Timestamp) {
        let (lease, until) = (permit.lease, self.by_server(now) + micros(LEASE_TIME));
        self.store.try_run("write", move |it| {
            let statement = it.statement("UPDATE lease SET until = $2 WHERE id = $1")?;
            it.client.execute(&statement, &[&lease, &until])
        });
    }

    fn release(&self, permit: &Permit) {
        let lease = permit.lease;
        self.store.try_run("write", move |it| {
            let statement = it.statement("DELETE FROM lease WHERE id = $1")?;
            it.client.execute(&statement, &[&lease])
        });
    }

    fn refund(&self, permit: &Permit) {
        let (name, after, before) = (permit.name.clone(), permit.after, permit.before);
        self.store.try_run("write", move |it| {
            let statement = it.statement(
                "UPDATE pace SET last = $3, due = $4 WHERE name = $1 AND granted = $2",
            )?;
            it.client.execute(
                &statement,
                &[&name, &after.granted, &before.last, &before.due],
            )
        });
    }

    fn exhaust_burst(&self, request: &PermitRequest, now: Timestamp) {
        let name = limit_name(request);
        let due = LimitState::exhausted(&request.pace, self.by_server(now)).due;
        self.store.try_run("write", move |it| {
            let statement =
                it.statement("UPDATE pace SET due = greatest(due, $2) WHERE name = $1")?;
            it.client.execute(&statement, &[&name, &due])
        });
    }

    fn pause(&self, host: &str, until: Timestamp, reason: &str) {
        let sql = "INSERT INTO pause AS kept VALUES ($1, $2, $3)
             ON CONFLICT (host) DO UPDATE SET until = excluded.until, reason = excluded.reason
             WHERE excluded.until > kept.until OR kept.until > excluded.until + $4";
        self.note(sql, host, until, reason, LONGEST_PAUSE);
    }

    fn suspend(&self, host: &str, until: Timestamp, why: &str) {
        let sql = "INSERT INTO suspension AS kept VALUES ($1, $2, $3)
             ON CONFLICT (host) DO UPDATE SET until = excluded.until, reason = excluded.reason
             WHERE excluded.until > kept.until OR kept.until > excluded.until + $4";
        self.note(sql, host, until, why, LONGEST_SUSPENSION);
    }

    fn suspension(&self, host: &str, now: Timestamp) -> Option<(Timestamp, String)> {
        let host = host.to_owned();
        let now = self.by_server(now);
        let furthest = now.saturating_add(micros(LONGEST_SUSPENSION));
        let row = self.store.try_run("read", move |it| {
            let statement = it.statement(
                "SELECT until, reason FROM suspension
                 WHERE host = $1 AND until > $2 AND until <= $3",
            )?;
            it.client.query_opt(&statement, &[&host, &now, &furthest])
        });
        let row = row.flatten()?;
        Some((self.by_machine(row.get(0))?, row.get(1)))
    }

    fn suspensions(&self, now: Timestamp) -> Vec<HostSuspension> {
        let now = self.by_server(now);
        let rows = self.store.try_run("read", move |it| {
            let statement = it.statement(
                "SELECT host, until, reason FROM suspension WHERE until > $1
                 ORDER BY host COLLATE \"C\"",
            )?;
            it.client.query(&statement, &[&now])
        });
        let suspension = |row: postgres::Row| {
            Some(HostSuspension {
                host: row.get(0),
                until: self.by_machine(row.get(1))?,
                why: row.get(2),
            })
        };
        rows.into_iter().flatten().filter_map(suspension).collect()
    }

    fn prune(&self, now: Timestamp) {
        let now = self.by_server(now);
        self.store.try_run("clean", move |it| {
            let suspensions = it.statement("DELETE FROM suspension WHERE until <= $1")?;
            it.client.execute(&suspensions, &[&now])?;
            let pauses = it.statement("DELETE FROM pause WHERE until <= $1")?;
            it.client.execute(&pauses, &[&now])
        });
    }

    fn lift_suspensions(&self) {
        self.store.try_run("clean", |it| {
            let statement = it.statement("DELETE FROM suspension")?;
            it.client.execute(&statement, &[])
        });
    }

    fn note_spent(&self, host: &str, spent: u64, now: Timestamp) {
        let host = host.to_owned();
        let day = day(self.by_server(now).div_euclid(SECOND));
        let spent = i64::try_from(spent).unwrap_or(i64::MAX);
        self.store.try_run("write", move |it| {
            let statement = it.statement(
                "INSERT INTO spent AS kept VALUES ($1, $2, $3)
                 ON CONFLICT (host) DO UPDATE SET day = excluded.day, amount = excluded.amount
                 WHERE kept.day <> excluded.day OR kept.amount < excluded.amount",
            )?;
            it.client.execute(&statement, &[&host, &day, &spent])
        });
    }
}

/// Decides in one transaction, which keeps others from deciding about the same host.
fn acquire(
    it: &mut Connected,
    request: &PermitRequest,
    now: Timestamp,
    clock: StoreClock,
    ahead: &AtomicI64,
) -> Result<PermitDecision, postgres::Error> {
    let lock = it.statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")?;
    let read = it.statement(
        "WITH moment AS (SELECT CASE WHEN $3::bigint IS NULL
                 THEN (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
                 ELSE $3::bigint END AS now)
         SELECT moment.now, suspension.until, suspension.reason, pause.until, pause.reason,
                (SELECT count(*) FROM lease
                 WHERE host = $1 AND until > moment.now AND until <= moment.now + $4),
                pace.granted, pace.last, pace.due, spent.amount
         FROM moment
         LEFT JOIN spent ON spent.host = $1 AND spent.day = moment.now / 86400000000
         LEFT JOIN suspension ON suspension.host = $1 AND suspension.until > moment.now
         LEFT JOIN pause ON pause.host = $1 AND pause.until > moment.now
         LEFT JOIN pace ON pace.name = $2",
    )?;
    let store_state = it.statement(
        "INSERT INTO pace VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO UPDATE
         SET granted = excluded.granted, last = excluded.last, due = excluded.due",
    )?;
    let clean =
        it.statement("DELETE FROM lease WHERE host = $1 AND (until <= $2 OR until > $2 + $3)")?;
    let spend = it.statement(
        "INSERT INTO spent AS kept VALUES ($1, $2, $3) ON CONFLICT (host) DO UPDATE
         SET day = excluded.day,
             amount = CASE WHEN kept.day = excluded.day THEN kept.amount ELSE 0 END
                 + excluded.amount",
    )?;
    let store_lease =
        it.statement("INSERT INTO lease (host, until) VALUES ($1, $2) RETURNING id")?;

    let name = limit_name(request);
    let longest_lease = 2 * micros(LEASE_TIME);
    let own = now.as_microsecond();
    let given = (clock == StoreClock::Caller).then_some(own);
    let mut budget = it.client.transaction()?;
    budget.execute(&lock, &[&request.host])?;
    let row = budget.query_one(&read, &[&request.host, &name, &given, &longest_lease])?;
    let moment: i64 = row.get(0);
    ahead.store(moment.saturating_sub(own), Ordering::Relaxed);
    let noted = |until: usize| {
        let end: Option<i64> = row.get(until);
        end.map(|end| (end, row.get::<_, String>(until + 1)))
    };
    let state = row.get::<_, Option<i64>>(6).map(|granted| LimitState {
        granted,
        last: row.get(7),
        due: row.get(8),
    });
    let facts = BudgetFacts {
        suspended: noted(1).map(|(until, why)| (until.div_euclid(SECOND), why)),
        paused: noted(3),
        leases: u32::try_from(row.get::<_, i64>(5)).unwrap_or(u32::MAX),
        spent: row
            .get::<_, Option<i64>>(9)
            .map_or(0, |amount| u64::try_from(amount).unwrap_or(0)),
        state,
        unshared: false,
    };
    let store = |budget: &mut postgres::Transaction<'_>, state: LimitState| {
        let parameters: [&(dyn postgres::types::ToSql + Sync); 4] =
            [&name, &state.granted, &state.last, &state.due];
        budget.execute(&store_state, &parameters)
    };
    let decision = match rule(request, facts, moment) {
        Ruling::Refused(decision) => decision,
        Ruling::TooEarly(state, wait) => {
            store(&mut budget, state)?;
            PermitDecision::Wait(wait, "pace".to_owned())
        }
        Ruling::Granted { before, after } => {
            store(&mut budget, after)?;
            if let Some(spending) = request.spending.filter(|it| it.cost > 0) {
                let cost = i64::try_from(spending.cost).unwrap_or(i64::MAX);
                let day = day(moment.div_euclid(SECOND));
                budget.execute(&spend, &[&request.host, &day, &cost])?;
            }
            budget.execute(&clean, &[&request.host, &moment, &longest_lease])?;
            let until = moment + micros(LEASE_TIME);
            let lease = budget
                .query_one(&store_lease, &[&request.host, &until])?
                .get(0);
            PermitDecision::Granted(Permit {
                name: name.clone(),
                lease,
                after,
                before,
            })
        }
    };
    budget.commit()?;
    Ok(decision)
}
