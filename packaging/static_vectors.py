"""Makes `resources/retrieval/static-256.npz`: one vector for each word piece of the packaged sentence encoder.

The way of model2vec (Tulkens and van Dongen 2024): each piece goes through bge-small-en-v1.5 alone, the states of the
first token are turned to their 256 main directions, and each is weighted by the logarithm of its rank, because the
vocabulary is sorted by frequency. Kept as int8 with one scale a row. Takes about a minute of one core:

    .venv/bin/python packaging/static_vectors.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

TARGET = ROOT / "resources" / "retrieval" / "static-256.npz"
DIMENSIONS = 256
BATCH = 256


def main() -> None:
    import onnxruntime
    from tokenizers import Tokenizer

    from server.engine.models import Model, packaged_file

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        str(packaged_file(Model.BGE_SMALL, "model.onnx")), options, providers=["CPUExecutionProvider"]
    )
    tokenizer = Tokenizer.from_file(str(packaged_file(Model.BGE_SMALL, "tokenizer.json")))
    count = tokenizer.get_vocab_size()
    start, end = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    states = np.zeros((count, 384), dtype=np.float32)
    for at in range(0, count, BATCH):
        ids = np.array([[start, i, end] for i in range(at, min(at + BATCH, count))], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        states[at : at + len(ids)] = session.run(None, feed)[0][:, 0, :]
    states -= states.mean(axis=0)
    _, _, directions = np.linalg.svd(states, full_matrices=False)
    vectors = states @ directions[:DIMENSIONS].T
    vectors *= np.log1p(np.arange(count, dtype=np.float32))[:, None]
    pieces = [tokenizer.id_to_token(i) for i in range(count)]
    # What stands for nothing by itself says nothing of a text.
    for i, piece in enumerate(pieces):
        if piece.startswith("[") and piece.endswith("]") and len(piece) > 1:
            vectors[i] = 0
    scale = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-9) / 127
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(TARGET, rows=np.round(vectors / scale).astype(np.int8), scale=scale.astype(np.float32))
    print(f"{TARGET}: {TARGET.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
