"""One lesson: a search that learns, the independent check of its proof, and the release that comes of it (spec learning.md, section 7).

The lesson's folder is the run folder of acceptance.md, section 2, and holds all evidence:

```
plan.json                    what was asked, with which constants, seeds and versions
inputs/source.lean           the searched source
outputs/<session>/           session.json, observer.jsonl, result.json, online-result.json, raw_tree.json
outputs/<session>/checkpoints/   learn-<step>.request.json and .receipt.json, checkpoint-<step>.ack.json
proof-check/<session>/       the independent check; accepted.json only if every gate passed
ops/<NN>-<phase>/            intent.json, response.json, complete.json of online, verify, success-learn, seal, publish, retire
evidence/                    the bundle for `reaprover snapshot verify RELEASE --evidence`
tree.json, events.jsonl, proof.lean, receipt.json   of the search, as without learning
```

Decisions:
- Each phase writes its intent before it acts and its completion after; a phase without completion blocks all that follow, and the lesson
  says which. Nothing is repeated, and a lesson that was broken off is not resumed: its tree lived with the version that its model had.
- Learning from the verified proof is on where the model's contract says so and its store is in reach. A proof of which no trajectory can be
  made leaves the reason in `no-trajectory.json`, and the rule for lessons without that step holds.
- A release is published only for a proof that the independent check accepted, and only if a later generation used an update
  (`passed_execution`) or the verified proof itself was learnt from. A proof without updates publishes nothing.
- The session is retired in the end, whatever came of the search; after a doubt it is left as it is, since its state is not known.
- Every lesson begins from the model that was named, not from the release of the lesson before.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib.metadata
import platform
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import reaprover
from reaprover.core import Evaluator, Outcome, Theorem, Verdict
from reaprover.core.canonical import JsonObject, JsonValue, canonical_json, indented_json, sha256
from reaprover.core.durable import file_sha256, publish_folder
from reaprover.errors import InfrastructureError, InputError, LearningStopped, ReaproverError, UsageError
from reaprover.learn.coordinator import Coordinator, Schedule
from reaprover.online.following import FollowedSearch
from reaprover.online.sessions import Action, LearningModel
from reaprover.prover import Prover
from reaprover.runtime.proof_trajectory import make_bundle, success_event
from reaprover.runtime.trajectories import TrajectoryStore
from reaprover.search import Limit, Progress, SearchConfig, SearchResult, Strategy
from reaprover.search.raw_tree import raw_tree, write_raw_tree
from reaprover.search.reap_observer import reap_result
from reaprover.verify.acceptance import MARKER, TRUST_SCOPE, acceptance_block, check_session
from reaprover.verify.acceptance.bundle import write_bundle
from reaprover.verify.acceptance.handover import REQUEST_SCHEMA
from reaprover.verify.course.journal import INTENT_SCHEMA, Phase
from reaprover.verify.course.phases import RETIRED, SEALED
from reaprover.verify.course.plan import MODE
from reaprover.verify.name import write_name
from reaprover.verify.records import read_object, write_new
from reaprover.verify.strict import StrictChecker, submission_of

PLAN_SCHEMA: Final = "reaprover.online.plan.v1"
NOT_RESUMABLE: Final = "not resumable: the tree of a search that learns lived with the version its model had then; start a new run"
_SEARCHED: Final = ("session.json", "observer.jsonl", "result.json", "online-result.json", "raw_tree.json")


class RunStatus(enum.Enum):
    """How a lesson's search ended, besides the solver's own words."""

    PASSED = "passed_execution"
    SOLVED_WITHOUT_UPDATE = "solved_without_online_update"
    DEADLINE = "total_deadline_reached"
    IN_DOUBT = "learning_in_doubt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How lessons are held.

    Attributes:
        schedule: when to learn.
        refresh: value visited unsolved OR nodes anew after each update.
        nonce: 12 hexadecimal digits in the ids of sessions and releases.
        seed: as the search's, for the record.
    """

    schedule: Schedule = dataclasses.field(default_factory=lambda: Schedule(max_body_bytes=262_144))
    refresh: bool = False
    nonce: str = dataclasses.field(default_factory=lambda: secrets.token_hex(6))
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """What came of a lesson.

    Attributes:
        result: of the search.
        status: a `RunStatus`, or the solver's word.
        session_id: of its session.
        num_updates: events learnt during the search.
        num_later_generations: candidates made after an update.
        num_refreshed: values given anew.
        verdict: of the independent check; None if nothing was checked.
        experience_id: of the release; None if nothing was published.
        release: its metadata.
        stop_reason: what was in doubt, or which phase did not complete; empty if nothing.
    """

    result: SearchResult
    status: str
    session_id: str
    num_updates: int
    num_later_generations: int
    num_refreshed: int
    verdict: Verdict | None = None
    experience_id: str | None = None
    release: JsonObject | None = None
    stop_reason: str = ""

    def to_json(self) -> JsonObject:
        """For the run's record."""
        return {
            "status": self.status,
            "session_id": self.session_id,
            "updates": self.num_updates,
            "generations_after_update": self.num_later_generations,
            "values_refreshed": self.num_refreshed,
            "acceptance": None if self.verdict is None else self.verdict.value,
            "experience_id": self.experience_id,
            "weights_sha256": None if self.release is None else self.release.get("weights_sha256"),
            "stop_reason": self.stop_reason,
        }


