"""Parts of an ONNX file: the nodes between some values of its graph and others, as a file of their own.

A file is a protocol buffer (onnx.proto3): ModelProto.graph is field 7; of a GraphProto node is field 1, initializer 5,
input 11, output 12 and value_info 13; of a NodeProto input is field 1 and output 2; the name is field 8 of a
TensorProto and 1 of a ValueInfoProto.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

_GRAPH = 7
_NODE, _TENSOR, _INPUT, _OUTPUT, _INNER = 1, 5, 11, 12, 13
_TAKES = 1
"""The number of a node's inputs among its fields."""
_NAMES = {_NODE: 2, _TENSOR: 8, _INPUT: 1, _OUTPUT: 1, _INNER: 1}
"""The number of the field with the name of what each kind of entry makes or declares."""
_BYTES = 2
"""The wire type of what has a length of its own."""
_SIZES = {1: 8, 5: 4}
"""Bytes of the wire types of a fixed size."""

Values = Mapping[str, bytes]
"""Values of a graph by their names, each as its graph declares it: with its type and shape."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A node, a tensor or a declaration of a graph, or anything else of it."""

    kind: int
    whole: memoryview
    content: memoryview
    names: Sequence[str] = ()
    takes: Sequence[str] = ()


class OnnxGraph:
    """The graph of an ONNX file. No node of it may hold a graph itself.

    Raises:
        ValueError: it is no such file.
    """

    def __init__(self, file: bytes) -> None:
        model = list(_fields(memoryview(file)))
        self._around = b"".join(whole for number, _, whole in model if number != _GRAPH)
        self._entries = [
            _entry(*field) for number, content, _ in model if number == _GRAPH for field in _fields(content)
        ]
        if not self._entries:
            raise ValueError("no graph")

    @property
    def inputs(self) -> Values:
        """What the graph takes."""
        return self._declared(_INPUT)

    @property
    def outputs(self) -> Values:
        """What the graph makes."""
        return self._declared(_OUTPUT)

    def part(self, *, makes: Values, takes: Values) -> bytes:
        """A file with the nodes that work out `makes`: all before it, or those behind `takes` only."""
        made_from = {name: each.takes for each in self._entries if each.kind == _NODE for name in each.names}
        needed: set[str] = set()
        waiting = [*makes]
        while waiting:
            name = waiting.pop()
            if name not in needed and name not in takes:
                needed.add(name)
                waiting += made_from.get(name, ())
        kept: list[bytes | memoryview] = [each.whole for each in self._entries if _belongs(each, needed)]
        kept += [_field(_INPUT, value) for value in takes.values()]
        kept += [_field(_OUTPUT, value) for value in makes.values()]
        return self._around + _field(_GRAPH, b"".join(kept))

    def _declared(self, kind: int) -> Values:
        return {each.names[0]: bytes(each.content) for each in self._entries if each.kind == kind}


def _entry(kind: int, content: memoryview, whole: memoryview) -> _Entry:
    wanted = _NAMES.get(kind)
    if wanted is None:
        return _Entry(kind, whole, content)
    fields = [(number, own) for number, own, _ in _fields(content) if number in {wanted, _TAKES}]
    names = [str(own, "utf-8") for number, own in fields if number == wanted]
    return _Entry(
        kind, whole, content, names, [str(own, "utf-8") for number, own in fields if kind == _NODE and number == _TAKES]
    )


def _belongs(entry: _Entry, needed: Collection[str]) -> bool:
    """Whether an entry stays in a part, of whose values these are worked out or read."""
    return entry.kind not in _NAMES or (entry.kind != _OUTPUT and any(name in needed for name in entry.names))


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview, memoryview]]:
    """The fields of a message in their order: the number, the content, and the field as it stands."""
    at = 0
    while at < len(message):
        began = at
        key, at = _number(message, at)
        wire = key & 7
        content = at
        if wire == 0:
            _, at = _number(message, at)
        elif wire == _BYTES:
            length, content = _number(message, at)
            at = content + length
        else:
            at += _SIZES.get(wire, len(message))
        if at > len(message):
            raise ValueError("no protocol buffer")
        yield key >> 3, message[content:at], message[began:at]


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """A number of variable length, seven bits a byte, the lowest first; and where it ends."""
    value = shift = 0
    while at < len(message):
        byte = message[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at
    raise ValueError("no protocol buffer")


def _field(number: int, content: bytes) -> bytes:
    return _variable(number << 3 | _BYTES) + _variable(len(content)) + content


def _variable(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])
