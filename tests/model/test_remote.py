"""The evaluator over HTTP: what it accepts, and which servers it refuses (B39 to B45)."""

from __future__ import annotations

import math

import pytest

from reaprover.core import Evaluator, Observation
from reaprover.errors import InfrastructureError, UsageError
from reaprover.model.loading import load_model_evaluator
from reaprover.model.remote import RemoteEvaluator
from reaprover.model.sampling import Sampling

from .servers import PROBABILITIES, openai_server, reap_server, serving

STATE = Observation(("⊢ True",), "k", 0, 8)


@pytest.fixture(autouse=True)
def _no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REAPROVER_API_KEY", raising=False)


@pytest.mark.parametrize("chat_shape", [False, True])
def test_an_openai_server_gives_candidates_values_and_costs_in_both_shapes(chat_shape: bool) -> None:
    with serving(openai_server(chat_shape=chat_shape)) as url, RemoteEvaluator(url + "/v1") as evaluator:
        found = evaluator.capabilities
        assert (found.wire, found.model, found.value_model) == ("openai", "tactics", "tactics:value")
        assert (found.scores_end, found.is_untempered) == (True, True)
        evaluation = evaluator.evaluate([STATE])[0]
        assert (evaluation.value, len(evaluation.candidates), evaluation.num_tokens) == (-3.5, 8, 108)
        for candidate in evaluation.candidates:
            assert candidate.truncated is (candidate.tactic == "omega")
            expected = math.log(PROBABILITIES[" " + candidate.tactic]) - (0 if candidate.truncated else 0.25)
            assert candidate.logprob == pytest.approx(expected)
        again = evaluator.evaluate([STATE, STATE, Observation((), "done")])
        assert [e.num_tokens for e in again] == [0, 0, 0]
        assert again[0].candidates == evaluation.candidates
        assert again[2].value == 0.0


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("null", "log-probabilities were asked for and are missing"),
        ("no entries", "no token with a log-probability"),
        ("hole", "log-probability None"),
        ("positive", "log-probability 0.5"),
        ("n", "1 choices came back, expected n = 2"),
        ("tempered", "after temperature"),
        ("logprobs refused", "refuses n = 2 with log-probabilities"),
        ("token", "refuses the token; set REAPROVER_API_KEY"),
    ],
)
def test_a_server_that_would_mislead_the_search_is_refused(fault: str, message: str) -> None:
    with serving(openai_server(fault)) as url, pytest.raises(UsageError, match=message):
        RemoteEvaluator(url + "/v1")


def test_a_token_is_sent_and_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REAPROVER_API_KEY", "secret")
    with serving(openai_server("token")) as url, RemoteEvaluator(url + "/v1") as evaluator:
        assert evaluator.evaluate([STATE])[0].candidates
        assert "secret" not in evaluator.identity + repr(evaluator)


def test_a_server_without_values_needs_a_stated_distance() -> None:
    with serving(openai_server(values=False)) as url:
        with pytest.raises(UsageError, match="gives no value"):
            RemoteEvaluator(url + "/v1")
        with RemoteEvaluator(url + "/v1", default_distance=8.0) as evaluator:
            assert evaluator.evaluate([STATE])[0].value == -8.0
        with pytest.raises(UsageError, match=r"found 0\.5"):
            RemoteEvaluator(url + "/v1", default_distance=0.5)


def test_a_server_that_leaves_out_the_end_token_is_found_out() -> None:
    with serving(openai_server("no end")) as url, RemoteEvaluator(url + "/v1") as evaluator:
        assert evaluator.capabilities.scores_end is False


def test_an_unknown_model_is_refused_with_the_names_there_are() -> None:
    with serving(openai_server()) as url, pytest.raises(UsageError, match="no model 'other'; found tactics"):
        RemoteEvaluator(url + "/v1", model="other")


def test_failures_after_the_probe_are_infrastructure() -> None:
    with serving(openai_server("later")) as url, RemoteEvaluator(url + "/v1") as evaluator:
        with pytest.raises(InfrastructureError, match="status 500: out of memory"):
            evaluator.evaluate([Observation(("⊢ True",), "k", 0, 3)])
        assert evaluator.evaluate([STATE])[0].candidates
    with pytest.raises(InfrastructureError):
        RemoteEvaluator(url + "/v1", timeout_s=5)
    with serving(openai_server("no json")) as url, pytest.raises(InfrastructureError, match="no usable JSON"):
        RemoteEvaluator(url + "/v1")


def test_the_original_wire_is_understood() -> None:
    with serving(reap_server()) as url:
        evaluator: Evaluator = load_model_evaluator(f"{url}/sessions/s1", sampling=Sampling(max_tokens=8))
        assert isinstance(evaluator, RemoteEvaluator)
        assert evaluator.capabilities.wire == "reaprover"
        first = evaluator.evaluate([STATE])[0]
        assert first.value == -3.25
        assert [(c.tactic, c.logprob, c.truncated) for c in first.candidates] == [("intro n", -0.875, False)] * 8
        evaluator.close()


def test_a_cut_tactic_is_found_out_where_the_server_always_says_stop() -> None:
    with serving(reap_server()) as url, RemoteEvaluator(f"{url}/sessions/s1", sampling=Sampling(max_tokens=2)) as evaluator:
        assert all(candidate.truncated for candidate in evaluator.evaluate([STATE])[0].candidates)


def test_another_policy_version_makes_known_answers_stale() -> None:
    with serving(reap_server()) as url, RemoteEvaluator(f"{url}/sessions/s1", sampling=Sampling(max_tokens=8)) as evaluator:
        evaluator.evaluate([STATE])
        assert (evaluator.version, evaluator.evaluate([STATE])[0].num_tokens) == (0, 0)
        evaluator.evaluate([Observation(("⊢ True",), "k", 0, 5)])
        assert evaluator.version == 1
        assert evaluator.evaluate([STATE])[0].num_tokens > 0
        assert ":v1" in evaluator.identity


@pytest.mark.parametrize("score", ['{"score":null}', '{"score":NaN}', "-1000.0", '{"score":-1.0}', "{}", '{"score":true}'])
def test_a_value_that_is_none_is_never_taken_for_one(score: str) -> None:
    with (
        serving(reap_server(score)) as url,
        RemoteEvaluator(f"{url}/sessions/s1") as evaluator,
        pytest.raises(InfrastructureError, match="value"),
    ):
        evaluator.evaluate([STATE])


def test_an_address_that_is_neither_is_refused() -> None:
    with serving(lambda *_: (404, {"error": "not_found"})) as url, pytest.raises(UsageError, match="neither a REAP nor an OpenAI address"):
        RemoteEvaluator(url)
