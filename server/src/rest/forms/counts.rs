//! How many entries a form got lately, from all and in all: read from the rows themselves, so that it survives a restart,
//! holds for several servers, and falls when staff delete. Asked once a second at most, and counted on in between.

use std::collections::HashMap;
use std::sync::{Mutex as Plain, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::sync::Mutex;

use super::{DAY, HOUR};
use crate::clock;
use crate::db::{Db, Sql};
use crate::error::{Error, Result};
use crate::schema::Table;

const GOOD_FOR: Duration = Duration::from_secs(1);
const LATELY: Duration = Duration::from_secs(600);
/// Rows from further ahead were made while a clock was wrong, and must not close the form until then.
const AHEAD: Duration = Duration::from_secs(600);
/// Nobody is told to wait for less.
const MIN_WAIT: u64 = 60;

pub struct Counts {
    table: &'static Table,
    /// Held while the database is asked, so that it is asked once.
    asking: Mutex<()>,
    read: Plain<Option<(Instant, Read)>>,
    /// When those beyond a bound were told to come back: a crowd that is turned away costs no queries.
    told: Plain<HashMap<(Duration, u64), (Instant, u64)>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Read {
    pub lately: u64,
    pub hour: u64,
    pub day: u64,
}

/// Counted as long as it is not dropped without being kept.
pub struct Counted<'a>(Option<&'a Counts>);

impl Counts {
    pub fn new(table: &'static Table) -> Counts {
        Counts { table, asking: Mutex::default(), read: Plain::default(), told: Plain::default() }
    }

    pub async fn read(&self, db: &Db) -> Result<Read> {
        if let Some(read) = self.known() {
            return Ok(read);
        }
        let _asking = self.asking.lock().await;
        if let Some(read) = self.known() {
            return Ok(read); // somebody else has asked meanwhile
        }
        let now = Timestamp::now();
        let time = |ago: Duration| clock::text(now.checked_sub(ago).unwrap_or(Timestamp::MIN));
        let until = clock::text(now.checked_add(AHEAD).unwrap_or(Timestamp::MAX));
        let sql = Sql::new(format!(
            "SELECT COUNT(*), COALESCE(SUM(CASE WHEN created_at > ? THEN 1 ELSE 0 END), 0), \
             COALESCE(SUM(CASE WHEN created_at > ? THEN 1 ELSE 0 END), 0) FROM {} WHERE created_at > ? AND created_at < ?",
            self.table.name
        ));
        let sql = sql.with(time(HOUR)).with(time(LATELY)).with(time(DAY)).with(until);
        let row = db.first(sql).await?.ok_or_else(|| anyhow::anyhow!("a count did not come"))?;
        let number = |column| row.int(column).max(0) as u64;
        let read = Read { day: number(0), hour: number(1), lately: number(2) };
        *self.lock() = Some((Instant::now(), read));
        Ok(read)
    }

    /// Counts one more if there are fewer than these numbers within these times; else says how long to wait.
    pub async fn count(&self, db: &Db, bounds: [(Duration, u64); 2]) -> Result<Counted<'_>> {
        self.read(db).await?;
        let full = {
            let mut read = self.lock();
            let read = &mut read.get_or_insert((Instant::now(), Read::default())).1;
            let full = bounds.into_iter().find(|(time, most)| read.within(*time) >= *most);
            if full.is_none() {
                *read = Read { lately: read.lately + 1, hour: read.hour + 1, day: read.day + 1 };
            }
            full
        };
        match full {
            None => Ok(Counted(Some(self))),
            Some((time, most)) => Err(Error::TooMany { retry_after: self.wait(db, time, most).await? }),
        }
    }

    /// Until so many rows are old enough that there is a place again.
    async fn wait(&self, db: &Db, time: Duration, most: u64) -> Result<u64> {
        let _asking = self.asking.lock().await;
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner).get(&(time, most)).copied();
        if let Some((_, wait)) = told.filter(|(when, _)| when.elapsed() < GOOD_FOR) {
            return Ok(wait);
        }
        let sql = Sql::new(format!(
            "SELECT created_at FROM {} WHERE created_at < ? ORDER BY created_at DESC LIMIT 1 OFFSET {}",
            self.table.name,
            most - 1
        ));
        let now = Timestamp::now();
        let row = db.first(sql.with(clock::text(now.checked_add(AHEAD).unwrap_or(Timestamp::MAX)))).await?;
        let oldest = row.and_then(|row| clock::parse(row.text(0)));
        let age = oldest.map_or(0, |oldest| now.duration_since(oldest).as_secs().max(0) as u64);
        let wait = time.as_secs().saturating_sub(age).max(MIN_WAIT);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.insert((time, most), (Instant::now(), wait));
        Ok(wait)
    }

    fn known(&self) -> Option<Read> {
        self.lock().filter(|(when, _)| when.elapsed() < GOOD_FOR).map(|(_, read)| read)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(Instant, Read)>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read {
    fn within(&self, time: Duration) -> u64 {
        if time <= HOUR { self.hour } else { self.day }
    }
}

impl Counted<'_> {
    pub fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        if let Some(counts) = self.0
            && let Some((_, read)) = counts.lock().as_mut()
        {
            let less = |number: u64| number.saturating_sub(1);
            *read = Read { lately: less(read.lately), hour: less(read.hour), day: less(read.day) };
        }
    }
}
