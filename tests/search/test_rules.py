"""Named rule sets, overrides and REAP's scaled options against the specification's tables."""

from __future__ import annotations

import pytest

from reaprover.errors import UsageError
from reaprover.search import RULE_SETS, RuleSet, rule_set, search_config
from reaprover.search.budget import Budget
from reaprover.search.rules import REAP, from_reap_options

from .golden import GOLDEN


@pytest.mark.parametrize("name", ["paper", "pseudocode", "reap"])
def test_rule_sets_hold_the_values_of_the_golden_file(name: str) -> None:
    expected = GOLDEN["rule_sets"][name]
    found = rule_set(name).to_json()
    ours = {"ps_c": "sampling_c", "ps_alpha": "sampling_alpha", "sqrt": "root", "and_self": "and_statistics", "dead": "dead_value",
            "merge_prior": "merged_weight", "ancestors": "drop_ancestors"}  # fmt: skip
    for key, value in expected.items():
        if key == "penalty" and value is None:
            assert found["unvisited"] == "zero"
            continue
        assert found[ours.get(key, key)] == value, key


@pytest.mark.invariant
def test_reap_options_are_scaled_by_their_own_divisors() -> None:
    defaults = {
        "c_base": 3200, "c_init": 1, "visit_discount": 990, "prior_temperature": 50, "num_samples": 6, "max_goals": 64, "max_steps": 64,
        "progressive_sampling_c": 10, "progressive_sampling_alpha": 600, "temperature": 99, "num_premises": 16, "max_tokens": 1024,
        "heartbeats": 1_000_000_000, "timeout": 200_000,
    }  # fmt: skip
    assert from_reap_options(defaults) == REAP


def test_the_preset_of_the_released_snapshot_scales_its_options() -> None:
    released = from_reap_options({"c_init": 1500, "progressive_sampling_c": 500, "num_samples": 8, "max_steps": 32, "max_goals": 128})
    assert released.override(name="reap-as-run") == rule_set("reap-as-run")
    assert (released.c_init, released.sampling_c) == (1.5, 0.5)
    assert Budget.of(released) == Budget(num_simulations=32, num_nodes=128)


@pytest.mark.parametrize("options", [{"c_int": 1}, {"c_init": -1}, {"c_init": 0.5}, {"c_init": True}])
def test_reap_options_that_are_no_options_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(UsageError):
        from_reap_options(options)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_reads_back_from_json(name: str) -> None:
    assert RuleSet.from_json(rule_set(name).to_json()) == rule_set(name)


def test_unknown_names_are_refused_with_what_there_is() -> None:
    with pytest.raises(UsageError, match="paper"):
        rule_set("papr")
    with pytest.raises(UsageError, match="c_init"):
        rule_set("paper").override(cinit=1.0)
    with pytest.raises(UsageError, match="best-first"):
        search_config("dfs")
    with pytest.raises(UsageError, match="beam_width"):
        search_config("beam", width=3)


@pytest.mark.parametrize("values", [{"tau": 0.0}, {"gamma": 1.5}, {"c_base": 0.0}, {"num_candidates": 0}, {"sampling_c": -1.0}])
def test_values_that_make_no_sense_are_refused(values: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=next(iter(values))):
        rule_set("paper").override(**values)


def test_configurations_override_rules_and_settings_by_name() -> None:
    config = search_config("beam", rules={"max_depth": 5}, beam_width=3)
    assert (config.rules.max_depth, config.beam_width) == (5, 3)
