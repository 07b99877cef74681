"""The k smallest of many values, without sorting all."""

from common.kernel import Numbers, kernel


@kernel
def k_smallest(values: Numbers[float], count: int, k: int, places: Numbers[int]) -> int:
    """Writes the indices of the k smallest of the first `count` values, in ascending order of
    value.

    Returns their number: k, or `count` if that is less. k is 1 or more. Of equal values the lower
    index comes first.
    """
    found = 0
    for place in range(count):
        if found < k or values[place] < values[places[found - 1]]:
            at = found if found < k else k - 1
            while at > 0 and values[place] < values[places[at - 1]]:
                places[at] = places[at - 1]
                at -= 1
            places[at] = place
            found = min(found + 1, k)
    return found
