"""The commands in the README, run as typed; its Python runs as a doctest."""

from pathlib import Path

from tests.docs.transcripts import assert_prints, blocks, transcript

README = Path(__file__).parents[2] / "README.md"
NOT_RUN = ("pip ", "kungen serve ")


def test_the_commands_print_what_the_readme_shows(tmp_path: Path) -> None:
    commands = [shown for block in blocks(README) for shown in transcript(block)]
    run = [shown for shown in commands if not shown[0].startswith(NOT_RUN)]
    assert len(run) >= 8
    for command, output in run:
        assert_prints(command, output, tmp_path)
