# mypy: ignore-errors
# The text that makes a bundle's modules importable. It is copied into bundles, never imported here:
# assemble.py puts its first part before the modules and its last part after them. Short and without
# annotations, because whoever opens a bundle reads it before anything else.
# ---- before the modules ----
import sys as __stickytape_sys

__stickytape_modules = {}  # path: source, filled below, unpacked after the last module


def __stickytape_write_module(path, contents):
    """Keeps a module, moved down by blank lines so that its line numbers are those of this file."""
    line = __stickytape_sys._getframe(1).f_lineno
    __stickytape_modules[path] = b"\n" * (line - 1) + contents


# ---- after the modules ----
def __stickytape_unpack(modules):
    """Writes the modules to a temporary folder, first on sys.path and removed when the bot ends.

    Where no such folder can be written, they are imported from memory.
    """
    import atexit
    import os
    import shutil
    import sys
    import tempfile

    sys.dont_write_bytecode = True
    try:
        folder = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        for path, source in modules.items():
            file = os.path.join(folder, path)
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "wb") as module_file:
                module_file.write(source)
        sys.path.insert(0, folder)
    except OSError as error:
        sys.stderr.write(f"no temporary folder, importing from memory: {error}\n")
        sys.meta_path.insert(0, __stickytape_memory(modules))


def __stickytape_memory(modules):
    """A finder and loader of the modules above for sys.meta_path."""
    from importlib.machinery import ModuleSpec

    class Memory:
        def find_spec(self, name, path=None, target=None):
            stem = name.replace(".", "/")
            for file, is_package in ((stem + "/__init__.py", True), (stem + ".py", False)):
                if file in modules:
                    return ModuleSpec(name, self, origin=file, is_package=is_package)
            return None

        def create_module(self, spec):
            return None

        def exec_module(self, module):
            this_file = self.exec_module.__code__.co_filename  # tracebacks show its lines
            source = modules[module.__spec__.origin]
            exec(compile(source, this_file, "exec", dont_inherit=True), module.__dict__)

    return Memory()


__stickytape_unpack(__stickytape_modules)
