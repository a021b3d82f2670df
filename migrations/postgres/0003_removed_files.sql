-- Bytes whose file was removed or replaced, and when. They are deleted an hour later: a backup that has read the file's
-- row still wants them.
CREATE TABLE removed_files (
    version    TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    removed_at TEXT COLLATE "C" NOT NULL
);
