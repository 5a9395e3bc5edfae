"""Every shortcut of the window, for the list in the settings; a test compares it with what the window binds."""

from __future__ import annotations

from dataclasses import dataclass

from app.language import mark


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Keys and what they do. `place` is the panel they work in; empty for everywhere."""

    keys: str
    does: str
    place: str = ""


SHORTCUTS = (
    Shortcut("Ctrl+1 … Ctrl+9", mark("Show a panel, by its place in the navigation")),
    Shortcut("Ctrl+K", mark("Find an action, a setting or a thing")),
    Shortcut("Ctrl+Shift+F", mark("Search everything you made")),
    Shortcut("Ctrl+N", mark("New order")),
    Shortcut("Ctrl+F", mark("Search in the panel")),
    Shortcut("Ctrl+Z", mark("Undo a step on the script desk; elsewhere what the message at the bottom tells of")),
    Shortcut("Ctrl+,", mark("Settings")),
    Shortcut("Ctrl+W", mark("Close the window")),
    Shortcut("Ctrl+Q", mark("End the program")),
    Shortcut("Ctrl+Return", mark("Place the order"), "create"),
    Shortcut("F5", mark("Read the list anew"), "queue"),
    Shortcut("Space", mark("Play and pause"), "player"),
    Shortcut("K", mark("Play and pause"), "player"),
    Shortcut("J", mark("Skip back"), "player"),
    Shortcut("L", mark("Skip forward"), "player"),
    Shortcut("M", mark("Mute"), "player"),
    Shortcut(",", mark("Slower"), "player"),
    Shortcut(".", mark("Faster"), "player"),
    Shortcut("+", mark("Louder"), "player"),
    Shortcut("-", mark("Quieter"), "player"),
    Shortcut("PgUp", mark("Chapter before"), "player"),
    Shortcut("PgDown", mark("Next chapter"), "player"),
    Shortcut("Ctrl+S", mark("Save the episode"), "player"),
    Shortcut("Ctrl+Shift+C", mark("Copy the link"), "player"),
    Shortcut("Ctrl+Shift+Z", mark("Redo"), "desk"),
    Shortcut("Space", mark("Play the line"), "desk"),
    Shortcut("Ctrl+Space", mark("Play the line, from any field"), "desk"),
    Shortcut("F2", mark("Write over the line"), "desk"),
    Shortcut("Esc", mark("Leave the title as it was"), "desk"),
    Shortcut("Alt+Up", mark("Move the line up"), "desk"),
    Shortcut("Alt+Down", mark("Move the line down"), "desk"),
    Shortcut("Ctrl+Shift+N", mark("Insert a line"), "desk"),
    Shortcut("Delete", mark("Delete the line"), "desk"),
    Shortcut("Ctrl+Shift+L", mark("Look through the script"), "desk"),
    Shortcut("Ctrl+Return", mark("Rebuild the episode"), "desk"),
    Shortcut("Alt+Left", mark("Back to the episode"), "desk"),
    Shortcut("Ctrl+S", mark("Save the document"), "reader"),
    Shortcut("Ctrl+Shift+C", mark("Copy the link"), "reader"),
    Shortcut("Ctrl++", mark("Larger pages of a PDF"), "reader"),
    Shortcut("Ctrl+-", mark("Smaller pages of a PDF"), "reader"),
    Shortcut("Ctrl+0", mark("A PDF's page as wide as the window"), "reader"),
    Shortcut("F3", mark("Next place found in a PDF"), "reader"),
    Shortcut("Shift+F3", mark("Place found before, in a PDF"), "reader"),
    Shortcut("Space", mark("Play and pause a film"), "reader"),
    Shortcut("K", mark("Play and pause a film"), "reader"),
    Shortcut("J", mark("Skip back in a film"), "reader"),
    Shortcut("L", mark("Skip forward in a film"), "reader"),
    Shortcut("C", mark("Captions of a film on and off"), "reader"),
    Shortcut("M", mark("Mute a film"), "reader"),
    Shortcut("F", mark("A film as large as the screen"), "reader"),
    Shortcut("PgUp", mark("A film's chapter before"), "reader"),
    Shortcut("PgDown", mark("A film's next chapter"), "reader"),
    Shortcut("Ctrl+Shift+N", mark("New conversation"), "notebooks"),
    Shortcut("Ctrl+L", mark("Go to the question"), "notebooks"),
    Shortcut("Ctrl+Return", mark("Send the form"), "notebooks"),
    Shortcut("Ctrl+S", mark("Export the conversation"), "notebooks"),
    Shortcut("Alt+Left", mark("Back to the notebooks"), "notebooks"),
    Shortcut("F2", mark("Rename the notebook"), "notebooks"),
    Shortcut("Delete", mark("Take the source out of the notebook"), "notebooks"),
    Shortcut("Esc", mark("Leave the form or the source"), "notebooks"),
    Shortcut("Ctrl++", mark("Larger pages of a PDF"), "notebooks"),
    Shortcut("Ctrl+-", mark("Smaller pages of a PDF"), "notebooks"),
    Shortcut("Ctrl+0", mark("A PDF's page as wide as the window"), "notebooks"),
    Shortcut("F3", mark("Next place found in a PDF"), "notebooks"),
    Shortcut("Shift+F3", mark("Place found before, in a PDF"), "notebooks"),
    Shortcut("F2", mark("Rename the episode"), "shows"),
    Shortcut("Ctrl+Shift+N", mark("New show"), "shows"),
    Shortcut("Ctrl+Shift+C", mark("Copy the feed's address"), "shows"),
    Shortcut("Ctrl+S", mark("Save the show"), "shows"),
    Shortcut("F5", mark("Read everything anew"), "planning"),
    Shortcut("Ctrl+S", mark("Save the project"), "planning"),
    Shortcut("Ctrl+Shift+N", mark("New word in the pronunciation book"), "voices"),
    Shortcut("Ctrl+Return", mark("Say the word, or look through the script"), "voices"),
    Shortcut("Ctrl+S", mark("Save the word"), "voices"),
    Shortcut("Ctrl+Return", mark("Place the order"), "recordings"),
    Shortcut("Ctrl+S", mark("Export the transcript"), "recordings"),
    Shortcut("Ctrl+G", mark("Next place found in the transcript"), "recordings"),
    Shortcut("Space", mark("Play and pause"), "recordings"),
    Shortcut("Alt+Left", mark("Back to the recordings"), "recordings"),
    Shortcut("F5", mark("Read everything anew"), "webhooks"),
    Shortcut("Down", mark("From the words to what was found"), "search"),
    Shortcut("Alt+Left", mark("Back to the log"), "webhooks"),
)
