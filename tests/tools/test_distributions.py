"""The check of the files for the package index notices every possible fault."""

from __future__ import annotations

import io
import tarfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools.digest import FILE
from tools.digest import faults as digest_faults
from tools.digest import main as digest_main
from tools.distributions import MODULES, PLATFORMS, PYTHONS, faults, main
from wonders_duel import is_compiled

METADATA = "Name: wonders-duel\nVersion: 1.2.3\n"
ROOT = Path(__file__).parents[2]
FILES = {"wonders_duel/state.py": "STATE = 1\n"}
TAGS = {
    "manylinux_x86_64": ("manylinux_2_17_x86_64.manylinux2014_x86_64", "-x86_64-linux-gnu.so"),
    "manylinux_aarch64": ("manylinux2014_aarch64.manylinux_2_17_aarch64", "-aarch64-linux-gnu.so"),
    "musllinux_x86_64": ("musllinux_1_2_x86_64", "-x86_64-linux-musl.so"),
    "musllinux_aarch64": ("musllinux_1_2_aarch64", "-aarch64-linux-musl.so"),
    "macosx_x86_64": ("macosx_10_9_x86_64", "-darwin.so"),
    "macosx_arm64": ("macosx_11_0_arm64", "-darwin.so"),
    "win_amd64": ("win_amd64", "-win_amd64.pyd"),
    "win_arm64": ("win_arm64", "-win_arm64.pyd"),
}


def _wheel(
    folder: Path,
    python: str = "py3",
    platform: str = "any",
    ending: str = "",
    *,
    version: str = "1.2.3",
    metadata: str = METADATA,
    files: Mapping[str, str] = FILES,
    tags: tuple[str, ...] | None = None,
    purelib: bool | None = None,
) -> Path:
    """Write a wheel: pure by default, or with compiled modules that have the given suffix."""
    abi = python if ending else "none"
    about = f"wonders_duel-{version}.dist-info"
    said = [f"{python}-{abi}-{one}" for one in platform.split(".")] if tags is None else tags
    pure = not ending if purelib is None else purelib
    held = {
        **files,
        **({"wonders_duel/": ""} if ending else {}),
        **({f"{name.replace('.', '/')}.{ending}": "code" for name in MODULES} if ending else {}),
        f"{about}/METADATA": metadata,
        f"{about}/WHEEL": f"Root-Is-Purelib: {str(pure).lower()}\n"
        + "".join(f"Tag: {one}\n" for one in said),
    }
    path = folder / f"wonders_duel-{version}-{python}-{abi}-{platform}.whl"
    with ZipFile(path, "w") as archive:
        for name, text in held.items():
            archive.writestr(name, text)
    return path


def _sdist(folder: Path, *, version: str = "1.2.3", metadata: str = METADATA) -> Path:
    path = folder / f"wonders_duel-{version}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        held = tarfile.TarInfo(f"wonders_duel-{version}/PKG-INFO")
        held.size = len(metadata)
        archive.addfile(held, io.BytesIO(metadata.encode()))
    return path


def _compiled(folder: Path, python: str, platform: str, **wrong: object) -> Path:
    tag, end = TAGS[platform]
    ending = f"{python}{end}" if end.endswith("pyd") else f"cpython-{python[2:]}{end}"
    return _wheel(folder, python, tag, ending, **wrong)  # type: ignore[arg-type]  # by name


def _release(folder: Path, metadata: str = METADATA) -> None:
    """Write all files of a release."""
    _sdist(folder, metadata=metadata)
    _wheel(folder, metadata=metadata)
    for python in PYTHONS:
        for platform in PLATFORMS:
            _compiled(folder, python, platform, metadata=metadata)


def test_a_whole_release_has_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A release of the sdist, the pure wheel and 32 compiled wheels has no faults."""
    _release(tmp_path)

    assert main([str(tmp_path), "--complete"]) == 0
    assert capsys.readouterr().out == "34 files: 0 faults\n"


def test_a_release_needs_an_address(tmp_path: Path) -> None:
    """A release with the placeholder of ``pyproject.toml`` for its address is refused."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (address,) = project["urls"].values()
    _release(tmp_path, f"{METADATA}Project-URL: Repository, {address}\n")

    assert list(faults(tmp_path, complete=False)) == []
    assert list(faults(tmp_path, complete=True)) == [
        "the address of the repository is a placeholder: set it in [project.urls]"
    ]


