"""From run folders to figures: solve rates, pass@k, paired differences, costs and what was not counted, as Markdown and JSON.

Decisions (spec rl.md, sections 12 and 13):
- An arm is everything but sets, seeds and processes: runs that agree in the rest are one arm, and the same attempt twice is refused.
- pass@1 is the mean over seeds of one tree each. Its interval is Wilson's with as many trials as problems, not as attempts: trees of one
  problem are no independent problems.
- pass@k needs independent trees; the ranked catalogue gives the same tree for each seed, so it gets none.
- What any arm solved with any seed is the cumulative count. It stands apart and is never a rate of one arm.
- Disproofs, vacuous proofs and answers that restate the question are verified, listed apart, and solve nothing. Hypotheses that contradict
  each other do so whoever uses them: what one proof showed to be vacuous is vacuous for all arms and seeds.
- Attempts that infrastructure ended stay in the denominator and are shown in a column of their own. What was not attempted is never a
  failure.
- A difference of two arms is paired by problem, over the problems that both attempted; the bootstrap draws problems, whose seeds stay
  together.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from reaprover.errors import UsageError
from reaprover.evals.accounting import NUM_BOOTSTRAPS, paired_difference, pass_at_k, wilson
from reaprover.evals.evaluators import Arm, parse_spec
from reaprover.evals.runner import Record, read_records, read_run

FORMAT = "reaprover.evals.report.v1"
ALL = "all"
COSTS = ("simulations", "model_calls", "model_tokens", "applications", "lean_cpu_s", "evaluator_s", "strict_s", "elapsed_s")
"""What an attempt costs; the first four are counters of the search."""
VACUOUS = "vacuous"
APART = ("disproved", VACUOUS, "answer_restated")
"""Verified, and no proof that counts."""
_SCOPE = ("sets", "seeds", "num_processes", "num_problems", "keep_states")  # of a configuration: where it is applied, not what is measured


@dataclass(frozen=True, slots=True)
class ArmRuns:
    """One arm of a comparison.

    Attributes:
        label: its name in the tables.
        description: `run.json` of its first run.
        records: all its attempts.
        folders: names of its run folders.
        num_missing: attempts of its runs that have not been made.
    """

    label: str
    description: Mapping[str, Any]
    records: tuple[Record, ...]
    folders: tuple[str, ...]
    num_missing: int

    @property
    def sets(self) -> tuple[str, ...]:
        """Its problem sets, in the order of the records."""
        return tuple(dict.fromkeys(record.set for record in self.records))

    @property
    def seeds(self) -> tuple[int, ...]:
        """Its seeds, ascending."""
        return tuple(sorted({record.seed for record in self.records}))

    @property
    def has_independent_trees(self) -> bool:
        """Whether another seed gives another tree."""
        config = self.description["config"]
        arm, _ = parse_spec(config["evaluator"])
        return arm is not Arm.CATALOGUE and not (arm.is_ranked and not config["model"].get("noise"))

    def of(self, name: str) -> tuple[Record, ...]:
        """The records of a set, or of all."""
        return tuple(record for record in self.records if name in (ALL, record.set))


def load_arms(folders: Sequence[Path]) -> tuple[ArmRuns, ...]:
    """The arms that some run folders hold, in the order of the folders.

    Raises:
        InputError: a folder holds no run.
        UsageError: an attempt is there twice, or a run has no record yet.
    """
    groups: dict[str, list[tuple[Path, dict[str, Any], list[Record]]]] = {}
    for folder in folders:
        description, records = read_run(folder), read_records(folder)
        measured = {key: value for key, value in description["config"].items() if key not in _SCOPE}
        same = {**{key: description[key] for key in ("search", "toolchain", "reaprover", "machine")}, "config": measured}
        groups.setdefault(json.dumps(same, sort_keys=True), []).append((folder, description, records))
    words = Counter(parse_spec(runs[0][1]["config"]["evaluator"])[0].value for runs in groups.values())
    arms = []
    for runs in groups.values():
        word = parse_spec(runs[0][1]["config"]["evaluator"])[0].value
        label = word if words[word] == 1 else f"{word} ({runs[0][0].name})"
        records = [record for _, _, found in runs for record in found]
        twice = next((key for key, count in Counter(record.key for record in records).items() if count > 1), None)
        if twice is not None:
            raise UsageError(f"report: {label} holds the attempt {twice} in two folders; expected each attempt once, name one of them")
        if not records:
            raise UsageError(f"report: {label} has no records yet; wait for its first attempt, or leave it out")
        wanted = sum(description["num_attempts"] for _, description, _ in runs)
        arms.append(ArmRuns(label, runs[0][1], tuple(records), tuple(folder.name for folder, _, _ in runs), wanted - len(records)))
    vacuous = {(record.set, record.id) for arm in arms for record in arm.records if VACUOUS in record.flags}
    return tuple(replace(arm, records=tuple(_flagged(one) if (one.set, one.id) in vacuous else one for one in arm.records)) for arm in arms)


def _flagged(record: Record) -> Record:
    """A proof of a statement that is known to be vacuous."""
    return record if not record.is_solved else replace(record, flags=(*record.flags, VACUOUS))


def report(folders: Sequence[Path], *, seed: int = 0) -> dict[str, Any]:
    """The whole report as JSON; `markdown` shows it.

    Args:
        folders: run folders of one or several arms.
        seed: of the bootstrap.

    Raises:
        InputError, UsageError: as `load_arms`.
    """
    arms = load_arms(folders)
    sets = tuple(dict.fromkeys(name for arm in arms for name in arm.sets))
    return {
        "format": FORMAT,
        "sets": list(sets),
        "arms": [_arm(arm) for arm in arms],
        "differences": list(_differences(arms, sets, random.Random(seed))),
        "num_bootstraps": NUM_BOOTSTRAPS,
        "cumulative": {name: _cumulative(arms, name) for name in _with_all(sets)},
    }


def solved_shares(records: Iterable[Record]) -> dict[tuple[str, str], float]:
    """For each (set, problem) the share of its trees that ended with a verified proof that counts (`Record.is_solved`)."""
    trees: dict[tuple[str, str], list[bool]] = {}
    for record in records:
        trees.setdefault((record.set, record.id), []).append(record.is_solved)
    return {problem: sum(found) / len(found) for problem, found in trees.items()}


# ---- the parts -----------------------------------------------------------------------------------------------------------


def _with_all(sets: Sequence[str]) -> tuple[str, ...]:
    return (*sets, ALL) if len(sets) > 1 else tuple(sets)


def _arm(arm: ArmRuns) -> dict[str, Any]:
    description = arm.description
    config = description["config"]
    kind, _ = parse_spec(config["evaluator"])
    return {
        "label": arm.label,
        "arm": kind.value,
        "evaluator": description["evaluator"],
        "search": description["search"],
        "search_name": config["search"],
        "seconds": config["seconds"],
        "simulations": config["simulations"],
        "num_candidates": config["num_candidates"],
        "level": config["level"],
        "split": config["split"],
        "model": config["model"] if kind.needs_model else None,
        "seeds": list(arm.seeds),
        "num_processes": config["num_processes"],
        "toolchain": description["toolchain"],
        "reaprover": description["reaprover"],
        "machine": description["machine"],
        "folders": list(arm.folders),
        "num_missing": arm.num_missing,
        "sets": {name: _rates(arm, name) for name in _with_all(arm.sets)},
        "costs": _costs(arm.records),
        "throughput": _throughput(arm.records),
        "ended_by": dict(Counter(record.limit or record.outcome for record in arm.records).most_common()),
        "trees": {name: {problem: found for (_, problem), found in _trees(arm.of(name)).items()} for name in arm.sets},
    }


def _trees(records: Sequence[Record]) -> dict[tuple[str, str], list[int]]:
    """Per problem 1 or 0 for each of its trees, by seed."""
    found: dict[tuple[str, str], list[int]] = {}
    for record in sorted(records, key=lambda record: record.seed):
        found.setdefault((record.set, record.id), []).append(int(record.is_solved))
    return found


def _rates(arm: ArmRuns, name: str) -> dict[str, Any]:
    records = arm.of(name)
    shares = solved_shares(records)
    per_seed = {}
    for seed in arm.seeds:
        chosen = [record for record in records if record.seed == seed]
        if chosen:
            per_seed[seed] = {"num_solved": sum(record.is_solved for record in chosen), "num_problems": len(chosen)}
    rate = sum(shares.values()) / len(shares)
    low, high = wilson(rate * len(shares), len(shares))
    trees = _trees(records)
    num_trees = min(map(len, trees.values()))
    ks = range(1, num_trees + 1) if arm.has_independent_trees else range(1, 2)
    other = [share for (problem, share) in shares.items() if problem not in {(r.set, r.id) for r in records if r.library}]
    return {
        "num_problems": len(shares),
        "num_attempts": len(records),
        "num_disproved": sum(record.outcome == "disproved" for record in records),
        "apart": {what: sorted({r.id for r in records if r.apart == what}) for what in APART},
        "num_infrastructure": sum(record.is_infrastructure for record in records),
        "num_tainted": sum(record.tainted for record in records),
        "per_seed": per_seed,
        "rate": rate,
        "low": low,
        "high": high,
        "pass_at": {k: sum(pass_at_k(len(found), sum(found), k) for found in trees.values()) / len(trees) for k in ks},
        "not_library": {"num_problems": len(other), "rate": sum(other) / len(other) if other else None},
    }


def _cost(record: Record, name: str) -> float:
    if name in COSTS[:4]:
        return float(record.counters.get(name, 0))
    value: float = getattr(record, name)
    return value


def _costs(records: Sequence[Record]) -> dict[str, dict[str, float]]:
    groups = {
        "mean": list(records),
        "mean_solved": [record for record in records if record.is_solved],
        "mean_unsolved": [record for record in records if not record.is_solved],
    }
    total = {name: sum(_cost(record, name) for record in records) for name in COSTS}
    means = {
        group: {name: sum(_cost(record, name) for record in chosen) / len(chosen) for name in COSTS}
        for group, chosen in groups.items()
        if chosen
    }
    return {"total": total, **means}


def _throughput(records: Sequence[Record]) -> dict[str, float]:
    """What one worker process does in its time, and the shares of evaluator, strict lane and the rest: Lean's tactics and the search."""
    total = {name: sum(_cost(record, name) for record in records) for name in COSTS}
    elapsed_s = max(total["elapsed_s"], 1e-9)
    evaluator, strict = total["evaluator_s"] / elapsed_s, total["strict_s"] / elapsed_s
    return {
        "searches_per_h": 3600 * len(records) / elapsed_s,
        **{f"{name}_per_s": total[name] / elapsed_s for name in COSTS[:4]},
        "share_evaluator": evaluator,
        "share_strict": strict,
        "share_rest": 1.0 - evaluator - strict,
    }


