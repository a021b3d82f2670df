"""Adds volunteers to PocketBase's database while it is stopped: the same rows as rows.mjs makes, with ids and times as
PocketBase writes them. Those of a name, which a measurement has left, go. Usage: pocketbase-fill.py <data.db> <name> <from> <to>"""

import sqlite3
import sys
from datetime import datetime, timedelta, timezone

CITIES = ["Faisalabad", "Lahore", "Jaranwala", "Samundri", "Gojra", "Toba Tek Singh"]
SKILLS = ["Teaching", "Nursing", "Driving", "Cooking for events", "Bookkeeping", ""]

path, left, first, end = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
began = datetime.now(timezone.utc) - timedelta(days=30)


def volunteer(number):
    moment = began + timedelta(milliseconds=number)
    created = moment.strftime("%Y-%m-%d %H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"
    phone = f"+92 300 {number % 10_000_000:07}"
    return f"Volunteer {number}", CITIES[number % 6], phone, SKILLS[number % 6], created


db = sqlite3.connect(path)
with db:
    db.execute("DELETE FROM volunteers WHERE name = ?", (left,))
    # The table itself makes ids when none are given.
    insert = "INSERT INTO volunteers (name, city, phone, skills, created_at) VALUES (?, ?, ?, ?, ?)"
    db.executemany(insert, (volunteer(number) for number in range(first, end)))
db.close()
