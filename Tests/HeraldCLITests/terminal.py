"""Sits at a terminal of its own and uses `herald run` as a person does: terminal.py HERALD POLICY LEDGER.

Prints `ok`, or what was expected and what came.
"""
import os
import pty
import select
import subprocess
import sys
import termios
import time

herald, policy, ledger = sys.argv[1:4]
PROMPT = b"\r\n> "


def start():
    """Takes the phone, at a terminal of its own."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["NO_COLOR"] = "1"
        os.environ["TERM"] = "xterm"
        os.execv(herald, [herald, "run", "--policy", policy, "--ledger", ledger, "--property",
                          "appPackageName=com.example", "--property", "appVersionName=2.6", "--property",
                          "deviceModel=Pixel 8", "--property", "deviceLanguage=en"])
    return pid, terminal


def main():
    pid, terminal = start()

    def wait_for_keys():
        """Until the program takes single keys: those that come while it still asks for lines are echoed as they are."""
        for _ in range(3000):
            try:
                if not termios.tcgetattr(terminal)[3] & termios.ICANON:
                    return
            except termios.error:
                return
            time.sleep(0.01)

    def read():
        """What comes until it asks again, or ends."""
        text = b""
        while not text.endswith(PROMPT):
            if not select.select([terminal], [], [], 30)[0]:
                return fail("an answer", text)
            try:
                part = os.read(terminal, 65536)
            except OSError:
                part = b""
            if not part:
                break  # It ended, and takes no key any more.
            text += part
        else:
            wait_for_keys()
        return text.decode().replace("\r\n", "\n")

    def say(line, *expected):
        os.write(terminal, line.encode())
        text = read()
        for words in expected:
            if words not in text:
                fail(words, text)
        return text

    def meanwhile(status, words, *arguments):
        run = subprocess.run([herald, *arguments], capture_output=True, text=True)
        if run.returncode != status or words not in run.stdout + run.stderr:
            fail(f"{words} ({status})", f"{run.stdout}{run.stderr} ({run.returncode})")

    if "next: launch" not in read():
        fail("what to do first", "nothing")
    say("launch\n", "╭──", "│ Version 3 is here", "[ Update ]  [ Later ]", "next: update · later")
    meanwhile(0, '"reason":"shown"', "why", ledger, "--revision", "2", "--format", "json")
    meanwhile(1, "error[busy]", "append", "--ledger", ledger)
    say("lader\n", "error[unknownStep]", "why steps are launch,", "did you mean `later`?", "next: update · later")
    say("later\n", "button chosen", "next: background")
    say("clock +1d\n", "it is ")
    say("help\n", "offline on|off")
    # The clock is moved by 2 hours, and again by the line before.
    say("ock +1d\x7f\x7f2h\x01cl\n", "it is ")
    say("\x1b[A\r", "clock +2h", "it is ")
    say("l\n", "error[unknownStep]", "these begin so: later, launch, login, logout")
    say("st\n", "last check")
    say("why\n", "update:7 (optional) is shown")
    say("check\n", "│ Version 3 is here")
    say("lo\tx\x15back\t\x7f\n", "log", "left")
    say("fore\n", "came back")

    def leave():
        os.write(terminal, b"\x04")
        read()
        _, status = os.waitpid(pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            fail("status 0", status)

    leave()
    # A second session launches the app again, because the prompt ended with its process.
    pid, terminal = start()
    if "next: launch" not in read():
        fail("a launch to do first", "nothing")
    leave()
    print("ok")


def fail(expected, got):
    print(f"expected {expected}, got:\n{got}")
    sys.exit(1)


main()