def test_missing_files_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Missing files are named with ``--complete``, and only then."""
    _release(tmp_path)
    for path in tmp_path.glob("*cp312*musl*aarch64*"):
        path.unlink()
    (tmp_path / "wonders_duel-1.2.3.tar.gz").unlink()
    _compiled(tmp_path, "cp310", "win_amd64")

    assert main([str(tmp_path)]) == 0
    assert main([str(tmp_path), "--complete"]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "0 sdists, not 1",
        "cp310 win_amd64: is not meant",
        "cp312 musllinux_aarch64: is missing",
        "33 files: 3 faults",
    ]


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"version": "1.2.4"}, "is not of version 1.2.3"),
        ({"metadata": METADATA + "Summary: x\n"}, "the metadata differ"),
        ({"files": {"wonders_duel/state.py": "STATE = 2\n"}}, "the files differ"),
        ({"files": {}}, "the files differ"),
        ({"tags": ("cp312-cp312-win_amd64",)}, "the tags inside are cp312-cp312-win_amd64"),
        ({"tags": ()}, "the tags inside are none"),
        ({"purelib": True}, "Root-Is-Purelib is not false"),
        (
            {"files": {**FILES, "extra.cp311-win_amd64.pyd": ""}},
            "extra.cp311-win_amd64.pyd is not meant",
        ),
    ],
)
def test_a_wrong_wheel_is_noticed(tmp_path: Path, wrong: dict[str, object], fault: str) -> None:
    """A faulty wheel is reported by its name with its fault."""
    _wheel(tmp_path)
    path = _compiled(tmp_path, "cp311", "win_amd64", **wrong)

    (found,) = faults(tmp_path, complete=False)
    assert found.startswith(f"{path.name}: {fault}")


def test_modules_for_another_system_are_noticed(tmp_path: Path) -> None:
    """Modules for another system are reported, and so are the missing right ones."""
    _wheel(tmp_path)
    _wheel(tmp_path, "cp311", "win_amd64", "cp311-win_arm64.pyd")

    found = list(faults(tmp_path, complete=False))
    assert len(found) == 2 * len(MODULES)
    assert any("state.cp311-win_amd64.pyd is missing" in one for one in found)
    assert any("state.cp311-win_arm64.pyd is not meant" in one for one in found)


def test_other_files_and_other_sdists_are_noticed(tmp_path: Path) -> None:
    """Stray files, a wrong version, different metadata and a missing pure wheel are reported."""
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")
    found = ["notes.txt: is no sdist and no wheel", "0 pure wheels, not 1"]
    assert list(faults(tmp_path, complete=False)) == found

    _wheel(tmp_path)
    _sdist(tmp_path, version="1.2.4")
    _sdist(tmp_path, metadata="Name: another\n")
    assert list(faults(tmp_path, complete=False)) == [
        found[0],
        "wonders_duel-1.2.3.tar.gz: the metadata differ from those of the pure wheel",
        "wonders_duel-1.2.4.tar.gz: is not of version 1.2.3",
    ]


def test_an_interface_of_another_python_is_noticed(tmp_path: Path) -> None:
    """A wheel for another ABI, such as that of free-threaded Python, is reported."""
    _wheel(tmp_path)
    path = _compiled(tmp_path, "cp314", "win_amd64", tags=("cp314-cp314t-win_amd64",))
    path.rename(path.with_name(path.name.replace("cp314-cp314", "cp314-cp314t")))

    (found,) = faults(tmp_path, complete=False)
    assert "another interface" in found


def test_the_digests_are_checked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong build, a wrong digest or a wrong number of digests is reported."""
    here, other = ("compiled", "pure") if is_compiled else ("pure", "compiled")
    recorded = FILE.read_text(encoding="utf-8").splitlines()[:3]
    file = tmp_path / "digests.txt"
    file.write_text("\n".join(recorded), encoding="utf-8")
    monkeypatch.setattr("tools.digest.FILE", file)
    monkeypatch.setattr("tools.digest.GAMES", 3)

    assert digest_main(["--check", here]) == 0
    assert capsys.readouterr().out == f"3 games, {here}: 0 faults\n"
    assert digest_main(["--check", other]) == 1
    assert f"the {here} build is installed" in capsys.readouterr().out

    file.write_text(f"{recorded[0]}\n1 0123456789abcdef\n", encoding="utf-8")
    assert list(digest_faults(here)) == [
        "2 digests are recorded, not 3",
        f"a game and its digest are {recorded[1]}, recorded is 1 0123456789abcdef",
    ]
    assert digest_main([]) == 0
    assert file.read_text(encoding="utf-8").splitlines() == recorded
