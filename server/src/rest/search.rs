//! Looking for a piece of text in a table that has an index for it (see `db::search`). The plan stays as it is, with all its
//! conditions and rules: this only adds where to look, newest first, and stops when there is enough. First come the rows that are
//! not in the index yet, then those that it names, together with those of which it says something old.

use serde_json::value::RawValue;

use super::plan::{Condition, Order, Read, Term};
use super::{Found, sql};
use crate::db::search::{Index, created_at, grams, moment};
use crate::db::{Asking, Db, Engine, Reserve, Sql, Value};
use crate::error::Result;

/// With more than these the index helps little; the task that fills it is about to take them in.
const MAX_STALE: usize = 1000;
/// Rows that are skipped are found first.
const MAX_OFFSET: u64 = 1000;
/// So many moments are asked for at first, then twice as many, up to the last.
const AT_ONCE: (usize, usize) = (64, 4096);
/// How far each word is followed to see which is the rarest.
const SAMPLE: i64 = 32;
/// More words than these seldom leave fewer rows, and each costs.
const WORDS: usize = 3;

/// What a plan looks for.
#[derive(Debug, PartialEq)]
pub struct Search {
    words: Vec<String>,
    /// The plan wants no row that was made after this, or before that.
    newest: Option<String>,
    oldest: Option<String>,
}

/// What is wanted of the rows that are found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wanted {
    pub rows: bool,
    pub count: bool,
}

/// The search in a plan that an index can help with. Pure.
pub fn of(plan: &Read) -> Option<Search> {
    let pieces: Vec<String> = plan.conditions.iter().filter_map(|each| pieces(plan, each)).flatten().collect();
    let words = grams::of_pieces(&pieces);
    if words.is_empty() {
        return None;
    }
    let (mut newest, mut oldest) = (None, None);
    for condition in &plan.conditions {
        let Condition::Compare { term, negated: false, operator, values } = condition else { continue };
        let (true, [Value::Text(text)]) = (is_column(term, "created_at"), &values[..]) else { continue };
        if ["<", "<=", "="].contains(operator) {
            newest = Some(newest.map_or(text, |other: &String| other.min(text)));
        }
        if [">", ">=", "="].contains(operator) {
            oldest = Some(oldest.map_or(text, |other: &String| other.max(text)));
        }
    }
    Some(Search { words, newest: newest.cloned(), oldest: oldest.cloned() })
}

fn is_column(term: &Term, name: &str) -> bool {
    term.path.is_none() && term.column.name == name
}

/// Pieces of text that every row has which meets this condition, in one of the searched columns.
fn pieces(plan: &Read, condition: &Condition) -> Option<Vec<String>> {
    match condition {
        Condition::Like { term, negated: false, pattern, .. }
            if term.path.is_none() && plan.table.search.contains(&term.column.name) =>
        {
            pieces_of_pattern(pattern)
        }
        // The same text in several columns.
        Condition::Any { negated: false, of } => {
            let first = pieces(plan, of.first()?)?;
            of[1..].iter().all(|other| pieces(plan, other).as_ref() == Some(&first)).then_some(first)
        }
        _ => None,
    }
}

/// What stands between the wildcards. `None` for a pattern that SQLite reads in a way of its own.
fn pieces_of_pattern(pattern: &str) -> Option<Vec<String>> {
    let mut pieces = vec![String::new()];
    let mut signs = pattern.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '%' | '_' => pieces.push(String::new()),
            '\\' => pieces.last_mut()?.push(signs.next()?),
            sign => pieces.last_mut()?.push(sign),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    Some(pieces)
}

/// Newest first, and ids settle ties.
fn is_newest_first(order: &[Order]) -> bool {
    matches!(order, [time, key] if is_column(&time.term, "created_at") && is_column(&key.term, "id")
        && time.descending && key.descending)
}

