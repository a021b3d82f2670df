//! What visitors ask again and again, answered from memory: the whole answer is kept as bytes until its table changes. Only
//! for visitors, who all get the same; only what is asked often and is not long; and within a number of bytes, so that
//! nobody who invents questions gains memory or drives out what many ask for.

use std::sync::Arc;

use axum::http::{HeaderMap, Response, StatusCode, Uri, header};
use bytes::Bytes;
use jiff::Timestamp;

use crate::auth;
use crate::db::Db;
use crate::kept::{Basis, Cache, Effort, Encoding, Prepared, Recent, Size};
use crate::metrics;
use crate::schema::Table;
use crate::secret::Secret;

/// Asked this often, an answer is kept. Compressing it costs as much as a few of the reads that it saves.
const OFTEN: u32 = 4;
/// For all answers, each counted with its compressed forms and its headers.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// A longer answer takes the memory of many, and its reader waits for the line more than for us.
const MAX_ANSWER: usize = 256 * 1024;
/// A longer question is nobody's but its asker's.
const MAX_QUESTION: usize = 1024;
/// How many questions are remembered that are not asked often yet.
const MAX_REMEMBERED: usize = 1024;
/// A shorter answer is not worth compressing.
const MIN_COMPRESSED: usize = 512;

/// Headers that an answer depends on, besides the caller's token.
const ASKED_BY: [&str; 6] = ["accept", "prefer", "range", "range-unit", "accept-profile", "content-profile"];

pub struct Frequent {
    db: Arc<Db>,
    secret: Arc<Secret>,
    answers: Cache<Prepared>,
    asked: Recent<u32>,
}

/// A question that is worth keeping the answer of, and what was true before it was answered.
#[derive(Clone)]
pub struct Wanted {
    question: String,
    basis: Basis,
}

/// Goes with an answer to the last layer, where it has all its headers.
#[derive(Clone)]
pub struct ToKeep {
    wanted: Wanted,
    body: Bytes,
}

impl Frequent {
    pub fn new(db: Arc<Db>, secret: Arc<Secret>) -> Frequent {
        Frequent { db, secret, answers: Cache::new(MAX_BYTES), asked: Recent::new(MAX_REMEMBERED) }
    }

    /// The kept answer, if it is still true. `path` is the one below the surface, with the query.
    pub fn ready(&self, path: &str, headers: &HeaderMap) -> Option<Arc<Prepared>> {
        let question = self.question(path, headers)?;
        let ready = self.answers.get(&question, |basis| self.holds(basis));
        metrics::TABLE_HITS.add(ready.is_some().into());
        ready
    }

    /// Whether the answer to this request is to be kept. To be asked before the table is read.
    pub(super) fn wants(&self, uri: &Uri, headers: &HeaderMap, table: &Table) -> Option<Wanted> {
        let question = self.question(uri.path_and_query()?.as_str(), headers)?;
        if self.answers.last(&question).is_none() {
            let times = self.asked.get(&question).unwrap_or(0) + 1;
            self.asked.insert(&question, times);
            if times < OFTEN {
                return None;
            }
        }
        let basis = Basis::committed(&self.db.versions, Timestamp::now(), [table.name].into_iter());
        Some(Wanted { question, basis })
    }

    /// Keeps an answer with all its headers but those that belong to the one request.
    pub fn keep<B>(&self, answer: &Response<B>, to_keep: ToKeep) {
        let ToKeep { wanted: Wanted { question, basis }, body } = to_keep;
        let mut headers = answer.headers().clone();
        headers.remove(header::CONTENT_LENGTH);
        let prepared = Prepared::of_forms(answer.status(), &headers, |encoding| match encoding {
            Encoding::Identity => Some(body.clone().into()),
            _ => (body.len() >= MIN_COMPRESSED).then(|| encoding.apply(&body, Effort::Quick).into()),
        });
        let size = Size::Bytes(prepared.max_bytes());
        self.answers.keep(&question, &Arc::new(prepared), basis, size);
    }

    /// How many answers are kept, and how much memory they take.
    pub fn kept(&self) -> (usize, usize) {
        self.answers.sum(Prepared::max_bytes)
    }

    /// Unlike a page, an answer is old as soon as a change is committed: who hears of it by a live channel asks at once.
    /// Where other servers may have changed something that is not known here, nothing kept is good.
    fn holds(&self, basis: &Basis) -> bool {
        basis.is_newest(&self.db.versions) && self.db.versions.stale_for().is_none()
    }

    /// All that a visitor's answer depends on, as one text; `None` for everybody else.
    fn question(&self, path: &str, headers: &HeaderMap) -> Option<String> {
        if path.len() > MAX_QUESTION || !auth::is_visitor(&self.secret, headers) {
            return None;
        }
        let mut question = String::with_capacity(path.len() + 64);
        question.push_str(path);
        for name in ASKED_BY {
            question.push('\n');
            for value in headers.get_all(name) {
                question.push_str(value.to_str().ok()?);
                question.push('\t');
            }
        }
        (question.len() <= MAX_QUESTION).then_some(question)
    }
}

impl Wanted {
    /// With the answer's body, if it is one to keep.
    pub(super) fn with(self, answer: &Response<Bytes>) -> Option<ToKeep> {
        let is_kept = matches!(answer.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT);
        (is_kept && answer.body().len() <= MAX_ANSWER).then(|| ToKeep { wanted: self, body: answer.body().clone() })
    }
}
