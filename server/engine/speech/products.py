"""Convolutions of an int8 model as matrix products, which onnxruntime computes in two thirds of the time.

`ConvInteger` multiplies unsigned by unsigned bytes, for which processors have no instruction, and packs its input anew
at each call. Each convolution is written here as what it is (the windows of its input, one row each, times its weights)
with weights shifted by 128 into signed bytes: `MatMulInteger` packs those once and uses VNNI. The sums are the same
integers, so their result is the same to the last bit. With what `fusions` saves Kokoro needs 0.32 instead of 0.56
CPU-seconds a second.

On processors without such an instruction onnxruntime's product of unsigned by signed bytes saturates in 16 bits.
Whether it does is tried once in each process, with numbers at their limits; there the model is used as it came.
"""

from __future__ import annotations

import logging
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from server.engine.speech.fusions import fuse

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from onnx import ModelProto, NodeProto

_log = logging.getLogger(__name__)

VERSION = 2
"""Of the way a model is written; part of the file's name."""
SMALLEST = 4096
"""Weights a tap below which a convolution stays what it is."""
_SHIFT = 128


def with_products(path: Path) -> Path:
    """A twin of the model `path`, made beside it once: products for convolutions where this machine is exact, and one
    node for each normalisation. `path` itself where the twin can't be written.

    Several processes may ask at once: each writes a file of its own and renames it.
    """
    probe = path.with_name(f"probe-{VERSION}{path.suffix}")
    try:
        if not probe.is_file():
            _write(probe, _probe())
        exact = _exact(str(probe))
        twin = path.with_name(f"{path.stem}.{'products' if exact else 'plain'}-{VERSION}{path.suffix}")
        if not twin.is_file() or twin.stat().st_mtime_ns < path.stat().st_mtime_ns:
            import onnx

            model = onnx.load(str(path))
            fuse(model)
            if exact:
                rewrite(model)
            _write(twin, model)
            _forget_others(path, twin)
    except (OSError, ImportError) as error:
        _log.info("The speech model is used as it came: %s", error)
        return path
    return twin


def _forget_others(path: Path, twin: Path) -> None:
    """Remove the twins that an earlier version wrote: each is as large as the model."""
    for each in path.parent.glob(f"{path.stem}.*-*{path.suffix}"):
        if each != twin:
            each.unlink(missing_ok=True)


def rewrite(model: ModelProto) -> int:
    """Turn the convolutions of `model` into products, in place; how many.

    Convolutions with strides, groups or few weights stay.
    """
    graph = model.graph
    weights = {each.name: each for each in graph.initializer}
    writing = _Writing()
    count = 0
    for node in graph.node:
        if node.op_type == "ConvInteger" and _fits(node, weights):
            _product(node, weights, writing)
            count += 1
        else:
            writing.nodes.append(node)
    del graph.node[:]
    graph.node.extend(writing.nodes)
    used = {name for node in graph.node for name in node.input}
    kept = [each for each in graph.initializer if each.name in used and each.name not in writing.constants]
    del graph.initializer[:]
    graph.initializer.extend([*kept, *writing.constants.values()])
    return count