def _differences(arms: Sequence[ArmRuns], sets: Sequence[str], rng: random.Random) -> Iterable[dict[str, Any]]:
    for a, b in itertools.combinations(arms, 2):
        for name in _with_all(sets):
            of_a, of_b = solved_shares(a.of(name)), solved_shares(b.of(name))
            common = set(of_a) & set(of_b)
            if common:
                mean, low, high = paired_difference(of_a, of_b, rng)
                yield {
                    "a": a.label,
                    "b": b.label,
                    "set": name,
                    "num_problems": len(common),
                    "difference": mean,
                    "low": low,
                    "high": high,
                    "only_a": sum(of_a[problem] > 0 and of_b[problem] == 0 for problem in common),
                    "only_b": sum(of_b[problem] > 0 and of_a[problem] == 0 for problem in common),
                }


def _cumulative(arms: Sequence[ArmRuns], name: str) -> dict[str, int]:
    records = [record for arm in arms for record in arm.of(name)]
    attempted, solved = {record.key[:2] for record in records}, {record.key[:2] for record in records if record.is_solved}
    return {"num_problems": len(attempted), "num_solved": len(solved), "num_attempts": len(records)}


# ---- Markdown ------------------------------------------------------------------------------------------------------------


def markdown(found: Mapping[str, Any]) -> str:
    """A report as Markdown tables."""
    arms, sets = found["arms"], _with_all(found["sets"])
    parts = [
        *_settings(arms),
        "",
        *table(("arm", *sets), ([arm["label"], *(_cell(arm["sets"].get(name)) for name in sets)] for arm in arms)),
    ]
    parts += [
        "",
        "Solved per seed, of problems; the mean rate of one tree (pass@1) with its 95 % Wilson interval over problems. Every solved one is",
        "verified by the strict lane.",
    ]
    ks = sorted({int(k) for arm in arms for rates in arm["sets"].values() for k in rates["pass_at"]})
    if len(ks) > 1:
        rows = []
        for arm in arms:
            at = {int(k): value for k, value in arm["sets"].get(ALL, next(iter(arm["sets"].values())))["pass_at"].items()}
            rows.append([arm["label"], *(f"{at[k]:.1%}" if k in at else "–" for k in ks)])
        parts += [
            "",
            *table(("arm, all sets", *(f"pass@{k}" for k in ks)), rows),
            "",
            "pass@k: k trees, with k times the cost. –: no independent trees.",
        ]
    if found["differences"]:
        rows = [
            [f"{d['a']} − {d['b']}", d["set"], d["num_problems"], f"{100 * d['difference']:+.1f}", _interval(d), d["only_a"], d["only_b"]]
            for d in found["differences"]
        ]
        parts += ["", *table(("difference", "set", "problems", "points", "95 % interval", "only the first", "only the second"), rows)]
        parts += ["", f"Paired by problem; bootstrap over problems ({found['num_bootstraps']} draws)."]
    parts += ["", *table(("arm", "attempts", *COSTS), _cost_rows(arms)), ""]
    words = ("searches/h", "simulations/s", "evaluator calls/s", "tokens/s", "tactics/s", "evaluator", "strict lane", "Lean and search")
    parts += [*table(("one process", *words), _throughput_rows(arms)), ""]
    rows = []
    for arm in arms:
        whole = arm["sets"].get(ALL, next(iter(arm["sets"].values())))
        ended = ", ".join(f"{reason} {count}" for reason, count in arm["ended_by"].items())
        rows.append(
            [
                arm["label"],
                whole["num_infrastructure"],
                whole["num_tainted"],
                *(len(whole["apart"][what]) for what in APART),
                arm["num_missing"],
                ended,
            ]
        )
    parts += table(("arm", "infrastructure", "tainted", "disproved", "vacuous", "answer restated", "not attempted", "ended by"), rows)
    parts += ["", "Disproved, vacuous and restated ones are verified, counted by problem here, and not as solved."]
    parts += [
        f"{arm['label']}, {name}: {what.replace('_', ' ')}: {', '.join(rates['apart'][what])}."
        for arm in arms
        for name, rates in arm["sets"].items()
        for what in APART
        if name != ALL and rates["apart"][what]
    ]
    union = ", ".join(
        f"{name} {of['num_solved']} of {of['num_problems']} ({of['num_attempts']} attempts)" for name, of in found["cumulative"].items()
    )
    parts += ["", f"Cumulative over all arms and seeds, no rate of any of them: {union}."]
    return "\n".join(parts) + "\n"


