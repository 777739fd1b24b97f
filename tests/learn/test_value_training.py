"""The offline recipe of a value head: splits, features, training."""

from __future__ import annotations

import hashlib

import pytest
import torch

from reaprover.errors import InputError
from reaprover.learn.trainee import SessionTrainee
from reaprover.learn.value_training import (
    HeadConfig,
    Part,
    Row,
    Table,
    base_features,
    check_isolation,
    classes_of,
    distributions,
    initial_head,
    mean_nll,
    part_of,
    split,
    train_head,
    vector_hashes,
)
from reaprover.model.network import LoraShape
from reaprover.model.policy_value import PolicyValueModel
from reaprover.model.prompt import reap_prompt
from tests.learn.small import base

pytestmark = pytest.mark.model


def row(number: int, *, depth: int = 1, root: str = "", family: str = "", key: str = "") -> Row:
    root = root or f"t{number}"
    return Row(state=f"⊢ {number}", key=key or f"{number:064x}", root=root, family=family or root, depth=depth)


def table(count: int, seed: int) -> Table:
    """Features whose first coordinate says the class."""
    generator = torch.Generator().manual_seed(seed)
    classes = torch.randint(0, 4, (count,), generator=generator)
    features = torch.randn(count, 8, generator=generator) * 0.1
    features[torch.arange(count), classes] += 2.0
    return Table(features.to(torch.float16), classes)


def test_a_family_goes_where_its_hash_says() -> None:
    digest = hashlib.sha256(b"7\x00logic/and_comm").hexdigest()
    tenth = int(digest[:16], 16) % 10
    expected = Part.TRAIN if tenth <= 7 else {8: Part.VALIDATION, 9: Part.TEST}[tenth]
    assert part_of("logic/and_comm", 7) is expected


def test_about_a_tenth_each_validates_and_tests() -> None:
    found = [part_of(f"theorem {number}", 0) for number in range(4000)]
    assert 340 < found.count(Part.VALIDATION) < 460
    assert 340 < found.count(Part.TEST) < 460


def test_of_equal_states_the_smallest_depth_stays() -> None:
    rows = [row(1, depth=depth, root="a", key="k" * 64) for depth in (5, 2, 9)]
    found = split(rows, 0)
    kept = [one for part in found.rows.values() for one in part]
    assert [one.depth for one in kept] == [2]
    assert (found.num_offered, found.num_duplicates, found.num_shared) == (3, 2, 0)


def test_a_state_of_two_splits_is_dropped() -> None:
    families = {part_of(f"f{number}", 0): f"f{number}" for number in range(100)}
    rows = [row(1, root=families[part], key="k" * 64) for part in (Part.TRAIN, Part.TEST)]
    found = split([*rows, row(2)], 0)
    assert sum(map(len, found.rows.values())) == 1
    assert found.num_shared == 2


def test_variants_go_with_their_problem() -> None:
    found = split([row(number, root=f"p{number % 40}/v{number}", family=f"p{number % 40}") for number in range(800)], 3)
    places = {part: {one.family for one in rows} for part, rows in found.rows.items()}
    assert not places[Part.TRAIN] & places[Part.TEST]
    assert not places[Part.TRAIN] & places[Part.VALIDATION]
    assert sum(map(len, found.rows.values())) == 800


def test_the_order_of_the_rows_does_not_depend_on_their_arrival() -> None:
    rows = [row(number) for number in range(50)]
    assert split(rows, 0).rows == split(rows[::-1], 0).rows


def test_depths_from_64_on_are_one_class() -> None:
    assert classes_of([row(1, depth=1), row(2, depth=64), row(3, depth=90)]).tolist() == [0, 63, 63]


def test_a_depth_of_zero_is_refused() -> None:
    with pytest.raises(InputError, match="depth"):
        split([row(1, depth=0)], 0)


@pytest.mark.parametrize(
    ("what", "one", "two"),
    [
        ("state", row(1, key="a" * 64), row(2, key="a" * 64)),
        ("root", row(1, root="r", family="f"), row(2, root="r", family="g")),
        ("family", row(1, root="r", family="f"), row(2, root="s", family="f")),
    ],
)
def test_what_stands_in_two_splits_is_named(what: str, one: Row, two: Row) -> None:
    with pytest.raises(InputError, match=f"^{what} "):
        check_isolation({Part.TRAIN: [one], Part.TEST: [two]}, {})


