"""Comparisons that sources make in sentences and lists: a number each for several things."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from server.domain.documents import Cell, Column, ColumnType, Table
from server.domain.sources import BlockKind, Passage
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.datatables.found import Found, key, with_columns
from server.engine.writing.datatables.naming import property_name, sentence_name
from server.engine.writing.quantities import Quantity, quantities, value_of

_AFTER = re.compile(
    r"^\W*(?:[\w%°²³/.'’-]+ ){0,3}?(?:with|for|to|in|at|by|on|of|from|bei|für|mit|von|beim|pour|avec|à|au|en|con|para|per|com|no|na)"  # noqa: E501
    r"(?: (?:the|der|die|das|dem|den|le|la|les|el|los|las|il|lo|o|a|model))? $"
)
_TOGETHER = re.compile(r" (?:and|und|et|y|e) (?:(?:the|der|die|das|le|la|les|el|los|il|lo|o|a) )?")
_EACH = re.compile(r" (?:each|apiece|chacune?|cada un[oa]|ciascun[oa]|cada uma?)\b")
"""What says that a number is that of all things named before it: "the Brisa and the Aldermoor at 17 pence each"."""
_GAP_WORDS = 9
_ITEM = re.compile(r"^(?P<name>[^:–—]{2,60}?)\s*(?::|\s[–—-]\s)\s*(?P<rest>.*\d.*)$")
_MOST_THINGS = 40


@dataclass(frozen=True, slots=True)
class _Fact:
    thing: str
    property: str
    quantity: Quantity
    passages: tuple[Passage, ...]


def added(analysis: Analysis, found: Found) -> Found:
    """A table with the columns that sentences about the same things add to it."""
    shorts = _short_names([row[0].text for row in found.table.rows], analysis.sources[found.source].text)
    if len(shorts) < 2:
        return found
    heads = set(found.heads)
    columns: list[tuple[Column, list[Cell]]] = []
    for s in analysis.sentences:
        if s.source != found.source or Role.TABLE in s.roles:
            continue
        aligned = _aligned(s.text, shorts, analysis.rules.code)
        if len(aligned) < max(2, (len(shorts) + 1) // 2):
            continue
        before = _left_over(analysis, s, shorts, aligned)
        units = Counter(q.unit for q in (*aligned.values(), *(q for _, q in before)) if q.unit)
        unit = units.most_common(1)[0][0] if units else ""
        if unit and unit[:1].isupper() and unit.lower() in " ".join(shorts.values()).lower():
            unit = ""
        first = min(q.start for q in aligned.values())
        name = property_name(analysis, s.text, first, first)
        if not name and before:
            said = analysis.sentences[s.id - 1]
            name = sentence_name(analysis, said, said.text[: before[0][1].start])
        if not name or key(name) in heads:
            # The same verb may measure something else: "spare filters cost" beside a column of prices.
            name = sentence_name(analysis, s, s.text[:first])
        if not name or key(name) in heads or _repeats(found.table, aligned):
            continue
        heads.add(key(name))
        kind = next(iter(aligned.values())).kind
        rests = dict.fromkeys(aligned, analysis.passage(s))
        for n, left in before:
            aligned[n], rests[n] = left, analysis.passage(analysis.sentences[s.id - 1])
        cells = [
            Cell(q.text, q.number, (rests[n],)) if (q := aligned.get(n)) is not None else Cell()
            for n in range(len(found.table.rows))
        ]
        columns.append((Column(name, kind, unit), cells))
    return Found(with_columns(found.table, columns), found.source, found.at, found.weight + 0.3 * len(columns))


def _left_over(
    analysis: Analysis, s: Sentence, shorts: Mapping[int, str], aligned: Mapping[int, Quantity]
) -> list[tuple[int, Quantity]]:
    """The number of the one thing that a sentence leaves out, where the sentence before it is about that thing alone.

    "Foam is the worst with 96 kilowatt-hours per square metre. Wood fibre needs 58, glass wool 34, …"
    """
    missing = [n for n in shorts if n not in aligned]
    before = analysis.sentences[s.id - 1] if s.id else None
    if len(missing) != 1 or before is None or before.source != s.source or before.paragraph != s.paragraph:
        return []
    named = [n for n, pattern in shorts.items() if re.search(pattern, before.text)]
    at = re.search(shorts[missing[0]], before.text)
    numbers = quantities(before.text, analysis.rules.code)
    behind = [q for q in numbers if at is not None and q.start >= at.end()]
    return [(missing[0], behind[0])] if named == missing and len(numbers) == len(behind) == 1 else []


def _repeats(table: Table, aligned: dict[int, Quantity]) -> bool:
    """Whether a column of the table holds the same numbers."""
    return any(
        all(table.rows[n][j].value == q.number for n, q in aligned.items()) for j in range(1, len(table.columns))
    )


def _short_names(names: Sequence[str], text: str) -> dict[int, str]:
    """How sentences call the things: by the whole name, by a first word that no other has, or by such a last one.

    A name whose words the text writes small too ("Glass wool") is found in either spelling.
    """
    counted = Counter(w.casefold() for n in names for w in set(n.split()))
    out: dict[int, str] = {}
    for n, name in enumerate(names[:_MOST_THINGS]):
        own = [w for w in name.split() if counted[w.casefold()] == 1 and len(w) > 2 and w[:1].isupper()]
        if not name or re.fullmatch(r"[\d.,% -]+", name):
            continue
        last = name.split()[-1]
        short = len(name.split()) > 1 and len(last) > 3 and last == last.lower() and counted[last] == 1
        said = [name, *own[:1], *([last] if short else [])]
        small = f"{name[:1].lower()}{name[1:]}"
        if re.search(rf"(?<=[\w,;] ){re.escape(small)}(?!\w)", text):
            said.append(small)
        whole = "|".join(re.escape(w) for w in said)
        out[n] = rf"(?<!\w)(?:{whole})(?:['’]s)?(?!\w)"
    return out


def _aligned(text: str, shorts: dict[int, str], code: str) -> dict[int, Quantity]:
    """The number that a sentence gives for each thing, where it gives each one exactly one, in one order."""
    places: list[tuple[int, int, int]] = []
    for n, pattern in shorts.items():
        m = re.search(pattern, text)
        if m:
            places.append((m.start(), m.end(), n))
    places.sort()
    if len(places) < 2:
        return {}
    numbers = quantities(text, code)
    ahead: dict[int, Quantity] = {}
    behind: dict[int, Quantity] = {}
    for k, (start, end, n) in enumerate(places):
        floor = places[k - 1][1] if k else 0
        roof = places[k + 1][0] if k + 1 < len(places) else len(text)
        left = [q for q in numbers if q.start >= floor and q.start < start]
        if left and _leads_to(text, left[-1], start):
            ahead[n] = left[-1]
        right = [q for q in numbers if q.start >= end and q.start < roof]
        if (
            right
            and len(text[end : right[0].start].split()) <= _GAP_WORDS
            and not re.search(r"[.;!?]", text[end : right[0].start])
        ):
            behind[n] = right[0]
    for k, (_, end, n) in enumerate(places[:-1]):
        beside, after = places[k + 1], behind.get(places[k + 1][2])
        is_joined = after is not None and _TOGETHER.fullmatch(text[end : beside[0]])
        if n not in behind and after is not None and is_joined and _EACH.match(text[after.end :]):
            behind[n] = after
    best = ahead if len(ahead) >= len(behind) else behind
    return best if len(best) >= 2 else {}


def _leads_to(text: str, q: Quantity, start: int) -> bool:
    """Whether a number is said of the thing that follows: "9.6 metres with the"."""
    plain = q.start + len(q.text)
    return bool(_AFTER.match(text[plain:start])) or bool(_AFTER.match(text[min(q.end, start) : start]))


def compared(analysis: Analysis, index: int) -> list[Found]:
    """Tables out of sentences: things that are named, and the properties they share."""
    facts = list(_facts(analysis, index))
    by_thing: dict[str, dict[str, _Fact]] = defaultdict(dict)
    names: dict[str, str] = {}
    for f in facts:
        names.setdefault(_known_as(f.thing, names), f.thing)
        by_thing[_known_as(f.thing, names)].setdefault(f"{f.property}|{f.quantity.unit}", f)
    counts = Counter(p for props in by_thing.values() for p in props)
    shared = [p for p, n in counts.items() if n >= max(2, 0.5 * counts.most_common(1)[0][1])]
    things = [t for t, props in by_thing.items() if any(p in props for p in shared)]
    if len(things) < 2 or not shared or (len(things) == 2 and len(shared) == 1):
        return []
    columns = [Column("", ColumnType.TEXT)]
    rows: list[list[Cell]] = [[Cell(names[t], None, next(iter(by_thing[t].values())).passages)] for t in things]
    for p in shared:
        sample = next(by_thing[t][p] for t in things if p in by_thing[t])
        columns.append(Column(sample.property, sample.quantity.kind, sample.quantity.unit))
        for row, t in zip(rows, things, strict=True):
            fact = by_thing[t].get(p)
            row.append(Cell(fact.quantity.text, fact.quantity.number, fact.passages) if fact else Cell())
    table = Table(analysis.titles[index], tuple(columns), tuple(tuple(r) for r in rows))
    cells = len(things) * len(shared)
    return [Found(table, index, 0, 0.6 + min(30, cells) / 20)] if cells >= 3 else []


def _known_as(thing: str, names: Mapping[str, str]) -> str:
    """What a thing was called first: "Albatros" is "the ferry Albatros"."""
    short = key(thing)
    longer = [k for k in names if k != short and (k.endswith(f" {short}") or k.startswith(f"{short} "))]
    return longer[0] if len(longer) == 1 and short not in names else short


def _facts(analysis: Analysis, index: int) -> Iterator[_Fact]:
    code = analysis.rules.code
    last = ""
    last_at = -9
    small = frozenset(re.findall(r"(?<!\w)[a-zà-ÿ][\w-]*", analysis.sources[index].text))
    known = Counter(n for s in analysis.sentences if s.source == index for n in _subjects(s))
    for s in analysis.sentences:
        if s.source != index or Role.TABLE in s.roles or Role.QUESTION in s.roles:
            continue
        passage = analysis.passage(s)
        for start, end in _clauses(s.text):
            clause = s.text[start:end]
            said = _thing(clause, s, known, small)
            pronoun = re.match(
                r"(?:and |und |et |y |e )?(?:it|this model|es|er|sie|il|elle|lo|la)\b", clause.strip(), re.IGNORECASE
            )
            if said:
                last, last_at = said, s.id
            thing = said or (last if (pronoun or start > 0) and s.id - last_at <= 1 else "")
            if not thing:
                continue
            origin = passage
            for q in quantities(clause, code):
                name = property_name(analysis, clause, q.start, q.end)
                if name:
                    yield _Fact(thing, name, q, (origin,))


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for m in re.finditer(r"[;:]\s|, (?:while|whereas|but|während|tandis que|mientras que|mentre|enquanto) |\.\s", text):
        yield at, m.start()
        at = m.end()
    yield at, len(text)


_SUBJECT = re.compile(
    r"^(?:And |But |Und |Et |Y |E )?(?:(?:The|Der|Die|Das|Le|La|L['’]|El|Il|Lo|O|A) )?"
    r"(?P<name>[A-ZÀ-Ý][\w-]*(?: (?:[A-ZÀ-Ý0-9][\w-]*)){0,3})(?= )"
)
_NO_THING = frozenset(
    "it this that these those they he she we i you there in on at by for from with to of as a an and but so then when if while although both all "  # noqa: E501
    "each every no one two three most many some about between after before during since until its his her their our my es er sie wir ich in im am "  # noqa: E501
    "an auf bei mit von zu das die der ein eine wenn als auch nach vor il elle ils nous vous je on ce cette dans en au aux pour par "  # noqa: E501
    "ella ellos nosotros yo esto esta este en con por para como lo la le gli un una uno nel nella per con se no na nos nas em um uma isso "  # noqa: E501
    "not only even still yet however todavía aún ya hoy noch heute jetzt encore aujourd'hui ancora oggi ainda hoje later today now here there such none neither people nobody everyone january february march april may june july august september october november december".split()  # noqa: E501
)


def _subjects(s: Sentence) -> Iterator[str]:
    m = _SUBJECT.match(s.text)
    if m and m["name"].split()[0].lower() not in _NO_THING:
        yield m["name"]


def _thing(clause: str, s: Sentence, known: Counter[str], small: frozenset[str]) -> str:
    """The thing a clause is about: its subject, where that is a name."""
    m = _SUBJECT.match(clause.strip())
    if m is None:
        found = re.match(
            r"(?:the |der |die |das |le |la |el |il |o |a )(?P<name>[A-Z][\w-]*(?: [A-Z0-9][\w-]*){0,3})(?= )",
            clause.strip(),
        )
        return found["name"] if found and found["name"].split()[0].lower() not in _NO_THING else ""
    name = m["name"]
    first = name.split()[0]
    if first.lower() in _NO_THING or first.lower() in small or len(first) < 2:
        return ""
    if len(name.split()) == 1 and first not in s.names and known[name] < 1:
        return ""
    return name


def listed(analysis: Analysis, index: int) -> list[Found]:
    """Tables out of lists whose items are names with figures: "Sele: 118 pupils, 3 buses"."""
    source = analysis.sources[index]
    out: list[Found] = []
    run: list[tuple[str, str, Passage]] = []
    for block in (*source.blocks, None):
        if block is not None and block.kind is BlockKind.LIST_ITEM:
            m = _ITEM.match(source.block_text(block).strip(" -•*"))
            if m:
                run.append((m["name"].strip(" *"), m["rest"], source.passage(block.start, block.end)))
                continue
            continue
        if len(run) >= 2:
            made = _of_list(analysis, index, run)
            if made is not None:
                out.append(made)
        run = []
    return out


def _of_list(analysis: Analysis, index: int, run: Sequence[tuple[str, str, Passage]]) -> Found | None:
    code = analysis.rules.code
    rows: list[tuple[str, list[tuple[str, Quantity | None, str]], Passage]] = []
    for name, rest, passage in run:
        parts = [p.strip() for p in re.split(r"(?<!\d),\s|,\s(?=\D)|;\s|,\s(?=\d)", rest.rstrip(".")) if p.strip()]
        read: list[tuple[str, Quantity | None, str]] = []
        for part in parts:
            value = value_of(part, code)
            qs = quantities(part, code)
            label = qs[0].unit if qs else ""
            if value.kind is not ColumnType.TEXT:
                label = value.unit
            read.append((label, qs[0] if qs else None, part))
        rows.append((name, read, passage))
    labels = Counter(label for _, read, _ in rows for label in {x[0] for x in read if x[1] is not None})
    shared = [label for label, n in labels.items() if n >= max(2, (len(rows) + 1) // 2)]
    if not shared:
        return None
    columns = [Column("", ColumnType.TEXT)]
    filled: list[list[Cell]] = [[Cell(name, None, (passage,))] for name, _, passage in rows]
    for label in shared:
        kind = next(q.kind for _, read, _ in rows for lab, q, _ in read if lab == label and q is not None)
        columns.append(
            Column(
                label[:1].upper() + label[1:] if label else "",
                kind,
                label if kind is not ColumnType.NUMBER or len(label) <= 4 else "",
            )
        )
        for row, (_, read, passage) in zip(filled, rows, strict=True):
            q = next((q for lab, q, _ in read if lab == label and q is not None), None)
            row.append(Cell(q.text, q.number, (passage,)) if q else Cell())
    table = Table(analysis.titles[index], tuple(columns), tuple(tuple(r) for r in filled))
    return Found(table, index, run[0][2].start, 0.7 + len(rows) * len(shared) / 25)
