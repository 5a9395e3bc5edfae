"""Normalisations and activations at once: the same numbers from fewer nodes, and only where the formula is theirs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper

from server.engine.speech.fusions import fuse

CHANNELS = 4
ALPHA = np.linspace(0.5, 2, CHANNELS, dtype=np.float32).reshape(1, CHANNELS, 1)


def node(kind: str, inputs: str, output: str) -> NodeProto:
    return helper.make_node(kind, inputs.split(), [output], name=output)


def normalisation() -> list[NodeProto]:
    """AdaIN as exporters write it: x with the gain and shift of a style."""
    return [
        node("ReduceMean", "x axes", "mean"),
        node("Sub", "x mean", "centred"),
        node("Mul", "centred centred", "squares"),
        node("ReduceMean", "squares axes", "variance"),
        node("Add", "variance epsilon", "variance_up"),
        node("Sqrt", "variance_up", "deviation"),
        node("Div", "centred deviation", "even"),
        node("Mul", "gain even", "wide"),
        node("Add", "wide shift", "normal"),
    ]


def activation(value: str = "normal") -> list[NodeProto]:
    """Snake as exporters write it."""
    return [
        node("Mul", f"alpha {value}", "turned"),
        node("Sin", "turned", "sine"),
        node("Pow", "sine two", "power"),
        node("Mul", "inverse power", "little"),
        node("Add", f"{value} little", "y"),
    ]


def model(nodes: list[NodeProto], *, axis: int = 2, exponent: float = 2, output: str = "y") -> onnx.ModelProto:
    constants: Mapping[str, NDArray[np.generic]] = {
        "axes": np.array([axis], np.int64),
        "epsilon": np.array(1e-5, np.float32),
        "two": np.array(exponent, np.float32),
        "alpha": ALPHA,
        "inverse": 1 / ALPHA,
    }
    shapes = {"x": [1, CHANNELS, 50], "gain": [1, CHANNELS, 1], "shift": [1, CHANNELS, 1]}
    graph = helper.make_graph(
        nodes,
        "layer",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, [1, CHANNELS, 50])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def computed(layer: onnx.ModelProto) -> NDArray[np.float32]:
    random = np.random.default_rng(2)
    values = {
        "x": random.normal(3, 2, (1, CHANNELS, 50)).astype(np.float32),
        "gain": random.uniform(0.5, 2, (1, CHANNELS, 1)).astype(np.float32),
        "shift": random.uniform(-1, 1, (1, CHANNELS, 1)).astype(np.float32),
    }
    session = onnxruntime.InferenceSession(layer.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, values)[0], np.float32)


def kinds(layer: onnx.ModelProto) -> list[str]:
    onnx.checker.check_model(layer)
    return [each.op_type for each in layer.graph.node]


def test_a_normalisation_is_one_node() -> None:
    layer = model(normalisation(), output="normal")
    expected = computed(layer)

    assert fuse(layer) == (1, 0)

    assert kinds(layer) == ["Reshape", "Reshape", "InstanceNormalization"]
    np.testing.assert_allclose(computed(layer), expected, rtol=1e-4, atol=1e-5)


def test_an_activation_takes_its_angle_from_the_normalisation() -> None:
    layer = model([*normalisation(), *activation()])
    expected = computed(layer)

    assert fuse(layer) == (1, 1)

    assert kinds(layer).count("Mul") == 4  # gain, shift, square and the division by alpha
    assert not {"Pow", "Div", "ReduceMean"} & set(kinds(layer))
    np.testing.assert_allclose(computed(layer), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "layer",
    [
        model(normalisation(), axis=1, output="normal"),
        model(normalisation()[:-1], output="wide"),
        model(activation("x")),
    ],
    ids=["over channels", "without a shift", "without a normalisation"],
)
def test_other_formulas_stay(layer: onnx.ModelProto) -> None:
    before = kinds(layer)

    assert fuse(layer) == (0, 0)

    assert sorted(kinds(layer)) == sorted(before)


def test_another_power_than_the_square_stays() -> None:
    layer = model([*normalisation(), *activation()], exponent=3)
    expected = computed(layer)

    assert fuse(layer) == (1, 0)

    np.testing.assert_allclose(computed(layer), expected, rtol=1e-4, atol=1e-5)


def test_what_uses_a_value_in_another_way_keeps_it() -> None:
    layer = model([*normalisation(), *activation(), node("Mul", "y normal", "both")], output="both")
    expected = computed(layer)

    assert fuse(layer) == (1, 0)

    np.testing.assert_allclose(computed(layer), expected, rtol=1e-4, atol=1e-5)
