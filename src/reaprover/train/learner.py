"""The learner's phases: the base from random weights, adapter and head on the frozen base, and a point of the learning curve.

Decisions:
- What is trained on is what the replay store holds when the phase begins; no other phase writes meanwhile, so a resumed phase sees it too.
- Each transition is shown under several sets of names (`learn.renaming`), the first of them its own.
- How many steps fit into the phase's time is measured once, written down, and kept by a resumed phase.
- The head is trained along with the base, so it never starts from random weights on features that it has not seen.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reaprover.core import Verdict
from reaprover.core.canonical import sha256
from reaprover.core.durable import write_durably
from reaprover.errors import UsageError
from reaprover.learn.renaming import renamed_step
from reaprover.learn.replay import MANIFEST, ReplayStore
from reaprover.model.value import NUM_BINS
from reaprover.policy import MAX_RANKED, broad_candidates
from reaprover.problems import Split, load_set
from reaprover.train.actors import Actors
from reaprover.train.config import Measure, TrainAdapter, TrainBase, TrainingConfig
from reaprover.train.games import Assignment, Game
from reaprover.train.pairs import Pairs, read_pairs
from reaprover.train.policies import LEARNT
from reaprover.train.value import family_of

if TYPE_CHECKING:
    from reaprover.learn.batches import Example
    from reaprover.learn.trainer import Progress, TrainConfig
    from reaprover.model.policy_value import Weights
    from reaprover.snapshot.contract import Contract

MIN_STEPS = 20
"""Steps that a phase takes however short its time is, unless it is told to take fewer."""
Data = ReplayStore | Pairs
"""What is trained on: verified transitions, or supervised pairs from a file."""
TellFn = Callable[[float, float, dict[str, Any]], None]
NEWEST = "newest.json"
UNSOLVED = "unsolved.jsonl"
REPOSITORY = "reaprover/tiny-lean"
"""The name that contracts give to the base."""
MAX_WRITTEN = 200
"""Characters of the longest tactic that is learnt to be written; longer ones are ranked only."""
NUM_RIVALS = 12
"""Tactics that an example is ranked among."""
HELD_OUT_SHARE = 20
"""One of so many statements is not trained on; the losses are measured on its transitions."""


def newest_weights(run: Path) -> Path:
    """The folder of the newest released weights.

    Raises:
        UsageError: nothing was trained yet.
    """
    path = run / NEWEST
    if not path.exists():
        if not (run / "run.json").exists():
            raise UsageError(f"{run}: is no training run; expected the folder that `reaprover train` wrote")
        raise UsageError(f"{run}: no weights yet; a network cannot play before a base is trained")
    return run / "weights" / str(json.loads(path.read_bytes())["weights"])


def with_weights(policy: str, run: Path) -> tuple[str, str]:
    """A policy's word as `policies.make_policy` takes it, with the newest weights where it needs some, and their name; else no name.

    Raises:
        UsageError: it needs weights, and nothing was trained yet.
    """
    if policy not in LEARNT:
        return policy, ""
    newest = newest_weights(run)
    return f"{policy}:{newest}", newest.name


def adopt(start: Path, run: Path) -> None:
    """Take the weights of a model folder as the run's first.

    Raises:
        UsageError: the folder is no model folder.
        SnapshotRefusal: its files are refused.
    """
    from reaprover.model.policy_value import Weights
    from reaprover.snapshot import load_release
    from reaprover.snapshot.model_folder import find_model_folder, read_weights

    folder = find_model_folder(start)
    if folder is None:
        raise UsageError(f"{start}: is no model folder; expected base/ and release/, or base/ and weights.json")
    if folder.release is not None:
        release = load_release(folder.release, base=folder.base)
        weights, contract = Weights(release.adapter, release.value_head), release.contract
    else:
        saved = read_weights(start)
        weights, contract = Weights(saved.adapter, saved.value_head), saved.contract
    _release(run, folder.base, weights, contract)


def _release(run: Path, base: Path, weights: Weights, contract: Contract) -> str:
    """Save weights under the hash of their content and make them the run's newest; gives their name."""
    from reaprover.snapshot.model_folder import save_weights

    name = save_weights(run / "weights", base, weights, contract).name
    write_durably(run / NEWEST, (json.dumps({"weights": name}) + "\n").encode())
    return name