/// Reads by the index; `None` where there is none, or where it does not help.
pub async fn read(db: &Db, reserve: Reserve, plan: &mut Read, search: Search, wanted: Wanted) -> Result<Option<Found>> {
    let Some(index) = db.index(plan.table.name) else { return Ok(None) };
    if wanted.rows && (!is_newest_first(&plan.order) || plan.offset > MAX_OFFSET) {
        return Ok(None);
    }
    let mut asking = db.asking(reserve).await?;
    let Some(mut look) = Look::begin(&mut asking, index, search).await? else {
        asking.end().await?;
        return Ok(None);
    };
    let mut found = Found { json: String::new(), rows: 0, total: None };
    if wanted.rows {
        let (offset, limit) = (plan.offset, plan.limit);
        let rows = look.rows(&mut asking, plan, (offset + limit) as usize).await?;
        (plan.offset, plan.limit) = (offset, limit);
        (found.rows, found.json) = rows.after(offset as usize)?;
    }
    if wanted.count {
        found.total = Some(look.count(&mut asking, plan).await?);
    }
    asking.end().await?;
    Ok(Some(found))
}

/// Rows as JSON, as the parts came that they were found in.
#[derive(Default)]
struct Rows {
    count: usize,
    lines: String,
}

impl Rows {
    fn add(&mut self, count: usize, json: &str) {
        if count > 0 {
            self.lines.push_str(if self.count > 0 { "," } else { "" });
            self.lines.push_str(&json[1..json.len() - 1]);
            self.count += count;
        }
    }

    /// How many there are without the first of them, and all these as an array.
    fn after(self, first: usize) -> Result<(usize, String)> {
        let json = format!("[{}]", self.lines);
        if first == 0 {
            return Ok((self.count, json));
        }
        let rows: Vec<&RawValue> = serde_json::from_str(&json).map_err(anyhow::Error::from)?;
        let rows: Vec<&str> = rows.iter().skip(first).map(|row| row.get()).collect();
        Ok((rows.len(), format!("[{}]", rows.join(","))))
    }
}

struct Look<'a> {
    index: &'a Index,
    /// Every row that was made later is looked at.
    filled: String,
    /// The newest first.
    stale: Vec<String>,
    /// The rarest first; `None` until that is known.
    words: Option<Vec<String>>,
    search: Search,
}