class _Writing:
    """Nodes and constants of the graph that is being written."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: dict[str, Any] = {}

    def constant(self, name: str, value: NDArray[Any]) -> str:
        """The name of a constant, written once."""
        from onnx import numpy_helper

        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        """Add a node; its output."""
        from onnx import helper

        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output


def _attributes(node: NodeProto) -> dict[str, Any]:
    from onnx import helper

    return {each.name: helper.get_attribute_value(each) for each in node.attribute}


def _fits(node: NodeProto, weights: dict[str, Any]) -> bool:
    attributes = _attributes(node)
    weight, zero = weights.get(node.input[1]), weights.get(node.input[3] if len(node.input) > 3 else "")
    return (
        weight is not None
        and zero is not None
        and len(weight.dims) == 3
        and weight.dims[0] * weight.dims[1] >= SMALLEST
        and not zero.dims
        and attributes.get("group", 1) == 1
        and list(attributes.get("strides", [1])) == [1]
    )


def _product(node: NodeProto, weights: dict[str, Any], writing: _Writing) -> None:
    """[1, C, T] convolved with [M, C, K] as [1, T, K·C] times [K·C, M], turned back to [1, M, T]."""
    from onnx import numpy_helper

    attributes = _attributes(node)
    values = numpy_helper.to_array(weights[node.input[1]]).astype(np.int16)
    outputs, channels, taps = values.shape
    dilation = int(attributes.get("dilations", [1])[0])
    before, after = (int(pad) for pad in attributes.get("pads", [0, 0]))
    signed = (values - _SHIFT).astype(np.int8).transpose(2, 1, 0).reshape(taps * channels, outputs)
    zero = (numpy_helper.to_array(weights[node.input[3]]).astype(np.int16) - _SHIFT).astype(np.int8)
    at = node.name
    windows = writing.node("Transpose", [node.input[0]], f"{at}/rows", perm=[0, 2, 1])
    if before or after:
        pads = writing.constant(f"/pads/{before}/{after}", np.array([0, before, 0, 0, after, 0], np.int64))
        windows = writing.node("Pad", [windows, pads, node.input[2]], f"{at}/padded")
    if taps > 1:
        scalars = [writing.constant(f"/{number}", np.array(number, np.int64)) for number in (0, 1)]
        last = writing.constant("/last", np.array([-1], np.int64))
        reach = writing.constant(f"/taps/{taps}/{dilation}", (np.arange(taps, dtype=np.int64) * dilation)[None])
        wide = writing.constant(f"/wide/{taps * channels}", np.array([0, -1, taps * channels], np.int64))
        # The length of the output, which is that of the padded input without the reach of the taps.
        length = writing.node("Shape", [windows], f"{at}/shape", start=1, end=2)
        lost = writing.constant(f"/lost/{(taps - 1) * dilation}", np.array([(taps - 1) * dilation], np.int64))
        length = writing.node("Sub", [length, lost], f"{at}/lengths")
        length = writing.node("Squeeze", [length], f"{at}/length")
        moments = writing.node("Range", [scalars[0], length, scalars[1]], f"{at}/moments")
        moments = writing.node("Unsqueeze", [moments, last], f"{at}/column")
        places = writing.node("Add", [moments, reach], f"{at}/places")
        gathered = writing.node("Gather", [windows, places], f"{at}/gathered", axis=1)
        windows = writing.node("Reshape", [gathered, wide], f"{at}/windows")
    sums = writing.node(
        "MatMulInteger",
        [windows, writing.constant(f"{at}/weight", signed), node.input[2], writing.constant(f"{at}/zero", zero)],
        f"{at}/sums",
    )
    writing.node("Transpose", [sums], node.output[0], perm=[0, 2, 1])


_PROBE_DEPTH = 64


def _probe() -> ModelProto:
    """A product of the largest unsigned with the largest signed bytes."""
    from onnx import TensorProto, helper, numpy_helper

    weight = np.where(np.arange(_PROBE_DEPTH * 16).reshape(_PROBE_DEPTH, 16) % 3 == 0, -128, 127).astype(np.int8)
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["x", "w"], ["y"])],
        "probe",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, ["rows", _PROBE_DEPTH])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, ["rows", 16])],
        [numpy_helper.from_array(weight, "w")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


@cache
def _exact(probe: str) -> bool:
    """Whether this machine sums products of unsigned and signed bytes without saturating."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(probe, options, providers=["CPUExecutionProvider"])
    weight = np.where(np.arange(_PROBE_DEPTH * 16).reshape(_PROBE_DEPTH, 16) % 3 == 0, -128, 127)
    for value in (255, 200):
        (sums,) = session.run(None, {"x": np.full((32, _PROBE_DEPTH), value, np.uint8)})
        if not (sums == value * weight.sum(axis=0)).all():
            return False
    return True


def _write(path: Path, model: ModelProto) -> None:
    """Write a model so that whoever reads finds a whole one."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as stream:
        unfinished = Path(stream.name)
        try:
            stream.write(model.SerializeToString())
            stream.flush()
            os.fsync(stream.fileno())
            unfinished.chmod(0o644)
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