def examples_of(
    store: Data, *, num_copies: int, seed: int, names: str = "", with_rivals: bool = False
) -> tuple[list[Example], list[Example]]:
    """Training examples and held-out ones, by statement; a function of the store's content and the arguments.

    Args:
        store: what is trained on.
        num_copies: sets of names under which each transition is shown.
        seed: of what is held out; one for a whole run, so that no phase is measured on what an earlier one was trained on.
        names: seed of the names and of the rivals; a phase that takes its own sees other names than the phases before.
        with_rivals: whether the other tactics that were proposed stand beside.
    """
    from reaprover.learn.batches import Example
    from reaprover.model.prompt import reap_prompt

    rng = random.Random(f"names {seed} {names}")

    def example(state: str, tactic: str, distance: float, num_rivals: int | None = None) -> Example:
        rivals = rivals_of(state, tactic, rng, num_rivals) if with_rivals else ()
        return Example(reap_prompt([state]), tactic, distance, 1.0, rivals, is_written=len(tactic) <= MAX_WRITTEN)

    examples: list[Example] = []
    held: list[Example] = []
    for transition in store:
        distance = float(min(-transition.value_target, 64))
        if is_held_out(transition.theorem_id, seed):
            held.append(example(transition.state, transition.tactic, distance))
            continue
        pairs = {(transition.state, transition.tactic): None}
        for _ in range(num_copies - 1):
            pairs[renamed_step(transition.state, transition.tactic, rng)] = None
        examples += [example(state, tactic, distance, NUM_RIVALS) for state, tactic in pairs]
    return examples, held


def unsolved_games(run: Path) -> list[dict[str, Any]]:
    """The lines of `unsolved.jsonl`, one per game: of a game that was played again the last one, and none that a kill cut off."""
    path = run / UNSOLVED
    data = path.read_bytes() if path.exists() else b""
    lines = [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()]
    return list({line["game"]: line for line in lines}.values())


def unsolved_examples(run: Path, store: Data, *, seed: int, names: str = "") -> tuple[list[Example], list[Example]]:
    """States that games left unsolved, for the value alone: to be trained on, and held out as `examples_of` does.

    A state that some proof passes is no unsolved one. No more than the store has transitions are drawn; each has names of its own.

    Args:
        run: the run's folder; without `unsolved.jsonl` there are none.
        store, seed, names: as in `examples_of`.
    """
    from reaprover.learn.batches import Example
    from reaprover.model.prompt import reap_prompt

    solved = {transition.state for transition in store}
    found: dict[tuple[str, str], int] = {}
    for game in unsolved_games(run):
        for state, height in game["states"]:
            if state not in solved:
                key = (game["theorem"], state)
                found[key] = max(found.get(key, 0), min(int(height), NUM_BINS - 1))
    rng = random.Random(f"unsolved {seed} {names}")
    drawn = rng.sample(sorted(found.items()), min(len(store), len(found)))
    parts: tuple[list[Example], list[Example]] = ([], [])
    for (theorem_id, state), height in drawn:
        held = is_held_out(theorem_id, seed)
        text = state if held else renamed_step(state, "", rng)[0]
        parts[held].append(Example(reap_prompt([text]), None, None, beyond=height))
    return parts


def rivals_of(state: str, tactic: str, rng: random.Random, num_rivals: int | None = None) -> tuple[tuple[str, float], ...]:
    """What `policy.Broad` proposes beside a tactic: `learn.batches.Example.rivals`. Nothing where it does not propose the tactic itself.

    Args:
        state: printed; nothing is ranked in a state of several goals, of which only the first is read.
        tactic: that was executed.
        rng: draws the rivals.
        num_rivals: at most; half of them its likeliest. None takes all that a search would rank.
    """
    proposed = {one.tactic: one.logprob for one in broad_candidates(state)[:MAX_RANKED]}
    if tactic not in proposed or state.count("⊢") > 1:
        return ()
    from reaprover.model.prompt import shown

    own, same = proposed.pop(tactic), shown(tactic)
    others = [(text, logprob - own) for text, logprob in proposed.items() if shown(text) != same]
    if num_rivals is None or len(others) <= num_rivals:
        return tuple(others)
    likeliest = num_rivals // 2
    drawn = rng.sample(others[likeliest:], num_rivals - likeliest)
    more = math.log((len(others) - likeliest) / len(drawn))  # each stands for so many
    return tuple(others[:likeliest] + [(text, logprob + more) for text, logprob in drawn])


