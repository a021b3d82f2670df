//! Reads the rows of one table from CSV, as Supabase's table editor exports it. Pure.

use anyhow::{Context, bail, ensure};

use super::source::Row;

/// The first line names the columns. A field that is empty and not quoted says nothing about its column.
pub fn read(name: &str, text: &str) -> anyhow::Result<Vec<Row>> {
    let mut records = Records { text: text.strip_prefix('\u{FEFF}').unwrap_or(text), line: 1 };
    let (_, header) = records.next().with_context(|| format!("{name}, line 1"))?.context(format!("{name} is empty"))?;
    let columns: Vec<String> = header.into_iter().map(|name| name.unwrap_or_default().trim().to_owned()).collect();
    let mut rows = Vec::new();
    while let Some((line, values)) = records.next().with_context(|| format!("{name}, line {}", records.line))? {
        ensure!(
            values.len() == columns.len(),
            "{name}, line {line}: {} fields for {} columns",
            values.len(),
            columns.len()
        );
        rows.push(Row { place: format!("{name}, line {line}"), values: columns.iter().cloned().zip(values).collect() });
    }
    Ok(rows)
}

struct Records<'a> {
    text: &'a str,
    line: usize,
}

impl Records<'_> {
    /// The next record and the line it begins at; empty lines are passed over.
    fn next(&mut self) -> anyhow::Result<Option<(usize, Vec<Option<String>>)>> {
        let rest = self.text.trim_start_matches(['\r', '\n']);
        self.line += self.text[..self.text.len() - rest.len()].matches('\n').count();
        self.text = rest;
        if self.text.is_empty() {
            return Ok(None);
        }
        let start = self.line;
        let mut fields = Vec::new();
        loop {
            fields.push(self.field()?);
            if let Some(rest) = self.text.strip_prefix(',') {
                self.text = rest;
                continue;
            }
            return Ok(Some((start, fields)));
        }
    }

    fn field(&mut self) -> anyhow::Result<Option<String>> {
        let Some(mut rest) = self.text.strip_prefix('"') else {
            let end = self.text.find([',', '\n']).unwrap_or(self.text.len());
            let (field, rest) = self.text.split_at(end);
            self.text = rest;
            let field = if rest.starts_with(',') { field } else { field.trim_end_matches('\r') };
            return Ok((!field.is_empty()).then(|| field.to_owned()));
        };
        let mut field = String::new();
        loop {
            let Some((before, after)) = rest.split_once('"') else { bail!("a quotation is never closed") };
            self.line += before.matches('\n').count();
            field.push_str(before);
            rest = after;
            match rest.strip_prefix('"') {
                Some(after) => {
                    field.push('"');
                    rest = after;
                }
                None => break,
            }
        }
        ensure!(rest.is_empty() || rest.starts_with([',', '\n', '\r']), "something follows a closed quotation");
        self.text = rest;
        Ok(Some(field))
    }
}
