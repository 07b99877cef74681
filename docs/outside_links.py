"""mkdocs: a link out of docs/, to a file of the checkout, becomes the file's path as code."""

import posixpath
import re
from typing import Any

LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)#:]+)(?:#[^)]*)?\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Returns the page's text with links that the site can follow alone."""
    folder = posixpath.dirname(f"docs/{page.file.src_uri}")

    def kept(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, found["target"]))
        return found[0] if path.startswith("docs/") else f"`{path}`"

    return LINK.sub(kept, markdown)
