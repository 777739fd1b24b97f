"""What a training run is: phases in a row, each a frozen record, and the presets that name whole schedules.

A run's record holds every value that counts, so that it can be repeated; a resumed run must have been started with the same record.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reaprover.errors import UsageError
from reaprover.learn.matchmaker import MAIN, MatchmakerConfig
from reaprover.problems import SET_NAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlay:
    """Actors search for proofs of the pool's statements; verified ones go to the replay store.

    Attributes:
        name: of the phase, unique in the run.
        seconds: wall time.
        policy: `catalogue` or `broad` (both without a network), `ranked` (what `broad` proposes, in the network's order), or `model` (the
            network's own tactics).
        wall_s: seconds per game on a statement without recent failures; the budget ladder stretches them.
        max_wall_s: the longest game.
        search: how.
        num_candidates: K.
        plain_share: share of games in which some closing tactics are forbidden, so that longer proofs are found.
        plain_rate: chance of each closing tactic to be forbidden in such a game.
    """

    name: str
    seconds: float
    policy: str = "ranked"
    wall_s: float = 1.0
    max_wall_s: float = 8.0
    search: str = "best-first-widening"
    num_candidates: int = 8
    plain_share: float = 0.0
    plain_rate: float = 0.45


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainBase:
    """All parameters of a base, from random initialisation, on the policy targets of the replay store.

    Attributes:
        name: of the phase.
        seconds: wall time at most.
        num_steps: optimizer steps at most; 0 shows every example once, because a small network learns by heart what it sees more often.
        batch_size: examples per step.
        learning_rate: peak.
        prompt_weight: weight of the prompt's own tokens in the loss.
        value_weight: weight of the head's loss.
        rank_weight: weight of the ranking among what is proposed.
        weight_decay: of the optimizer.
        num_copies: names under which each transition is shown.
        vocab_size: of the tokenizer that is trained first.
        shape: of the base, as `learn.tiny_base` takes it; empty for its default.
    """

    name: str
    seconds: float
    num_steps: int = 0
    batch_size: int = 32
    learning_rate: float = 1.5e-3
    prompt_weight: float = 0.0
    value_weight: float = 2.0
    rank_weight: float = 10.0
    weight_decay: float = 0.1
    num_copies: int = 3
    vocab_size: int = 1536
    shape: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainAdapter:
    """LoRA adapter and value head on the frozen base, policy and value targets of the replay store (rl.md, section 7).

    Attributes:
        name: of the phase.
        seconds: wall time at most.
        num_steps: optimizer steps at most; 0 shows every example once.
        batch_size: examples per step.
        learning_rate: of adapter and head.
        value_weight: weight of the value loss.
        kl_weight: weight of the divergence from the frozen base.
        rank_weight: weight of the ranking among what is proposed.
        num_copies: names under which each transition is shown.
        supervised_fraction: of each batch, where the run has supervised pairs; the rest is replayed.
    """

    name: str
    seconds: float
    num_steps: int = 0
    batch_size: int = 64
    learning_rate: float = 3e-4
    value_weight: float = 2.0
    kl_weight: float = 0.0
    rank_weight: float = 10.0
    num_copies: int = 2
    supervised_fraction: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Solve rate on validation problems: one point of a learning curve.

    Attributes:
        name: of the phase.
        sets: problem sets.
        policy: `ranked` or `model` (of the newest weights), or what stands there before anything is learnt: `broad`.
        search: how; a network alone needs one that goes on sampling, as `paper` does.
        wall_s: seconds per problem.
        num_candidates: K.
        max_per_set: the first problems of each set.
    """

    name: str
    sets: tuple[str, ...] = SET_NAMES
    policy: str = "ranked"
    search: str = "best-first-widening"
    wall_s: float = 2.0
    num_candidates: int = 8
    max_per_set: int = 24


TINY_GAMES = MatchmakerConfig(
    disprove_rate=0.05, trust_count=2, trust_count_proved=2, weight_undecided=0.3, weight_mastered=0.02, base_simulations=16, multiplier=1.6
)
"""Scaled down to games of about a second: statements get one or two attempts, failures a longer one."""

Phase = SelfPlay | TrainBase | TrainAdapter | Measure


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """A whole run.

    Attributes:
        preset: its name.
        phases: in order.
        sets: problem sets whose training splits are practised on.
        num_variants: per training problem, at most.
        num_conjectures: statements made up about propositions, predicates, numbers and lists.
        num_programs: statements made up about the functions that training problems define.
        num_actors: processes that play.
        num_threads: of the learner.
        matchmaker: weights, budgets, disproofs.
        seed: of everything drawn.
        start: model folder to start from; empty where the run trains a base of its own.
        supervised: JSONL file of supervised pairs (`train.pairs`); empty for none.
    """

    preset: str
    phases: tuple[Phase, ...]
    sets: tuple[str, ...] = SET_NAMES
    num_variants: int = 12
    num_conjectures: int = 2000
    num_programs: int = 0
    num_actors: int = 2
    num_threads: int = 2
    matchmaker: MatchmakerConfig = TINY_GAMES
    seed: int = 0
    start: str = ""
    supervised: str = ""

    def to_json(self) -> dict[str, Any]:
        """The record."""
        record = dataclasses.asdict(self)
        record["phases"] = [{"kind": type(phase).__name__, **dataclasses.asdict(phase)} for phase in self.phases]
        return record

    @property
    def seconds(self) -> float:
        """Planned wall time of the phases that have one."""
        return sum(phase.seconds for phase in self.phases if not isinstance(phase, Measure))


def tiny(seed: int = 0, minutes: float = 45.0) -> TrainingConfig:
    """For two cores without GPU: from nothing to a network in `minutes`, and some more for the measurements.

    The pool is about as large as the games that fit into the first phase, so that every statement gets one. The base is trained twice, so
    that later games follow a network, and the last network has learnt from all of them.
    """
    unit = minutes * 60 / 100  # the phases' seconds in hundredths of the whole

    def own(name: str) -> Measure:
        return Measure(name=name, policy="model", search="paper", max_per_set=12)

    return TrainingConfig(
        preset="tiny",
        seed=seed,
        phases=(
            Measure(name="measure-0", policy="broad"),
            SelfPlay(name="broad", seconds=18 * unit, policy="broad", wall_s=1.0, max_wall_s=4.0, plain_share=0.2),
            SelfPlay(name="plain", seconds=18 * unit, policy="broad", wall_s=1.0, max_wall_s=3.0, plain_share=0.95, plain_rate=0.6),
            TrainBase(name="base-1", seconds=6 * unit),
            Measure(name="measure-1"),
            own("own-1"),
            SelfPlay(name="play-1", seconds=18 * unit, wall_s=1.0, plain_share=0.4),
            TrainAdapter(name="adapter-1", seconds=4 * unit),
            Measure(name="measure-2"),
            own("own-2"),
            SelfPlay(name="play-2", seconds=16 * unit, wall_s=1.0, plain_share=0.4),
            TrainBase(name="base-2", seconds=14 * unit),
            TrainAdapter(name="adapter-2", seconds=6 * unit, learning_rate=1e-4),
            Measure(name="measure-3"),
            own("own-3"),
        ),
        num_variants=4,
        num_conjectures=1000,
        num_programs=500,
    )


def real_prover(seed: int = 0, minutes: float = 24 * 60.0) -> TrainingConfig:
    """For one large GPU: from the released 7B model, in rounds of play and replay, with the published constants (rl.md, section 2).

    The statements are the package's own; a Mathlib project is not wired to the actors yet.
    """
    unit = minutes * 60 / 100
    rounds: list[Phase] = []
    for number in range(1, 6):
        rounds += [
            SelfPlay(
                name=f"play-{number}",
                seconds=15 * unit,
                policy="model",
                wall_s=60.0,
                max_wall_s=1800.0,
                search="paper",
                num_candidates=6,
            ),
            TrainAdapter(
                name=f"adapter-{number}",
                seconds=5 * unit,
                num_steps=5_000,
                batch_size=64,
                learning_rate=1e-4,
                value_weight=0.001,
                kl_weight=0.02,
                rank_weight=0.0,
                num_copies=1,
                supervised_fraction=0.10,
            ),
            Measure(name=f"measure-{number}", policy="model", search="paper", wall_s=120.0, num_candidates=6, max_per_set=64),
        ]
    return TrainingConfig(
        preset="real-prover", phases=tuple(rounds), num_variants=0, num_conjectures=0, num_actors=1, matchmaker=MAIN, seed=seed
    )


_PRESETS = {"tiny": tiny, "real-prover": real_prover}


def preset(
    name: str,
    *,
    seed: int = 0,
    minutes: float | None = None,
    num_actors: int | None = None,
    start: str | None = None,
    supervised: str | None = None,
) -> TrainingConfig:
    """The schedule called `name`, with some values replaced.

    Raises:
        UsageError: an unknown name.
    """
    if name not in _PRESETS:
        raise UsageError(f"preset {name!r} is unknown; there are {', '.join(_PRESETS)}")
    config = _PRESETS[name](seed) if minutes is None else _PRESETS[name](seed, minutes)
    return dataclasses.replace(config, start=start or "", supervised=supervised or "", num_actors=num_actors or config.num_actors)


def requirements(config: TrainingConfig) -> list[str]:
    """What a run needs, one line each."""
    needs = ["packages of the extras model and learn (torch, transformers, peft, pyarrow)"]
    if any(isinstance(phase, TrainBase) for phase in config.phases):
        return [*needs, "2 cores, 4 GiB of memory, 1 GiB of disk; no GPU"]
    return [
        *needs,
        f"--start MODEL: a model folder (base/ and release/), {'given: ' + config.start if config.start else 'missing'}",
        f"supervised pairs for a tenth of each batch: {config.supervised or 'none given, so all of it is replayed'}",
        "for a base of 7 billion parameters in bfloat16: one GPU with 40 GiB or more, and one copy per actor",
    ]


def check_options(config: TrainingConfig) -> None:
    """Refuse what a schedule has no use for, or what is not there.

    Raises:
        UsageError: says which option.
    """
    if config.start and any(isinstance(phase, TrainBase) for phase in config.phases):
        raise UsageError(f"--start: preset {config.preset} trains a base of its own; leave it out")
    if config.supervised and not any(isinstance(phase, TrainAdapter) and phase.supervised_fraction for phase in config.phases):
        raise UsageError(f"--supervised: preset {config.preset} learns from its own proofs alone; leave it out")
    for option, path, fits in (("--start", config.start, Path.is_dir), ("--supervised", config.supervised, Path.is_file)):
        if path and not fits(Path(path)):
            raise UsageError(f"{option}: {path} is not there; expected a {'model folder' if option == '--start' else 'JSONL file'}")


def require_parts(config: TrainingConfig) -> None:
    """Refuse a run that cannot begin.

    Raises:
        UsageError: a schedule without a base to train has no model to start from.
        PrerequisiteError: packages are missing.
    """
    from reaprover.model.loading import require_model_packages

    require_model_packages(("torch", "transformers", "peft", "pyarrow"))
    if not config.start and not any(isinstance(phase, TrainBase) for phase in config.phases):
        raise UsageError(f"preset {config.preset}: trains no base of its own; give the model to start from with --start")
