"""What SQLite itself can insert in one process: the same table, the same index, the same durability
(write-ahead log, synchronous=FULL), no network, one connection. Prints rows a second for one row a commit and for
64 rows a commit. Usage: bare.py <folder> <seconds>"""

import json
import os
import sqlite3
import sys
import time
import uuid

folder, seconds = sys.argv[1], float(sys.argv[2])
path = os.path.join(folder, "bare.db")
db = sqlite3.connect(path, isolation_level=None)
db.execute("PRAGMA journal_mode = WAL")
db.execute("PRAGMA synchronous = FULL")
db.execute(
    "CREATE TABLE IF NOT EXISTS volunteers (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, city TEXT NOT NULL,"
    " phone TEXT NOT NULL, skills TEXT, created_at TEXT NOT NULL) STRICT"
)
db.execute("CREATE INDEX IF NOT EXISTS volunteers_created ON volunteers (created_at, id)")
INSERT = "INSERT INTO volunteers VALUES (?, ?, ?, ?, ?, ?)"


def measure(together):
    count, started = 0, time.monotonic()
    while time.monotonic() - started < seconds:
        db.execute("BEGIN IMMEDIATE")
        for _ in range(together):
            moment = "2026-01-01T00:00:%015.6f+00:00" % (time.monotonic() % 60)
            db.execute(INSERT, (str(uuid.uuid4()), "Ayesha Khan", "Faisalabad", "+92 300 1234567", "Teaching", moment))
        db.execute("COMMIT")
        count += together
    return count / (time.monotonic() - started)


print(json.dumps({"alone": measure(1), "together": measure(64)}))