def solved_lists(found: Mapping[str, Any], name: str) -> str:
    """For one set, the problems each arm solved with every tree, with some, and with none, as Markdown."""
    rows = []
    for arm in found["arms"]:
        trees: Mapping[str, Sequence[int]] = arm["trees"].get(name, {})
        groups: dict[str, list[str]] = {"every": [], "some": [], "none": []}
        for problem, solved in trees.items():
            groups["every" if all(solved) else "some" if any(solved) else "none"].append(problem.rpartition("/")[2])
        rows.append([arm["label"], *(f"{len(group)}: {', '.join(group)}" if group else "0" for group in groups.values())])
    return "\n".join(table((f"{name}, by", "every tree", "some trees", "no tree"), rows)) + "\n"


def _settings(arms: Sequence[Mapping[str, Any]]) -> list[str]:
    rows = []
    for arm in arms:
        limits = [f"{arm['seconds']:g} s" if arm["seconds"] else "", f"{arm['simulations']} simulations" if arm["simulations"] else ""]
        seeds = ", ".join(map(str, arm["seeds"]))
        limit = " or ".join(filter(None, limits))
        rows.append(
            [
                arm["label"],
                f"`{arm['evaluator']}`",
                arm["search_name"],
                limit,
                arm["num_candidates"] or "rules'",
                seeds,
                arm["level"],
                arm["num_processes"],
            ]
        )
    machines = sorted({f"{arm['machine']['num_cpus']} CPUs, {arm['machine']['system']}" for arm in arms})
    toolchains, splits = sorted({arm["toolchain"] for arm in arms}), sorted({arm["split"] or "all" for arm in arms})
    facts = f"Lean: {', '.join(toolchains)}. Machine: {'; '.join(machines)}. Split: {', '.join(splits)}."
    return [*table(("arm", "evaluator", "search", "limit", "K", "seeds", "level", "processes"), rows), "", facts]


