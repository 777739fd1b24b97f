"""A stand-in for `lean` with the tactic server, for tests of the client: real processes and pipes, toy goals, and every fault on demand.

Run as a script with the arguments of `lean`; the last one is the start file. Without `reaprover_serve` in it the run ends at once, with
an error if the text holds `broken`. The statement `count N` has the goal `⊢ count N`. Tactics act on the first goal:

* `step` counts down and closes it at 0; `skip` changes nothing; `fork` makes two independent goals of it, `couple` two that share `?m`;
* `fail TEXT`, `elab TEXT` fail; text with unbalanced parentheses does not parse; `sorry` is forbidden;
* `sleep S`, `spin S` (with a busy processor), `die`, `exit N`, `die-unless PATH` (dies once, then makes PATH), `grow MIB`, `drift` (another
  state in every process);
* line faults: `flood N` (stderr), `print TEXT` (stdout), `garbage`, `twice`, `wrong-id`, `no-nonce`, `half`, `big N`, `mute`, `crlf`.

`FAKE_LEAN_VERSION` replaces the version it answers with; `FAKE_LEAN_SLOW_START` delays the start by so many seconds.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any, BinaryIO

MAX_LINE_BYTES = 16 * 1024 * 1024
LEAN_VERSION = "4.35.0"
LEAN_COMMIT = "eb6cafb7290e8bd5f2937522d8d804f58f02bafc"


@dataclass(frozen=True)
class State:
    """Goals as (count, group): goals of one group other than 0 share a metavariable."""

    goals: tuple[tuple[int, int], ...]
    is_part: bool = False


class RefusedError(Exception):
    """An error reply."""

    def __init__(self, kind: str, message: str) -> None:
        self.kind, self.message = kind, message


class Server:
    """The wire protocol on two streams."""

    def __init__(self, requests: BinaryIO, replies: BinaryIO, nonce: str) -> None:
        self.requests, self.replies, self.nonce = requests, replies, nonce
        self.states: dict[int, State] = {}
        self.proofs: set[int] = set()
        self.next_state = 1
        self.num_applies = 0
        self.ballast: list[bytearray] = []
        self.fault = ""

    def serve(self) -> None:
        """Answer until `close` or the end of the input."""
        while True:
            line = self.requests.readline(MAX_LINE_BYTES + 2)
            if not line:
                return
            if not line.strip():
                continue
            if len(line) > MAX_LINE_BYTES:
                while not line.endswith(b"\n"):
                    line = self.requests.readline(MAX_LINE_BYTES)
                self.reply(0, {"ok": False, "error": {"kind": "protocol", "message": "line too long"}})
                continue
            try:
                request = json.loads(line)
            except ValueError:
                found = re.search(rb'"id"\s*:\s*(\d+)', line)
                self.reply(int(found[1]) if found else 0, {"ok": False, "error": {"kind": "protocol", "message": "not JSON"}})
                continue
            identifier = request.get("id", 0)
            try:
                body = {"ok": True, **self.answer(str(request.get("op")), request)}
            except RefusedError as refused:
                body = {"ok": False, "error": {"kind": refused.kind, "message": refused.message}}
            self.reply(identifier, body)
            if request.get("op") == "close":
                return

    def reply(self, identifier: int, body: dict[str, Any]) -> None:
        fault, self.fault = self.fault, ""
        name, _, argument = fault.partition(" ")
        message = {"id": identifier + (1 if name == "wrong-id" else 0), "nonce": "spoof" if name == "no-nonce" else self.nonce, **body}
        if name == "big":
            message["padding"] = "x" * int(argument)
        line = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
        if name == "garbage":
            line = b"Segmentation fault (not really)"
        if name == "half":
            self.replies.write(line[: len(line) // 2])
        elif name != "mute":
            self.replies.write(line + (b"\r\n" if name == "crlf" else b"\n"))
        if name == "twice":
            self.replies.write(line + b"\n")
        self.replies.flush()
        if name in ("half", "mute"):
            time.sleep(3600)

    def answer(self, op: str, request: dict[str, Any]) -> dict[str, Any]:
        if op == "ping":
            return {"pong": True, "protocol": 1, "lean": os.environ.get("FAKE_LEAN_VERSION", LEAN_VERSION), "commit": LEAN_COMMIT}
        if op == "open":
            found = re.fullmatch(r"count (\d+)", str(request.get("theorem")))
            if found is None:
                raise RefusedError("parse", f"unknown statement {request.get('theorem')!r}")
            return self.report(State(((int(found[1]), 0),)))
        if op == "apply":
            return self.apply(request, request.get("tactic"))
        if op == "apply_batch":
            results = []
            for tactic in request["tactics"]:
                try:
                    results.append({"ok": True, **self.apply(request, tactic)})
                except RefusedError as refused:
                    results.append({"ok": False, "error": {"kind": refused.kind, "message": refused.message}})
            return {"results": results}
        if op == "replay":
            return self.replay(request)
        if op == "split":
            return {"parts": self.split(self.find(request), request.get("parts"))}
        if op == "goals":
            return {"goals": [printed(goal) for goal in self.find(request).goals]}
        if op == "release":
            numbers = [n for n in request.get("states", []) if self.states.pop(n, None) is not None]
            return {"released": len(numbers), "unknown": len(request.get("states", [])) - len(numbers)}
        if op == "stat":
            return {"states": len(self.states), "applies": self.num_applies, "uptime_ms": 1, "next_state": self.next_state}
        if op == "close":
            return {"closed": True}
        raise RefusedError("protocol", f"unknown operation {op!r}")

    def find(self, request: dict[str, Any], name: str = "state") -> State:
        number = request.get(name)
        if not isinstance(number, int) or isinstance(number, bool) or number not in self.states:
            raise RefusedError("state", f"unknown state {number!r}")
        return self.states[number]

    def replay(self, request: dict[str, Any]) -> dict[str, Any]:
        state = self.find(request, "root")
        for line in str(request.get("script")).splitlines():
            for tactic in line.replace("·", " ").split(";"):
                state = State(self.run(state, tactic.strip()), state.is_part)
        return self.report(state)

    def apply(self, request: dict[str, Any], tactic: object) -> dict[str, Any]:
        state = self.find(request)
        self.num_applies += 1
        if not isinstance(tactic, str):
            raise RefusedError("protocol", "no tactic")
        return self.report(State(self.run(state, tactic), state.is_part))

    def run(self, state: State, tactic: str) -> tuple[tuple[int, int], ...]:
        if tactic.count("(") != tactic.count(")") or "\0" in tactic or any("\ud800" <= c <= "\udfff" for c in tactic):
            raise RefusedError("parse", "expected ')'")
        if "sorry" in tactic:
            raise RefusedError("forbidden", "sorry")
        if not state.goals:
            raise RefusedError("tactic_failed", "no goals")
        name, _, argument = tactic.partition(" ")
        (count, group), rest = state.goals[0], state.goals[1:]
        if name == "step":
            return ((count - 1, group), *rest) if count > 1 else rest
        if name == "fork":
            return ((count, 0), (count, 0), *rest)
        if name == "couple":
            fresh = 1 + max(g for _, g in state.goals)
            return ((count, fresh), (count, fresh), *rest)
        if name == "drift":
            return ((count + os.getpid(), group), *rest)
        if name == "fail":
            raise RefusedError("tactic_failed", argument)
        if name == "elab":
            raise RefusedError("elab", argument)
        if name == "sleep":
            time.sleep(float(argument))
        elif name == "spin":
            end = time.monotonic() + float(argument)
            while time.monotonic() < end:
                pass
        elif name == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        elif name == "exit":
            os._exit(int(argument))
        elif name == "die-unless":
            if not os.path.exists(argument):
                open(argument, "w").close()
                os.kill(os.getpid(), signal.SIGKILL)
        elif name == "grow":
            self.ballast.append(bytearray(int(argument) << 20))
        elif name == "flood":
            sys.stderr.write("x" * int(argument))
            sys.stderr.flush()
        elif name == "print":
            print(argument, flush=True)
        elif name in ("garbage", "twice", "wrong-id", "no-nonce", "half", "big", "mute", "crlf"):
            self.fault = tactic
        elif name != "skip":
            raise RefusedError("tactic_failed", f"unknown tactic {name!r}")
        return state.goals

    def report(self, state: State) -> dict[str, Any]:
        number = self.next_state
        self.next_state += 1
        self.states[number] = state
        facts = {**described(state), "elapsed_ms": 0.01, "heartbeats": 1}
        if state.goals:
            return {"root": number, "state": number, "status": "open", **facts}
        return {"state": None, "proof": number, "status": "part_closed" if state.is_part else "closed", **facts}

    def split(self, state: State, groups: list[list[int]] | None) -> list[dict[str, Any]]:
        if groups is None:
            components = components_of(state)
            singles = [c for c in components if len(c) == 1]
            coupled = sorted(i for c in components if len(c) > 1 for i in c)
            groups = [*singles, coupled] if coupled else singles
        if len(groups) < 2:
            return []
        parts = []
        for indices in groups:
            part = State(tuple(state.goals[i] for i in indices), is_part=True)
            report = self.report(part)
            parts.append({**report, "indices": indices, "coupled": len(indices) > 1})
        return parts


def printed(goal: tuple[int, int]) -> str:
    """A goal as text."""
    return f"⊢ count {goal[0]}" + (f" ?m{goal[1]}" if goal[1] else "")


def components_of(state: State) -> list[list[int]]:
    """Indices of goals by group."""
    groups: dict[object, list[int]] = {}
    for index, (_, group) in enumerate(state.goals):
        groups.setdefault(group or ("alone", index), []).append(index)
    return sorted(groups.values())


def described(state: State) -> dict[str, Any]:
    """The fields that every reply with a state has."""
    return {
        "goals": [printed(goal) for goal in state.goals],
        "key": json.dumps(state.goals),
        "has_metavariables": any(group for _, group in state.goals),
        "parts": components_of(state) if state.goals else [],
    }


def watch(descriptor: int) -> None:
    """End with the whole group when the lifeline ends."""
    while os.read(descriptor, 1):
        pass
    os.killpg(0, signal.SIGKILL)


def main() -> int:
    """Serve what the start file asks for."""
    with open(sys.argv[-1], encoding="utf-8", errors="replace") as file:
        source = file.read()
    if "REAPROVER_LIFELINE_FD" in os.environ:
        threading.Thread(target=watch, args=(int(os.environ["REAPROVER_LIFELINE_FD"]),), daemon=True).start()
    time.sleep(float(os.environ.get("FAKE_LEAN_SLOW_START", "0")))
    if "broken" in source:
        line = source[: source.index("broken")].count("\n") + 1
        message = {"severity": "error", "kind": "[anonymous]", "data": "unknown identifier 'broken'", "pos": {"line": line, "column": 0}}
        print(json.dumps(message), flush=True)
        return 1
    found = re.search(r'reaprover_serve "([^"]*)" "([^"]*)" "([^"]*)"', source)
    if found is not None:
        with open(found[1], "rb") as requests, open(found[2], "wb") as replies:
            Server(requests, replies, found[3]).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
