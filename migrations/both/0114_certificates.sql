-- The certificates that the server gets for its names by ACME, with how far it is with the next one. `chain` is PEM, `key` is
-- sealed with a key made from the server's secret. `next_at` is when to look at it again: while one server orders a
-- certificate, the others leave it alone until then. `wait_until` is what the authority demanded.
CREATE TABLE certificates (
    name       TEXT PRIMARY KEY NOT NULL,
    directory  TEXT NOT NULL,
    chain      TEXT,
    key        TEXT,
    not_before TEXT,
    not_after  TEXT,
    attempts   INTEGER NOT NULL DEFAULT 0,
    tried_at   TEXT,
    next_at    TEXT NOT NULL,
    wait_until TEXT,
    problem    TEXT
) STRICT;

-- The account at each authority, sealed.
CREATE TABLE acme_accounts (
    directory   TEXT PRIMARY KEY NOT NULL,
    credentials TEXT NOT NULL
) STRICT;

-- What the authority is told when it asks whether a name is ours. In the database, since it may ask any of several servers.
CREATE TABLE acme_challenges (
    name              TEXT PRIMARY KEY NOT NULL,
    token             TEXT NOT NULL,
    key_authorization TEXT NOT NULL,
    created_at        TEXT NOT NULL
) STRICT;
