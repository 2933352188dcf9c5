"""Every parser of untrusted input withstands the fuzzer's corpus and oversized inputs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tools.fuzz.__main__ import main
from tools.fuzz.bombs import bombs
from tools.fuzz.corpus import KEPT, inputs
from tools.fuzz.mutation import Mutator
from tools.fuzz.targets import LONGEST_MESSAGE, TARGETS, Target, words
from tools.fuzz.trial import judge
from wonders_duel import WondersDuelError

LARGE = 100_000
"""Characters of the large inputs here; a fuzzing session uses the limit of the parsers."""
SLOW = {"command-line", "log-bga", "names", "position", "record-file"}
"""Targets that take a second or more each."""


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_seeds_are_valid(target: Target) -> None:
    """The seeds are valid, so fuzzing starts beyond the first checks."""
    verdicts = [judge(target, data) for data in target.seeds().values()]

    assert [verdict.finding for verdict in verdicts] == [None] * len(verdicts)
    assert sum(verdict.is_read for verdict in verdicts) > len(verdicts) * 0.9


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_corpus_is_withstood(target: Target) -> None:
    """Each input survives a round trip or is refused at once by a library error."""
    found = {name: judge(target, data).finding for name, data in inputs(target).items()}

    assert found
    assert {name: one.story for name, one in found.items() if one is not None} == {}


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(one, marks=[pytest.mark.slow] if name in SLOW else [], id=name)
        for name, one in TARGETS.items()
    ],
)
def test_large_inputs_are_withstood(target: Target) -> None:
    """Depth, length, huge numbers and odd characters give library errors in linear time."""
    found = {what: judge(target, data).finding for what, data in bombs(target, LARGE)}

    assert len(found) > 50
    assert {what: one.story for what, one in found.items() if one is not None} == {}


def test_the_corpus_is_small() -> None:
    """The corpus has less than half a megabyte, and keeps every input that once found a fault."""
    everything = [inputs(target) for target in TARGETS.values()]

    assert sum(len(data) for one in everything for data in one.values()) < 500_000
    assert sum(name.startswith(KEPT) for one in everything for name in one) >= 3


def _another_error(_: bytes) -> None:
    raise KeyError("x")


def _slow(_: bytes) -> None:
    started = time.process_time()
    while time.process_time() < started + 0.2:
        pass


def _talkative(data: bytes) -> None:
    raise WondersDuelError("x" * LONGEST_MESSAGE + str(data))


def _forgetful(data: bytes) -> None:
    assert data + b"x" == data


@pytest.mark.parametrize(
    ("run", "key"),
    [
        (_another_error, "KeyError"),
        (_slow, "slow"),
        (_talkative, "message of WondersDuelError"),
        (_forgetful, "AssertionError"),
    ],
)
def test_faults_are_found(
    run: Callable[[bytes], None], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parser with a fault does not pass."""
    monkeypatch.setattr("tools.fuzz.trial.SECONDS", 0.1)
    monkeypatch.setattr("tools.fuzz.trial.TRACED", 1.0)
    monkeypatch.setattr("tools.fuzz.trial.LOOP", 1000.0)
    finding = judge(Target("faulty", run, dict), b"").finding

    assert finding is not None
    assert finding.key.startswith(key)


def test_one_input_can_be_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A single input can be tried, with its result and an exit code."""
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text("build baths")
    bad.write_text("build a house")

    assert main(["move", str(good), str(bad)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("ms, read")
    assert said[1].endswith("ms, refused")


def test_a_finding_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A finding is printed with its traceback and exit code 1."""
    monkeypatch.setattr(
        "tools.fuzz.__main__.TARGETS", {"move": Target("move", _another_error, dict)}
    )
    file = tmp_path / "input"
    file.write_bytes(b"x")

    assert main(["move", str(file)]) == 1
    assert "KeyError" in capsys.readouterr().out


def test_inputs_are_mutated_in_many_ways() -> None:
    """Inputs are mutated reproducibly by words, lines and values; JSON often stays valid."""
    target = TARGETS["state-document"]
    mutator = Mutator(words(), list(target.seeds().values()))
    data = next(iter(target.seeds().values()))
    made = [mutator.change(data, Random(seed)) for seed in range(100)]

    assert made == [mutator.change(data, Random(seed)) for seed in range(100)]
    assert len(set(made)) > 90
    assert sum(_is_json(one) for one in made) > 20


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True
