"""Passes over a whole sound that a speech model makes more often than it must: normalisations and activations.

Exporters write what a layer computes in elementary steps, each of which reads and writes all values of a sound. The
rewritten model computes the same formulas, so values differ by rounding only:

- an instance normalisation with gain and shift (AdaIN, Huang & Belongie 2017) is one node instead of seven;
- the activation `x + sin²(αx) / α` (Snake, Ziyin et al. 2020) takes `αx` from the normalisation before it.

The spectrum of the source (STFT) stays as it is: where the source is still, its phases are the rounding of that node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.engine.speech.graphs import Graph

if TYPE_CHECKING:
    from onnx import ModelProto, NodeProto


def fuse(model: ModelProto) -> tuple[int, int]:
    """Fuse what can be fused of `model`, in place: how many normalisations and activations."""
    graph = Graph(model)
    done = (_normalisations(graph), _activations(graph))
    graph.write()
    return done


def _normalisations(graph: Graph) -> int:
    """`(x - mean) / sqrt(variance + ε) * gain + shift` over the last axis as InstanceNormalization."""
    found = 0
    for node in graph.nodes("Div"):
        parts = _standard(graph, node)
        if parts is None:
            continue
        value, epsilon = parts
        scaled = graph.users(node.output[0])
        sums = [graph.only_user(user.output[0], "Add") for user in scaled]
        if not all(user.op_type == "Mul" for user in scaled) or None in sums:
            continue
        for times, plus in zip(scaled, sums, strict=True):
            assert plus is not None
            name = plus.output[0]
            gain = graph.add("Reshape", [_other(times, node.output[0]), graph.shape(-1)], f"{name}/gain")
            shift = graph.add("Reshape", [_other(plus, times.output[0]), graph.shape(-1)], f"{name}/shift")
            graph.replace(plus, "InstanceNormalization", [value, gain, shift], epsilon=epsilon)
        found += 1
    return found


def _standard(graph: Graph, node: NodeProto) -> tuple[str, float] | None:
    """What `node` brings to mean 0 and variance 1 along its last axis, and the ε of its variance."""
    centred = graph.maker(node.input[0], "Sub")
    root = graph.maker(node.input[1], "Sqrt")
    variance = graph.maker(root.input[0], "Add") if root is not None else None
    if centred is None or variance is None:
        return None
    mean = graph.maker(centred.input[1], "ReduceMean")
    squares = graph.maker(variance.input[0], "ReduceMean")
    square = graph.maker(squares.input[0], "Mul") if squares is not None else None
    epsilon = graph.constant(variance.input[1])
    if mean is None or squares is None or square is None or epsilon is None or epsilon.size != 1:
        return None
    axes = [graph.constant(each.input[1]) for each in (mean, squares) if len(each.input) > 1]
    if len(axes) != 2 or any(axis is None or axis.ravel().tolist() not in ([2], [-1]) for axis in axes):
        return None
    if mean.input[0] != centred.input[0] or set(square.input) != {centred.output[0]}:
        return None
    return centred.input[0], float(epsilon.ravel()[0])


def _activations(graph: Graph) -> int:
    """`x + sin²(αx) / α` after a normalisation as `(z + sin²(z)) / α` of `z = αx`, which the normalisation gives."""
    found = 0
    for sine in graph.nodes("Sin"):
        times = graph.maker(sine.input[0], "Mul")
        power = graph.only_user(sine.output[0], "Pow")
        divided = graph.only_user(power.output[0], "Mul") if power is not None else None
        total = graph.only_user(divided.output[0], "Add") if divided is not None else None
        if times is None or power is None or divided is None or total is None:
            continue
        value = _other(total, divided.output[0])
        normal = graph.maker(value, "InstanceNormalization")
        exponent = graph.constant(power.input[1])
        if normal is None or exponent is None or float(exponent.ravel()[0]) != 2 or value not in times.input:
            continue
        alpha, inverse = _other(times, value), _other(divided, power.output[0])
        if graph.constant(alpha) is None or {user.name for user in graph.users(value)} != {times.name, total.name}:
            continue
        name = total.output[0]
        flat = graph.add("Reshape", [alpha, graph.shape(-1)], f"{name}/alpha")
        for place, what in ((1, "gain"), (2, "shift")):
            normal.input[place] = graph.add("Mul", [normal.input[place], flat], f"{name}/{what}")
        sine.input[0] = value
        square = graph.add("Mul", [sine.output[0], sine.output[0]], f"{name}/square")
        both = graph.add("Add", [value, square], f"{name}/both")
        graph.replace(total, "Mul", [both, inverse])
        found += 1
    return found


def _other(node: NodeProto, known: str) -> str:
    """The input of a node of two that is not `known`."""
    first, second = node.input
    return str(second if first == known else first)
