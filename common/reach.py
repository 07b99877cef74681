"""Distances in any graph: from one node, or from several, with the side that comes first.

A graph is nexts[node * degree + way]: the node that a way leads to, BEYOND for none. Nodes with
`blocked` are never entered; a walker that starts on one can leave it. For grids of four ways see
grid.py.
"""

from common.kernel import Numbers, kernel

BEYOND = -1  # no node
NOBODY = -1
TIED = -2  # owner of a node that several reach at once


@kernel
def spread_over(
    nexts: Numbers[int],
    degree: int,
    blocked: Numbers[bool],
    sides: Numbers[int],
    owner: Numbers[int],
    distance: Numbers[int],
    queue: Numbers[int],
    count: int,
) -> int:
    """Writes each node's nearest side and its steps; returns the number of nodes reached.

    Walker i of the first `count` stands on node queue[i] and is of sides[i], 0 or more. A node that
    walkers of several sides reach at once is TIED, and so are the nodes behind it. owner is NOBODY
    and distance BEYOND for other nodes. owner, distance and queue are written, with a place for
    each node.
    """
    for node in range(len(owner)):
        owner[node] = NOBODY
        distance[node] = BEYOND
    end = 0
    for walker in range(count):
        node = queue[walker]
        if distance[node] == BEYOND:
            owner[node] = sides[walker]
            distance[node] = 0
            queue[end] = node
            end += 1
        elif owner[node] != sides[walker]:
            owner[node] = TIED
    at = 0
    while at < end:
        node = queue[at]
        at += 1
        for way in range(degree):
            ahead = nexts[node * degree + way]
            if ahead != BEYOND and not blocked[ahead]:
                if distance[ahead] == BEYOND:
                    owner[ahead] = owner[node]
                    distance[ahead] = distance[node] + 1
                    queue[end] = ahead
                    end += 1
                elif distance[ahead] == distance[node] + 1 and owner[ahead] != owner[node]:
                    owner[ahead] = TIED
    return end
