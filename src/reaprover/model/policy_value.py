"""Policy and value of many sessions on one frozen base.

Decisions (spec model.md, sections 6 and 7):
- A session owns an adapter, a head, an optimizer, counters and a random stream. What it answers depends on its id, its weights and its
  own requests, on nobody else's.
- A request without a seed takes one draw from its session's stream as its seed. So answers do not depend on how requests are batched;
  draws are stored only if the whole call succeeds.
- Each session has a slot of its own. Requests of sessions whose weights are equal run in one batch (`answers_like`).
- All methods take one lock; `worker.ModelWorker` is the first-in-first-out front for many callers.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from reaprover.errors import LoadMismatch, PromptTooLong, UsageError
from reaprover.model.base import Base
from reaprover.model.branches import branch_inputs
from reaprover.model.generation import Decoder, Job
from reaprover.model.network import LoraShape, Network, head_distance, head_log_odds
from reaprover.model.prompt import reap_prompt, shown
from reaprover.model.random_stream import RandomStream, draw_seed, session_seed
from reaprover.model.sampling import Answer, Request, Sampling
from reaprover.snapshot.contract import Contract
from reaprover.snapshot.live import LivePayload
from reaprover.snapshot.payload import ADAPTER, VALUE_HEAD
from reaprover.snapshot.pickle_writer import state_dict_items
from reaprover.snapshot.tensors import Dtype, Tensor, TensorGroup

_PROBE = "⊢ True"


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Adapter and head of a session, as a snapshot holds them.

    Attributes:
        adapter: LoRA tensors by release name, float32.
        value_head: `0.weight`, `0.bias`, `2.weight`, `2.bias`, float32.
    """

    adapter: TensorGroup
    value_head: TensorGroup


@dataclass(slots=True, eq=False)
class ModelSession:
    """What one session owns.

    Attributes:
        session_id: its id.
        slot: its adapter and head in the network.
        stream: its randomness.
        optimizer: AdamW over adapter and head, made when it is first asked for.
        optimizer_steps: steps taken; equal to the policy version.
        examples_seen: examples learnt from.
    """

    session_id: str
    slot: str
    stream: RandomStream
    optimizer: torch.optim.AdamW | None = None
    optimizer_steps: int = 0
    examples_seen: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Savepoint:
    """A copy of everything a session owns, for an exact undo."""

    adapter: Mapping[str, torch.Tensor]
    head: Mapping[str, torch.Tensor]
    stream: RandomStream
    optimizer: Any
    optimizer_steps: int
    examples_seen: int


@dataclass(frozen=True, slots=True)
class LearningRates:
    """AdamW's settings (spec learning.md, section 2.2)."""

    adapter: float = 1e-4
    head: float = 3e-4
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-8
    weight_decay: float = 0.01

    @classmethod
    def of(cls, contract: Contract) -> LearningRates:
        """As a contract says."""
        search = contract.document.get("search_config")
        settings = search if isinstance(search, dict) else {}
        adapter, head = settings.get("learning_rate", 1e-4), settings.get("value_learning_rate", 3e-4)
        assert isinstance(adapter, int | float)
        assert isinstance(head, int | float)
        return cls(adapter=float(adapter), head=float(head))


