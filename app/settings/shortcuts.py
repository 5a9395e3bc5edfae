"""Every shortcut of the window, for the list in the settings; a test compares it with what the window binds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Keys and what they do. `place` is the panel they work in; empty for everywhere."""

    keys: str
    does: str
    place: str = ""


SHORTCUTS = (
    Shortcut("Ctrl+1 … Ctrl+9", "Show a panel, by its place in the navigation"),
    Shortcut("Ctrl+N", "New order"),
    Shortcut("Ctrl+F", "Search in the panel"),
    Shortcut("Ctrl+Z", "Undo a step on the script desk; elsewhere what the message at the bottom tells of"),
    Shortcut("Ctrl+,", "Settings"),
    Shortcut("Ctrl+W", "Close the window"),
    Shortcut("Ctrl+Q", "End the program"),
    Shortcut("Ctrl+Return", "Place the order", "create"),
    Shortcut("F5", "Read the list anew", "queue"),
    Shortcut("Space", "Play and pause", "player"),
    Shortcut("K", "Play and pause", "player"),
    Shortcut("J", "Skip back", "player"),
    Shortcut("L", "Skip forward", "player"),
    Shortcut("M", "Mute", "player"),
    Shortcut(",", "Slower", "player"),
    Shortcut(".", "Faster", "player"),
    Shortcut("+", "Louder", "player"),
    Shortcut("-", "Quieter", "player"),
    Shortcut("PgUp", "Chapter before", "player"),
    Shortcut("PgDown", "Next chapter", "player"),
    Shortcut("Ctrl+S", "Save the episode", "player"),
    Shortcut("Ctrl+Shift+C", "Copy the link", "player"),
    Shortcut("Ctrl+Shift+Z", "Redo", "desk"),
    Shortcut("Space", "Play the line", "desk"),
    Shortcut("Ctrl+Space", "Play the line, from any field", "desk"),
    Shortcut("F2", "Write over the line", "desk"),
    Shortcut("Alt+Up", "Move the line up", "desk"),
    Shortcut("Alt+Down", "Move the line down", "desk"),
    Shortcut("Ctrl+Shift+N", "Insert a line", "desk"),
    Shortcut("Delete", "Delete the line", "desk"),
    Shortcut("Ctrl+Shift+L", "Look through the script", "desk"),
    Shortcut("Ctrl+Return", "Rebuild the episode", "desk"),
    Shortcut("Alt+Left", "Back to the episode", "desk"),
    Shortcut("Ctrl+S", "Save the document", "reader"),
    Shortcut("Ctrl+Shift+C", "Copy the link", "reader"),
    Shortcut("Ctrl++", "Larger pages of a PDF", "reader"),
    Shortcut("Ctrl+-", "Smaller pages of a PDF", "reader"),
    Shortcut("Ctrl+0", "A PDF's page as wide as the window", "reader"),
    Shortcut("F3", "Next place found in a PDF", "reader"),
    Shortcut("Shift+F3", "Place found before, in a PDF", "reader"),
    Shortcut("Space", "Play and pause a film", "reader"),
    Shortcut("K", "Play and pause a film", "reader"),
    Shortcut("J", "Skip back in a film", "reader"),
    Shortcut("L", "Skip forward in a film", "reader"),
    Shortcut("C", "Captions of a film on and off", "reader"),
    Shortcut("M", "Mute a film", "reader"),
    Shortcut("F", "A film as large as the screen", "reader"),
    Shortcut("PgUp", "A film's chapter before", "reader"),
    Shortcut("PgDown", "A film's next chapter", "reader"),
    Shortcut("Ctrl+Shift+N", "New conversation", "notebooks"),
    Shortcut("Ctrl+L", "Go to the question", "notebooks"),
    Shortcut("Ctrl+Return", "Send the form", "notebooks"),
    Shortcut("Ctrl+S", "Export the conversation", "notebooks"),
    Shortcut("Alt+Left", "Back to the notebooks", "notebooks"),
    Shortcut("Esc", "Leave the form or the source", "notebooks"),
    Shortcut("Ctrl++", "Larger pages of a PDF", "notebooks"),
    Shortcut("Ctrl+-", "Smaller pages of a PDF", "notebooks"),
    Shortcut("Ctrl+0", "A PDF's page as wide as the window", "notebooks"),
    Shortcut("F3", "Next place found in a PDF", "notebooks"),
    Shortcut("Shift+F3", "Place found before, in a PDF", "notebooks"),
    Shortcut("F2", "Rename the episode", "shows"),
    Shortcut("Ctrl+Shift+N", "New show", "shows"),
    Shortcut("Ctrl+Shift+C", "Copy the feed's address", "shows"),
    Shortcut("Ctrl+S", "Keep the show", "shows"),
    Shortcut("F5", "Read everything anew", "planning"),
    Shortcut("Ctrl+S", "Keep the project", "planning"),
    Shortcut("Ctrl+Shift+N", "New word in the pronunciation book", "voices"),
    Shortcut("Ctrl+Return", "Say the word, or look through the script", "voices"),
    Shortcut("Ctrl+S", "Keep the word", "voices"),
    Shortcut("Ctrl+Return", "Place the order", "recordings"),
    Shortcut("Ctrl+S", "Export the transcript", "recordings"),
    Shortcut("Ctrl+G", "Next place found in the transcript", "recordings"),
    Shortcut("Space", "Play and pause", "recordings"),
    Shortcut("Alt+Left", "Back to the recordings", "recordings"),
    Shortcut("F5", "Read everything anew", "webhooks"),
    Shortcut("Alt+Left", "Back to the log", "webhooks"),
)
