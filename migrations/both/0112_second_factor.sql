-- What somebody proves besides the password that it is them: the codes of an authenticator app, each device a row, and one row
-- for the set of recovery codes. `seed` is what codes are made from, sealed with a key made from the server's secret (server/src/auth/factors/seal.rs);
-- for recovery codes it is their salt. A code is good once: `last_step` is the latest that was used.
CREATE TABLE factors (
    id            TEXT PRIMARY KEY NOT NULL,
    staff_id      TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    kind          TEXT NOT NULL CHECK (kind IN ('totp', 'recovery_code')),
    status        TEXT NOT NULL CHECK (status IN ('unverified', 'verified')),
    friendly_name TEXT NOT NULL,
    seed          TEXT NOT NULL,
    last_step     INTEGER NOT NULL DEFAULT 0,
    created_at    TEXT NOT NULL,
    updated_at    TEXT NOT NULL
) STRICT;
CREATE INDEX factors_staff ON factors (staff_id);

-- Those that were not used yet, as digests: a copy of the database opens nothing.
CREATE TABLE recovery_codes (
    digest   TEXT PRIMARY KEY NOT NULL,
    staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX recovery_codes_staff ON recovery_codes (staff_id);

-- How a session was begun, and with what it was confirmed, if it was: the method, the device and when. Refresh tokens from
-- before `factor_generation` were given out before that, and renew it no more.
ALTER TABLE sessions ADD COLUMN method            TEXT NOT NULL DEFAULT 'password';
ALTER TABLE sessions ADD COLUMN factor_method     TEXT;
ALTER TABLE sessions ADD COLUMN factor_id         TEXT;
ALTER TABLE sessions ADD COLUMN factor_at         TEXT;
ALTER TABLE sessions ADD COLUMN factor_generation INTEGER NOT NULL DEFAULT 0;
