"""One window for one data directory: a second start brings the first to the front."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

ANSWER_MS = 1000
"""How long the first program may take to answer the door."""


def door(data_dir: Path) -> str:
    """The local socket's name for a data directory."""
    return "quillcast-" + hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:16]


def call_first(data_dir: Path) -> bool:
    """Ask the program that has this data directory open to show itself; False when there is none."""
    socket = QLocalSocket()
    socket.connectToServer(door(data_dir))
    if not socket.waitForConnected(ANSWER_MS):
        return False
    socket.write(b"front\n")
    socket.waitForBytesWritten(ANSWER_MS)
    socket.disconnectFromServer()
    return True


class Doorkeeper(QObject):
    """Keeps the door while this program runs. `knocked` tells that another start was tried."""

    knocked = Signal()

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
            self.knocked.emit()
