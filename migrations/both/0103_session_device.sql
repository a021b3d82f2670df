-- Where a session was begun, in a few plain words ("Chrome on Android"), for the history. Nothing is known of earlier ones.
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
