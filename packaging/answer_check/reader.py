"""The upper layers of the packaged cross-encoder as a torch module, and as the ONNX file that the program reads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from onnx.utils import Extractor
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

ROOT = Path(__file__).resolve().parents[2]
LAYERS = 12
MOST_TOKENS = 224
HEADS = 12
WIDTH = 384
DROPPED = 0.1
CALMER = 0.3
"""The cross-encoder's own end is far too sure to begin with."""
UNSEEN = "/bert/Where_1_output_0"
"""What the graph adds to the heed of each token: 0, or very little where there is none."""
LAST = f"/bert/encoder/layer.{LAYERS - 1}/output/LayerNorm/Add_1_output_0"
TOKENS = "token_odds"
_PARTS = {
    "q": "attention/self/query",
    "k": "attention/self/key",
    "v": "attention/self/value",
    "o": "attention/output/dense",
    "i": "intermediate/dense",
    "d": "output/dense",
}
_NORMS = {"n1": "attention.output.LayerNorm", "n2": "output.LayerNorm"}


def states_name(first: int) -> str:
    """The graph's name of what its layer `first` is given."""
    return f"/bert/encoder/layer.{first - 1}/output/LayerNorm/Add_1_output_0"


class Layer(nn.Module):
    """One layer of BERT."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in "qkvo")
        self.i, self.d = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.n1, self.n2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, state: torch.Tensor, unseen: torch.Tensor) -> torch.Tensor:
        count, length, _ = state.shape
        query, key, value = (
            part(state).view(count, length, HEADS, -1).transpose(1, 2) for part in (self.q, self.k, self.v)
        )
        heed = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(WIDTH / HEADS) + unseen, -1)
        gathered = self.o((heed @ value).transpose(1, 2).reshape(count, length, WIDTH))
        state = self.n1(state + gathered)
        inner = functional.dropout(self.d(functional.gelu(self.i(state))), DROPPED, self.training)
        result: torch.Tensor = self.n2(state + inner)
        return result


class Reader(nn.Module):
    """The layers from `first` on, whether the passage answers, and which of its tokens are the answer."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first
        self.layers = nn.ModuleList(Layer() for _ in range(first, LAYERS))
        self.pool, self.end, self.token = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 1)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.constant_(self.token.bias, -2.0)

    def forward(self, state: torch.Tensor, there: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log odds of each pair, [n], and of each token, [n, tokens]; `there` is true where a token stands."""
        unseen = torch.where(there, 0.0, -1e4).to(state.dtype)[:, None, None, :]
        for layer in self.layers:
            state = layer(state, unseen)
        first = torch.tanh(self.pool(state[:, 0]))
        first = functional.dropout(first, DROPPED, self.training)
        return self.end(first)[:, 0].float(), self.token(state)[..., 0].float()


def packaged(folder: Path, first: int) -> Reader:
    """The reader as it stands before any training: the packaged weights."""
    kept, matrices = _weights(onnx.load(str(folder / "model.onnx")))
    reader = Reader(first)
    with torch.no_grad():
        for layer, own in zip(range(first, LAYERS), reader.layers, strict=True):
            for short, path in _PARTS.items():
                part = getattr(own, short)
                part.weight.copy_(torch.tensor(matrices[f"/bert/encoder/layer.{layer}/{path}/MatMul_quant"].T))
                part.bias.copy_(torch.tensor(kept[f"bert.encoder.layer.{layer}.{path.replace('/', '.')}.bias"]))
            for short, path in _NORMS.items():
                for name in ("weight", "bias"):
                    getattr(getattr(own, short), name).copy_(
                        torch.tensor(kept[f"bert.encoder.layer.{layer}.{path}.{name}"])
                    )
        for part, path, name, by in (
            (reader.pool, "/bert/pooler/dense", "bert.pooler.dense", 1.0),
            (reader.end, "/classifier", "classifier", CALMER),
        ):
            part.weight.copy_(torch.tensor(matrices[f"{path}/Gemm_MatMul_quant"].T) * by)
            part.bias.copy_(torch.tensor(kept[f"{name}.bias"]) * by)
    return reader


def shipped(folder: Path, first: int, file: Path) -> Reader:
    """The reader as it was written to an ONNX file by `write`."""
    model = onnx.load(str(folder / "model.onnx"))
    names = {node.name: node.input[1].removesuffix("_quantized") for node in model.graph.node if len(node.input) > 1}
    kept = {each.name: numpy_helper.to_array(each) for each in onnx.load(str(file)).graph.initializer}

    def matrix(name: str) -> torch.Tensor:
        whole = kept[f"{name}_quantized"].astype(np.float32) - kept[f"{name}_zero_point"].astype(np.float32)
        return torch.tensor((whole * kept[f"{name}_scale"]).T.copy())

    reader = Reader(first)
    with torch.no_grad():
        for layer, own in zip(range(first, LAYERS), reader.layers, strict=True):
            for short, path in _PARTS.items():
                part = getattr(own, short)
                part.weight.copy_(matrix(names[f"/bert/encoder/layer.{layer}/{path}/MatMul_quant"]))
                part.bias.copy_(torch.tensor(kept[f"bert.encoder.layer.{layer}.{path.replace('/', '.')}.bias"]))
            for short, path in _NORMS.items():
                for name in ("weight", "bias"):
                    value = kept[f"bert.encoder.layer.{layer}.{path}.{name}"]
                    getattr(getattr(own, short), name).copy_(torch.tensor(value))
        for part, name in ((reader.pool, "bert.pooler.dense"), (reader.end, "classifier")):
            part.weight.copy_(matrix(f"{name}.weight"))
            part.bias.copy_(torch.tensor(kept[f"{name}.bias"]))
        reader.token.weight.copy_(torch.tensor(kept["token_weight"].T.copy()))
        reader.token.bias.copy_(torch.tensor(kept["token_bias"]))
    return reader


def _weights(model: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Every kept array by its name, and the matrices as numbers by the name of their product."""
    kept = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    matrices = {}
    for node in model.graph.node:
        if node.op_type == "MatMulInteger":
            name = node.input[1].removesuffix("_quantized")
            whole = kept[f"{name}_quantized"].astype(np.float32) - kept[f"{name}_zero_point"].astype(np.float32)
            matrices[node.name] = whole * kept[f"{name}_scale"].astype(np.float32)
    return kept, matrices


def write(reader: Reader, folder: Path, target: Path) -> None:
    """The trained layers as an ONNX graph from their states to both odds; matrices as int8, a scale for each column."""
    model, first = onnx.load(str(folder / "model.onnx")), reader.first
    names = {node.name: node.input[1].removesuffix("_quantized") for node in model.graph.node if len(node.input) > 1}
    for value, shape in ((states_name(first), ["n", "tokens", WIDTH]), (UNSEEN, ["n", 1, 1, "tokens"])):
        model.graph.value_info.append(onnx.helper.make_tensor_value_info(value, onnx.TensorProto.FLOAT, shape))
    model.graph.value_info.append(onnx.helper.make_tensor_value_info(LAST, onnx.TensorProto.FLOAT, None))
    part = Extractor(model).extract_model([states_name(first), UNSEEN], ["logits", LAST])
    new: dict[str, Any] = {}
    for layer, own in zip(range(first, LAYERS), reader.layers, strict=True):
        for short, path in _PARTS.items():
            linear = getattr(own, short)
            new |= _quantised(names[f"/bert/encoder/layer.{layer}/{path}/MatMul_quant"], linear.weight)
            new[f"bert.encoder.layer.{layer}.{path.replace('/', '.')}.bias"] = linear.bias
        for short, path in _NORMS.items():
            for name in ("weight", "bias"):
                new[f"bert.encoder.layer.{layer}.{path}.{name}"] = getattr(getattr(own, short), name)
    new |= _quantised("bert.pooler.dense.weight", reader.pool.weight) | {"bert.pooler.dense.bias": reader.pool.bias}
    new |= _quantised("classifier.weight", reader.end.weight) | {"classifier.bias": reader.end.bias}
    for each in part.graph.initializer:
        if each.name in new:
            each.CopyFrom(numpy_helper.from_array(_array(new.pop(each.name)), each.name))
    if new:
        raise ValueError(f"the graph has no {sorted(new)}")
    _with_tokens(part, reader.token)
    onnx.checker.check_model(part)
    onnx.save(part, str(target))


def _quantised(name: str, weight: torch.Tensor) -> dict[str, Any]:
    """A matrix [out, in] as the graph keeps it: [in, out] in int8."""
    matrix = weight.detach().numpy().T
    scale = np.maximum(np.abs(matrix).max(axis=0), 1e-9) / 127
    return {
        f"{name}_quantized": np.round(matrix / scale).astype(np.int8),
        f"{name}_scale": scale.astype(np.float32),
        f"{name}_zero_point": np.zeros((), np.int8),
    }


def _array(value: Any) -> Any:
    return value.detach().numpy().astype(np.float32) if isinstance(value, torch.Tensor) else value


def _with_tokens(model: Any, linear: nn.Linear) -> None:
    """Adds the odds of each token, [n, tokens, 1], in place of the states they are made of."""
    graph = model.graph
    for name, array in (("token_weight", linear.weight.T), ("token_bias", linear.bias)):
        graph.initializer.append(numpy_helper.from_array(_array(array).copy(), name))
    graph.node.append(onnx.helper.make_node("MatMul", [LAST, "token_weight"], ["token_product"]))
    graph.node.append(onnx.helper.make_node("Add", ["token_product", "token_bias"], [TOKENS]))
    del graph.output[:]
    graph.output.append(onnx.helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["n", 1]))
    graph.output.append(onnx.helper.make_tensor_value_info(TOKENS, onnx.TensorProto.FLOAT, ["n", "tokens", 1]))


