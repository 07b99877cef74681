"""One checked kernel as a C function: statements, comments and blank lines in the source's
order.
"""

import ast

from botsmith.compiler.arithmetic import BITWISE, CHECKED
from botsmith.compiler.bounds import constant_rounds
from botsmith.compiler.code import ATOM, SUM
from botsmith.compiler.declarations import C_SCALARS, DeclarationWriter, TypeNames
from botsmith.compiler.flow import Placement
from botsmith.compiler.kinds import FLOAT, INT, ArrayKind, RecordKind, Scalar, base_of
from botsmith.compiler.printer import INDENT, comment_block, comment_line, line_comment, wrap
from botsmith.compiler.program import Kernel
from botsmith.compiler.scope import Builtin


class FunctionWriter(DeclarationWriter):
    """Writes one kernel. lines: the text so far, without line ends."""

    def __init__(self, kernel: Kernel, names: TypeNames, file_number: int) -> None:
        super().__init__(kernel, names, file_number)
        self.placement = Placement(kernel)
        self.lines: list[str] = []
        self.depth = 0
        self.printed = kernel.node.lineno  # line of the source up to which comments are written
        self.hoisted: set[str] = set()  # bounds of loops that stand in a line of their own

    def write(self) -> list[str]:
        """The whole function, with its docstring above."""
        docstring = ast.get_docstring(self.kernel.node)
        if docstring:
            self.lines += comment_block(docstring)
        self.lines += wrap(self.signature(), 0)
        self.lines.append("{")
        self.depth = 1
        if docstring:
            self.printed = self.kernel.node.body[0].end_lineno or self.printed
        else:
            self.printed = self.header_end()
        start = len(self.lines)
        if self.kernel.is_recursive:
            self.line("const char stack_here = 0;")
            check = self.names.use("check_depth")
            self.line(f"{check}(&stack_here, {self.where(self.kernel.node)});")
        self.block(self.kernel.body)
        unread = self.unread_parameters(self.lines[start:])
        self.lines[start:start] = [f"{INDENT}(void){parameter};" for parameter in unread]
        self.comments(self.kernel.node.end_lineno or 0)
        self.lines.append("}")
        return self.lines

    def line(self, text: str, trailing: str = "") -> None:
        """One line at the present depth; `trailing` is a comment of the source."""
        lines = wrap(text, self.depth)
        if trailing:
            lines = line_comment(lines, trailing, self.depth)
        self.lines += lines

    def comments(self, before: int) -> None:
        """Own-line comments and one blank line where the source has some, up to line `before`."""
        source = self.kernel.source
        for number in range(self.printed + 1, before):
            if number in source.own_line:
                self.lines.append(INDENT * self.depth + comment_line(source.own_line[number]))
            elif number in source.blank and self.lines[-1] not in ("", "{"):
                if not self.lines[-1].endswith("{"):
                    self.lines.append("")
        self.printed = max(self.printed, before - 1)

    def trailing(self, line: int) -> str:
        """The comment at the end of a line, once."""
        return self.kernel.source.trailing.get(line, "")

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.comments(statement.lineno)
            for name in self.placement.before.get(statement, []):
                self.line(self.declare(self.kernel.locals[name], self.locals[name], name) + ";")
                self.mark_unread(name)
            getattr(self, "write_" + type(statement).__name__.lower())(statement)
            self.printed = max(self.printed, statement.end_lineno or 0)

    def inner_block(self, statements: list[ast.stmt], owner: ast.stmt) -> None:
        """A block and the comments at its end, which stand further right than the owner."""
        self.depth += 1
        self.block(statements)
        source = self.kernel.source
        number = last = self.printed + 1
        while number in source.blank or (
            number in source.own_line and source.columns[number] > owner.col_offset
        ):
            number += 1
            last = number if number - 1 in source.own_line else last
        self.comments(last)
        self.depth -= 1

    def simple(self, node: ast.stmt, text: str) -> None:
        """A statement without a block, with the comment behind it."""
        self.line(text, self.trailing(node.end_lineno or node.lineno))

    def write_pass(self, node: ast.Pass) -> None:
        self.simple(node, ";")

    def write_break(self, node: ast.Break) -> None:
        self.simple(node, "break;")

    def write_continue(self, node: ast.Continue) -> None:
        self.simple(node, "continue;")

    def write_return(self, node: ast.Return) -> None:
        self.simple(node, "return;" if node.value is None else f"return {self.text(node.value)};")

    def write_expr(self, node: ast.Expr) -> None:
        call = node.value
        assert isinstance(call, ast.Call)
        if self.kernel.meanings.get(call.func) == Builtin("assign"):
            target, source = (self.dereferenced(argument) for argument in call.args)
            self.simple(node, f"{target} = {source};")
        else:
            self.simple(node, f"{self.text(call)};")

    def dereferenced(self, node: ast.expr) -> str:
        """A record itself, not its address."""
        address = self.address(node)
        return address.text[1:] if address.text.startswith("&") else f"*{address.inside(ATOM)}"

    def write_assign(self, node: ast.Assign | ast.AnnAssign) -> None:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        assert node.value is not None
        if isinstance(target, ast.Name) and target.id in self.kernel.created:
            self.create(node, target.id)
        elif isinstance(target, ast.Name):
            self.set_name(node, target.id, node.value)
        else:
            self.simple(node, f"{self.text(target)} = {self.text(node.value)};")

    def create(self, node: ast.stmt, name: str) -> None:
        """A new local array or record of zeros, and of the defaults that its class states."""
        kind = self.kernel.locals[name]
        local = self.locals[name]
        item = base_of(kind)
        base = C_SCALARS[str(item)] if isinstance(item, Scalar) else self.types.record(item.cls)
        size = f"[{kind.length}]" if isinstance(kind, ArrayKind) else ""
        resetter = self.types.resetter(item.cls) if isinstance(item, RecordKind) else None
        if resetter is None:
            self.simple(node, f"{base} {local}{size} = {{0}};")
            self.mark_unread(name)
        elif not isinstance(kind, ArrayKind):
            self.simple(node, f"{base} {local};")
            self.line(f"{resetter}(&{local});")
        else:
            self.simple(node, f"{base} {local}{size};")
            place = self.free_name("place")
            self.line(f"for (int64_t {place} = 0; {place} < {kind.length}; {place}++)")
            self.line(f"    {resetter}(&{local}[{place}]);")

    def free_name(self, name: str) -> str:
        """A name for something that the source does not name."""
        while name in self.locals.values():
            name += "_"
        return name

    def mark_unread(self, name: str) -> None:
        """Tells C compilers that a local is meant to be there."""
        if name not in self.read:
            self.line(f"(void){self.locals[name]};")

    def set_name(self, node: ast.stmt, name: str, value: ast.expr) -> None:
        """An assignment to a local: its declaration, where the placement says so."""
        kind = self.kernel.kinds[value]
        local = self.locals[name]
        is_new = node in self.placement.inline
        if name in self.kernel.locals and isinstance(kind, Scalar):
            if kind is INT and name in self.set_once:
                self.written_here.ranges[name] = self.written_here.of(value)
        text = self.address(value).text if isinstance(kind, RecordKind) else self.text(value)
        left = self.declare(kind, local, name) if is_new else local
        self.simple(node, f"{left} = {text};")
        if is_new:
            self.mark_unread(name)

    def write_augassign(self, node: ast.AugAssign) -> None:
        """`x += y` where C has the same; else `x = add(x, y, line)`."""
        kind = self.kernel.kinds[node.target]
        target = self.text(node.target)
        if kind is FLOAT:
            right = self.number(node.value, FLOAT)
            if type(node.op) in CHECKED:
                self.simple(node, f"{target} {CHECKED[type(node.op)][0]}= {right.text};")
                return
            left = self.code(node.target)
            value = self.float_operation(node, node.op, left, right, node.value).text
        elif type(node.op) in BITWISE:
            self.simple(node, f"{target} {BITWISE[type(node.op)]}= {self.text(node.value)};")
            return
        else:
            value = self.int_operation(node, node.op, node.target, node.value).text
        start = f"{target} / "
        if kind is FLOAT and value.startswith(start):
            self.simple(node, f"{target} /= {value[len(start):]};")
        else:
            self.simple(node, f"{target} = {value};")

    write_annassign = write_assign

    def write_if(self, node: ast.If, start: str = "") -> None:
        self.line(
            f"{start}if ({self.text(node.test)}) {{", self.trailing(node.test.end_lineno or 0)
        )
        self.printed = max(self.printed, node.test.end_lineno or 0)
        self.inner_block(node.body, node)
        if not node.orelse:
            self.line("}")
            return
        inner = node.orelse[0]
        is_chain = isinstance(inner, ast.If) and len(node.orelse) == 1
        if is_chain and inner not in self.placement.before and not self.has_comments(inner):
            assert isinstance(inner, ast.If)
            self.write_if(inner, "} else ")
            return
        self.line("} else {")
        self.inner_block(node.orelse, node)
        self.line("}")

    def has_comments(self, node: ast.stmt) -> bool:
        """Whether comments stand alone on the lines before a statement, not printed yet."""
        lines = range(self.printed + 1, node.lineno)
        return any(number in self.kernel.source.own_line for number in lines)

    def write_while(self, node: ast.While) -> None:
        self.line(f"while ({self.text(node.test)}) {{", self.trailing(node.test.end_lineno or 0))
        self.printed = max(self.printed, node.test.end_lineno or 0)
        self.inner_block(node.body, node)
        self.line("}")

    def write_for(self, node: ast.For) -> None:
        """A loop over a range; its bound is read once, so one that could change gets a name."""
        assert isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Call)
        call = node.iter
        name = node.target.id
        loop = self.locals[name]
        start = "0" if len(call.args) == 1 else self.text(call.args[0])
        stop_node = call.args[0] if len(call.args) == 1 else call.args[1]
        stop = self.code(stop_node)
        _, (lowest, highest), step = self.bounds.range_parts(call)
        bound = stop.inside(SUM)
        opening = f"int64_t {loop} = {start}"
        if not self.is_steady(stop_node, node):
            bound = self.free_name(f"{loop}_end" if loop != "_" else "end")
            if len(f"for ({opening}, {bound} = {stop.text};") < 50 or bound in self.hoisted:
                opening += f", {bound} = {stop.text}"
            else:
                self.line(f"const int64_t {bound} = {stop.text};")
                self.hoisted.add(bound)
        sign = "<" if step > 0 else ">"
        is_safe = abs(step) == 1 or (lowest > -(2**62) and highest < 2**62 and abs(step) < 2**62)
        if is_safe:
            one = f"{loop}{'++' if step > 0 else '--'}"
            move = one if abs(step) == 1 else f"{loop} {'+' if step > 0 else '-'}= {abs(step)}"
        else:
            move = f"{loop} = {self.names.use('add')}({loop}, {step}, {self.where(node)})"
        trailing = self.trailing(call.end_lineno or 0)
        if self.kernel.meanings.get(call.func) == Builtin("each"):
            self.line(f"#pragma GCC unroll {constant_rounds(self.kernel, call)}")
        self.line(f"for ({opening}; {loop} {sign} {bound}; {move}) {{", trailing)
        self.printed = max(self.printed, call.end_lineno or 0)
        self.loop_body(node, name, stop_node)
        self.line("}")

    def loop_body(self, node: ast.For, name: str, stop: ast.expr) -> None:
        """The body, with what the range says about the loop's name."""
        assert isinstance(node.iter, ast.Call)
        self.bounds.ranges[name] = self.bounds.loop(node.iter)
        self.written_here.ranges[name] = self.written_here.loop(node.iter)
        over = None
        if isinstance(stop, ast.Call) and self.kernel.meanings.get(stop.func) == Builtin("len"):
            if isinstance(stop.args[0], ast.Name) and self.bounds.range_parts(node.iter)[2] > 0:
                over = (name, stop.args[0].id)
                self.loops_over.add(over)
        self.inner_block(node.body, node)
        self.bounds.ranges.pop(name, None)
        self.written_here.ranges.pop(name, None)
        self.loops_over.discard(over or ("", ""))
