"""A research that is a source of something else brings what it tells, not the furniture of its document."""

from __future__ import annotations

from server.engine.papers.reports import as_source

REPORT = """# How the ferry lost its money

## Summary

The ferry at Sallow carries sixty cars. [1]

## Key figures

- **84,000 pounds**: The new engine cost 84,000 pounds [2]

## Findings

### The fare

The fare is 2.40 for a car. [3] It has not been raised since 2019. [4]

**Members** [5]

|  | Members |
| --- | ---: |
| 1970 | 240 |

## In numbers

| Year | Cars [6] |
| --- | ---: |
| 2023 | 41,200 |

## Key dates

- **Spring 1931**: The first boat crossed in the spring of 1931. [7]
- **1934**: Three years later it sank. [8]

## Open questions

- Whether the landing will hold is not known. [9]

## Please note

- The sources carry less than a briefing of this length holds; nothing was padded.

## Sources

**The ferry**

- [1] “The ferry at Sallow carries sixty cars.”
"""


def test_only_what_is_told_is_left() -> None:
    assert as_source(REPORT) == (
        "# How the ferry lost its money\n\nThe ferry at Sallow carries sixty cars.\n\n## The fare\n\n"
        "The fare is 2.40 for a car. It has not been raised since 2019.\n\n## In numbers\n\n"
        "| Year | Cars |\n| --- | ---: |\n| 2023 | 41,200 |\n\n"
        "The first boat crossed in the spring of 1931.\n\n1934: Three years later it sank.\n\n"
        "Whether the landing will hold is not known.\n"
    )


def test_a_text_without_frames_stays_as_it_is() -> None:
    text = "# A title\n\nOne sentence. Another one.\n\n## A heading\n\nA third sentence.\n"
    assert as_source(text) == text