def check_config(config: SearchConfig, model: LearningModel) -> None:
    """A search can learn only if its statistics mean what the contract says.

    Raises:
        UsageError: another strategy, several leaves in flight, or another discount.
    """
    if config.strategy is not Strategy.MCTS:
        raise UsageError(f"learning: the search is {config.strategy.value}; expected mcts, for example --search paper or reap")
    if config.leaves_at_once != 1:
        raise UsageError(f"learning: {config.leaves_at_once} leaves in flight; expected 1, so that every candidate's version is known")
    if config.rules.gamma != model.gamma:
        raise UsageError(f"learning: the search discounts by {config.rules.gamma}; expected {model.gamma}, as the model's contract says")


def hold_lesson(
    theorem: Theorem,
    config: SearchConfig,
    model: LearningModel,
    checker: StrictChecker,
    folder: Path,
    *,
    prover_fn: Callable[[Evaluator], Prover],
    number: int = 1,
    terms: Terms | None = None,
    evaluator_fn: Callable[[Evaluator], Evaluator] = lambda evaluator: evaluator,
    progress_fn: Callable[[Progress], None] | None = None,
    stop_fn: Callable[[], bool] | None = None,
) -> Lesson:
    """Search with learning; if a proof was found, check it, seal, publish, and retire in any case.

    Args:
        theorem: the statement.
        config: strategy, rules and budget; see `check_config`.
        model: whose sessions learn.
        checker: of the independent check; at level strict or paranoid.
        folder: the lesson's; made if needed, and holding no lesson yet.
        prover_fn: a prover with this evaluator; closed here.
        number: of the lesson in its run, from 1.
        terms: schedule, refresh and ids.
        evaluator_fn: what the search asks, made from the session's evaluator.
        progress_fn, stop_fn: as for a search.

    Returns:
        What came of it; a doubt is a stated reason, not an exception.

    Raises:
        UsageError: the search cannot learn, or Lean refuses the statement.
        InfrastructureError: the session cannot be created, or no Lean process started.
    """
    check_config(config, model)
    terms = terms or Terms()
    lesson = _Lesson(theorem, config, model, checker, folder, number, terms)
    search = lesson.online(prover_fn, evaluator_fn, progress_fn, stop_fn)
    outcome = search.outcome
    if search.in_doubt or outcome.result.outcome not in (Outcome.PROVED, Outcome.DISPROVED):
        return lesson.end(outcome, search.in_doubt)
    try:
        return lesson.after_proof(outcome, prover_fn, evaluator_fn)
    except Exception as error:  # the proof stands; what the session holds now is not known
        return dataclasses.replace(outcome, stop_reason=lesson.failure(error), verdict=lesson.verdict)


@dataclass(frozen=True, slots=True)
class _Searched:
    outcome: Lesson
    in_doubt: bool


