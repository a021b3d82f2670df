-- How many rows each table has. Triggers keep it (server/src/db/row_counts.rs), so that whoever counts a whole table reads one
-- line, whatever the size of the table.
CREATE TABLE row_counts (
    name      TEXT PRIMARY KEY NOT NULL,
    row_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
