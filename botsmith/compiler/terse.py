"""A C text for a bundle, where the Python that explains it stands in the same file.

Blocks are indented by tabs, one with a single statement has no braces, fields of one type share a
declaration, and `int64_t` is called `Int`. Of the tables for a loader the size of the memory is
left. Names, order and what is computed stay as they are; comments stay where there is room.
"""

import re

from common.native import FINGERPRINT

HEAD_END = "*/\n"
DOCSTRING = re.compile(r"^/\*.*?\*/\n", re.MULTILINE | re.DOTALL)
RULE = re.compile(r"^// -+\n", re.MULTILINE)
OWN_LINE = re.compile(r"^\s*// (?![\w/]+\.py$).*\n", re.MULTILINE)
TRAILING = re.compile(r"  // .*$", re.MULTILINE)
INDENT = re.compile(r"^(?:    )+", re.MULTILINE)
BLANK_LINES = re.compile(r"\n{3,}")
NEXT_FUNCTION = re.compile(r"\}\n\nstatic")
BRACES = re.compile(
    r"^(\t*)((?:if|while|for) .*) \{\n(\t+[^;{}\n]+;)\n\1\}\n(?!\t*else)", re.MULTILINE
)
OPENING = re.compile(r"\)\n\{\n")
FIELD = re.compile(r"(\t\w+ )([^;(]+;)\n")
WIDEST = 96  # a line of fields
TABLE_LINE = re.compile(r"^\t+[-\d.]+(?:, [-\d.]+)*,$", re.MULTILINE)
# What serves the tables alone, and a check that the loader's trial makes too.
UNUSED = re.compile(r"#include <(?:float|stddef)\.h>\n|#if FLT_EVAL_METHOD.*?#endif\n", re.DOTALL)
KERNELS = "static jmp_buf"
FILE = re.compile(r"^ \*   (\d+)  (\S+)\.py$", re.MULTILINE)
ABOUT = "/* Modules, and fingerprints of them. A place 21303 is line 213 of module 3.\n"
LAST_INCLUDE = "#include <stdint.h>\n"
TABLES = "// For the loader: "


def terse(text: str, memory: str) -> str:
    """The text of a translation, shorter by a third. memory: what its entries work on."""
    head, end, body = text.partition(HEAD_END)
    numbers = {path.replace("/", "."): number for number, path in FILE.findall(head)}
    sources = FINGERPRINT.findall(head)
    sources.sort(key=lambda source: int(numbers.get(source[1], len(numbers))))
    lines = [f" *  {numbers.get(name, ''):>2}  {digest}  {name}\n" for digest, name in sources]
    head = ABOUT + "".join(lines) + " "
    helpers, *kernel_texts = RULE.split(body)
    body = helpers.replace("static inline", "static") + "".join(kernel_texts)
    body = INDENT.sub(lambda spaces: "\t" * (len(spaces.group()) // 4), body)
    body = OPENING.sub(") {\n", body)
    body = BRACES.sub(r"\1\2\n\3\n", body)
    body = TABLE_LINE.sub(lambda line: line.group().replace(", ", ","), body)
    body = re.sub(r"\bint64_t\b", "Int", UNUSED.sub("", body))
    body = body.replace("int32_t where", "int where")
    body = joined_fields(body)
    body = body.replace(LAST_INCLUDE, LAST_INCLUDE + "typedef int64_t Int;\n")
    body = BLANK_LINES.sub("\n\n", body[: body.index(TABLES)])
    size = f"const Int run_size = sizeof({memory});\n"
    return head + end + body + size


def without_comments(text: str) -> str:
    """A C text without comments and blank lines between functions, but for the head and the lines
    that name the source files.
    """
    head, end, body = text.partition(HEAD_END)
    body = TRAILING.sub("", OWN_LINE.sub("", DOCSTRING.sub("", body)))
    body = NEXT_FUNCTION.sub("}\nstatic", BLANK_LINES.sub("\n\n", body))
    return head + end + joined_fields(body)


def joined_fields(text: str) -> str:
    """Fields of structs, of one type and without comments, share lines."""
    structs, kernels, rest = text.partition(KERNELS)
    lines: list[str] = []
    before = None
    for line in structs.splitlines(keepends=True):
        field = FIELD.fullmatch(line)
        if field and before == field[1] and len(lines[-1]) + len(field[2]) < WIDEST:
            lines[-1] = f"{lines[-1][:-2]}, {field[2]}\n"
        else:
            lines.append(line)
        before = field and field[1]
    return "".join(lines) + kernels + rest
