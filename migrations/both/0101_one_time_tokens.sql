-- Links and codes that sign an account in once. Only digests are stored: a copy of the database opens nothing.
CREATE TABLE one_time_tokens (
    digest      TEXT PRIMARY KEY NOT NULL,
    code_digest TEXT NOT NULL,
    staff_id    TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    purpose     TEXT NOT NULL,
    wrong_codes INTEGER NOT NULL DEFAULT 0,
    ends_at     TEXT NOT NULL
) STRICT;
CREATE INDEX one_time_tokens_staff ON one_time_tokens (staff_id);
