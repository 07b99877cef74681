"""Botsmith: the workshop. Stays on the author's machine; nothing shipped names it."""
