-- Links and codes that are sent by mail (server/src/auth/mailed.rs). `address` is where it went, by which a code is looked up; of a
-- change of address it is the new one, and `session_id` is the session that asked for the change, which goes on after it.
ALTER TABLE one_time_tokens ADD COLUMN address    TEXT NOT NULL DEFAULT '';
ALTER TABLE one_time_tokens ADD COLUMN made_at    TEXT NOT NULL DEFAULT '';
ALTER TABLE one_time_tokens ADD COLUMN session_id TEXT;
CREATE INDEX one_time_tokens_address ON one_time_tokens (address);
