"""Categories of feeds of all ages, led to those that Apple's list has today.

Source: Apple's notes on the change of its list in August 2019, and names seen in feeds before and beside it.
"""

from __future__ import annotations

import re

from server.domain.categories import TAXONOMY, Category
from server.domain.plaintext import plain

_OLD: dict[str, str] = {
    "arts > literature": "Arts > Books",
    "arts > spoken word": "Arts > Performing Arts",
    "arts & entertainment": "Arts",
    "audio blogs": "Society & Culture > Personal Journals",
    "business > business news": "News > Business News",
    "business > management & marketing": "Business > Management",
    "business > shopping": "Business",
    "education > education": "Education",
    "education > education technology": "Education",
    "education > educational technology": "Education",
    "education > higher education": "Education > Courses",
    "education > k-12": "Education",
    "education > language courses": "Education > Language Learning",
    "education > training": "Education > How To",
    "family": "Kids & Family",
    "food": "Arts > Food",
    "games & hobbies": "Leisure",
    "games & hobbies > automotive": "Leisure > Automotive",
    "games & hobbies > aviation": "Leisure > Aviation",
    "games & hobbies > hobbies": "Leisure > Hobbies",
    "games & hobbies > other games": "Leisure > Games",
    "games & hobbies > video games": "Leisure > Video Games",
    "government & organizations": "Government",
    "government & organizations > local": "Government",
    "government & organizations > national": "Government",
    "government & organizations > non-profit": "Business > Non-Profit",
    "government & organizations > regional": "Government",
    "health": "Health & Fitness",
    "health > alternative health": "Health & Fitness > Alternative Health",
    "health > fitness & nutrition": "Health & Fitness > Nutrition",
    "health > self-help": "Education > Self-Improvement",
    "health > sexuality": "Health & Fitness > Sexuality",
    "international": "News",
    "movies & television": "TV & Film",
    "news & politics": "News",
    "politics": "News > Politics",
    "public radio": "News",
    "religion & spirituality > other": "Religion & Spirituality > Religion",
    "science & medicine": "Science",
    "science & medicine > medicine": "Health & Fitness > Medicine",
    "science & medicine > natural sciences": "Science > Natural Sciences",
    "science & medicine > social sciences": "Science > Social Sciences",
    "society & culture > history": "History",
    "sports & recreation": "Sports",
    "sports & recreation > amateur": "Sports",
    "sports & recreation > college & high school": "Sports",
    "sports & recreation > outdoor": "Sports > Wilderness",
    "sports & recreation > professional": "Sports",
    "talk radio": "News > News Commentary",
    "technology > gadgets": "Technology",
    "technology > podcasting": "Technology",
    "technology > software how-to": "Technology",
    "technology > tech news": "News > Tech News",
    "transportation": "Leisure > Automotive",
    "travel": "Society & Culture > Places & Travel",
}
_MAIN = {name.casefold(): name for name in TAXONOMY}
_SUB = {sub.casefold(): Category(name, sub) for name, subs in TAXONOMY.items() for sub in subs}


def mapped(path: str) -> Category | None:
    """The category of today that a path such as ``Government & Organizations > Local`` stands for; None for none.

    A part of a known category that the list does not have gives the category as a whole.
    """
    parts = [_folded(part) for part in re.split(r"\s*(?:>|/|\u203a|:)\s*", plain(path)) if part.strip()]
    if not parts:
        return None
    for depth in range(min(len(parts), 2), 0, -1):
        if found := _OLD.get(" > ".join(parts[:depth])):
            name, _, sub = found.partition(" > ")
            if depth == 1 and len(parts) > 1 and parts[1] in {each.casefold() for each in TAXONOMY[name]}:
                break
            return Category(name, sub)
    main = _MAIN.get(parts[0])
    if main is None and (old := _OLD.get(parts[0])):
        main = old.partition(" > ")[0]
    if main is None:
        return _SUB.get(parts[-1]) or _SUB.get(parts[0])
    if len(parts) > 1:
        for sub in TAXONOMY[main]:
            if sub.casefold() == parts[1]:
                return Category(main, sub)
    return Category(main)


def _folded(name: str) -> str:
    return re.sub(r"\s+and\s+|\s*&\s*", " & ", " ".join(name.split()).casefold()).replace(
        "organisations", "organizations"
    )
