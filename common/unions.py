"""Sets that only grow (union-find): which nodes are connected, and how many."""

from common.kernel import Numbers, kernel


@kernel
def split(parents: Numbers[int]) -> None:
    """Makes each node a set of its own. A root holds minus the size of its set."""
    for node in range(len(parents)):
        parents[node] = -1


@kernel
def root_of(parents: Numbers[int], node: int) -> int:
    """Returns the root node of a node's set; paths to it become shorter."""
    while parents[node] >= 0:
        above = parents[node]
        if parents[above] >= 0:
            parents[node] = parents[above]
        node = above
    return node


@kernel
def unite(parents: Numbers[int], first: int, second: int) -> bool:
    """Joins the sets of two nodes. Returns False if they were one set before."""
    large = root_of(parents, first)
    small = root_of(parents, second)
    if large == small:
        return False
    if parents[large] > parents[small]:
        other = large
        large = small
        small = other
    parents[large] += parents[small]
    parents[small] = large
    return True


@kernel
def size_of(parents: Numbers[int], node: int) -> int:
    """Returns the number of nodes in a node's set."""
    return -parents[root_of(parents, node)]
