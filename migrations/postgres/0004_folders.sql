-- The files of a folder in the order of their names, and the folders one after the other (see files/list.rs).
CREATE INDEX objects_in_folder ON objects (bucket, rtrim(name, replace(name, '/', '')), lower(name), name);
