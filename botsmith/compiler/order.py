"""In which order kernels stand in the C file."""

from botsmith.compiler.program import Kernel
from botsmith.compiler.source import Source


def in_source_order(kernels: list[Kernel]) -> list[Kernel]:
    """File by file, called files before calling ones; within a file line by line.

    Kernels that a factory was given do not count as calls: its file knows nothing of theirs. The
    kernels of a factory's second binding follow those of the first.
    """
    files: dict[Source, list[Kernel]] = {}
    for kernel in kernels:
        files.setdefault(kernel.source, []).append(kernel)
    ordered: list[Source] = []
    seen: set[Source] = set()

    def visit(source: Source) -> None:
        seen.add(source)
        for kernel in files[source]:
            for call, callee in kernel.calls:
                name = getattr(call.func, "id", "")
                is_bound = name in kernel.function.__code__.co_freevars
                if callee.source not in seen and not is_bound:
                    visit(callee.source)
        ordered.append(source)

    for source in files:
        if source not in seen:
            visit(source)
    return [kernel for source in ordered for kernel in by_line(files[source])]


def by_line(kernels: list[Kernel]) -> list[Kernel]:
    """The kernels of one file; twins, from one definition, in the order in which they were
    found.
    """
    counts: dict[int, int] = {}
    keys = {}
    for kernel in kernels:
        line = kernel.node.lineno
        counts[line] = counts.get(line, 0) + 1
        keys[kernel] = (counts[line], line)
    return sorted(kernels, key=lambda kernel: keys[kernel])