def is_held_out(theorem_id: str, seed: int) -> bool:
    """Whether a statement is held out, with all variants of it; a function of these two alone, however much a store grows."""
    return int(sha256(f"{seed} {family_of(theorem_id)}".encode())[:8], 16) % HELD_OUT_SHARE == 0


def train_base(
    phase: TrainBase,
    run: Path,
    folder: Path,
    store: Data,
    config: TrainingConfig,
    stop_fn: Callable[[], bool],
    tell: TellFn,
) -> dict[str, Any] | None:
    """Tokenizer, base and head from nothing; writes `base/` and the first weights. None if it was stopped."""
    from reaprover.learn.contract import HeadArtifact, new_contract
    from reaprover.learn.lean_tokenizer import train_tokenizer
    from reaprover.learn.tiny_base import TinyBaseConfig, new_tiny_model, num_parameters, save_base
    from reaprover.learn.trainee import BaseTrainee, with_head
    from reaprover.learn.trainer import TrainConfig, Trainer, train
    from reaprover.model.base import load_base
    from reaprover.model.network import new_head
    from reaprover.model.policy_value import PolicyValueModel, to_snapshot
    from reaprover.snapshot.tensors import TensorGroup

    examples, held = _data(phase, run, store, config)
    if not examples:
        raise UsageError(f"{run}: there is nothing to train on; play first, or bring pairs")
    tokenizer = train_tokenizer((text for e in examples for text in (e.prompt, e.tactic or "")), phase.vocab_size)
    shape = TinyBaseConfig(**phase.shape)

    def fresh() -> BaseTrainee:
        import torch

        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            head = new_head(shape.hidden_size)
        return BaseTrainee(new_tiny_model(tokenizer, config=shape, seed=config.seed), tokenizer, head)

    trainee = fresh()
    assert trainee.head is not None
    initial = TensorGroup({name: to_snapshot(parameter.clone()) for name, parameter in trainee.head.named_parameters()})
    settings = TrainConfig(
        batch_size=phase.batch_size,
        learning_rate=phase.learning_rate,
        prompt_weight=phase.prompt_weight,
        value_weight=phase.value_weight,
        rank_weight=phase.rank_weight,
        weight_decay=phase.weight_decay,
        seed=config.seed,
        num_threads=config.num_threads,
    )
    examples = [e for e in examples if _fits(trainee, e)]
    settings = replace(settings, num_steps=phase.num_steps or math.ceil(len(examples) / phase.batch_size))
    settings = _planned(folder, settings, phase.seconds, lambda: Trainer(fresh(), settings), examples)
    begin = time.monotonic()
    result = train(trainee, examples, settings, folder, stop_fn=stop_fn, progress_fn=_teller(tell), max_seconds=phase.seconds * 1.25)
    if result.ending.value == "stopped":
        return None
    measured = Trainer(trainee, settings)
    losses = measured.evaluate(measured.encode([e for e in held if _fits(trainee, e)]))
    base_folder = run / "base"
    if base_folder.exists():  # an earlier one, or the same of a run that died here
        shutil.rmtree(base_folder)
    save_base(base_folder, trainee.model, tokenizer)
    model = PolicyValueModel(load_base(base_folder, device="cpu"))
    model.create("start")
    weights = with_head(model.weights("start"), trainee.head)
    artifact = HeadArtifact.trained(
        weights.value_head,
        initial=initial,
        dataset_manifest_sha256=_manifest_sha256(store),
        train_rows=len(examples),
        seed=config.seed,
        profile="reaprover.train.self-play",
        learning_rate=phase.learning_rate,
        weight_decay=settings.weight_decay,
    )
    contract = new_contract(base_folder, repository=REPOSITORY, head=artifact)
    name = _release(run, base_folder, weights, contract)
    return {
        "seconds": time.monotonic() - begin,
        "weights": name,
        "examples": len(examples),
        "parameters": num_parameters(trainee.model),
        "steps": result.num_steps,
        "tokens": result.num_tokens,
        "loss": result.loss,
        "held_out": losses,
    }


