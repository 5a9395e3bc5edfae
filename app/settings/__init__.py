"""What a person can set: declared once as data, kept in one file, read by key."""

from app.settings.declared import GROUPS, SETTINGS, Choice, Kind, Setting
from app.settings.values import Values

__all__ = ["GROUPS", "SETTINGS", "Choice", "Kind", "Setting", "Values"]