class _Lesson:
    """One lesson under way."""

    def __init__(
        self, theorem: Theorem, config: SearchConfig, model: LearningModel, checker: StrictChecker, folder: Path, number: int, terms: Terms
    ) -> None:
        self.theorem, self.config, self.model, self.checker, self.folder = theorem, config, model, checker, folder
        self.number, self.terms = number, terms
        self.session = model.session(f"course-{terms.nonce}-{number:02d}")
        self.session_id, self.tree_id = self.session.session_id, f"{self.session.session_id}.tree0"
        self.outputs = folder / "outputs" / self.session_id
        submission = submission_of(theorem, MARKER.strip())
        self.source, self.theorem_name = submission.source.encode(), write_name(submission.target)
        self.theorem_id = sha256(self.source)
        self.phase = Phase.PREFLIGHT
        self.verdict: Verdict | None = None
        self.checkpoints = self.outputs / "checkpoints"
        if self.outputs.exists():
            raise UsageError(f"{folder}: holds a lesson already; {NOT_RESUMABLE}")
        self.checkpoints.mkdir(parents=True)
        (folder / "inputs").mkdir(exist_ok=True)
        write_new(folder / "inputs" / "source.lean", self.source)
        plan = canonical_json(self._plan())
        self.plan_sha256 = sha256(plan)
        write_new(folder / "plan.json", plan)

    def _plan(self) -> dict[str, Any]:
        libraries = {name: _version(name) for name in ("torch", "transformers", "peft")}
        schedule = self.terms.schedule
        return {
            "schema_version": PLAN_SCHEMA,
            "session_id": self.session_id,
            "theorem": self.theorem_name,
            "theorem_sha256": self.theorem_id,
            "negated": self.theorem.negated,
            "model": self.model.facts,
            "start": self.model.start,
            "search": self.config.to_json(),
            "budget": dataclasses.asdict(self.config.limits),
            "max_updates": schedule.max_updates,
            "min_checkpoint_interval": schedule.interval,
            "max_request_body_bytes": schedule.max_body_bytes,
            "selection_value_refresh": self.terms.refresh,
            "seed": self.terms.seed,
            "toolchain": self.checker.toolchain.versions.identity,
            "versions": {"reaprover": reaprover.__version__, "python": platform.python_version(), **libraries},
            "resumable": False,
            "trust_scope": TRUST_SCOPE,
        }

    # -- phases --------------------------------------------------------------------------------------------------------

    def _begin(self, phase: Phase, given: JsonObject) -> Path:
        """Write the intent of a phase; returns its folder."""
        self.phase = phase
        folder = self.folder / "ops" / f"{self.number:02d}-{phase.value}"
        folder.mkdir(parents=True)
        intent: JsonObject = {
            "schema_version": INTENT_SCHEMA,
            "phase": phase.value,
            "session_id": self.session_id,
            "plan_sha256": self.plan_sha256,
            "mutation_retry_allowed": False,
            **given,
        }
        write_new(folder / "intent.json", canonical_json(intent))
        return folder

    def failure(self, error: Exception) -> str:
        """Which phase did not complete, and why."""
        return f"{self.phase.value}: {type(error).__name__}: {error}"[:2000]

    def _complete(self, folder: Path, response: JsonObject, result: JsonObject, *evidence: Path) -> None:
        """Write the response and, last, the completion."""
        write_new(folder / "response.json", canonical_json(response))
        listed: list[JsonValue] = [
            {"path": path.relative_to(self.folder).as_posix(), "sha256": file_sha256(path)}
            for path in (folder / "response.json", *evidence)
        ]
        complete: JsonObject = {
            "intent_sha256": file_sha256(folder / "intent.json"),
            "evidence": listed,
            "result": {"goes_on": True, **result},
        }
        write_new(folder / "complete.json", canonical_json(complete))

    def _change(self, phase: Phase, action: Action, body: JsonObject, *keys: str) -> JsonObject:
        """One phase that is one change of the session."""
        folder = self._begin(phase, body)
        response = self.session.send(action, body)
        self._complete(folder, response, {key: response.get(key) for key in keys})
        return response

    # -- the search ----------------------------------------------------------------------------------------------------

    def online(
        self,
        prover_fn: Callable[[Evaluator], Prover],
        evaluator_fn: Callable[[Evaluator], Evaluator],
        progress_fn: Callable[[Progress], None] | None,
        stop_fn: Callable[[], bool] | None,
    ) -> _Searched:
        """Create the session, search and learn, and write down how it ended."""
        body: JsonObject = {"theorem_id": self.theorem_id, **self.model.start}
        folder = self._begin(Phase.ONLINE, body)
        state = self.session.send(Action.CREATE, body)
        if state.get("policy_version") != 0:
            raise InfrastructureError(f"session {self.session_id}: begins at version {state.get('policy_version')}; expected 0")
        schedule, limits = self.terms.schedule, self.config.limits
        started_ns = time.monotonic_ns()
        deadline_ns = None if limits.wall_s is None else started_ns + int(limits.wall_s * 1e9)
        coordinator = Coordinator(
            self.session,
            self.checkpoints,
            session_id=self.session_id,
            tree_id=self.tree_id,
            gamma=self.model.gamma,
            schedule=schedule,
            may_send_fn=lambda: deadline_ns is None or time.monotonic_ns() < deadline_ns,
        )
        record = {
            "session_id": self.session_id,
            "theorem_sha256": self.theorem_id,
            "tree_id": self.tree_id,
            "gamma": self.model.gamma,
            "max_updates": schedule.max_updates,
            "min_checkpoint_interval": schedule.interval,
            "selection_value_refresh": self.terms.refresh,
            "profile": MODE,
        }
        self._write("session.json", record)
        followed = FollowedSearch(
            self.outputs / "observer.jsonl",
            self.config.rules,
            coordinator,
            session_id=self.session_id,
            tree_id=self.tree_id,
            distances_fn=self.session.distances if self.terms.refresh else None,
        )
        try:
            with prover_fn(evaluator_fn(self.session.evaluator())) as prover:
                result = prover.attempt(
                    self.theorem, self.config, folder=self.folder, progress_fn=progress_fn, stop_fn=stop_fn, observers=[followed]
                )
        except ReaproverError:
            if coordinator.stop_reason is None and coordinator.policy_version == 0:
                self.session.send(Action.DELETE, {})  # nothing was learnt and nothing is to be kept
            raise
        finally:
            followed.close()
            self.session.close()
        return self._searched(folder, result, coordinator, followed, time.monotonic_ns() - started_ns)

    def _searched(
        self, folder: Path, result: SearchResult, coordinator: Coordinator, followed: FollowedSearch, elapsed_ns: int
    ) -> _Searched:
        is_solved = result.outcome in (Outcome.PROVED, Outcome.DISPROVED)
        solver = reap_result(result.outcome, result.script, result.error, session_id=self.session_id, elapsed_ns=elapsed_ns)
        doubt = coordinator.stop_reason
        status = _status(result, str(solver["status"]), doubt, len(coordinator.updates), coordinator.num_later_generations)
        self._write("result.json", solver)
        write_new(self.outputs / "raw_tree.json", write_raw_tree(raw_tree(result.tree, self.config.rules)).encode())
        online: JsonObject = {
            "session_id": self.session_id,
            "status": status,
            "root_verified": is_solved,
            "returncode": 0 if doubt is None else 1,
            "error": doubt,
            "optimizer_updates": len(coordinator.updates),
            "policy_version": coordinator.policy_version,
            "learn_receipts": [update.to_json() for update in coordinator.updates],
            "checkpoint_count": coordinator.num_checkpoints,
            "generations_after_update": coordinator.num_later_generations,
            "value_refreshes": coordinator.num_refreshes,
            "resumable": False,
        }
        self._write("online-result.json", online)
        if doubt is None:
            counted: JsonObject = {"status": status, "updates": len(coordinator.updates), "goes_on": is_solved}
            self._complete(folder, online, counted, *(self.outputs / name for name in _SEARCHED))
        counts = (len(coordinator.updates), coordinator.num_later_generations, followed.num_refreshed)
        return _Searched(Lesson(result, status, self.session_id, *counts, stop_reason=doubt or ""), doubt is not None)

    # -- after it ------------------------------------------------------------------------------------------------------

    def after_proof(
        self, outcome: Lesson, prover_fn: Callable[[Evaluator], Prover], evaluator_fn: Callable[[Evaluator], Evaluator]
    ) -> Lesson:
        """Verify, learn from the proof, seal, publish, retire."""
        folder = self._begin(Phase.VERIFY, {"theorem": self.theorem_name})
        acceptance = check_session(self.folder, self.session_id, self.theorem_name, self.checker)
        self.verdict = acceptance.verdict
        outcome = dataclasses.replace(outcome, verdict=acceptance.verdict)
        failed = [f"{gate.name}: {gate.detail}" for gate in acceptance.gates if gate.passed is not True]
        if acceptance.verdict is not Verdict.VERIFIED:
            reason = f"the independent check did not accept the proof ({acceptance.verdict.value}): {'; '.join(failed)}"[:2000]
            return dataclasses.replace(self.end(outcome, in_doubt=False), stop_reason=reason)
        accepted = acceptance.folder / "accepted.json"
        passed: JsonObject = {"evidence_sha256": acceptance.evidence_sha256, "verdict": acceptance.verdict.value}
        self._complete(folder, passed, passed, accepted)
        version = outcome.num_updates
        event = None
        if self.model.success_root is not None:
            with prover_fn(evaluator_fn(self.session.evaluator())) as prover:
                event = self._success_event(prover, self.model.success_root)
        if event is not None:
            body: JsonObject = {"expected_policy_version": version, "event": event}
            learnt = self._begin(Phase.SUCCESS_LEARN, body)
            receipt = self.session.learn(body)
            wanted = (event.get("event_id"), True, version + 1)
            if (receipt.get("event_id"), receipt.get("applied"), receipt.get("policy_version")) != wanted:
                raise LearningStopped(version, "the receipt of the success event is not that of this event")
            self._complete(learnt, receipt, {"policy_version": version + 1})
            version += 1
        if event is None and outcome.status != RunStatus.PASSED.value:
            return self.end(outcome, in_doubt=False)
        sealed = self._change(Phase.SEAL, Action.SNAPSHOT, {"name": SEALED, "for_experience": True}, "snapshot", "source")
        source = sealed.get("source")
        if not isinstance(source, dict) or source.get("policy_version") != version or source.get("theorem_id") != self.theorem_id:
            raise InfrastructureError(f"session {self.session_id}: the seal is not of version {version} of this theorem")
        block = acceptance_block(acceptance.folder, self.folder, source)
        experience_id = f"exp-{self.terms.nonce}-{self.number:02d}"
        publish: JsonObject = {"snapshot": SEALED, "experience_id": experience_id, "acceptance": block}
        release = self._change(Phase.PUBLISH, Action.PUBLISH, publish, "experience_id", "weights_sha256")
        self._retire(version)
        outcome = dataclasses.replace(outcome, experience_id=experience_id, release=release)
        self._bundle(acceptance.folder)
        return outcome

    def _success_event(self, prover: Prover, root: Path) -> JsonObject | None:
        """Put the proof's trajectory into the store of the model; the event that names it, or None with the reason on record."""
        environment = prover.open_environment(self.theorem)
        try:
            files = make_bundle(self.folder, self.session_id, environment)
        except InputError as error:
            self._write("no-trajectory.json", {"session_id": self.session_id, "reason": str(error)})
            return None
        finally:
            environment.close()
        publish_folder(self.outputs / "success-replay", files)
        TrajectoryStore(root).publish(files)
        return success_event(files)

    def end(self, outcome: Lesson, in_doubt: bool) -> Lesson:
        """Retire the session of a lesson that publishes nothing; after a doubt nothing is done."""
        if in_doubt:
            return outcome
        try:
            self._retire(outcome.num_updates)
        except Exception as error:  # the result of the search stands
            return dataclasses.replace(outcome, stop_reason=self.failure(error))
        return outcome

    def _retire(self, version: int) -> None:
        receipt = self._change(Phase.RETIRE, Action.RETIRE, {"name": RETIRED, "expected_policy_version": version}, "status")
        if receipt.get("status") != "released":
            raise InfrastructureError(f"session {self.session_id}: was not released when it was retired")

    def _bundle(self, checked: Path) -> None:
        """Gather the evidence in one folder with a manifest (acceptance.md, section 8)."""
        accepted = read_object(checked / "accepted.json")
        request: JsonObject = {
            "schema_version": REQUEST_SCHEMA,
            "session_id": self.session_id,
            "theorem": self.theorem_name,
            "input_files": accepted["input_files"],
            "proof_sha256": accepted["proof_sha256"],
            "plan_sha256": self.plan_sha256,
            "trust_scope": TRUST_SCOPE,
        }
        requests = self.folder / "verification-requests"
        requests.mkdir()
        write_new(requests / f"{self.session_id}.json", canonical_json(request))
        write_bundle(self.folder, self.session_id, self.folder / "evidence", lesson_index=self.number)

    def _write(self, name: str, record: JsonObject | dict[str, Any]) -> None:
        write_new(self.outputs / name, indented_json(record))


def _status(result: SearchResult, word: str, doubt: str | None, num_updates: int, num_later: int) -> str:
    """The run's status (section 3)."""
    if doubt is not None:
        return str(RunStatus.IN_DOUBT.value)
    if result.outcome in (Outcome.PROVED, Outcome.DISPROVED):
        status = RunStatus.PASSED if num_updates and num_later else RunStatus.SOLVED_WITHOUT_UPDATE
        return str(status.value)
    return str(RunStatus.DEADLINE.value) if result.limit is Limit.WALL_TIME else word


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
