"""One window for one data directory: a second start brings the first to the front and hands over what it was given."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

MOST_SAID = 1_000_000
"""Bytes of what is handed over."""
ANSWER_MS = 1000
"""How long the first program may take to answer the door."""


def door(data_dir: Path) -> str:
    """The local socket's name for a data directory."""
    return "quillcast-" + hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:16]


def call_first(data_dir: Path, given: Sequence[str] = ()) -> bool:
    """Ask the program that has this data directory open to show itself, and to open the files and addresses that were
    given here; False when there is none."""
    socket = QLocalSocket()
    socket.connectToServer(door(data_dir))
    if not socket.waitForConnected(ANSWER_MS):
        return False
    socket.write(json.dumps({"open": list(given)}).encode() + b"\n")
    socket.waitForBytesWritten(ANSWER_MS)
    socket.disconnectFromServer()
    return True


class Doorkeeper(QObject):
    """Keeps the door while this program runs. `knocked` tells that another start was tried, `handed` what it was given.

    Only programs of the same user reach it.
    """

    knocked = Signal()
    handed = Signal(list)

    def __init__(self, data_dir: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._open)
        name = door(data_dir)
        if not self._server.listen(name):
            # Nobody answered, so the socket is what a killed program left behind.
            QLocalServer.removeServer(name)
            self._server.listen(name)

    @property
    def listening(self) -> bool:
        """Whether the door is kept."""
        return self._server.isListening()

    def close(self) -> None:
        """Leave the door."""
        self._server.close()

    def _open(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            # A slot that held the socket would end it while Qt does.
            socket.readyRead.connect(self._heard)
            self.knocked.emit()
            self._read(socket)

    def _heard(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket):
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > MOST_SAID:
            socket.abort()
            return
        while socket.canReadLine():
            try:
                said = json.loads(bytes(socket.readLine().data()))
            except ValueError:
                continue
            given = said.get("open") if isinstance(said, dict) else None
            if isinstance(given, list) and given:
                self.handed.emit([str(each) for each in given])
