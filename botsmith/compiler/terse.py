"""A C text for a bundle, where the Python that explains it stands in the same file.

Comments go, but for the head and the lines that name the source files; blocks are indented by
tabs, one with a single statement has no braces, fields of one type share a declaration, and
`int64_t` is called `Int`. Of the tables for a loader the size of the memory is left. Names, order
and what is computed stay as they are.
"""

import re

HEAD_END = "*/\n"
DOCSTRING = re.compile(r"^/\*.*?\*/\n", re.MULTILINE | re.DOTALL)
OWN_LINE = re.compile(r"^ *// (?![\w/]+\.py$).*\n", re.MULTILINE)
TRAILING = re.compile(r"  // .*$", re.MULTILINE)
INDENT = re.compile(r"^(?:    )+", re.MULTILINE)
BLANK_LINES = re.compile(r"\n{3,}")
BRACES = re.compile(
    r"^(\t*)((?:if|while|for) .*) \{\n(\t+[^;{}\n]+;)\n\1\}\n(?!\t*else)", re.MULTILINE
)
OPENING = re.compile(r"\)\n\{\n")
FIELDS = re.compile(r"^(\t(\w+) [\w, ]+);\n\t\2 (\w+;)$", re.MULTILINE)
# What serves the tables alone, and a check that the loader's trial makes too.
UNUSED = re.compile(r"#include <(?:float|stddef)\.h>\n|#if FLT_EVAL_METHOD.*?#endif\n", re.DOTALL)
FIRST_FILE = " *   0  "
LISTED = " * Fingerprints of the modules that were translated:\n"
ABOUT = """\
/* Numbers such as 300213 say where an expression stands in Python: line 213 of file 3.
 * Below the files, the fingerprints of the modules.
 *
"""
LAST_INCLUDE = "#include <stdint.h>\n"
TABLES = "EXPORT extern const Int run_layout[];"


def terse(text: str, memory: str) -> str:
    """The text of a translation, shorter by a third. memory: what its entries work on."""
    head, end, body = text.partition(HEAD_END)
    head = ABOUT + head[head.index(FIRST_FILE) :].replace(LISTED, "")
    body = DOCSTRING.sub("", body)
    body = TRAILING.sub("", OWN_LINE.sub("", body))
    body = INDENT.sub(lambda spaces: "\t" * (len(spaces.group()) // 4), body)
    body = OPENING.sub(") {\n", body)
    body = BRACES.sub(r"\1\2\n\3\n", body)
    body = re.sub(r"\bint64_t\b", "Int", UNUSED.sub("", body))
    body = body.replace("static inline", "static").replace("int32_t where", "int where")
    kernels = body.index("static jmp_buf")
    body = joined_fields(body[:kernels]) + body[kernels:]
    body = body.replace(LAST_INCLUDE, LAST_INCLUDE + "typedef int64_t Int;\n")
    body = BLANK_LINES.sub("\n\n", body[: body.index(TABLES)])
    size = f"EXPORT extern const Int run_size;\nconst Int run_size = sizeof({memory});\n"
    return head + end + body + size


def joined_fields(text: str) -> str:
    """Structs whose plain fields of one type follow each other in one declaration."""
    while (shorter := FIELDS.sub(r"\1, \3", text)) != text:
        text = shorter
    return text
