"""A staff member's desk: ten times a second saves a change, and asks for the page as a visitor would. Over two bare
connections, from a program that takes next to no processor time: what is measured beside it is on the same cores, and Node
would take several times as much. Prints what it saw as JSON. Usage: desk.py <task as JSON>"""

import gc
import json
import re
import socket
import sys
import time

task = json.loads(sys.argv[1])
EVERY = 0.1  # seconds
SHOWN = re.compile(rb"Saved change (\d+)")
gc.disable()  # nothing here goes in circles


class Connection:
    """Asks one thing at a time. Knows answers that say their length."""

    def __init__(self):
        self.socket = socket.create_connection((task["host"], task["port"]))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request):
        self.socket.sendall(request)
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self.receive()
        head = received[:end].lower()
        length = int(head.split(b"content-length: ")[1].split(b"\r\n")[0]) if b"content-length: " in head else 0
        parts, missing = [received[end + 4 :]], end + 4 + length - len(received)
        while missing > 0:
            parts.append(self.receive())
            missing -= len(parts[-1])
        body = b"".join(parts)
        if not head.startswith(b"http/1.1 2"):
            sys.exit(f"{head.decode()}\n{body.decode()}")
        return body

    def receive(self):
        return self.socket.recv(1 << 20) or sys.exit("the server closed the connection")


def request(method, path, headers=(), body=b""):
    lines = [f"{method} {path} HTTP/1.1", f"host: {task['host']}:{task['port']}", *headers]
    if body:
        lines.append(f"content-length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def save(number):
    """The request that saves change `number`, or one as long on its way that saves nothing."""
    asked = task["save"]
    if asked is None:
        return request("GET", "/healthz")
    return request("PATCH", asked["path"], asked["headers"], asked["body"].replace("COUNT", str(number)).encode())


desk, visitor = Connection(), Connection()
look = request("GET", "/")
seen, number = {"save": [], "visible": [], "stale": 0}, task["number"]
begun = due = time.monotonic()
while due < begun + task["seconds"]:
    number += 1
    sent = save(number)
    time.sleep(max(0, due - time.monotonic()))
    began = time.monotonic()
    desk.ask(sent)
    acknowledged = time.monotonic()
    html = visitor.ask(look)
    visible = time.monotonic()
    if task["save"]:
        shown = SHOWN.search(html)
        seen["stale"] += not shown or int(shown[1]) < number
    seen["save"].append(round((acknowledged - began) * 1000, 3))
    seen["visible"].append(round((visible - began) * 1000, 3))
    due += EVERY
print(json.dumps(seen | {"number": number}))