def _cell(rates: Mapping[str, Any] | None) -> str:
    if rates is None:
        return "–"
    per_seed = rates["per_seed"].values()
    numbers = ", ".join(str(one["num_solved"]) for one in per_seed)
    return f"{numbers} of {rates['num_problems']}: {rates['rate']:.1%} ({100 * rates['low']:.0f}–{100 * rates['high']:.0f})"


def _interval(d: Mapping[str, Any]) -> str:
    return f"{100 * d['low']:+.1f} … {100 * d['high']:+.1f}"


def _cost_rows(arms: Sequence[Mapping[str, Any]]) -> Iterable[list[Any]]:
    names = {"mean": "mean", "mean_solved": "mean of the solved", "mean_unsolved": "mean of the unsolved", "total": "total"}
    for arm in arms:
        for group, word in names.items():
            if group in arm["costs"]:
                yield [arm["label"], word, *(_number(arm["costs"][group][name]) for name in COSTS)]


def _throughput_rows(arms: Sequence[Mapping[str, Any]]) -> Iterable[list[Any]]:
    for arm in arms:
        of = arm["throughput"]
        rates = [_number(value) for name, value in of.items() if not name.startswith("share")]
        yield [arm["label"], *rates, *(f"{of[name]:.0%}" for name in ("share_evaluator", "share_strict", "share_rest"))]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines]
