"""A whole translation as one C file: constants, records, helpers, kernels and the entries."""

import ast
import re
from dataclasses import dataclass
from typing import Any

from botsmith.compiler.declarations import C_SCALARS
from botsmith.compiler.emit import FunctionWriter
from botsmith.compiler.helpers import HELPERS, TRAPS, with_needed
from botsmith.compiler.kinds import NONE, ArrayKind, FieldLength, Kind, Scalar, base_of, fields_of
from botsmith.compiler.naming import FileNames, defaults_of
from botsmith.compiler.order import in_source_order
from botsmith.compiler.printer import comment_block, fill, line_comment, wrap
from botsmith.compiler.program import Kernel, Program
from botsmith.compiler.scope import Constant, MathFunction
from botsmith.compiler.source import Source, source_of_module
from botsmith.compiler.tables import scalar_text, table_lines
from botsmith.errors import BadInput
from common.native import fingerprint

RULE = "// " + "-" * 97


@dataclass(frozen=True)
class Translation:
    """The C text and what a loader must know about it.

    entries: name in C without `run_` -> kernel. files: labels by number, as traps count them.
    sources: modules of kernels and constants -> fingerprint of their text. records: in the order
    of the table `run_layout`. math: functions of libm that may round differently elsewhere.
    """

    text: str
    entries: dict[str, Kernel]
    files: list[str]
    sources: dict[str, str]
    records: list[type[Any]]
    math: list[str]


