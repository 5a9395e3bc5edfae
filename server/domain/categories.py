"""Apple's podcast categories, as data.

Source: the category list of Apple Podcasts for Creators; the names are published in feeds letter by letter.
"""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.errors import InvalidField

TAXONOMY: dict[str, tuple[str, ...]] = {
    "Arts": ("Books", "Design", "Fashion & Beauty", "Food", "Performing Arts", "Visual Arts"),
    "Business": ("Careers", "Entrepreneurship", "Investing", "Management", "Marketing", "Non-Profit"),
    "Comedy": ("Comedy Interviews", "Improv", "Stand-Up"),
    "Education": ("Courses", "How To", "Language Learning", "Self-Improvement"),
    "Fiction": ("Comedy Fiction", "Drama", "Science Fiction"),
    "Government": (),
    "Health & Fitness": ("Alternative Health", "Fitness", "Medicine", "Mental Health", "Nutrition", "Sexuality"),
    "History": (),
    "Kids & Family": ("Education for Kids", "Parenting", "Pets & Animals", "Stories for Kids"),
    "Leisure": (
        "Animation & Manga",
        "Automotive",
        "Aviation",
        "Crafts",
        "Games",
        "Hobbies",
        "Home & Garden",
        "Video Games",
    ),
    "Music": ("Music Commentary", "Music History", "Music Interviews"),
    "News": (
        "Business News",
        "Daily News",
        "Entertainment News",
        "News Commentary",
        "Politics",
        "Sports News",
        "Tech News",
    ),
    "Religion & Spirituality": (
        "Buddhism",
        "Christianity",
        "Hinduism",
        "Islam",
        "Judaism",
        "Religion",
        "Spirituality",
    ),
    "Science": (
        "Astronomy",
        "Chemistry",
        "Earth Sciences",
        "Life Sciences",
        "Mathematics",
        "Natural Sciences",
        "Nature",
        "Physics",
        "Social Sciences",
    ),
    "Society & Culture": ("Documentary", "Personal Journals", "Philosophy", "Places & Travel", "Relationships"),
    "Sports": (
        "Baseball",
        "Basketball",
        "Cricket",
        "Fantasy Sports",
        "Football",
        "Golf",
        "Hockey",
        "Rugby",
        "Running",
        "Soccer",
        "Swimming",
        "Tennis",
        "Volleyball",
        "Wilderness",
        "Wrestling",
    ),
    "TV & Film": ("After Shows", "Film History", "Film Interviews", "Film Reviews", "TV Reviews"),
    "Technology": (),
    "True Crime": (),
}
"""Every category and its subcategories, in Apple's spelling."""

SEPARATOR = " > "
_BY_FOLDED = {name.casefold(): name for name in TAXONOMY}


@dataclass(frozen=True, slots=True)
class Category:
    """A category of Apple's list; `sub` is empty where the show is in the whole of it."""

    name: str
    sub: str = ""

    def __str__(self) -> str:
        """The wire's form, ``Arts > Books``."""
        return f"{self.name}{SEPARATOR}{self.sub}" if self.sub else self.name


DEFAULT = Category("Society & Culture")
ALL = tuple(
    category for name, subs in TAXONOMY.items() for category in (Category(name), *(Category(name, s) for s in subs))
)
"""Every category that a show can have, each one before its subcategories."""


def parse(text: str, *, field: str = "categories") -> Category:
    """The category written as ``Arts`` or ``Arts > Books``; case and spaces around the sign do not matter.

    Raises:
        InvalidField: Apple's list has no such category; the sentence says what the nearest level offers.
    """
    name, _, sub = (part.strip() for part in text.partition(">"))
    known = _BY_FOLDED.get(name.casefold())
    if known is None:
        raise InvalidField(
            field, f"there is no category {name[:60]!r} in Apple's list; take one of {', '.join(TAXONOMY)}"
        )
    if not sub:
        return Category(known)
    for each in TAXONOMY[known]:
        if each.casefold() == sub.casefold():
            return Category(known, each)
    offered = ", ".join(TAXONOMY[known]) or "none"
    raise InvalidField(field, f"{known} has no subcategory {sub[:60]!r}; it has {offered}")