def test_a_vector_that_stands_in_two_splits_is_named() -> None:
    with pytest.raises(InputError, match=r"^vector "):
        check_isolation({}, {Part.TRAIN: ["v", "w"], Part.VALIDATION: ["w"]})
    check_isolation({Part.TRAIN: [row(1)], Part.TEST: [row(2)]}, {Part.TRAIN: ["v"], Part.TEST: ["w"]})


def test_features_are_the_bare_bases_last_hidden_state() -> None:
    made = base()
    model = PolicyValueModel(made, LoraShape(rank=4, alpha=8))
    model.create("s")
    with torch.no_grad():
        for parameter in model.trainable("s").values():
            parameter.add_(0.1)  # an adapter that acts, to be switched off
    states = ["n : Nat\n⊢ n + 0 = n", "⊢ True", "p q : Prop\nh : p ∧ q\n⊢ q", "⊢ " + "True ∧ " * 300 + "True"]
    found = base_features(SessionTrainee(model, "s"), states)
    assert found is not None
    features, places = found
    assert places == [0, 1, 2]  # the last one is longer than the context
    assert features.dtype == torch.float16
    for at, state in enumerate(states[:3]):
        ids = torch.tensor([made.tokenizer.encode(reap_prompt([state]))])
        with torch.no_grad():
            alone = model.network.hidden(None, ids)[0, -1]
            adapted = model.network.hidden(model.session("s").slot, ids)[0, -1]
        assert torch.allclose(features[at].float(), alone, atol=2e-3)
        assert not torch.allclose(features[at].float(), adapted, atol=2e-2)
    assert len(set(vector_hashes(features))) == 3


def test_features_stop_when_asked() -> None:
    model = PolicyValueModel(base(), LoraShape(rank=4, alpha=8))
    model.create("s")
    assert base_features(SessionTrainee(model, "s"), ["⊢ True"], stop_fn=lambda: True) is None


def test_training_twice_gives_the_same_bits() -> None:
    config = HeadConfig(max_epochs=3, batch_size=16, seed=5)
    one, two = (train_head(table(60, 0), table(30, 1), config) for _ in range(2))
    assert one is not None
    assert two is not None
    assert all(torch.equal(a, b) for a, b in zip(one.head.parameters(), two.head.parameters(), strict=True))
    assert one.order_sha256 == two.order_sha256
    assert one.epochs == two.epochs


def test_a_head_learns_what_its_features_say() -> None:
    trained = train_head(table(200, 0), table(100, 1), HeadConfig(max_epochs=30, batch_size=50))
    assert trained is not None
    fresh = table(100, 2)
    assert mean_nll(trained.head, fresh) < 0.5 < 3.0 < mean_nll(trained.initial, fresh)  # 64 classes: ln 64 = 4.16
    rows = distributions(trained.head, fresh.features)
    assert float((rows.argmax(1) == fresh.classes).double().mean()) > 0.95
    assert torch.allclose(rows.sum(1), torch.ones(100, dtype=torch.float64))


def test_the_best_epoch_is_kept_and_patience_ends_it() -> None:
    train = table(40, 0)
    wrong = Table(train.features, (train.classes + 1) % 4)  # the better the training, the worse the validation
    trained = train_head(train, wrong, HeadConfig(max_epochs=30, patience=2, batch_size=40, learning_rate=0.05))
    assert trained is not None
    losses = [epoch.validation_nll for epoch in trained.epochs]
    assert trained.best_epoch == losses.index(min(losses))
    assert len(losses) == trained.best_epoch + 3
    assert mean_nll(trained.head, wrong) == pytest.approx(min(losses))


def test_the_matched_random_head_is_what_training_began_with() -> None:
    trained = train_head(table(20, 0), table(20, 1), HeadConfig(max_epochs=1, seed=9))
    assert trained is not None
    begun = initial_head(8, 9)
    assert all(torch.equal(a, b) for a, b in zip(trained.initial.parameters(), begun.parameters(), strict=True))


def test_a_stop_gives_nothing() -> None:
    assert train_head(table(20, 0), table(20, 1), HeadConfig(), stop_fn=lambda: True) is None


def test_an_empty_split_is_refused() -> None:
    with pytest.raises(InputError, match="validation split"):
        train_head(table(20, 0), Table(torch.zeros(0, 8, dtype=torch.float16), torch.zeros(0, dtype=torch.long)), HeadConfig())


def test_a_number_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match="patience"):
        HeadConfig(patience=0)
