//! Answers of the table API: status, range, form.

use axum::http::{Method, Response, StatusCode, header};
use bytes::Bytes;
use serde_json::{Map, Value as Json};

use super::Found;
use super::error::not_single;
use super::prefer::{Form, Prefer};
use super::query::Query;
use super::write::Written;
use crate::error::{Error, Result};

type Answer = Response<Bytes>;

pub fn found(found: Found, query: &Query, form: Form, prefer: &Prefer) -> Result<Answer> {
    let Found { json, rows, total } = found;
    if let Some(total) = total.filter(|total| query.offset > 0 && query.offset >= *total) {
        let details = format!("An offset of {} was requested, but there are only {total} rows.", query.offset);
        return Err(Error::refused(416, "PGRST103", "Requested range not satisfiable").with_details(details));
    }
    if form == Form::Object && rows != 1 {
        return Err(not_single(rows));
    }
    let whole = total.is_none_or(|total| total == rows as u64);
    let status = if whole { StatusCode::OK } else { StatusCode::PARTIAL_CONTENT };
    let body = match form {
        Form::Array => json,
        Form::Object => json[1..json.len() - 1].to_owned(),
        Form::Csv => csv(&json)?,
    };
    answer(status, range(query.offset, rows, total), prefer, Some((form, body)))
}

pub fn written(written: Written, method: &Method, form: Form, prefer: &Prefer) -> Result<Answer> {
    let Written { count, rows, inserted } = written;
    let total = prefer.count.then_some(count as u64);
    let range = match *method {
        Method::PATCH => range(0, count, total),
        _ => format!("*/{}", total.map_or("*".to_owned(), |total| total.to_string())),
    };
    let status = match *method {
        Method::POST if inserted => StatusCode::CREATED,
        _ if prefer.representation || *method == Method::POST => StatusCode::OK,
        _ => StatusCode::NO_CONTENT,
    };
    let body = prefer.representation.then(|| match form {
        Form::Object => Ok((form, rows.concat())),
        Form::Array => Ok((form, format!("[{}]", rows.join(",")))),
        Form::Csv => csv(&format!("[{}]", rows.join(","))).map(|text| (form, text)),
    });
    answer(status, range, prefer, body.transpose()?)
}

fn answer(status: StatusCode, range: String, prefer: &Prefer, body: Option<(Form, String)>) -> Result<Answer> {
    let mut response = Response::builder().status(status).header(header::CONTENT_RANGE, range);
    if let Some(applied) = prefer.applied() {
        response = response.header("preference-applied", applied);
    }
    let body = match body {
        None => Bytes::new(),
        Some((form, text)) => {
            response = response.header(
                header::CONTENT_TYPE,
                match form {
                    Form::Array => "application/json; charset=utf-8",
                    Form::Object => "application/vnd.pgrst.object+json; charset=utf-8",
                    Form::Csv => "text/csv; charset=utf-8",
                },
            );
            Bytes::from(text)
        }
    };
    Ok(response.body(body).map_err(anyhow::Error::from)?)
}

/// `0-9/57`, `0-9/*`, `*/0`
fn range(offset: u64, rows: usize, total: Option<u64>) -> String {
    let total = total.map_or("*".to_owned(), |total| total.to_string());
    match rows as u64 {
        0 => format!("*/{total}"),
        rows => format!("{offset}-{}/{total}", offset + rows - 1),
    }
}

/// The same rows without the members that are null.
pub fn without_nulls(json: &str) -> Result<String> {
    let mut rows: Vec<Map<String, Json>> = serde_json::from_str(json).map_err(anyhow::Error::from)?;
    rows.iter_mut().for_each(|row| row.retain(|_, value| !value.is_null()));
    Ok(serde_json::to_string(&rows).map_err(anyhow::Error::from)?)
}

/// A header line and a line a row, without a line break at the end. Nothing at all when there are no rows.
fn csv(json: &str) -> Result<String> {
    let rows: Vec<Map<String, Json>> = serde_json::from_str(json).map_err(anyhow::Error::from)?;
    let Some(first) = rows.first() else { return Ok(String::new()) };
    let mut lines = vec![first.keys().map(|key| cell(&Json::from(key.as_str()))).collect::<Vec<_>>().join(",")];
    lines.extend(rows.iter().map(|row| row.values().map(cell).collect::<Vec<_>>().join(",")));
    Ok(lines.join("\n"))
}

fn cell(value: &Json) -> String {
    let text = match value {
        Json::Null => return String::new(),
        Json::Bool(flag) => return if *flag { "t" } else { "f" }.to_owned(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) || text.trim() != text {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_as_postgrest_writes_them() {
        assert_eq!(range(0, 10, Some(57)), "0-9/57");
        assert_eq!(range(5, 1, None), "5-5/*");
        assert_eq!(range(0, 0, Some(0)), "*/0");
        assert_eq!(range(0, 0, None), "*/*");
    }

    #[test]
    fn nulls_can_be_left_out() {
        assert_eq!(without_nulls(r#"[{"a":null,"b":1,"c":{"d":null}}]"#).unwrap(), r#"[{"b":1,"c":{"d":null}}]"#);
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let text = csv(r#"[{"a":"x, \"y\"","b":null,"c":true},{"a":"line\nbreak","b":"","c":false}]"#).unwrap();
        assert_eq!(text, "a,b,c\n\"x, \"\"y\"\"\",,t\n\"line\nbreak\",\"\",f");
    }
}
