"""A model's graph, looked at by value and changed: who makes a value, who uses it, and nodes put in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from onnx import ModelProto, NodeProto


class Graph:
    """The graph of `model`. What is added and replaced stands in the model only after `write`.

    Values have one maker; names of new values must not be taken.
    """

    def __init__(self, model: ModelProto) -> None:
        self._graph = model.graph
        self._made = {output: node for node in self._graph.node for output in node.output}
        self._constants = {each.name: each for each in self._graph.initializer}
        self._users: dict[str, list[NodeProto]] = {}
        for node in self._graph.node:
            for name in node.input:
                self._users.setdefault(name, []).append(node)

    def nodes(self, kind: str) -> list[NodeProto]:
        """The nodes of one kind, in the order of the model."""
        return [node for node in self._graph.node if node.op_type == kind]

    def maker(self, value: str, kind: str) -> NodeProto | None:
        """The node that makes `value`, when it is of this kind."""
        node = self._made.get(value)
        return node if node is not None and node.op_type == kind else None

    def users(self, value: str) -> list[NodeProto]:
        """The nodes that take `value`, each once, by the model as it came."""
        seen: dict[int, NodeProto] = {id(node): node for node in self._users.get(value, ())}
        return list(seen.values())

    def only_user(self, value: str, kind: str) -> NodeProto | None:
        """The one node that takes `value`, when it is of this kind."""
        users = self.users(value)
        return users[0] if len(users) == 1 and users[0].op_type == kind else None

    def constant(self, value: str) -> NDArray[Any] | None:
        """The numbers of a value that is known beforehand."""
        from onnx import numpy_helper

        kept = self._constants.get(value)
        if kept is not None:
            return numpy_helper.to_array(kept)
        node = self.maker(value, "Constant")
        return None if node is None else numpy_helper.to_array(self.attribute(node, "value", None))

    @staticmethod
    def attribute(node: NodeProto, name: str, usual: Any) -> Any:
        """One attribute of a node."""
        from onnx import helper

        found = [each for each in node.attribute if each.name == name]
        return helper.get_attribute_value(found[0]) if found else usual

    def keep(self, name: str, value: NDArray[Any]) -> str:
        """The name of a constant, written once."""
        from onnx import numpy_helper

        if name not in self._constants:
            self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def shape(self, *lengths: int) -> str:
        """The constant to reshape something to these lengths."""
        return self.keep("/shape/" + "/".join(map(str, lengths)), np.array(lengths, np.int64))

    def add(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        """Add a node; its output."""
        from onnx import helper

        self._made[output] = helper.make_node(kind, inputs, [output], name=output, **attributes)
        return output

    def replace(self, node: NodeProto, kind: str, inputs: list[str], **attributes: Any) -> None:
        """Let another node make what `node` makes."""
        self.add(kind, inputs, node.output[0], **attributes)

    def write(self) -> None:
        """Change the model: what its outputs need, each node after those whose values it takes."""
        order: list[NodeProto] = []
        done: set[str] = set()
        waiting = [output.name for output in reversed(self._graph.output)]
        while waiting:
            value = waiting[-1]
            node = self._made.get(value)
            missing = [] if node is None or value in done else [name for name in node.input if self._open(name, done)]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            if node is not None and value not in done:
                order.append(node)
                done.update(node.output)
        used = {name for node in order for name in node.input}
        kept = [each for name, each in self._constants.items() if name in used]
        del self._graph.node[:]
        self._graph.node.extend(order)
        del self._graph.initializer[:]
        self._graph.initializer.extend(kept)

    def _open(self, name: str, done: set[str]) -> bool:
        return name in self._made and name not in done
