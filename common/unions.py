"""Sets that only grow together: which nodes hang together, and how many (union-find)."""

from common.kernel import Numbers, kernel


@kernel
def split(parents: Numbers[int]) -> None:
    """Makes each node a set of its own. A root holds the size of its set, below 0."""
    for node in range(len(parents)):
        parents[node] = -1


@kernel
def root_of(parents: Numbers[int], node: int) -> int:
    """Returns the node that stands for the set; paths to it become shorter."""
    while parents[node] >= 0:
        above = parents[node]
        if parents[above] >= 0:
            parents[node] = parents[above]
        node = above
    return node


@kernel
def unite(parents: Numbers[int], first: int, second: int) -> bool:
    """Makes the sets of two nodes one; False if they were one before."""
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
    """Returns how many nodes the set has."""
    return -parents[root_of(parents, node)]
