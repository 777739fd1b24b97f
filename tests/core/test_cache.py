from __future__ import annotations

from pathlib import Path

import pytest

from reaprover.core.cache import cache_folder


def test_the_cache_is_where_the_variables_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("REAPROVER_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "reaprover"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "reaprover"
    monkeypatch.setenv("REAPROVER_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
