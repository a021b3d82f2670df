-- How often each page was seen on each day (server/src/statistics). Counts only: nothing here is about anybody. `day` is a
-- day of the site, as 2026-11-16; `path` is a page, or `other` for those beyond the bound of a day.
CREATE TABLE page_views (
    id            TEXT PRIMARY KEY NOT NULL,
    day           TEXT NOT NULL,
    path          TEXT NOT NULL,
    views         INTEGER NOT NULL DEFAULT 0,
    link_previews INTEGER NOT NULL DEFAULT 0,
    UNIQUE (day, path)
) STRICT;
