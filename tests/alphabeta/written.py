"""Decision trees as text, a node a line: "a" the bot chooses, "o" an opponent, and the fitness."""

from botsmith.alphabeta.trees import Node


def tree_of(text: str) -> Node:
    """Returns the tree of indented lines such as `- a 0`."""
    root = Node(True, 0, [])
    parents = {-1: root}
    for line in filter(str.strip, text.partition("#")[0].splitlines()):
        kind, fitness = line.split()[1:]
        indent = line.index("-")
        parents[indent] = Node(kind == "a", int(fitness), [])
        parents[max(place for place in parents if place < indent)].children.append(parents[indent])
    return root.children[0]
