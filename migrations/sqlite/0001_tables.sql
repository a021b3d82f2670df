-- Every table of the product. Times are text in UTC with microseconds, as they go over the wire
-- (2026-01-01T00:00:00.000000+00:00), so that text order is time order. Ids are UUIDs (version 7, so also in time order).
-- Lengths and shapes are checked by the server before a row is written; what stands here is the last line of defence.

CREATE TABLE website_content (
    page_key   TEXT PRIMARY KEY NOT NULL,
    content    TEXT NOT NULL CHECK (json_valid(content)),
    updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE subscribers (
    id         TEXT PRIMARY KEY NOT NULL,
    email      TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE projects (
    id          TEXT PRIMARY KEY NOT NULL,
    title       TEXT NOT NULL,
    description TEXT NOT NULL,
    image_url   TEXT,
    created_at  TEXT NOT NULL,
    updated_at  TEXT NOT NULL
) STRICT;

CREATE TABLE gallery_images (
    id         TEXT PRIMARY KEY NOT NULL,
    image_url  TEXT NOT NULL,
    alt_text   TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE testimonials (
    id         TEXT PRIMARY KEY NOT NULL,
    quote      TEXT NOT NULL,
    name       TEXT NOT NULL,
    role       TEXT NOT NULL,
    image_url  TEXT,
    is_visible INTEGER NOT NULL CHECK (is_visible IN (0, 1)),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE team_members (
    id         TEXT PRIMARY KEY NOT NULL,
    name       TEXT NOT NULL,
    role       TEXT NOT NULL,
    image_url  TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE success_stories (
    id               TEXT PRIMARY KEY NOT NULL,
    title            TEXT NOT NULL,
    description      TEXT NOT NULL,
    category         TEXT NOT NULL,
    before_image_url TEXT,
    after_image_url  TEXT,
    created_at       TEXT NOT NULL,
    updated_at       TEXT NOT NULL
) STRICT;

CREATE TABLE volunteers (
    id         TEXT PRIMARY KEY NOT NULL,
    name       TEXT NOT NULL,
    city       TEXT NOT NULL,
    phone      TEXT NOT NULL,
    skills     TEXT,
    created_at TEXT NOT NULL
) STRICT;

-- Lists are read in the order of creation, either way; the id settles ties.
CREATE INDEX subscribers_created     ON subscribers (created_at, id);
CREATE INDEX projects_created        ON projects (created_at, id);
CREATE INDEX gallery_images_created  ON gallery_images (created_at, id);
CREATE INDEX testimonials_created    ON testimonials (created_at, id);
CREATE INDEX team_members_created    ON team_members (created_at, id);
CREATE INDEX success_stories_created ON success_stories (created_at, id);
CREATE INDEX volunteers_created      ON volunteers (created_at, id);

-- Staff accounts. Not on the wire as tables: only auth/ reads them.
CREATE TABLE staff (
    id              TEXT PRIMARY KEY NOT NULL,
    email           TEXT NOT NULL UNIQUE,
    password_hash   TEXT NOT NULL,
    user_metadata   TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(user_metadata)),
    last_sign_in_at TEXT,
    created_at      TEXT NOT NULL,
    updated_at      TEXT NOT NULL
) STRICT;

-- A session is one sign-in. Its refresh token is derived from the id and the generation, so no token is stored.
CREATE TABLE sessions (
    id           TEXT PRIMARY KEY NOT NULL,
    staff_id     TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    generation   INTEGER NOT NULL DEFAULT 0,
    created_at   TEXT NOT NULL,
    refreshed_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_staff ON sessions (staff_id);

-- When each earlier generation was replaced, kept just as long as a late reuse is forgiven.
CREATE TABLE replaced_generations (
    session_id  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    generation  INTEGER NOT NULL,
    replaced_at TEXT NOT NULL,
    PRIMARY KEY (session_id, generation)
) STRICT, WITHOUT ROWID;

-- Files. The row is the truth: bytes without a row are never served and are swept away.
CREATE TABLE objects (
    id            TEXT PRIMARY KEY NOT NULL,
    bucket        TEXT NOT NULL,
    name          TEXT NOT NULL,
    version       TEXT NOT NULL UNIQUE,
    mimetype      TEXT NOT NULL,
    size          INTEGER NOT NULL,
    etag          TEXT NOT NULL,
    cache_control TEXT NOT NULL,
    width         INTEGER,
    height        INTEGER,
    user_metadata TEXT CHECK (user_metadata IS NULL OR json_valid(user_metadata)),
    owner         TEXT,
    created_at    TEXT NOT NULL,
    updated_at    TEXT NOT NULL,
    UNIQUE (bucket, name)
) STRICT;
