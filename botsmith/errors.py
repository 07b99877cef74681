"""The one error that a user of Botsmith is meant to see."""


class BadInput(Exception):
    """Something from outside is wrong: a file, a name, a number, an option.

    The text is one line that says what is wrong, where, and what would be right. The command line
    prints it as `botsmith: TEXT` on stderr and exits with status 2; it never shows a traceback.
    """
