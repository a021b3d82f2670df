//! What the caller asks for in headers: the form of the answer, what to return, how to treat what is missing. Pure.

use axum::http::{HeaderMap, header};

use crate::error::{Error, Result};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    Array,
    Object,
    Csv,
}

#[derive(Debug, Default, PartialEq)]
pub struct Prefer {
    pub representation: bool,
    pub count: bool,
    pub missing_default: bool,
    /// `Some(true)` merges into a row that is there, `Some(false)` leaves it alone.
    pub merge_duplicates: Option<bool>,
    pub max_affected: Option<usize>,
    /// The caller wants a write tried and undone.
    pub rollback: bool,
    strict: bool,
    applied: Vec<&'static str>,
}

impl Prefer {
    pub fn read(headers: &HeaderMap) -> Result<Prefer> {
        let mut prefer = Prefer::default();
        let mut unknown = Vec::new();
        let values = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
        for word in values.flat_map(|value| value.split(',')).map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "return=representation" => prefer.set(word, |prefer| prefer.representation = true),
                "return=minimal" | "return=headers-only" | "missing=null" | "handling=lenient" | "tx=commit" => {}
                "count=exact" | "count=planned" | "count=estimated" => prefer.set(word, |prefer| prefer.count = true),
                "tx=rollback" => prefer.rollback = true,
                "missing=default" => prefer.set(word, |prefer| prefer.missing_default = true),
                "resolution=merge-duplicates" => prefer.set(word, |prefer| prefer.merge_duplicates = Some(true)),
                "resolution=ignore-duplicates" => prefer.set(word, |prefer| prefer.merge_duplicates = Some(false)),
                "handling=strict" => prefer.set(word, |prefer| prefer.strict = true),
                // However it is written: to do it all the same would be the worst answer.
                _ if word.to_ascii_lowercase().replace([' ', '"'], "") == "tx=rollback" => prefer.rollback = true,
                _ => match word.strip_prefix("max-affected=").map(str::parse) {
                    Some(Ok(most)) => prefer.max_affected = Some(most),
                    _ => unknown.push(word.to_owned()),
                },
            }
        }
        if prefer.strict && !unknown.is_empty() {
            return Err(Error::refused(400, "PGRST122", "Invalid preferences given with handling=strict")
                .with_details(format!("Invalid preferences: {}", unknown.join(", "))));
        }
        // As in PostgREST the limit counts only when asked for strictly.
        prefer.max_affected = prefer.max_affected.filter(|_| prefer.strict);
        Ok(prefer)
    }

    /// A write that is tried and undone is not offered; doing it all the same would be the opposite of what was asked.
    pub fn require_commit(&self) -> Result<()> {
        match self.rollback {
            false => Ok(()),
            true => Err(Error::refused(400, "PGRST122", "A write cannot be rolled back here: nothing was changed")
                .with_details("Invalid preferences: tx=rollback")),
        }
    }

    fn set(&mut self, word: &str, change: impl FnOnce(&mut Prefer)) {
        change(self);
        const KNOWN: [&str; 8] = [
            "return=representation",
            "count=exact",
            "count=planned",
            "count=estimated",
            "missing=default",
            "resolution=merge-duplicates",
            "resolution=ignore-duplicates",
            "handling=strict",
        ];
        self.applied.extend(KNOWN.iter().find(|known| **known == word));
    }

    /// The value of Preference-Applied, when there is something to say.
    pub fn applied(&self) -> Option<String> {
        (!self.applied.is_empty()).then(|| self.applied.join(", "))
    }
}

/// Whether members that are null are to be left out.
pub fn strips_nulls(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accept.contains("vnd.pgrst") && accept.contains("nulls=stripped")
}

/// The form of the answer, from Accept.
pub fn form(headers: &HeaderMap) -> Result<Form> {
    let Some(accept) = headers.get(header::ACCEPT).map(|value| value.to_str().unwrap_or_default()) else {
        return Ok(Form::Array);
    };
    let forms = accept.split(',').map(|kind| kind.split(';').next().unwrap_or_default().trim());
    for kind in forms {
        match kind {
            "application/vnd.pgrst.object+json" | "application/vnd.pgrst.object" => return Ok(Form::Object),
            "text/csv" => return Ok(Form::Csv),
            "" | "*/*" | "application/*" | "application/json" | "application/vnd.pgrst.array+json" => {
                return Ok(Form::Array);
            }
            _ => {}
        }
    }
    Err(Error::refused(406, "PGRST107", format!("None of these media types are available: {accept}")))
}

/// There is one schema; a request for another is a mistake worth telling.
pub fn check_schema(headers: &HeaderMap) -> Result<()> {
    for name in ["accept-profile", "content-profile"] {
        if let Some(schema) = headers.get(name).filter(|schema| *schema != "public") {
            let schema = schema.to_str().unwrap_or("?");
            return Err(Error::refused(406, "PGRST106", format!("Invalid schema: {schema}"))
                .with_hint("Only the following schemas are exposed: public"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::HeaderName::from_static(name), header::HeaderValue::from_static(value))])
    }

    #[test]
    fn preferences_are_read_and_named() {
        let prefer = Prefer::read(&headers("prefer", "return=representation, count=exact, max-affected=3")).unwrap();
        assert!(prefer.representation && prefer.count);
        assert_eq!(prefer.max_affected, None);
        assert_eq!(prefer.applied().unwrap(), "return=representation, count=exact");
        let prefer = Prefer::read(&headers("prefer", "handling=strict, max-affected=3")).unwrap();
        assert_eq!(prefer.max_affected, Some(3));
        assert!(Prefer::read(&headers("prefer", "handling=strict, nonsense")).is_err());
        for spelling in ["tx=rollback", "TX=ROLLBACK", "tx = rollback", "count=exact, tx=\"rollback\""] {
            assert!(Prefer::read(&headers("prefer", spelling)).unwrap().require_commit().is_err(), "{spelling}");
        }
    }

    #[test]
    fn the_first_known_media_type_wins() {
        assert_eq!(form(&headers("accept", "*/*")).unwrap(), Form::Array);
        assert_eq!(form(&headers("accept", "application/vnd.pgrst.object+json")).unwrap(), Form::Object);
        assert_eq!(form(&headers("accept", "text/html, text/csv;q=0.5")).unwrap(), Form::Csv);
        assert!(form(&headers("accept", "image/png")).is_err());
    }
}
