-- The files of a folder in the order of their names, and the folders one after the other (see files/list.rs). No more
-- columns: an entry of an index in PostgreSQL has 2,704 bytes at most, and a name of a file up to 1,024.
CREATE INDEX objects_in_folder ON objects (bucket, rtrim(name, replace(name, '/', '')), lower(name));
