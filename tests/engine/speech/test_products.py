"""Convolutions as matrix products: the same integers, made once, and only where the machine is exact."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from server.engine.models import Model, model_file
from server.engine.speech import products
from server.engine.speech.catalogue import find
from server.engine.speech.kokoro import Kokoro, known_symbols
from server.engine.speech.phonemes import phonemes
from server.engine.speech.products import rewrite, with_products


def convolution(
    taps: int, *, dilation: int = 1, pads: tuple[int, int] = (0, 0), channels: int = 64, stride: int = 1
) -> onnx.ModelProto:
    """A model that quantises its input and convolves it."""
    random = np.random.default_rng(taps)
    weight = random.integers(0, 256, (channels, channels, taps), dtype=np.uint8)
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["x"], ["q", "scale", "zero"]),
        helper.make_node(
            "ConvInteger",
            ["q", "w", "zero", "w_zero"],
            ["y"],
            name="/conv",
            kernel_shape=[taps],
            dilations=[dilation],
            pads=list(pads),
            strides=[stride],
        ),
    ]
    graph = helper.make_graph(
        nodes,
        "convolution",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, channels, None])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, None)],
        [numpy_helper.from_array(weight, "w"), numpy_helper.from_array(np.array(117, np.uint8), "w_zero")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def answer(model: onnx.ModelProto, sound: NDArray[np.float32]) -> NDArray[np.int32]:
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    (sums,) = session.run(None, {"x": sound})
    return np.asarray(sums, np.int32)


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> None:
    probe = tmp_path_factory.mktemp("probe") / "probe.onnx"
    products._write(probe, products._probe())
    if not products._exact(str(probe)):
        pytest.skip("this processor saturates products of bytes: the model is used as it came")


@pytest.mark.usefixtures("exact")
@pytest.mark.parametrize(
    ("taps", "dilation", "pads"), [(1, 1, (0, 0)), (3, 1, (1, 1)), (5, 3, (6, 6)), (11, 5, (25, 25)), (4, 2, (0, 3))]
)
def test_a_product_gives_the_integers_of_the_convolution(taps: int, dilation: int, pads: tuple[int, int]) -> None:
    model = convolution(taps, dilation=dilation, pads=pads)
    sound = np.random.default_rng(1).normal(size=(1, 64, 150)).astype(np.float32)
    expected = answer(model, sound)
    assert rewrite(model) == 1
    assert all(node.op_type != "ConvInteger" for node in model.graph.node)
    np.testing.assert_array_equal(answer(model, sound), expected)


@pytest.mark.parametrize("model", [convolution(3, stride=2), convolution(3, channels=8)])
def test_strides_and_small_convolutions_stay(model: onnx.ModelProto) -> None:
    assert rewrite(model) == 0
    assert [node.op_type for node in model.graph.node] == ["DynamicQuantizeLinear", "ConvInteger"]


@pytest.mark.usefixtures("exact")
def test_the_twin_is_made_once_beside_the_model(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    onnx.save(convolution(3), str(path))
    earlier = tmp_path / "model.products-1.onnx"
    earlier.write_bytes(b"of an earlier version")
    twin = with_products(path)
    assert twin.name == "model.products-2.onnx"
    assert not earlier.exists()
    made = twin.stat().st_mtime_ns
    assert with_products(path) == twin
    assert twin.stat().st_mtime_ns == made
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(".")]


def test_a_machine_that_saturates_keeps_the_convolutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.onnx"
    onnx.save(convolution(3), str(path))
    monkeypatch.setattr(products, "_exact", lambda _probe: False)
    twin = with_products(path)
    assert twin.name == "model.plain-2.onnx"
    assert "ConvInteger" in [node.op_type for node in onnx.load(str(twin)).graph.node]


def test_a_cache_that_cannot_be_written_keeps_the_model_as_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.onnx"
    onnx.save(convolution(3), str(path))

    def full(_path: Path, _model: onnx.ModelProto) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(products, "_write", full)
    assert with_products(path) == path


@pytest.mark.usefixtures("exact")
def test_the_speech_model_gives_the_same_sound(models: Path) -> None:
    path = model_file(Model.KOKORO, models)
    desk = Kokoro(models)
    symbols = [known_symbols()[symbol] for symbol in phonemes("The bridge opened.", language="en", british=False)]
    line = {
        "tokens": np.array([[0, *symbols, 0]], np.int64),
        "style": desk._pack(find("Heart"))[len(symbols) - 1][None],
        "speed": np.ones(1, np.float32),
    }
    first, second = (
        onnxruntime.InferenceSession(str(each), providers=["CPUExecutionProvider"]).run(None, line)[0].ravel()
        for each in (path, with_products(path))
    )
    assert first.shape == second.shape
    # Rounding moves single samples by a phase; what is heard when stays.
    loud = [np.sqrt(np.mean(each[: len(each) // 240 * 240].reshape(-1, 240) ** 2, axis=1)) for each in (first, second)]
    assert np.corrcoef(*loud)[0, 1] > 0.99
