//! `umeed import`: takes over the rows and files of a hosted Supabase project. Everything passes the checks of a staff
//! write. Files are stored first, then all rows in one transaction; what is refused is said before anything is done.

mod csv;
mod dump;
mod links;
mod pictures;
mod report;
mod rows;
mod source;
mod tokens;

use std::collections::{BTreeSet, HashSet};

use anyhow::{Context, bail, ensure};

use crate::config::Import;
use crate::db::{Author, Db, Reserve, Sql};
use crate::error::Error;
use crate::schema::bucket::WEBSITE_IMAGES;
use crate::storage::{NewFile, Store};
use crate::{schema, seed, storage};
use links::Links;
use pictures::Origin;
use report::Report;
use rows::Plan;
use schema::CONTENT_TABLE;

pub use pictures::Pictures;
pub use source::Source;

/// What was brought along, read as a whole before any place is opened.
pub fn gather(asked: &Import) -> anyhow::Result<(Source, Pictures)> {
    let source = source::read(&asked.rows)?;
    let pictures = Pictures::gather(asked.bucket.as_deref(), asked.urls.as_deref())?;
    ensure!(!source.rows.is_empty() || !pictures.found.is_empty(), "nothing to import was found; nothing was changed");
    Ok((source, pictures))
}

/// Does it, or with `--dry-run` says what it would do. The report is for standard output.
pub async fn import(
    db: &Db,
    store: &Store,
    asked: &Import,
    source: &Source,
    pictures: Pictures,
) -> anyhow::Result<String> {
    Work { db, store, asked, source }.carry_out(pictures).await
}

struct Work<'a> {
    db: &'a Db,
    store: &'a Store,
    asked: &'a Import,
    source: &'a Source,
}

