"""A tracker may throw, block or vanish without touching the run."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from reaprover.core import Theorem
from reaprover.errors import PrerequisiteError, UsageError
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.train.tracker import MAX_FAILURES, JsonLines, Mirror, MirrorState, Tracker, make_tracker, numbers_of


class Raises:
    def __init__(self) -> None:
        self.num_asked = 0

    def log(self, line: Mapping[str, Any]) -> None:
        self.num_asked += 1
        raise RuntimeError("the disk of the tracker is full")

    def close(self) -> None:
        raise OSError("gone")


class Blocks:
    def __init__(self) -> None:
        self.entered, self.free = threading.Event(), threading.Event()

    def log(self, line: Mapping[str, Any]) -> None:
        self.entered.set()
        self.free.wait(60)

    def close(self) -> None:
        self.free.wait(60)


def test_every_line_arrives_in_order(tmp_path: Path) -> None:
    with Mirror(JsonLines(tmp_path / "logs" / "m.jsonl")) as mirror:
        for number in range(20):
            mirror.log({"phase": "play", "games": number})
    assert mirror.state == MirrorState(20, 0, 0, "")
    lines = [json.loads(line) for line in (tmp_path / "logs" / "m.jsonl").read_text().splitlines()]
    assert [line["games"] for line in lines] == list(range(20))


def test_a_line_is_copied_when_it_is_offered(tmp_path: Path) -> None:
    line = {"loss": 1.0}
    with Mirror(JsonLines(tmp_path / "m.jsonl")) as mirror:
        mirror.log(line)
        line["loss"] = 2.0
    assert json.loads((tmp_path / "m.jsonl").read_text()) == {"loss": 1.0}


def test_a_tracker_that_throws_is_asked_no_more_after_some_failures() -> None:
    tracker = Raises()
    with Mirror(tracker) as mirror:
        for _ in range(50):
            mirror.log({"loss": 1.0})
    state = mirror.close()
    assert tracker.num_asked == MAX_FAILURES
    assert (state.num_sent, state.num_failed, state.num_missing) == (0, MAX_FAILURES, 50 - MAX_FAILURES)
    assert "gone" in state.problem
    assert not state.is_whole


def test_a_tracker_that_blocks_holds_neither_the_run_nor_its_end() -> None:
    tracker = Blocks()
    mirror = Mirror(tracker, close_s=0.2, max_waiting=4)
    begin_s = time.monotonic()
    mirror.log({"loss": 0.0})
    assert tracker.entered.wait(30)
    for _ in range(1000):
        mirror.log({"loss": 1.0})
    state = mirror.close()
    assert time.monotonic() - begin_s < 30
    assert (state.num_sent, state.num_missing) == (0, 1001)
    tracker.free.set()


def test_lines_after_the_end_are_counted_as_missing(tmp_path: Path) -> None:
    mirror = Mirror(JsonLines(tmp_path / "m.jsonl"))
    mirror.close()
    mirror.log({"loss": 1.0})
    assert mirror.state.num_missing == 1


@pytest.fixture
def endpoint() -> Iterator[tuple[str, list[Any], HTTPServer]]:
    seen: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seen.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/metrics", seen, server
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_endpoint_gets_one_object_a_line(endpoint: tuple[str, list[Any], HTTPServer]) -> None:
    address, seen, _ = endpoint
    with Mirror(make_tracker(address)) as mirror:
        mirror.log({"phase": "base", "loss": 0.25})
    assert seen == [{"phase": "base", "loss": 0.25}]
    assert mirror.state.is_whole


def test_an_endpoint_that_vanishes_is_a_failure_of_the_mirror_alone() -> None:
    closed = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    port = closed.server_address[1]
    closed.server_close()
    with Mirror(make_tracker(f"http://127.0.0.1:{port}/")) as mirror:
        mirror.log({"loss": 1.0})
    assert mirror.state.num_failed == 1


@pytest.mark.parametrize("kind", ["wandb", "tensorboard"])
def test_a_missing_package_is_said_before_the_run_begins(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, kind, None)
    with pytest.raises(PrerequisiteError, match=f"pip install {kind}"):
        make_tracker(f"{kind}:somewhere")


def test_numbers_are_named_by_phase_and_place() -> None:
    line = {"phase": "base", "loss": 0.5, "held_out": {"value": 2}, "weights": "abc", "done": True, "bad": float("nan")}
    assert numbers_of(line) == {"base/loss": 0.5, "base/held_out/value": 2.0}


@pytest.mark.parametrize("spec", ["", "jsonl:", "http:host", "carrier-pigeon:coop"])
def test_an_unknown_tracker_is_refused_before_the_run(spec: str) -> None:
    with pytest.raises(UsageError, match="tracker"):
        make_tracker(spec)


@pytest.mark.lean
@pytest.mark.model
def test_a_run_is_the_same_whatever_its_tracker_does(toolchain: EmbeddedToolchain, tmp_path: Path) -> None:
    from reaprover.learn.leakage import EvaluationGuard
    from reaprover.snapshot.model_folder import save_weights
    from reaprover.train.run import TrainingRun
    from reaprover.train.statements import Statement
    from tests.learn.small_model import contract_for, model_on, write_base
    from tests.train.small_run import ADAPTER, config

    base = write_base(tmp_path / "base")
    made = model_on(base)
    start = save_weights(tmp_path / "weights", base, made.weights("learner"), contract_for(base, made))
    pool = [Statement("one", "problem", Theorem("one", "", "1 = 1"))]
    blocking = Blocks()
    trackers: dict[str, Tracker | None] = {
        "none": None,
        "lines": JsonLines(tmp_path / "mirror.jsonl"),
        "raises": Raises(),
        "blocks": blocking,
    }
    records = {}
    for name, tracker in trackers.items():
        wanted = config(ADAPTER, start=str(start))  # nothing was played, so there is nothing to learn
        with TrainingRun(tmp_path / name, wanted, guard=EvaluationGuard(()), pool=pool, tracker=tracker) as run:
            if run.mirror is not None:
                run.mirror._close_s = 0.2
            assert run.go()
        found = json.loads((tmp_path / name / "phases" / "00-adapter" / "done.json").read_bytes())
        records[name] = {key: value for key, value in found.items() if key not in ("ended", "last_part_s")}
    blocking.free.set()
    assert records["raises"] == records["blocks"] == records["lines"] == records["none"]
    assert json.loads((tmp_path / "mirror.jsonl").read_text())["phase"] == "adapter"