def train_adapter(
    phase: TrainAdapter,
    run: Path,
    folder: Path,
    store: Data,
    config: TrainingConfig,
    stop_fn: Callable[[], bool],
    tell: TellFn,
) -> dict[str, Any] | None:
    """Adapter and head of the newest weights, further on all that the store holds. None if it was stopped."""
    from reaprover.learn.batches import mixed_numbers
    from reaprover.learn.trainee import SessionTrainee
    from reaprover.learn.trainer import TrainConfig, Trainer, train
    from reaprover.model.loading import ModelOptions, load_model
    from reaprover.snapshot.model_folder import read_weights

    start = folder / "start.json"
    if not start.exists():
        write_durably(start, (run / NEWEST).read_bytes())
    source = run / "weights" / str(json.loads(start.read_bytes())["weights"])

    def fresh() -> SessionTrainee:
        return SessionTrainee(load_model(source, ModelOptions(device="cpu"), session_id="train")[0], "train")

    trainee = fresh()
    examples, held = _data(phase, run, store, config)
    examples = [e for e in examples if _fits(trainee, e)]
    if not examples:  # nothing was proved yet
        return {"seconds": 0.0, "weights": source.name, "parent": source.name, "examples": 0, "steps": 0, "tokens": 0}
    num_replayed = len(examples)
    if phase.supervised_fraction > 0 and config.supervised and isinstance(store, ReplayStore):
        pairs = read_pairs(Path(config.supervised), store.guard)
        examples += [
            e
            for e in examples_of(pairs, num_copies=phase.num_copies, seed=config.seed, names=f"pairs {phase.name}")[0]
            if _fits(trainee, e)
        ]
    num_supervised = len(examples) - num_replayed

    def numbers_of_step(step: int) -> list[int]:
        return mixed_numbers(step, phase.batch_size, num_replayed, num_supervised, phase.supervised_fraction, config.seed)

    settings = TrainConfig(
        batch_size=phase.batch_size,
        learning_rate=phase.learning_rate,
        value_weight=phase.value_weight,
        kl_weight=phase.kl_weight,
        rank_weight=phase.rank_weight,
        warmup_steps=20,
        seed=config.seed,
        num_threads=config.num_threads,
    )
    settings = replace(settings, num_steps=phase.num_steps or math.ceil(len(examples) / phase.batch_size))
    settings = _planned(folder, settings, phase.seconds, lambda: Trainer(fresh(), settings), examples)
    begin = time.monotonic()
    measured = Trainer(trainee, settings)  # looks at the trainee, whatever that has become
    held_rows = measured.encode([e for e in held if _fits(trainee, e)])
    before = measured.evaluate(held_rows)
    result = train(
        trainee,
        examples,
        settings,
        folder,
        stop_fn=stop_fn,
        progress_fn=_teller(tell),
        max_seconds=phase.seconds * 1.25,
        numbers_fn=numbers_of_step if num_supervised else None,
    )
    if result.ending.value == "stopped":
        return None
    after = measured.evaluate(held_rows)
    contract = read_weights(source).contract
    name = _release(run, source / "base", trainee.model.weights("train"), contract)
    return {
        "seconds": time.monotonic() - begin,
        "weights": name,
        "parent": source.name,
        "examples": len(examples),
        "supervised": num_supervised,
        "steps": result.num_steps,
        "tokens": result.num_tokens,
        "loss": result.loss,
        "held_out_before": before,
        "held_out": after,
    }


