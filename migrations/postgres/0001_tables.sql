-- Every table of the product. Times are text in UTC with microseconds, as they go over the wire
-- (2026-01-01T00:00:00.000000+00:00), so that text order is time order. Ids are UUIDs (version 7, so also in time order).
-- Lengths and shapes are checked by the server before a row is written; what stands here is the last line of defence.

CREATE TABLE website_content (
    page_key   TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    content    TEXT COLLATE "C" NOT NULL CHECK (content::json IS NOT NULL),
    updated_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE subscribers (
    id         TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    email      TEXT COLLATE "C" NOT NULL UNIQUE,
    created_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE projects (
    id          TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    title       TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C" NOT NULL,
    image_url   TEXT COLLATE "C",
    created_at  TEXT COLLATE "C" NOT NULL,
    updated_at  TEXT COLLATE "C" NOT NULL
);

CREATE TABLE gallery_images (
    id         TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    image_url  TEXT COLLATE "C" NOT NULL,
    alt_text   TEXT COLLATE "C" NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    updated_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE testimonials (
    id         TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    quote      TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    role       TEXT COLLATE "C" NOT NULL,
    image_url  TEXT COLLATE "C",
    is_visible BIGINT NOT NULL CHECK (is_visible IN (0, 1)),
    created_at TEXT COLLATE "C" NOT NULL,
    updated_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE team_members (
    id         TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    role       TEXT COLLATE "C" NOT NULL,
    image_url  TEXT COLLATE "C",
    created_at TEXT COLLATE "C" NOT NULL,
    updated_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE success_stories (
    id               TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    title            TEXT COLLATE "C" NOT NULL,
    description      TEXT COLLATE "C" NOT NULL,
    category         TEXT COLLATE "C" NOT NULL,
    before_image_url TEXT COLLATE "C",
    after_image_url  TEXT COLLATE "C",
    created_at       TEXT COLLATE "C" NOT NULL,
    updated_at       TEXT COLLATE "C" NOT NULL
);

CREATE TABLE volunteers (
    id         TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    city       TEXT COLLATE "C" NOT NULL,
    phone      TEXT COLLATE "C" NOT NULL,
    skills     TEXT COLLATE "C",
    created_at TEXT COLLATE "C" NOT NULL
);

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
    id              TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    email           TEXT COLLATE "C" NOT NULL UNIQUE,
    password_hash   TEXT COLLATE "C" NOT NULL,
    user_metadata   TEXT COLLATE "C" NOT NULL DEFAULT '{}' CHECK (user_metadata::json IS NOT NULL),
    last_sign_in_at TEXT COLLATE "C",
    created_at      TEXT COLLATE "C" NOT NULL,
    updated_at      TEXT COLLATE "C" NOT NULL
);

-- A session is one sign-in. Its refresh token is derived from the id and the generation, so no token is stored.
CREATE TABLE sessions (
    id           TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    staff_id     TEXT COLLATE "C" NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    generation   BIGINT NOT NULL DEFAULT 0,
    created_at   TEXT COLLATE "C" NOT NULL,
    refreshed_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX sessions_staff ON sessions (staff_id);

-- When each earlier generation was replaced, kept just as long as a late reuse is forgiven.
CREATE TABLE replaced_generations (
    session_id  TEXT COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    generation  BIGINT NOT NULL,
    replaced_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (session_id, generation)
);

-- Files. The row is the truth: bytes without a row are never served and are swept away.
CREATE TABLE objects (
    id            TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    bucket        TEXT COLLATE "C" NOT NULL,
    name          TEXT COLLATE "C" NOT NULL,
    version       TEXT COLLATE "C" NOT NULL UNIQUE,
    mimetype      TEXT COLLATE "C" NOT NULL,
    size          BIGINT NOT NULL,
    etag          TEXT COLLATE "C" NOT NULL,
    cache_control TEXT COLLATE "C" NOT NULL,
    width         BIGINT,
    height        BIGINT,
    user_metadata TEXT COLLATE "C" CHECK (user_metadata IS NULL OR user_metadata::json IS NOT NULL),
    owner         TEXT COLLATE "C",
    created_at    TEXT COLLATE "C" NOT NULL,
    updated_at    TEXT COLLATE "C" NOT NULL,
    UNIQUE (bucket, name)
);
