"""Draws a web page as a browser does: web_camera.py ADDRESS FILE light|dark. In a process of its own."""

from __future__ import annotations

# ruff: noqa: E402 - Qt's browser reads the environment when it is imported
import os
import sys

ADDRESS, TARGET, COLOURS = sys.argv[1:4]
SIZE = (1000, 1250)
PAINTED_MS = 1200
LATEST_MS = 60_000
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
SCHEME = " --blink-settings=preferredColorScheme=0" if COLOURS == "dark" else ""
os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = f"--disable-gpu --hide-scrollbars{SCHEME}"

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtWebEngineCore import QWebEngineSettings
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication


def main() -> int:
    """Load the page and draw it; 0 when it is in the file."""
    application = QApplication(sys.argv[:1])
    view = QWebEngineView()
    view.resize(*SIZE)
    view.settings().setAttribute(QWebEngineSettings.WebAttribute.ShowScrollBars, False)

    def draw() -> None:
        application.exit(0 if view.grab().save(TARGET) else 1)

    def loaded(well: bool) -> None:
        QTimer.singleShot(PAINTED_MS, draw if well else lambda: application.exit(1))

    view.loadFinished.connect(loaded)
    QTimer.singleShot(LATEST_MS, lambda: application.exit(1))
    view.load(QUrl(ADDRESS))
    view.show()
    return application.exec()


if __name__ == "__main__":
    raise SystemExit(main())
