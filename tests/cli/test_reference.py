"""Documentation that cannot drift: pages that the program prints, commands that the README shows."""

from __future__ import annotations

import re
from pathlib import Path

from reaprover.cli.reference import page

ROOT = Path(__file__).parent.parent.parent


def test_the_page_of_commands_is_what_the_program_prints() -> None:
    assert (ROOT / "docs" / "cli.md").read_text() == page(), "run: python -m reaprover.cli.reference > docs/cli.md"


def test_every_local_link_of_the_documentation_leads_somewhere() -> None:
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name} links to {target}, which is not there"


def test_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    ci = (ROOT / ".ci" / "run").read_text()
    install = re.search(r'pip install (-q -c constraints-cpu.txt -e "[^"]+")', readme)
    assert install
    assert install[1] in ci
    assert "-m pytest" in readme
    assert "-m pytest" in ci
