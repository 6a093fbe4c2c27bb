"""How the command line words what it says more than once."""


def examples(*commands: str) -> str:
    """The end of a help text that shows *commands* as one types them.

    >>> examples("kungen deal 1", "kungen solve 1").splitlines()
    ['Examples:', '', '  $ kungen deal 1', '  $ kungen solve 1']
    """
    return "\n".join(["Examples:", "", *(f"  $ {command}" for command in commands)])


def usage(*forms: str) -> str:
    """The first lines of a help text, with each form in which a command is typed.

    >>> usage("deal NUMBER", "deal --board FILE").splitlines()
    ['Usage: kungen deal NUMBER', '       kungen deal --board FILE']
    """
    return "Usage: " + "\n       ".join(f"kungen {form}" for form in forms)
