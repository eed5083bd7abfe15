"""Sits at a terminal of its own of 20 lines and reads long answers: pager.py HERALD LOG.

Prints `ok`, or what was expected and what came.
"""
import fcntl
import os
import pty
import struct
import sys
import termios

herald, log = sys.argv[1:3]


def answer(*arguments, **variables):
    """What a command prints, and its status."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 60, 0, 0))
        os.environ.pop("COLUMNS", None)
        os.environ.update({"TERM": "xterm", "NO_COLOR": "1", **variables})
        os.execv(herald, [herald, *arguments])
    text = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    _, status = os.waitpid(pid, 0)
    return text.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(status)


def expect(holds, what, got):
    if not holds:
        print(f"expected {what}, got:\n{got}")
        sys.exit(1)


marked, status = answer("replay", log, PAGER="sed 's/^/P:/'")
expect(status == 0, "status 0", status)
lines = marked.splitlines()
expect(all(line.startswith("P:") for line in lines), "each line through the pager", marked)
expect(all(len(line) <= 62 for line in lines), "lines of 60 columns", marked)
plain, _ = answer("replay", log, "--no-pager", PAGER="sed 's/^/P:/'")
expect(plain == marked.replace("P:", ""), "the same without the pager", plain)
for variables in ({"NO_PAGER": "1", "PAGER": "sed 's/^/P:/'"}, {"PAGER": ""}, {"PAGER": "cat"}, {"PAGER": "nowhere-x"}):
    same, _ = answer("replay", log, **variables)
    expect(same == plain, f"no pager with {variables}", same)
json, _ = answer("replay", log, "--format", "json", PAGER="sed 's/^/P:/'")
expect("P:" not in json, "JSON without the pager", json)
_, status = answer("replay", "nowhere.jsonl", PAGER="sed 's/^/P:/'")
expect(status == 1, "status 1 for a missing log", status)
print("ok")