impl<'a> Look<'a> {
    async fn begin(asking: &mut Asking<'_>, index: &'a Index, search: Search) -> Result<Option<Look<'a>>> {
        let mut sql = Sql::new("SELECT filled FROM search_state WHERE name = ");
        sql.bind(index.table).push(" UNION ALL SELECT * FROM (SELECT created_at FROM search_stale WHERE name = ");
        sql.bind(index.table).push(" ORDER BY created_at DESC LIMIT ").bind(MAX_STALE as i64 + 1).push(")");
        let mut rows = asking.rows(sql).await?.into_iter().map(|mut row| row.take_text(0));
        let Some(filled) = rows.next() else { return Ok(None) };
        let stale: Vec<String> = rows.collect();
        if stale.len() > MAX_STALE {
            return Ok(None);
        }
        Ok(Some(Look { index, filled, stale, words: None, search }))
    }

    async fn rows(&mut self, asking: &mut Asking<'_>, plan: &mut Read, enough: usize) -> Result<Rows> {
        let mut rows = Rows::default();
        plan.offset = 0;
        let mut places = Places::Later;
        while rows.count < enough {
            let Some(place) = self.next(asking, &mut places, AT_ONCE.0).await? else { break };
            plan.limit = (enough - rows.count) as u64;
            let sql = within(plan, place, |plan| sql::read(Engine::Sqlite, plan));
            let answer = asking.rows(sql).await?;
            rows.add(answer[0].int(0) as usize, answer[0].text(1));
        }
        Ok(rows)
    }

    async fn count(&mut self, asking: &mut Asking<'_>, plan: &mut Read) -> Result<u64> {
        let mut count = 0;
        let mut places = Places::Later;
        while let Some(place) = self.next(asking, &mut places, AT_ONCE.1).await? {
            let sql = within(plan, place, |plan| sql::count(Engine::Sqlite, plan));
            count += asking.rows(sql).await?[0].int(0) as u64;
        }
        Ok(count)
    }

    /// Where to look next, as a condition; `None` at the end.
    async fn next(
        &mut self,
        asking: &mut Asking<'_>,
        places: &mut Places,
        at_once: usize,
    ) -> Result<Option<Condition>> {
        if let Places::Later = places {
            *places = Places::Named { below: i64::MAX, stale: 0, at_once };
            if self.search.newest.as_ref().is_none_or(|newest| *newest > self.filled) {
                return Ok(Some(Condition::MadeAfter(self.filled.clone())));
            }
        }
        while let Places::Named { below, stale, at_once } = *places {
            let named = self.named(asking, below, at_once).await?;
            let last = if named.len() == at_once { named.last().copied() } else { None };
            let reached = last.and_then(created_at);
            let more = self.stale[stale..].iter().take_while(|text| reached.as_ref().is_none_or(|end| *text >= end));
            let more: Vec<String> = more.cloned().collect();
            *places = match last {
                Some(below) => {
                    Places::Named { below, stale: stale + more.len(), at_once: (at_once * 2).min(AT_ONCE.1) }
                }
                None => Places::End,
            };
            let mut moments: Vec<String> = named.into_iter().filter_map(created_at).chain(more).collect();
            // Rows beyond what is filled were looked at already.
            moments.retain(|text| *text <= self.filled);
            if !moments.is_empty() {
                return Ok(Some(Condition::MadeAt(serde_json::json!(moments).to_string())));
            }
        }
        Ok(None)
    }

    /// The next moments below this one whose rows have all words.
    async fn named(&mut self, asking: &mut Asking<'_>, below: i64, count: usize) -> Result<Vec<i64>> {
        let at = |text: &Option<String>| text.as_deref().and_then(moment);
        let newest = [at(&self.search.newest), moment(&self.filled)].into_iter().flatten().min();
        let newest = newest.unwrap_or(i64::MAX).min(below.saturating_sub(1));
        let oldest = at(&self.search.oldest).unwrap_or(i64::MIN);
        if self.filled.is_empty() {
            return Ok(Vec::new());
        }
        let words = match &self.words {
            Some(words) => words,
            None => {
                let words = self.rarest(asking, newest).await?;
                self.words.insert(words)
            }
        };
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let mut sql = Sql::new("SELECT rowid FROM ");
        matching(&mut sql, self.index, &words.join(" AND "), newest);
        sql.push(" AND rowid >= ")
            .bind(oldest)
            .push(" ORDER BY rowid DESC LIMIT CAST(")
            .bind(count as i64)
            .push(" AS BIGINT)");
        Ok(asking.rows(sql).await?.iter().map(|row| row.int(0)).collect())
    }

    /// The words that leave the fewest rows, going by how far back one has to go for some of each; none when one of them
    /// has no row at all.
    async fn rarest(&self, asking: &mut Asking<'_>, newest: i64) -> Result<Vec<String>> {
        let mut sql = Sql::new("");
        for (number, word) in self.search.words.iter().enumerate() {
            sql.push(if number > 0 { " UNION ALL " } else { "" })
                .push("SELECT count(*), min(rowid) FROM (SELECT rowid FROM ");
            matching(&mut sql, self.index, word, newest);
            sql.push(" ORDER BY rowid DESC LIMIT CAST(").bind(SAMPLE).push(" AS BIGINT))");
        }
        let rows = asking.rows(sql).await?;
        if rows.iter().any(|row| row.int(0) == 0) {
            return Ok(Vec::new());
        }
        let reach =
            |row: &crate::db::Row| (row.int(0) == SAMPLE, if row.int(0) == SAMPLE { row.int(1) } else { row.int(0) });
        let mut words: Vec<_> = rows.iter().map(reach).zip(&self.search.words).collect();
        words.sort();
        Ok(words.into_iter().take(WORDS).map(|(_, word)| word.clone()).collect())
    }
}

/// Where a search looks: among the rows that are not in the index yet, then where the index and what is stale say.
enum Places {
    Later,
    Named { below: i64, stale: usize, at_once: usize },
    End,
}

