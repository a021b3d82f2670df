//! `umeed schema`: prints what is derived from the declarations.

use std::io::Write;

use crate::schema::{hosted, typescript};

pub fn schema(as_typescript: bool) -> anyhow::Result<()> {
    let text = if as_typescript { typescript::generate() } else { hosted::supabase() };
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}
