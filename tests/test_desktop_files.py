"""The menu entry, icons and file types: put into a home and taken out again."""

from __future__ import annotations

import configparser
import subprocess
from pathlib import Path
from xml.etree import ElementTree

from server.domain.bundles import ENDING, MEDIA_TYPE

ROOT = Path(__file__).resolve().parents[1]
DESKTOP = ROOT / "packaging" / "desktop"


def install(home: Path, *words: str) -> None:
    """Run the script as a person does."""
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    subprocess.run([ROOT / "packaging" / "install-desktop", *words], env=environment, check=True, capture_output=True)


def test_it_goes_into_the_menu_and_out_again(tmp_path: Path) -> None:
    (tmp_path / ".local" / "share" / "quillcast").mkdir(parents=True)
    (tmp_path / ".local" / "share" / "quillcast" / "quillcast.db").touch()
    install(tmp_path)
    install(tmp_path)
    share = tmp_path / ".local" / "share"
    entry = configparser.RawConfigParser()
    entry.read(share / "applications" / "quillcast.desktop", encoding="utf-8")
    command = entry["Desktop Entry"]["Exec"].split('"')[1]
    assert Path(command).read_text().startswith("#!/bin/sh\nexec")
    assert str(ROOT / "packaging" / "run") in Path(command).read_text()
    assert (share / "icons" / "hicolor" / "256x256" / "apps" / "quillcast.png").is_file()
    assert (share / "icons" / "hicolor" / "scalable" / "apps" / "quillcast.svg").is_file()

    install(tmp_path, "--remove")
    left = [path for path in tmp_path.rglob("*quillcast*") if path.is_file()]
    assert left == [share / "quillcast" / "quillcast.db"], "what was made stays, everything else goes"


def test_the_file_type_of_bundles_is_the_one_that_they_carry() -> None:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    (kind,) = ElementTree.parse(DESKTOP / "quillcast-mime.xml").getroot().findall(f"{space}mime-type")
    assert kind.get("type") == MEDIA_TYPE
    assert [glob.get("pattern") for glob in kind.findall(f"{space}glob")] == [f"*{ENDING}"]
    entry = configparser.RawConfigParser()
    entry.read(DESKTOP / "quillcast.desktop", encoding="utf-8")
    assert MEDIA_TYPE in entry["Desktop Entry"]["MimeType"].split(";")
    component = ElementTree.parse(DESKTOP / "app.quillcast.Quillcast.metainfo.xml").getroot()
    assert component.findtext("launchable") == "quillcast.desktop"
    assert component.findtext("provides/mediatype") == MEDIA_TYPE
