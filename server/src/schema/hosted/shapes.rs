//! The shape of each page's content, as one SQL function over the JSON.

use super::quoted;
use crate::schema::DOCUMENTS;
use crate::schema::document::{MAX_BYTES, Shape, rich};
use crate::schema::table::{MAX_ADDRESS, MAX_HTML};

pub fn function() -> String {
    let pages: Vec<String> = DOCUMENTS
        .iter()
        .map(|document| format!("    when {} then {}", quoted(document.page_key), fits(&document.shape, "content", 0)))
        .collect();
    format!(
        "\ncreate function umeed.is_content(page_key text, content jsonb) returns boolean language sql immutable as $$\n  \
         select jsonb_typeof(content) = 'object' and octet_length(content::text) <= {MAX_BYTES} and case page_key\n{}\n    \
         else false end\n$$;\n",
        pages.join("\n")
    )
}

/// A condition on the JSON `value`; what is absent always fits.
fn fits(shape: &Shape, value: &str, depth: usize) -> String {
    let text = format!("{value} #>> '{{}}'");
    let kind = format!("jsonb_typeof({value})");
    match shape {
        Shape::Text { max_length, .. } => {
            format!("({kind} in ('string', 'null') and coalesce(char_length({text}), 0) <= {max_length})")
        }
        Shape::Link { .. } | Shape::Picture { .. } => link(&kind, &text, &format!("umeed.is_link({text})")),
        Shape::Map => link(&kind, &text, &format!("({text}) ~* '^(https?://|$)'")),
        Shape::Html { .. } => {
            format!("({kind} = 'string' and char_length({text}) <= {MAX_HTML} and umeed.is_clean({text}))")
        }
        Shape::Flag { .. } => format!("({kind} = 'boolean')"),
        Shape::List { of, max_entries } => {
            let item = format!("item{depth}");
            let each = fits(of, &item, depth + 1);
            // The length is only asked of a list: SQL does not promise to look at the kind first.
            format!(
                "(case when {kind} = 'array' then jsonb_array_length({value}) <= {max_entries} and not exists \
                 (select from jsonb_array_elements({value}) as list{depth}({item}) where not {each}) else false end)"
            )
        }
        Shape::Object(parts) => {
            let each = |(name, shape): &(&str, Shape)| {
                let part = format!("({value} -> {})", quoted(name));
                format!(" and ({part} is null or {})", fits(shape, &part, depth))
            };
            format!("({kind} = 'object'{})", parts.iter().map(each).collect::<String>())
        }
        Shape::Sections(_) => {
            let each = fits(&rich(""), "section.value", depth);
            format!(
                "(case when {kind} = 'object' then not exists (select from jsonb_each({value}) as section where not {each}) \
                 else false end)"
            )
        }
    }
}

fn link(kind: &str, text: &str, safe: &str) -> String {
    format!("({kind} = 'null' or ({kind} = 'string' and char_length({text}) <= {MAX_ADDRESS} and {safe}))")
}