class FileWriter(FileNames):
    """Writes the parts of the file."""

    def __init__(self, program: Program, entries: dict[str, Kernel]) -> None:
        super().__init__(program, entries)
        self.kernels = in_source_order(list(program.kernels.values()))
        self.files = list(dict.fromkeys(kernel.source.label for kernel in self.kernels))
        if len(self.files) > 100:  # a place is 100 * line + number of the file
            raise BadInput(f"{len(self.files)} files of kernels: expected at most 100")

    def write(self) -> Translation:
        """The parts in the order in which they must be known to each other, then joined."""
        self.name_lengths()
        self.name_constants()
        for record in self.program.records:
            self.macros.add(self.record(record))
        for kernel in self.kernels:
            self.kernel(kernel)
        records = [self.struct(record) for record in self.program.records]
        functions = self.functions()
        resets = [self.reset(cls) for cls in self.program.records if (cls, "reset") in self.given]
        entries = [self.entry(name, kernel) for name, kernel in self.entries.items()]
        sources = {
            name: fingerprint(source.text)
            for name in sorted(self.program.scope.module_names)
            if (source := source_of_module(name)) is not None
        }
        self.drop_unused_constants(functions)
        parts = [self.head(sources), *self.constant_parts(), *records, *self.helpers()]
        parts += resets + self.prototypes() + functions
        parts.append(
            [RULE, "// Entries: 0, or what trap() was told; the result through the last pointer."]
        )
        parts += [*entries, self.layout_table()]
        text = "\n\n".join("\n".join(part) for part in parts) + "\n"
        classes = list(self.program.records)
        return Translation(text, self.entries, self.files, sources, classes, self.math())

    def drop_unused_constants(self, functions: list[list[str]]) -> None:
        """Compilers warn of static constants of which only the value or the length is used."""
        words = set(re.findall(r"\w+", "\n".join(line for part in functions for line in part)))
        self.constants = [
            constant
            for constant in self.constants
            if self.given[constant] in words
            or not (constant.is_bound or isinstance(constant.kind, ArrayKind))
        ]

    def math(self) -> list[str]:
        """The functions of `math` in use whose last bit could differ from one machine to
        another.
        """
        used = {
            meaning.name
            for kernel in self.kernels
            for meaning in kernel.meanings.values()
            if isinstance(meaning, MathFunction)
        }
        return sorted(used - {"floor", "ceil", "trunc", "fabs", "copysign"})

    def helpers(self) -> list[list[str]]:
        """The way out for traps, and the arithmetic that the kernels use."""
        texts = [HELPERS[name] for name in with_needed(self.used)]
        state = ["static jmp_buf trap_exit;", "static int32_t trap_code;"]
        if "check_depth" in self.used:
            state.append("static const char *stack_start;  // about where the entry's frame lies")
        if any("trap(" in text for text in texts):
            texts.insert(0, TRAPS)
        return [state, *[text.rstrip().split("\n") for text in texts]]

    def head(self, sources: dict[str, str]) -> list[str]:
        files = [f" *   {number}  {label}" for number, label in enumerate(self.files)]
        return [
            "/* Kernels in C, translated by Botsmith from the Python sources below: same names,",
            " * same order, same numbers bit for bit. Numbers such as 21303 at the end of a call",
            " * say where the expression stands in Python, for a message: line 213 of file 3.",
            " *",
            *files,
            " *",
            " * Fingerprints of the modules that were translated:",
            *[f" *   {digest}  {name}" for name, digest in sources.items()],
            " */",
            "#include <float.h>",
            "#include <math.h>",
            "#include <setjmp.h>",
            "#include <stdbool.h>",
            "#include <stddef.h>",
            "#include <stdint.h>",
            "",
            "#if FLT_EVAL_METHOD != 0",
            '#error "floats must be computed in 64 bits, as Python does"',
            "#endif",
            "#define NOINLINE __attribute__((noinline))  // setjmp wants no other code around it",
        ]

    def constant_parts(self) -> list[list[str]]:
        """All constants, by the file that they come from, in its order."""
        groups: dict[str, list[Constant]] = {}
        order = {label: number for number, label in enumerate(self.files)}
        for constant in self.constants:
            groups.setdefault(constant.source.label if constant.source else "", []).append(constant)
        parts = []
        for label in sorted(groups, key=lambda label: (order.get(label, -1), label)):
            lines = [f"// Constants of {label}" if label else "// Constants"]
            for constant in sorted(
                groups[label], key=lambda item: item.node.lineno if item.node else 0
            ):
                lines += self.constant_lines(constant)
            parts.append(lines)
        return parts

    def constant_lines(self, constant: Constant) -> list[str]:
        name = self.given[constant]
        comment = ""
        if constant.source is not None and constant.node is not None:
            comment = constant.source.trailing.get(constant.node.end_lineno or 0, "")
        if isinstance(constant.kind, ArrayKind):
            return table_lines(name, constant.kind, constant.value, comment)
        spelling = ""
        if (
            constant.source is not None
            and constant.node is not None
            and constant.node.value is not None
        ):
            spelling = constant.source.spelling(constant.node.value)
        value = scalar_text(constant.value, spelling)
        if constant.is_bound:
            lines = [f"static const {C_SCALARS[str(constant.kind)]} {name} = {value};"]
        else:
            lines = [f"#define {name} {f'({value})' if value.startswith('-') else value}"]
        return line_comment(lines, comment, 0) if comment else lines

    def struct(self, cls: type[Any]) -> list[str]:
        """The typedef of a record, with the class's docstring and its fields' comments. What a
        params.py says stays there, where the numbers are tuned.
        """
        name = self.record(cls)
        source = source_of_module(cls.__module__)
        is_tuned = cls.__module__.endswith(".params")
        node = source.record(cls.__name__) if source and not is_tuned else None
        docstring = ast.get_docstring(node) if node else None
        lines = comment_block(docstring) if docstring else []
        lines.append(f"typedef struct {name} {{")
        for field, kind in fields_of(cls, self.program.pools).items():
            line = [f"    {self.declare(field, kind)};"]
            comment = ""
            for part in node.body if node else []:
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                    if part.target.id == field and source is not None:
                        comment = source.trailing.get(part.end_lineno or 0, "")
            lines += line_comment(line, comment, 1) if comment else line
        return [*lines, f"}} {name};"]

    def declare(self, name: str, kind: Kind) -> str:
        item = base_of(kind)
        base = C_SCALARS[str(item)] if isinstance(item, Scalar) else self.record(item.cls)
        size = ""
        if isinstance(kind, ArrayKind) and isinstance(kind.origin, FieldLength):
            size = f"[{self.field_length(kind.origin, kind.length or 0)}]"
        return f"{base} {self.field(name)}{size}"

    def functions(self) -> list[list[str]]:
        """The kernels, under a line for each file."""
        parts: list[list[str]] = []
        last: Source | None = None
        for kernel in self.kernels:
            if kernel.source is not last:
                parts.append([RULE, f"// {kernel.source.label}"])
                last = kernel.source
            number = self.files.index(kernel.source.label)
            parts.append(FunctionWriter(kernel, self, number).write())
        return parts

    def prototypes(self) -> list[list[str]]:
        """Declarations of the kernels that are called above their definition."""
        seen: set[Kernel] = set()
        early: dict[Kernel, None] = {}
        for kernel in self.kernels:
            for _, callee in kernel.calls:
                if callee not in seen and callee is not kernel:
                    early[callee] = None
            seen.add(kernel)
        lines: list[str] = []
        for kernel in early:
            writer = FunctionWriter(kernel, self, 0)
            lines += wrap(writer.signature() + ";", 0)
        return [lines] if lines else []

    def reset(self, cls: type[Any]) -> list[str]:
        """`reset_pod(Pod *pod)`: zeros, then the defaults."""
        name = self.record(cls)
        lines = [
            "// What a new record holds.",
            f"static void {self.resetter(cls)}({name} *record)",
            "{",
            f"    *record = ({name}){{0}};",
        ]
        for path, value in defaults_of(cls):
            lines.append(f"    record->{path} = {scalar_text(value, '')};")
        return [*lines, "}"]

    def entry(self, name: str, kernel: Kernel) -> list[str]:
        """`run_NAME`: the only functions that the library shows."""
        parameters, arguments = [], []
        writer = FunctionWriter(kernel, self, 0)
        for parameter in kernel.parameters:
            local = writer.locals[parameter.name]
            parameters.append(writer.declare(parameter.kind, local, parameter.name))
            arguments.append(local)
            if isinstance(parameter.kind, ArrayKind):
                parameters.append(f"int64_t {local}_length")
                arguments.append(f"{local}_length")
        call = f"{self.kernel(kernel)}({', '.join(arguments)});"
        if kernel.result is not NONE:
            result = "result_"
            while result in {*arguments, *self.taken}:
                result += "_"
            parameters.append(f"{C_SCALARS[str(kernel.result)]} *{result}")
            call = f"*{result} = {call}"
        lines = wrap(f"int32_t run_{name}({', '.join(parameters) or 'void'})", 0)
        lines += ["{", "    if (setjmp(trap_exit) != 0)", "        return trap_code;"]
        if "check_depth" in self.used:
            lines.append("    stack_start = __builtin_frame_address(0);")
        return [*lines, *wrap(call, 1), "    return 0;", "}"]

    def layout_table(self) -> list[str]:
        """Sizes and offsets for the loader to compare with its own."""
        lines = [
            "// For the loader: the size of each record, then the offset of each of its fields.",
            "const int64_t run_layout[] = {",
        ]
        for cls in self.program.records:
            name = self.record(cls)
            offsets = [f"offsetof({name}, {self.field(field)})" for field in cls.kernel_fields]
            lines += fill([f"sizeof({name})", *offsets], 1)
        if not self.program.records:
            lines.append("    0,")
        return [*lines, "};"]
