"""Wrong arguments and files are reported in one line, without a traceback."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from quadrille.dask import __main__, simulate
from quadrille.dask.progress import line


def test_wrong_numbers_are_rejected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = [("--workers", "0"), ("--seconds", "-1"), ("--seconds", "nan"), ("--parts", "x")]
    for flag, value in wrong:
        arguments = ["", "queens.dlx", "--ledger", "run.jsonl", flag, value]
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as end:
            __main__.main()
        assert end.value.code == 2
        assert f"argument {flag}: '{value}' is not a" in capsys.readouterr().err


def test_a_missing_program_is_reported_with_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ledger: Path
) -> None:
    arguments = ["", "queens.dlx", "--ledger", str(ledger), "--quadrille", "/no/quadrille"]
    monkeypatch.setattr(sys, "argv", arguments)
    assert __main__.main() == 2
    assert capsys.readouterr().err == (
        "quadrille.dask: cannot run /no/quadrille: No such file or directory\n"
        "help: install quadrille, or give its path with '--quadrille'\n"
    )


def test_the_simulator_rejects_what_is_not_a_ledger(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    monkeypatch.setattr(sys, "argv", ["", str(path), "--nodes", "1e9"])
    assert simulate.main() == 2
    assert capsys.readouterr().err.startswith(f"quadrille.dask: cannot read {path}: No such")
    for text, what in [("a b\n", "is not a ledger"), ("1\n", "is not a ledger"), ("", "has no")]:
        path.write_text(text)
        assert simulate.main() == 2
        assert capsys.readouterr().err.startswith(f"quadrille.dask: {path} {what}")


def test_a_narrow_terminal_shows_the_first_numbers() -> None:
    parts = ["45.6 %", "1:00:00 left", "1,234 solutions", "8 workers"]
    wide = "0:12:30 [#########...........] 45.6 %, 1:00:00 left, 1,234 solutions, 8 workers"
    assert line("0:12:30", 0.456, parts, 100) == wide
    assert line("0:12:30", 0.456, parts, 40) == "45.6 %, 1:00:00 left, 1,234 solutions"
    assert line("0:12:30", 0.456, parts, 20) == "45.6 %, 1:00:00 left"
    assert line("0:12:30", 0.456, parts, 0) == "45.6 %"
