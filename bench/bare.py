"""What SQLite itself can insert in one process into a copy of the same database: the same table, indexes and triggers, the
same durability (write-ahead log, synchronous=FULL), no network, one connection. Prints rows a second for one row a commit
and for 64 rows a commit. Usage: bare.py <database to copy> <folder> <seconds>"""

import json
import os
import sqlite3
import sys
import time
import uuid
from datetime import UTC, datetime

original, folder, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
path = os.path.join(folder, "bare.db")
copied = os.path.exists(path)
db = sqlite3.connect(path, isolation_level=None)
if not copied:
    with sqlite3.connect(f"file:{original}?mode=ro", uri=True) as source:
        source.backup(db)
db.execute("PRAGMA journal_mode = WAL")
db.execute("PRAGMA synchronous = FULL")
INSERT = "INSERT INTO volunteers (id, name, city, phone, skills, created_at) VALUES (?, ?, ?, ?, ?, ?)"


def measure(together):
    count, started = 0, time.monotonic()
    while time.monotonic() - started < seconds:
        db.execute("BEGIN IMMEDIATE")
        for _ in range(together):
            moment = datetime.now(UTC).isoformat(timespec="microseconds")
            db.execute(INSERT, (str(uuid.uuid4()), "Ayesha Khan", "Faisalabad", "+92 300 1234567", "Teaching", moment))
        db.execute("COMMIT")
        count += together
    return count / (time.monotonic() - started)


print(json.dumps({"alone": measure(1), "together": measure(64)}))