impl Work<'_> {
    async fn carry_out(&self, mut pictures: Pictures) -> anyhow::Result<String> {
        self.refuse_full_tables().await?;
        let here = self.names_here().await?;
        let already = if self.asked.replace { BTreeSet::new() } else { known_of(&pictures, &here) };
        pictures.found.retain(|name, _| !already.contains(name));
        self.examine(&mut pictures).await;
        let mut report = Report { already_here: already.len(), ..Report::default() };
        let mut plan = self.plan(&here, &pictures, &mut report);
        if self.asked.download {
            pictures.add_downloads(&report.missing);
            plan = self.plan(&here, &pictures, &mut report);
        }
        report.refused_files = std::mem::take(&mut pictures.refused);
        if self.asked.dry_run {
            return Ok(report.describe(&plan, self.source, &pictures, "would be imported; nothing was changed"));
        }
        let refused = report.refused_files.len() + plan.values().map(|table| table.refused.len()).sum::<usize>();
        if refused > 0 && !self.asked.skip_refused {
            print_and_refuse(report.describe(&plan, self.source, &pictures, "could be imported"), refused)?;
        }
        self.refuse_emptying(&plan).await?;
        if self.store(&mut pictures).await? > 0 {
            // Addresses of what could not be fetched stay as they were.
            plan = self.plan(&here, &pictures, &mut report);
            self.refuse_emptying(&plan).await?;
            report.refused_files.append(&mut pictures.refused);
        }
        let expected = self.write(&mut plan).await?;
        self.verify(&expected, &pictures).await?;
        Ok(report.describe(&plan, self.source, &pictures, "imported, counted and found complete"))
    }

    fn plan(&self, here: &HashSet<String>, pictures: &Pictures, report: &mut Report) -> Plan {
        let known = here.iter().chain(pictures.found.keys()).cloned().collect();
        let mut links = Links::new(&known);
        let plan = rows::check(self.db.engine(), self.source, &mut links);
        (report.rewritten, report.missing) = (links.rewritten, links.missing);
        plan
    }

    async fn refuse_full_tables(&self) -> anyhow::Result<()> {
        let mut full = Vec::new();
        for table in self.source.rows.keys() {
            if !self.asked.replace && self.count(table).await? > 0 {
                full.push(table.as_str());
            }
        }
        ensure!(
            full.is_empty(),
            "there are rows already in {}; --replace puts the imported ones in their place; nothing was changed",
            full.join(", ")
        );
        Ok(())
    }

    /// A table is not emptied because every new row for it was refused.
    async fn refuse_emptying(&self, plan: &Plan) -> anyhow::Result<()> {
        for (table, checked) in plan {
            let emptied = checked.statements.is_empty() && !checked.refused.is_empty() && self.count(table).await? > 0;
            ensure!(
                !emptied,
                "every row for {table} was refused, which would leave it empty; no rows were imported:\n  {}",
                checked.refused.join("\n  ")
            );
        }
        Ok(())
    }

    async fn count(&self, table: &str) -> anyhow::Result<i64> {
        let table = schema::table(table).context("no such table")?.name;
        let row = self.db.first(Sql::new(format!("SELECT count(*) FROM {table}"))).await?;
        Ok(row.map_or(0, |row| row.int(0)))
    }

    async fn names_here(&self) -> anyhow::Result<HashSet<String>> {
        let rows =
            self.db.rows(Sql::new("SELECT name FROM objects WHERE bucket = ?").with(WEBSITE_IMAGES.name)).await?;
        Ok(rows.iter().map(|row| row.text(0).to_owned()).collect())
    }

    /// Refuses what the server would refuse; a download is judged once it has arrived.
    async fn examine(&self, pictures: &mut Pictures) {
        let Ok(client) = pictures::client() else { return };
        for (name, origin) in pictures.found.clone() {
            if let Origin::File(_) = origin
                && let Err(cause) = look_at(&name, &origin, &client).await
            {
                pictures.refused.push(format!("{name}: {cause:#}"));
                pictures.found.remove(&name);
            }
        }
    }

    /// Stores the files; gives back how many could not be stored.
    async fn store(&self, pictures: &mut Pictures) -> anyhow::Result<usize> {
        let client = pictures::client()?;
        for (name, origin) in pictures.found.clone() {
            let refused = match origin.bytes(&client).await {
                Ok(bytes) => match self.save(&name, bytes).await {
                    Ok(_) => continue,
                    Err(cause) if cause.is_about_the_file() => cause.into(),
                    // A full disk or a database that is away is no fault of this file, and the next would fare no better.
                    Err(cause) => {
                        return Err(cause).context(format!("{name} could not be stored, so no rows were imported"));
                    }
                },
                Err(cause) => cause,
            };
            pictures.refused.push(format!("{name}: {refused:#}"));
            pictures.found.remove(&name);
        }
        let failed = pictures.refused.len();
        if failed > 0 && !self.asked.skip_refused {
            bail!("{failed} files could not be stored, so no rows were imported:\n  {}", pictures.refused.join("\n  "));
        }
        Ok(failed)
    }

    async fn save(&self, name: &str, bytes: bytes::Bytes) -> Result<storage::Object, storage::FileError> {
        let file = NewFile { upsert: true, ..NewFile::new(&WEBSITE_IMAGES, name, bytes) };
        storage::save(self.db, self.store, file).await
    }

    /// All rows in one transaction. Gives back how many each table has then.
    async fn write(&self, plan: &mut Plan) -> anyhow::Result<Vec<(&'static str, i64)>> {
        let mut expected = Vec::new();
        let mut statements = Vec::new();
        for (table, checked) in plan.iter_mut() {
            let mut delete = Sql::new("DELETE FROM ");
            delete.name(table);
            statements.push(delete);
            expected.push((*table, checked.statements.len() as i64));
            statements.append(&mut checked.statements);
        }
        let blank = self.blank_documents(plan).await?;
        if let Some((_, count)) = expected.iter_mut().find(|(table, _)| *table == CONTENT_TABLE) {
            *count += blank.len() as i64;
        }
        statements.extend(blank);
        let writing = self.db.write_as(Author::CommandLine, move |tx| {
            Box::pin(async move {
                for sql in statements {
                    tx.rows(sql).await?;
                }
                Ok(())
            })
        });
        match writing.await {
            Ok(()) => Ok(expected),
            Err(cause @ Error::Unavailable(_)) => {
                Err(cause).context("the database went away; all rows were written or none, look before you try again")
            }
            Err(cause) => Err(cause).context("the rows could not be written; none was"),
        }
    }

    /// Neutral words for every page that has no content otherwise, so that all pages can be shown and edited.
    async fn blank_documents(&self, plan: &Plan) -> anyhow::Result<Vec<Sql>> {
        let have: HashSet<String> = match plan.get(CONTENT_TABLE) {
            Some(documents) => documents.keys.clone(),
            None => {
                let rows = self.db.rows(Sql::new(format!("SELECT page_key FROM {CONTENT_TABLE}"))).await?;
                rows.iter().map(|row| row.text(0).to_owned()).collect()
            }
        };
        let missing = schema::DOCUMENTS.iter().filter(|document| !have.contains(document.page_key));
        missing.map(|document| seed::blank_document(self.db.engine(), document)).collect()
    }

    async fn verify(&self, expected: &[(&'static str, i64)], pictures: &Pictures) -> anyhow::Result<()> {
        for (table, expected) in expected {
            let found = self.count(table).await?;
            ensure!(found == *expected, "{table} has {found} rows and should have {expected}");
        }
        for name in pictures.found.keys() {
            let file = storage::find(self.db, Reserve::Staff, &WEBSITE_IMAGES, &storage::Name::parse(name)?).await?;
            let file = file.with_context(|| format!("the file {name} is not there"))?;
            ensure!(self.store.has(file.version()?).await?, "the bytes of {name} are not there");
        }
        Ok(())
    }
}

fn known_of(pictures: &Pictures, here: &HashSet<String>) -> BTreeSet<String> {
    pictures.found.keys().filter(|name| here.contains(*name)).cloned().collect()
}

async fn look_at(name: &str, origin: &Origin, client: &reqwest::Client) -> anyhow::Result<()> {
    Ok(storage::examine(&WEBSITE_IMAGES, name, origin.bytes(client).await?).await?)
}

fn print_and_refuse(report: String, refused: usize) -> anyhow::Result<()> {
    bail!("{report}\n{refused} rows or files were refused, so nothing was changed; --skip-refused goes on without them")
}