class PolicyValueModel:
    """One frozen base and its sessions.

    Attributes:
        network: base, adapters, heads.
        rates: the optimizers' settings, as the contract says.
        lock: held by every method; hold it yourself around a sequence that must not be interrupted.
    """

    def __init__(self, base: Base, lora: LoraShape | Contract | None = None) -> None:
        contract = lora if isinstance(lora, Contract) else None
        if contract is not None and contract.hidden_size != base.hidden_size:
            raise LoadMismatch(f"base {base.name}, hidden size", base.hidden_size, f"{contract.hidden_size}, as the contract says")
        shape = LoraShape.of(lora) if isinstance(lora, Contract) else (lora or LoraShape())
        self.network = Network(base, shape)
        self.rates = LearningRates.of(contract) if contract is not None else LearningRates()
        self.lock = threading.RLock()
        self._sessions: dict[str, ModelSession] = {}

    # -- sessions ------------------------------------------------------------------------------------------------------

    @property
    def base(self) -> Base:
        """The frozen base."""
        return self.network.base

    @property
    def session_ids(self) -> tuple[str, ...]:
        """All sessions, oldest first."""
        return tuple(self._sessions)

    def session(self, session_id: str) -> ModelSession:
        """A session's record.

        Raises:
            UsageError: no such session.
        """
        found = self._sessions.get(session_id)
        if found is None:
            raise UsageError(f"session {session_id!r}: there is no such session; found {len(self._sessions)} others")
        return found

    def slot_of(self, session_id: str) -> str | None:
        """The slot of a session; None if there is no such session."""
        found = self._sessions.get(session_id)
        return None if found is None else found.slot

    def create(self, session_id: str, weights: Weights | None = None) -> ModelSession:
        """A new session, fresh or with given weights, with empty optimizer and counters; all of it or nothing.

        Args:
            session_id: new id; it alone decides initial values and samples.
            weights: what to start from; None starts fresh: a policy equal to the base, and an untrained head.

        Raises:
            UsageError: the id exists.
            LoadMismatch: the weights do not fit, or do not act after they were written.
        """
        with self.lock:
            if session_id in self._sessions:
                raise UsageError(f"session {session_id!r}: exists already; choose another id or delete it first")
            stream = RandomStream.begin(session_seed(session_id), self.base.device)
            with stream.process_streams():
                slot = self.network.add_slot()
            try:
                if weights is not None:
                    self.network.write(slot, weights.adapter.torch(), weights.value_head.torch())
                self._probe(slot)
            except BaseException:
                self.network.remove_slot(slot)
                raise
            self._sessions[session_id] = session = ModelSession(session_id, slot, stream)
            return session

    def delete(self, session_id: str) -> None:
        """Forget a session and its slot."""
        with self.lock:
            slot = self.session(session_id).slot
            del self._sessions[session_id]
            self.network.remove_slot(slot)

    def answers_like(self, session_id: str, other_id: str) -> bool:
        """Whether two sessions have equal weights, so that their requests may run in one batch; false if one does not exist.

        Compares content hashes, which are kept as long as the weights stay.
        """
        with self.lock:
            slots = [self.slot_of(session_id), self.slot_of(other_id)]
            if None in slots or slots[0] == slots[1]:
                return None not in slots
            first, second = (self.network.content_sha256(slot) for slot in slots if slot is not None)
            return first == second

    # -- answers -------------------------------------------------------------------------------------------------------

    def generate(self, session_id: str, prompt: str, sampling: Sampling, *, seed: int | None = None) -> Answer:
        """Samples and the value of one prompt, from one pass over it.

        Raises:
            UsageError, PromptTooLong, FloatingPointError: see `run`.
        """
        return self.run([Request(session_id, prompt, sampling, seed)])[0]

    def value(self, session_id: str, prompt: str) -> float:
        """Expected remaining steps, in [1, 64]; draws nothing."""
        return self.run([Request(session_id, prompt)])[0].distance

    def run(self, requests: Sequence[Request]) -> list[Answer]:
        """Answer requests, those of equal weights in one batch; one answer each, in order.

        A call that fails consumes no random numbers of any session.

        Raises:
            UsageError: an unknown session.
            PromptTooLong: a prompt that leaves no room; checked before anything runs.
            FloatingPointError: numbers that are not finite.
        """
        with self.lock:
            before = {session_id: self.session(session_id).stream.copy() for session_id in {r.session_id for r in requests}}
            try:
                jobs = [self.job(request) for request in requests]
                groups: dict[str, Decoder] = {}  # session → the batch of its weights
                for request, job in zip(requests, jobs, strict=True):
                    name = request.session_id
                    if name not in groups:
                        like = next((known for known in groups if self.answers_like(known, name)), None)
                        groups[name] = Decoder(self.network, self.session(name).slot) if like is None else groups[like]
                    groups[name].add(job)
                for decoder in groups.values():
                    decoder.run()
            except BaseException:
                for session_id, stream in before.items():
                    self.session(session_id).stream = stream
                raise
            answers = [job.answer for job in jobs if job.answer is not None]
            assert len(answers) == len(jobs)
            return answers

    def job(self, request: Request) -> Job:
        """A request ready for a `Decoder`; takes a draw from the session's stream if it samples and has no seed.

        Raises:
            UsageError, PromptTooLong: see `run`.
        """
        with self.lock:
            session = self.session(request.session_id)
            ids = tuple(self.base.tokenizer.encode(request.prompt))
            if len(ids) >= self.base.context_length:
                raise PromptTooLong(len(ids), self.base.context_length)
            if request.sampling is None:
                return Job(ids, None, None, session.optimizer_steps)
            seed = request.seed
            if seed is None:
                with session.stream.generator() as stream:
                    seed = draw_seed(stream)
            generator = torch.Generator(self.base.device).manual_seed(seed % 2**63)
            return Job(ids, request.sampling, generator, session.optimizer_steps)

    def score(self, session_id: str, prompt: str, continuation: str | Sequence[int]) -> tuple[float, ...]:
        """Log-probability of each token of a continuation, in one pass; a text gets no end token.

        Raises:
            UsageError: an empty continuation.
            PromptTooLong: prompt and continuation exceed the context.
        """
        with self.lock, torch.no_grad():
            slot = self.session(session_id).slot
            tokenizer = self.base.tokenizer
            ids = tokenizer.encode(prompt)
            more = tokenizer.encode_plain(continuation) if isinstance(continuation, str) else list(continuation)
            if not more:
                raise UsageError("continuation: has no tokens; expected at least one")
            if len(ids) + len(more) > self.base.context_length:
                raise PromptTooLong(len(ids) + len(more), self.base.context_length)
            hidden = self.network.hidden(slot, torch.tensor([ids + more], device=self.base.device))[0]  # [T, H]
            logits = self.network.logits(hidden[len(ids) - 1 : -1])  # [Y, V]
            chosen = torch.log_softmax(logits, -1).gather(1, torch.tensor(more, device=logits.device)[:, None])[:, 0]
            if not bool(torch.isfinite(chosen).all()):
                raise FloatingPointError("model: log-probabilities that are not finite; check dtype and weights")
            return tuple(chosen.tolist())

    def weigh(self, session_id: str, prompt: str, tactics: Sequence[str]) -> tuple[float, tuple[float, ...], int]:
        """The prompt's distance, for each tactic the head's log-odds after it (`network.head_log_odds`), and the tokens read; one pass.

        The head reads the end token behind each tactic, of which it sees what `prompt.shown` leaves. Only a head that was trained on
        rivals (`learn.batches.Example.rivals`) has something to say there.

        Raises:
            PromptTooLong: prompt and tactic exceed the context.
            FloatingPointError: the model gave numbers that are not finite.
        """
        with self.lock, torch.no_grad():
            slot, base = self.session(session_id).slot, self.base
            end_id = min(base.end_ids)
            ids = base.tokenizer.encode(prompt)
            branches = [[*base.tokenizer.encode_plain(shown(tactic)), end_id] for tactic in tactics]
            length = len(ids) + max(map(len, branches), default=0)
            if length > base.context_length:
                raise PromptTooLong(length, base.context_length)
            inputs = branch_inputs([(ids, branches)], end_id, base.dtype, base.device)
            hidden = self.network.hidden(slot, inputs.ids, positions=inputs.positions, mask=inputs.mask)[0]  # [T, H]
            logits = self.network.value_logits(slot, hidden[[len(ids) - 1, *inputs.ends[0]]])  # [1 + tactics, 64]
            if not bool(torch.isfinite(logits).all()):
                raise FloatingPointError("model: values that are not finite; check dtype and weights")
            return float(head_distance(logits[0])), tuple(head_log_odds(logits[1:]).tolist()), inputs.num_tokens

    # -- learning ------------------------------------------------------------------------------------------------------

    @contextmanager
    def active(self, session_id: str) -> Iterator[Network]:
        """Hold the lock with the session's adapter active and its parameters, only these, trainable."""
        with self.lock:
            slot = self.session(session_id).slot
            parameters = list(self.trainable(session_id).values())
            try:
                self.network.training = slot
                self.network.activate(slot)
                for parameter in parameters:
                    parameter.requires_grad_(True)
                yield self.network
            finally:
                self.network.training = None
                for parameter in parameters:
                    parameter.requires_grad_(False)
                    parameter.grad = None

    def trainable(self, session_id: str) -> dict[str, nn.Parameter]:
        """Adapter parameters by release name, then head parameters as `value_head.0.weight`, …: exactly what may change."""
        slot = self.session(session_id).slot
        head = {f"value_head.{name}": parameter for name, parameter in self.network.head_parameters(slot).items()}
        return self.network.parameters(slot) | head

    def optimizer(self, session_id: str) -> torch.optim.AdamW:
        """The session's AdamW: two groups, adapter and head, checked to hold exactly their parameters.

        Raises:
            LoadMismatch: it holds other parameters.
        """
        with self.lock:
            session = self.session(session_id)
            slot = session.slot
            groups = [list(self.network.parameters(slot).values()), list(self.network.head_parameters(slot).values())]
            if session.optimizer is None:
                session.optimizer = self._new_optimizer(groups)
            held = [[id(p) for p in group["params"]] for group in session.optimizer.param_groups]
            if held != [[id(p) for p in group] for group in groups]:
                raise LoadMismatch(f"optimizer of session {session_id!r}", "other parameters", "those of its adapter and head")
            return session.optimizer

    def _new_optimizer(self, groups: Sequence[list[nn.Parameter]]) -> torch.optim.AdamW:
        rates = self.rates
        return torch.optim.AdamW(
            [{"params": groups[0], "lr": rates.adapter}, {"params": groups[1], "lr": rates.head}],
            betas=rates.betas,
            eps=rates.eps,
            weight_decay=rates.weight_decay,
        )

    def savepoint(self, session_id: str) -> Savepoint:
        """A copy of everything the session owns."""
        with self.lock:
            session = self.session(session_id)
            copies = [
                {name: parameter.detach().clone() for name, parameter in parameters.items()}
                for parameters in (self.network.parameters(session.slot), self.network.head_parameters(session.slot))
            ]
            state = None if session.optimizer is None else copy.deepcopy(session.optimizer.state_dict())
            return Savepoint(copies[0], copies[1], session.stream.copy(), state, session.optimizer_steps, session.examples_seen)

    def rollback(self, session_id: str, point: Savepoint) -> None:
        """Put a session back as it was, bit for bit."""
        with self.lock:
            session = self.session(session_id)
            self.network.write(session.slot, point.adapter, point.head)
            session.stream = point.stream.copy()
            session.optimizer_steps, session.examples_seen = point.optimizer_steps, point.examples_seen
            session.optimizer = None
            if point.optimizer is not None:
                self.optimizer(session_id).load_state_dict(copy.deepcopy(point.optimizer))

    # -- snapshots -----------------------------------------------------------------------------------------------------

    def weights(self, session_id: str) -> Weights:
        """A copy of the session's tensors, for a release or a PEFT folder."""
        with self.lock:
            slot = self.session(session_id).slot
            adapter = {name: to_snapshot(parameter) for name, parameter in self.network.parameters(slot).items()}
            head = {name: to_snapshot(parameter) for name, parameter in self.network.head_parameters(slot).items()}
            return Weights(TensorGroup(adapter), TensorGroup(head))

    def live_payload(self, session_id: str) -> dict[str, object]:
        """The payload tree of a live snapshot, for `reaprover.snapshot.live_snapshot_files`."""
        with self.lock:
            session, weights = self.session(session_id), self.weights(session_id)
            stream = session.stream
            return {
                ADAPTER: dict(weights.adapter),
                VALUE_HEAD: state_dict_items(weights.value_head),
                "optimizer": _plain(self.optimizer(session_id).state_dict()),
                "optimizer_steps": session.optimizer_steps,
                "examples_seen": session.examples_seen,
                "rng": {
                    "seed": stream.seed,
                    "device_type": stream.device.type,
                    "cpu": to_snapshot(stream.cpu),
                    "device": None if stream.on_device is None else to_snapshot(stream.on_device),
                },
            }

    def restore(self, session_id: str, payload: LivePayload) -> None:
        """Put a session into the state of a live snapshot; nothing changes unless everything fits.

        Raises:
            LoadMismatch: tensors, optimizer state, device type or random state do not fit.
        """
        with self.lock:
            session, before = self.session(session_id), self.savepoint(session_id)
            slot = session.slot
            stream = _stream_of(payload, self.base.device)
            try:
                self.network.write(slot, payload.adapter.torch(), payload.value_head.torch())
                session.optimizer = None
                _load_optimizer(self.optimizer(session_id), payload.optimizer)
                self._probe(slot)
            except BaseException:
                self.rollback(session_id, before)
                raise
            session.stream = stream
            session.optimizer_steps, session.examples_seen = payload.optimizer_steps, payload.examples_seen

    # -- checks --------------------------------------------------------------------------------------------------------

    def _probe(self, slot: str) -> None:
        """What must hold before the first request (spec model.md, section 9): the adapter acts as it must, numbers are sane.

        Raises:
            LoadMismatch: it does not.
        """
        ids = torch.tensor([self.base.tokenizer.encode(reap_prompt([_PROBE]))], device=self.base.device)
        with torch.no_grad():
            last = self.network.hidden(slot, ids)[0, -1]
            adapted, reference = self.network.logits(last), self.network.logits(self.network.hidden(None, ids)[0, -1])
            distance = float(head_distance(self.network.value_logits(slot, last)))
        if not bool(torch.isfinite(adapted).all()):
            raise LoadMismatch("probe prompt, logits", "infinities or NaN", "finite numbers")
        if not 1.0 <= distance <= 64.0:
            raise LoadMismatch("probe prompt, distance", distance, "a number in [1, 64]")
        difference = float((adapted - reference).abs().max())
        zero = all(not bool(p.any()) for name, p in self.network.parameters(slot).items() if ".lora_B." in name)
        if zero and difference > 1e-6:
            raise LoadMismatch("probe prompt, adapter with B zero", f"logits that differ by {difference}", "those of the base")
        if not zero and difference == 0.0:
            raise LoadMismatch("probe prompt, adapter", "logits of the bare base", "an effect of the adapter")
        if any(parameter.requires_grad for parameter in self.base.model.parameters()):
            raise LoadMismatch("base parameters", "some that would be trained", "a frozen base")


