"""The examples under a command's help."""


def examples(*commands: str) -> str:
    """The end of a help text that shows *commands* as one types them.

    >>> examples("kungen deal 1", "kungen solve 1").splitlines()
    ['Examples:', '', '  $ kungen deal 1', '  $ kungen solve 1']
    """
    return "\n".join(["Examples:", "", *(f"  $ {command}" for command in commands)])