def measure(
    phase: Measure, run: Path, folder: Path, config: TrainingConfig, stop_fn: Callable[[], bool], tell: TellFn
) -> dict[str, Any] | None:
    """Verified solve rate on validation problems, of the newest weights unless the policy has none. None if it was stopped."""
    policy, weights = with_weights(phase.policy, run)
    problems = [(name, problem) for name in phase.sets for problem in load_set(name, Split.VALIDATION)[: phase.max_per_set]]
    begin = time.monotonic()
    solved: list[Game] = []
    verified = dict.fromkeys(phase.sets, 0)
    num_errors = 0  # games and verifications without a verdict; they stay in the denominator
    sets = {f"measure-{number}": name for number, (name, _) in enumerate(problems)}
    with Actors(config.num_actors, policy) as actors:
        waiting = [
            Assignment(
                search_id=f"measure-{number}",
                theorem_id=problem.id,
                theorem=replace(problem.theorem, name=f"measure_{number}"),
                wall_s=phase.wall_s,
                num_candidates=phase.num_candidates,
                seed=4 * config.seed,  # without the noise that games are explored with
                search=phase.search,
            )
            for number, (_, problem) in enumerate(problems)
        ][::-1]
        is_verifying = False
        while waiting or actors.num_in_flight or (solved and not is_verifying):
            if stop_fn():
                return None
            while waiting and actors.num_in_flight < config.num_actors + 1:
                actors.submit(waiting.pop())
            if not waiting and not actors.num_in_flight and solved and not is_verifying:
                is_verifying = True
                actors.submit(tuple(solved))
            for _, answer in actors.collect(1.0):
                if isinstance(answer, Game):
                    solved += [answer] if answer.outcome == "solved" else []
                    num_errors += answer.outcome == "error"
                else:
                    for game, verdict in zip(solved, answer, strict=True):
                        verified[sets[game.assignment.search_id]] += verdict.result.verdict is Verdict.VERIFIED
                        num_errors += verdict.result.verdict is Verdict.UNVERIFIED
            tell(1 - (len(waiting) + actors.num_in_flight) / max(len(problems), 1), 0.0, {"solved": len(solved)})
    totals = {name: sum(1 for other, _ in problems if other == name) for name in phase.sets}
    return {
        "seconds": time.monotonic() - begin,
        "policy": phase.policy,
        "weights": weights,
        "solved": verified,
        "problems": totals,
        "errors": num_errors,
        "rate": sum(verified.values()) / max(len(problems), 1),
    }


def _data(phase: TrainBase | TrainAdapter, run: Path, store: Data, config: TrainingConfig) -> tuple[list[Example], list[Example]]:
    """All examples of a phase, and those held out. One statement alone, as at test time, is trained on even if it was to be held out."""
    examples, held = examples_of(store, num_copies=phase.num_copies, seed=config.seed, names=phase.name, with_rivals=phase.rank_weight > 0)
    if not examples:
        examples, held = held, []
    for part, more in zip((examples, held), unsolved_examples(run, store, seed=config.seed, names=phase.name), strict=True):
        part += more
    return examples, held


def _fits(trainee: Any, example: Example) -> bool:
    length = len(trainee.tokenizer.encode(example.prompt)) + len(trainee.tokenizer.encode_plain(example.tactic or "")) + 1
    return bool(length <= min(trainee.context_length, 512))


def _planned(
    folder: Path, settings: TrainConfig, seconds: float, trainer_fn: Callable[[], Any], examples: Sequence[Example]
) -> TrainConfig:
    """The settings with as many steps as fit into `seconds`; measured on a throw-away copy, kept in `plan.json`."""
    import torch

    from reaprover.learn.batches import batch_numbers

    path = folder / "plan.json"
    if not path.exists() and settings.num_steps <= MIN_STEPS:
        write_durably(path, (json.dumps({"num_steps": settings.num_steps}) + "\n").encode())
    if not path.exists():
        torch.set_num_threads(settings.num_threads or torch.get_num_threads())
        trainer = trainer_fn()
        times = []
        for step in range(8):
            numbers = batch_numbers(step, settings.batch_size, len(examples), settings.seed)
            batch = trainer.encode([examples[n] for n in numbers], numbers)
            begin = time.monotonic()
            trainer.step(batch)
            times.append(time.monotonic() - begin)
        step_s = sum(times[2:]) / len(times[2:])
        num_steps = min(settings.num_steps, max(MIN_STEPS, int(seconds / step_s)))
        write_durably(path, (json.dumps({"num_steps": num_steps, "step_s": step_s}) + "\n").encode())
    steps = int(json.loads(path.read_bytes())["num_steps"])
    return replace(settings, num_steps=steps, warmup_steps=min(settings.warmup_steps, max(1, steps // 10)))


def _teller(tell: TellFn) -> Callable[[Progress], None]:
    last = [0.0]

    def progress(at: Progress) -> None:
        if time.monotonic() - last[0] >= 5.0:
            last[0] = time.monotonic()
            share = at.report.step / at.num_steps
            facts = {"step": at.report.step, "of": at.num_steps, "loss": round(at.loss, 4), "tokens/s": round(at.tokens_per_s)}
            tell(share, at.time_left_s, facts)

    return progress


def _manifest_sha256(store: Data) -> str:
    from reaprover.core.durable import file_sha256

    return store.sha256 if isinstance(store, Pairs) else file_sha256(store.folder / MANIFEST)
