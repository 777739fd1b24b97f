"""Files and folders appear whole or not at all, and nothing is replaced that must not be."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from reaprover.core import durable
from reaprover.core.durable import find_leftovers, publish_folder, remove_leftover, rename_without_replacing, write_durably
from reaprover.errors import InfrastructureError


def test_a_file_is_written_replaced_and_refused_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    write_durably(path, b"one")
    write_durably(path, [b"t", memoryview(b"wo")])
    assert path.read_bytes() == b"two"
    with pytest.raises(FileExistsError):
        write_durably(path, b"three", replace=False)
    write_durably(tmp_path / "new.json", b"new", replace=False)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["new.json", "record.json"]
    assert path.read_bytes() == b"two"


def test_a_missing_folder_is_an_infrastructure_error_that_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(InfrastructureError, match=r"record\.json"):
        write_durably(tmp_path / "absent" / "record.json", b"")


def test_a_folder_is_published_in_order_with_missing_parents(tmp_path: Path) -> None:
    seen: list[str] = []

    def second() -> bytes:
        seen.extend(path.name for path in (tmp_path / "a" / "b").glob(".c.tmp-*/*"))
        return b"2"

    publish_folder(tmp_path / "a" / "b" / "c", {"first": b"1", "second": second})
    assert seen == ["first"]
    assert {p.name: p.read_bytes() for p in (tmp_path / "a" / "b" / "c").iterdir()} == {"first": b"1", "second": b"2"}
    assert [p.name for p in (tmp_path / "a" / "b").iterdir()] == ["c"]


def test_an_exception_in_the_content_leaves_nothing(tmp_path: Path) -> None:
    def broken() -> bytes:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        publish_folder(tmp_path / "c", {"first": b"1", "second": broken})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kernel", [True, False], ids=["by the kernel", "under a lock"])
def test_of_many_writers_of_one_name_exactly_one_wins(tmp_path: Path, kernel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not kernel:
        import errno

        monkeypatch.setattr(durable, "_kernel_rename", lambda source, target: errno.ENOSYS)
    barrier, outcomes = threading.Barrier(8), []

    def publish(number: int) -> None:
        barrier.wait()
        try:
            publish_folder(tmp_path / "store" / "name", {"who": str(number).encode()})
            outcomes.append(number)
        except FileExistsError:
            outcomes.append(-1)

    threads = [threading.Thread(target=publish, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (winner,) = [outcome for outcome in outcomes if outcome >= 0]
    assert len(outcomes) == 8
    assert (tmp_path / "store" / "name" / "who").read_bytes() == str(winner).encode()
    assert {p.name for p in (tmp_path / "store").iterdir()} <= {"name", ".publish.lock"}


def test_an_empty_folder_is_not_renamed_over(tmp_path: Path) -> None:
    for name in ("full", "empty"):
        (tmp_path / name).mkdir()
    with pytest.raises(FileExistsError):
        rename_without_replacing(tmp_path / "full", tmp_path / "empty")


def test_leftovers_are_found_by_their_exact_form_only(tmp_path: Path) -> None:
    dead = tmp_path / f".release.tmp-{'0' * 32}"
    dead.mkdir()
    (dead / "session.json").write_bytes(b"half")
    half = tmp_path / f".record.json.tmp-{'a' * 32}"
    half.write_bytes(b"half")
    for name in (".release.tmp-xyz", "release", ".git", f"release.tmp-{'0' * 32}"):
        (tmp_path / name).mkdir()
    (tmp_path / f".link.tmp-{'0' * 32}").symlink_to(tmp_path / "release")
    found = find_leftovers(tmp_path, time.time() + 100)
    assert {leftover.path for leftover in found} == {dead, half}
    assert all(99 <= leftover.age_s <= 200 for leftover in found)
    for leftover in found:
        remove_leftover(leftover)
    assert (tmp_path / "release").is_dir()
    assert not dead.exists()
    assert not half.exists()


def test_a_published_folder_may_have_folders_inside(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"linked")
    publish_folder(tmp_path / "c", {"a/b/first": b"1", "a/second": lambda: b"2", "third": source})
    found = {path.relative_to(tmp_path / "c").as_posix(): path.read_bytes() for path in (tmp_path / "c").rglob("*") if path.is_file()}
    assert found == {"a/b/first": b"1", "a/second": b"2", "third": b"linked"}


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "a//b", ".", "a\\b"])
def test_a_file_name_that_leads_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="leads out"):
        publish_folder(tmp_path / "c", {name: b"1"})
    assert list(tmp_path.iterdir()) == []