class Lower:
    """The layers below `first`, which are kept, as the packaged graph has them."""

    def __init__(self, folder: Path, first: int) -> None:
        model = onnx.load(str(folder / "model.onnx"))
        self._name = states_name(first)
        model.graph.value_info.append(onnx.helper.make_tensor_value_info(self._name, onnx.TensorProto.FLOAT, None))
        self._inputs = [each.name for each in model.graph.input]
        part = Extractor(model).extract_model(self._inputs, [self._name])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session: Any = onnxruntime.InferenceSession(
            part.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)

    def encoded(self, asked: Sequence[tuple[str, str]]) -> list[Any]:
        return list(self._tokenizer.encode_batch(list(asked)))

    def states(self, some: Sequence[Any]) -> Any:
        """What the layers make of encoded pairs, [n, tokens, 384], filled up to the longest of them."""
        rows = np.zeros((3, len(some), max(len(each.ids) for each in some)), np.int64)
        for place, each in enumerate(some):
            for kind, values in enumerate((each.ids, each.attention_mask, each.type_ids)):
                rows[kind, place, : len(values)] = values
        told = dict(zip(("input_ids", "attention_mask", "token_type_ids"), rows, strict=True))
        return self._session.run([self._name], {name: told[name] for name in self._inputs})[0]
