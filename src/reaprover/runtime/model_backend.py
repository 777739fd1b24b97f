"""A policy and value model as a backend: sessions learn by `search_visit_backup`, and once by a verified proof if that is on.

What is switched on stands in the contract (`kl_guard`, `success_finalization`), so its hash says what a session learnt by.
Imports torch; nothing imports it but who runs a model.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path

from reaprover.core.canonical import JsonObject, JsonValue
from reaprover.errors import InputError
from reaprover.learn import objectives
from reaprover.learn.events import MAX_ROWS, TRAJECTORY_PROFILE, VERIFIED_SUCCESS, kind_of, parse_search_event, parse_success_event
from reaprover.model.policy_value import PolicyValueModel, Savepoint, Weights
from reaprover.model.worker import ModelWorker
from reaprover.runtime.trajectories import TrajectoryStore
from reaprover.snapshot.archive_writer import archive_blocks
from reaprover.snapshot.contract import Contract, check_contract
from reaprover.snapshot.live import check_restore
from reaprover.snapshot.payload import ADAPTER, VALUE_HEAD
from reaprover.snapshot.pickle_writer import state_dict_items
from reaprover.snapshot.reading import LiveContents, ReleaseContents
from reaprover.snapshot.session import LiveSession, ReleaseSession
from reaprover.snapshot.tensors import TensorGroup
from reaprover.snapshot.variants import CATEGORICAL_SCHEMA
from reaprover.snapshot.writing import publish_release, release_backend_blocks


def guarded_contract(contract: Contract, max_post_update_kl: float | None) -> Contract:
    """The contract of a server with the KL guard on; its hash differs."""
    if max_post_update_kl is None:
        return contract
    search = contract.document["search_config"]
    assert isinstance(search, dict)
    guard: JsonObject = {
        "maximum": max_post_update_kl,
        "reduction": search["kl_reduction"],
        "timing": "after_optimizer_step_before_commit",
        "reject_if": "strictly_greater",
        "numeric_policy": "reject_nonfinite_or_negative_without_clamping",
    }
    return _with_search(contract, "kl_guard", guard)


def finalizing_contract(contract: Contract) -> Contract:
    """The contract of a server that learns from verified proofs; one that says so already is kept as it is."""
    search = contract.document["search_config"]
    assert isinstance(search, dict)
    if "success_finalization" in search:
        return contract
    terms: JsonObject = {
        "kind": VERIFIED_SUCCESS,
        "max_rows": MAX_ROWS,
        "policy": "uniform_action_joint_token_ce_no_implicit_eos",
        "profile": TRAJECTORY_PROFILE,
        "source": "same_session_independent_full_state_replay",
        "updates": "one_full_trajectory_once_after_search_before_seal",
        "value": "gamma_power_remaining_generated_distance_minus_one_with_search_floor",
    }
    return _with_search(contract, "success_finalization", terms)


def _with_search(contract: Contract, key: str, value: JsonObject) -> Contract:
    document = copy.deepcopy(contract.document)
    for config in (document["search_config"], document["categorical_search_config"]):
        assert isinstance(config, dict)
        config[key] = copy.deepcopy(value)
    return check_contract(document)


class ModelBackend:
    """Sessions of a `PolicyValueModel`.

    Args:
        model: the model.
        contract: what its sessions agree with; a categorical search contract.
        head: value head of fresh sessions; None gives them an untrained one, and their metadata say so.
        max_post_update_kl: the KL guard; None is off, unless the contract has it on.
        success_root: store of verified proofs; None refuses to learn from them.

    Attributes:
        contract: what sessions and releases must agree with; says what is switched on.
        worker: the queue in front.
    """

    name = "real-search-categorical"
    allows_dots = False

    def __init__(
        self,
        model: PolicyValueModel,
        contract: Contract,
        *,
        head: TensorGroup | None = None,
        max_post_update_kl: float | None = None,
        success_root: Path | None = None,
    ) -> None:
        self.model, self._head = model, head
        self.contract = guarded_contract(contract, max_post_update_kl)
        if success_root is not None:
            self.contract = finalizing_contract(self.contract)
        self._successes = None if success_root is None else TrajectoryStore(success_root)
        config = self.contract.document["search_config"]
        assert isinstance(config, dict)
        self._config: JsonObject = config
        guard = config.get("kl_guard")
        maximum = guard.get("maximum") if isinstance(guard, dict) else None
        assert maximum is None or isinstance(maximum, int | float)
        self._objective = objectives.SearchObjective.of(config, max_post_update_kl=maximum)
        self.worker = ModelWorker(model)

    def base_facts(self) -> JsonObject:
        """Of the frozen base."""
        return self.model.base.facts()

    def fresh_metadata(self) -> dict[str, JsonObject]:
        """Of a new session without experience."""
        return {
            "adapter_metadata": {
                "kind": "lora",
                "rank": self.contract.lora_rank,
                "initial_equivalent_to_base": True,
                "objective": "search_visit_backup",
            },
            "value_metadata": {
                **self._config,
                "hidden_size": self.contract.hidden_size,
                "offline_artifact_loaded": self._head is not None,
            },
            "optimizer_metadata": {"kind": "AdamW", "steps": 0, "state_empty": True, "offline_optimizer_loaded": False},
            "reference_metadata": {"kind": "frozen_base", "adapter_disabled": True},
        }

    def inherited_metadata(self) -> dict[str, JsonObject]:
        """Of a session that starts from a release."""
        metadata = self.fresh_metadata()
        metadata["adapter_metadata"] = {
            "kind": "lora",
            "rank": self.contract.lora_rank,
            "initial_equivalence_checked": False,
            "initialized_from_experience": True,
            "objective": "search_visit_backup",
        }
        del metadata["value_metadata"]["offline_artifact_loaded"]
        metadata["value_metadata"]["initialized_from_experience"] = True
        return metadata

    def create(self, session_id: str, release: ReleaseContents | None) -> None:
        """A new session, all of it or nothing."""
        if release is not None:
            assert release.weights is not None
            self.model.create(session_id, Weights(release.weights.adapter, release.weights.value_head))
            return
        self.model.create(session_id)
        if self._head is not None:
            adapter = self.model.weights(session_id).adapter
            self.model.network.write(self.model.session(session_id).slot, adapter.torch(), self._head.torch())

    def delete(self, session_id: str) -> None:
        """Forget a session."""
        if self.model.slot_of(session_id) is not None:
            self.model.delete(session_id)

    def learn(self, record: LiveSession, event: JsonObject) -> JsonObject:
        """One step on an event of a search, or of a verified proof; see `reaprover.learn`.

        Raises:
            InputError: an event that breaks a rule of its objective.
            FloatingPointError, KLGuardExceeded: see `reaprover.learn.objectives`.
        """
        session_id, version = record.session_id, record.policy_version
        if kind_of(event) == VERIFIED_SUCCESS:
            detail = self._learn_success(record, event)
        else:
            gamma = self._config["gamma"]
            assert isinstance(gamma, int | float)
            parsed = parse_search_event(event, session_id=session_id, policy_version=version, gamma=gamma)
            detail = objectives.search_step(self.model, session_id, parsed, self._objective)
        return detail | {"base_override": True} if self.model.base.is_override else detail

    def _learn_success(self, record: LiveSession, event: JsonObject) -> JsonObject:
        if self._successes is None:
            raise InputError("event.kind", "is switched off", found=VERIFIED_SUCCESS, expected="a server with --success-dataset-root")
        parsed = parse_success_event(
            event, session_id=record.session_id, theorem_id=record.theorem_id, policy_version=record.policy_version
        )
        if earlier := [event_id for event_id, receipt in record.event_receipts.items() if _objective_of(receipt) == VERIFIED_SUCCESS]:
            raise InputError("event.event_id", "is a second success event", found=parsed.event_id, expected=f"{earlier[0]} alone")
        dataset = self._successes.load(parsed)
        return objectives.success_step(self.model, record.session_id, parsed, dataset, self._objective)

    def optimizer_steps(self, session_id: str) -> int:
        """Steps taken."""
        return self.model.session(session_id).optimizer_steps

    def savepoint(self, session_id: str) -> Savepoint:
        """A copy of everything the session owns."""
        return self.model.savepoint(session_id)

    def rollback(self, session_id: str, point: Savepoint) -> None:
        """Put it back, bit for bit."""
        self.model.rollback(session_id, point)

    def snapshot(self, session_id: str) -> tuple[JsonObject, object | None]:
        """The keys of `backend.json` and the payload."""
        keys: JsonObject = {
            "schema_version": CATEGORICAL_SCHEMA,
            "session_id": session_id,
            "search_config": self._config,
            "categorical_search_config": self._config,
        }
        return keys, self.model.live_payload(session_id)

    def restore(self, session_id: str, contents: LiveContents) -> None:
        """Put a snapshot's state in place; nothing changes unless everything fits."""
        check_restore(
            contents.session,
            contents.backend,
            contents.payload,
            session_id=session_id,
            schema=CATEGORICAL_SCHEMA,
            config=self._config,
            device_type=self.model.base.device.type,
        )
        assert contents.payload is not None
        self.model.restore(session_id, contents.payload)

    def publish(self, folder: Path, sealed: LiveContents, make_session: Callable[[str], ReleaseSession]) -> None:
        """Write the release: adapter and head of the sealed snapshot, with the contract."""
        assert sealed.payload is not None
        payload = {ADAPTER: dict(sealed.payload.adapter), VALUE_HEAD: state_dict_items(sealed.payload.value_head)}
        publish_release(folder, make_session, lambda: release_backend_blocks(self.contract.document, archive_blocks(payload)))


def _objective_of(receipt: JsonValue) -> JsonValue:
    """The objective that a stored receipt names."""
    node: JsonValue = receipt
    for key in ("response", "detail", "objective"):
        node = node.get(key) if isinstance(node, dict) else None
    return node
