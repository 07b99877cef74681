"""Shortest paths by A*, in a graph of ways with costs.

nexts[node * degree + way] is the node that a way leads to, BEYOND for none, as in reach.py.
Source: Hart, Nilsson, Raphael (1968).
"""

from common.kernel import Numbers, kernel, record

BEYOND = -1  # no node, no path


@record
class Heap:
    """Counts the nodes in a heap, whose arrays are the caller's."""

    count: int


@kernel
def push(heap: Heap, keys: Numbers[int], nodes: Numbers[int], key: int, node: int) -> None:
    """Puts a node into the heap. `pop` returns the node with the lowest key."""
    at = heap.count
    heap.count += 1
    while at > 0 and keys[(at - 1) >> 1] > key:
        keys[at] = keys[(at - 1) >> 1]
        nodes[at] = nodes[(at - 1) >> 1]
        at = (at - 1) >> 1
    keys[at] = key
    nodes[at] = node


@kernel
def pop(heap: Heap, keys: Numbers[int], nodes: Numbers[int]) -> int:
    """Removes and returns the node with the lowest key. The heap must not be empty."""
    found = nodes[0]
    heap.count -= 1
    key = keys[heap.count]
    node = nodes[heap.count]
    at = 0
    child = 1
    while child < heap.count:
        if child + 1 < heap.count and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[at] = keys[child]
        nodes[at] = nodes[child]
        at = child
        child = 2 * at + 1
    keys[at] = key
    nodes[at] = node
    return found


@kernel
def find_path(
    nexts: Numbers[int],
    degree: int,
    costs: Numbers[int],
    guess: Numbers[int],
    start: int,
    goal: int,
    spent: Numbers[int],
    came: Numbers[int],
    heap: Heap,
    keys: Numbers[int],
    nodes: Numbers[int],
) -> int:
    """Returns the cost of the cheapest path, BEYOND if there is none; `first_step` then gives its
    way.

    costs: of entering a node, 0 or more; a node of less is never entered
    guess: by node, a lower bound of the remaining cost; zeros make it Dijkstra's search
    spent, came: written, with a place for each node
    keys, nodes: of the heap, with a place for each way and one more
    """
    for node in range(len(spent)):
        spent[node] = BEYOND
        came[node] = BEYOND
    heap.count = 0
    spent[start] = 0
    push(heap, keys, nodes, guess[start], start)
    while heap.count > 0:
        key = keys[0]
        node = pop(heap, keys, nodes)
        if node == goal:
            return spent[goal]
        if key <= spent[node] + guess[node]:
            for way in range(degree):
                ahead = nexts[node * degree + way]
                if ahead != BEYOND and costs[ahead] >= 0:
                    cost = spent[node] + costs[ahead]
                    if spent[ahead] == BEYOND or cost < spent[ahead]:
                        spent[ahead] = cost
                        came[ahead] = node
                        push(heap, keys, nodes, cost + guess[ahead], ahead)
    return BEYOND


@kernel
def first_step(came: Numbers[int], start: int, goal: int) -> int:
    """Returns the node after `start` on the path found; `start` if that is the goal."""
    node = goal
    while node != start and came[node] != start:
        node = came[node]
    return node