fn matching(sql: &mut Sql, index: &Index, words: &str, newest: i64) {
    sql.name(&index.name)
        .push(" WHERE ")
        .name(&index.name)
        .push(" MATCH ")
        .bind(words)
        .push(" AND rowid <= ")
        .bind(newest);
}

fn within(plan: &mut Read, place: Condition, write: impl Fn(&Read) -> Sql) -> Sql {
    plan.conditions.push(place);
    let sql = write(plan);
    plan.conditions.pop();
    sql
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::{plan, query};
    use crate::schema;

    fn planned(query: &str) -> Read {
        plan::read(schema::table("volunteers").unwrap(), &query::parse(query).unwrap()).unwrap()
    }

    fn searched(query: &str) -> Option<Search> {
        of(&planned(query))
    }

    #[test]
    fn the_search_of_the_admin_is_recognised() {
        let query = r#"select=*,email&or=(name.ilike."*ali*",city.ilike."*ali*",notes.ilike."*ali*")&status=eq.new&created_at=lte.2026-02-01T00:00:00Z&or=(created_at.lt.2026-02-01T00:00:00Z,id.lt.018f0000-0000-7000-8000-000000000000)&order=created_at.desc,id.desc&limit=51"#;
        let search = searched(query).unwrap();
        assert_eq!(search.words, grams::of_pieces(&["ali".into()]));
        assert_eq!(search.newest.as_deref(), Some("2026-02-01T00:00:00.000000+00:00"));
        assert_eq!(search.oldest, None);
        assert!(is_newest_first(&planned(query).order));
        assert_eq!(searched("name=ilike.*ali*"), searched("or=(name.ilike.*ali*,phone.like.*ali*)"));
        assert_eq!(searched("name=like.*ali*&city=ilike.lah*re").unwrap().words.len(), 2);
    }

    #[test]
    fn what_an_index_cannot_tell_is_not_recognised() {
        for query in [
            "",
            "name=ilike.*al*",
            "name=ilike.*a_i*",
            "name=not.ilike.*ali*",
            "name=eq.alina",
            "status=like.*called*",
            "or=(name.ilike.*ali*,status.eq.new)",
            "or=(name.ilike.*ali*,city.ilike.*lahore*)",
            "or=(name.ilike.*ali*,status.like.*ali*)",
            "not.or=(name.ilike.*ali*,city.ilike.*ali*)",
            "and=(name.ilike.*ali*,city.ilike.*ali*)",
            "name=like.alina%5C",
        ] {
            assert_eq!(searched(query), None, "{query}");
        }
    }

    #[test]
    fn wildcards_part_the_pieces_and_escapes_do_not() {
        let pieces = |pattern: &str| pieces_of_pattern(pattern).unwrap();
        assert_eq!(pieces("%ab_cd%%ef"), ["ab", "cd", "ef"]);
        assert_eq!(pieces(r"%50\% \_off\\%"), [r"50% _off\"]);
        assert_eq!(pieces("%"), Vec::<String>::new());
    }

    #[test]
    fn only_the_newest_first_are_read_by_it() {
        for (order, is) in [
            ("created_at.desc,id.desc", true),
            ("created_at.desc", true),
            ("created_at.asc", false),
            ("created_at.desc,id.asc", false),
            ("name.desc", false),
            ("created_at.desc,name.desc,id.desc", false),
        ] {
            assert_eq!(is_newest_first(&planned(&format!("order={order}")).order), is, "{order}");
        }
    }

    #[test]
    fn rows_of_several_parts_are_one_array() {
        let mut rows = Rows::default();
        for (count, json) in [(2, r#"[{"a":1},{"a":2}]"#), (0, "[]"), (1, r#"[{"a":",]"}]"#)] {
            rows.add(count, json);
        }
        let whole = Rows { count: rows.count, lines: rows.lines.clone() }.after(0).unwrap();
        assert_eq!(whole, (3, r#"[{"a":1},{"a":2},{"a":",]"}]"#.to_owned()));
        assert_eq!(rows.after(2).unwrap(), (1, r#"[{"a":",]"}]"#.to_owned()));
        assert_eq!(Rows::default().after(0).unwrap(), (0, "[]".to_owned()));
    }
}
