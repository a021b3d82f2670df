-- What several servers on one database share. A single server on SQLite keeps these in memory or in its folder.

-- How often each table has been written: whoever keeps something made from a table compares (see db/watch.rs).
CREATE TABLE table_versions (
    name    TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    version BIGINT NOT NULL
);
INSERT INTO table_versions (name, version) VALUES
    ('website_content', 0), ('subscribers', 0), ('projects', 0), ('gallery_images', 0),
    ('testimonials', 0), ('team_members', 0), ('success_stories', 0), ('volunteers', 0);

-- The secret that signs tokens: made by whichever server starts first.
CREATE TABLE shared_secrets (
    name  TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    value TEXT COLLATE "C" NOT NULL
);

-- Guesses at passwords, by a digest of address and account; full_again is in milliseconds since 1970.
CREATE TABLE shared_tries (
    key        TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    full_again BIGINT NOT NULL
);
CREATE INDEX shared_tries_full_again ON shared_tries (full_again);

-- A name that SQLite has, so that one statement serves both.
CREATE FUNCTION instr(TEXT, TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos($1, $2)';
