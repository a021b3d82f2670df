-- Mail that is to be sent, written in the transaction of what causes it (server/src/mail). `attempts` counts the tries and
-- tells one claim from the next; while a mail is being sent `next_at` is when the claim ends, so that a server that dies
-- leaves it to the others. `details` is what the text is made of. It may hold a link that signs somebody in, so no API reads
-- it, and it is emptied as soon as the mail is sent.
CREATE TABLE outbox (
    id         TEXT PRIMARY KEY NOT NULL,
    created_at TEXT NOT NULL,
    kind       TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('waiting', 'sent', 'failed')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    next_at    TEXT NOT NULL,
    sent_at    TEXT,
    last_error TEXT,
    good_until TEXT,
    details    TEXT
) STRICT;
CREATE INDEX outbox_due       ON outbox (status, next_at, id);
CREATE INDEX outbox_created   ON outbox (created_at, id);
CREATE INDEX outbox_recipient ON outbox (recipient, created_at);

-- What visitors write by the contact form, while the foundation receives it.
CREATE TABLE messages (
    id         TEXT PRIMARY KEY NOT NULL,
    name       TEXT NOT NULL,
    email      TEXT NOT NULL,
    phone      TEXT,
    subject    TEXT NOT NULL,
    message    TEXT NOT NULL,
    status     TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'read', 'answered', 'archived', 'spam')),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX messages_created ON messages (created_at, id);
CREATE INDEX messages_status  ON messages (status, created_at, id);

-- What the form on the Donate page asks besides, and how far staff have got with each volunteer.
ALTER TABLE volunteers ADD COLUMN email    TEXT;
ALTER TABLE volunteers ADD COLUMN interest TEXT;
ALTER TABLE volunteers ADD COLUMN status   TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'called', 'active', 'declined'));
ALTER TABLE volunteers ADD COLUMN notes    TEXT;
CREATE INDEX volunteers_status ON volunteers (status, created_at, id);