def to_snapshot(tensor: torch.Tensor) -> Tensor:
    """A copy of a torch tensor in the snapshot's form."""
    data = tensor.detach().cpu().contiguous().clone()
    return Tensor(Dtype[str(data.dtype).removeprefix("torch.").upper()], tuple(data.shape), data.reshape(-1).view(torch.uint8).numpy())


def _plain(node: Any) -> object:
    """Optimizer state as a tree that the snapshot writer takes."""
    if isinstance(node, torch.Tensor):
        return to_snapshot(node)
    if isinstance(node, dict):
        return {key: _plain(item) for key, item in node.items()}
    if isinstance(node, list | tuple):
        items = [_plain(item) for item in node]
        return items if isinstance(node, list) else tuple(items)
    assert node is None or isinstance(node, bool | int | float | str), type(node)
    return node


def _lively(node: Any) -> Any:
    if isinstance(node, Tensor):
        return node.torch().clone()
    if isinstance(node, dict):
        return {key: _lively(item) for key, item in node.items()}
    if isinstance(node, list | tuple):
        return type(node)(_lively(item) for item in node)
    return node


def _load_optimizer(optimizer: torch.optim.AdamW, tree: Any) -> None:
    """Load a state whose groups, sizes and shapes are those of `optimizer`."""
    state = _lively(tree)
    where = "optimizer state"
    try:
        groups, states = state["param_groups"], state["state"]
        sizes = [len(group["params"]) for group in groups]
        numbered = [index for group in groups for index in group["params"]]
    except (KeyError, TypeError) as error:
        raise LoadMismatch(where, f"no {error}", "the state of an AdamW") from error
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    if sizes != [len(group["params"]) for group in optimizer.param_groups] or numbered != list(range(len(parameters))):
        raise LoadMismatch(f"{where}, param_groups", sizes, [len(group["params"]) for group in optimizer.param_groups])
    if states and sorted(states) != numbered:
        raise LoadMismatch(f"{where}, state", f"{len(states)} parameters", f"{len(numbered)} or none")
    for index, entry in states.items():
        for key in ("exp_avg", "exp_avg_sq"):
            found = getattr(entry.get(key), "shape", None)
            if found != parameters[index].shape:
                raise LoadMismatch(f"{where}, {key} of parameter {index}", found, tuple(parameters[index].shape))
    optimizer.load_state_dict(state)


def _stream_of(payload: LivePayload, device: torch.device) -> RandomStream:
    """The random stream of a payload, tried on private generators first."""
    rng = payload.rng
    if rng.device_type != device.type:
        raise LoadMismatch("rng, device_type", rng.device_type, device.type)
    cpu = rng.cpu.torch().clone()
    on_device = None if rng.device is None else rng.device.torch().clone()
    try:
        torch.Generator().set_state(cpu)
        if on_device is not None:
            torch.Generator(device).set_state(on_device)
    except (RuntimeError, TypeError) as error:
        raise LoadMismatch("rng", str(error), "the state of a generator") from error
    return RandomStream(rng.seed, device, cpu, on_device)
