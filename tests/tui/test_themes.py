import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tui.themes import OURS, SEATS, defaults

TEXT = [*(f"seat-{n}" for n in range(1, SEATS + 1)), "serai-accent", "serai-ink", "serai-sand", "serai-ember"]


def contrast(one: str, other: str) -> float:
    """WCAG 2: (L1 + 0.05) / (L2 + 0.05)."""

    def luminance(text: str) -> float:
        linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in Color.parse(text).normalized]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
@pytest.mark.parametrize("name", [*TEXT, "footer-key-foreground", "footer-description-foreground"])
def test_every_colour_of_ours_can_be_read_on_every_ground(theme: Theme, name: str) -> None:
    for ground in (theme.background, theme.surface, theme.panel):
        assert ground is not None
        assert contrast(theme.variables[name], ground) >= 4.5, (name, ground)


@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
def test_the_selected_line_can_be_read(theme: Theme) -> None:
    for cursor in ("block-cursor", "block-cursor-blurred"):
        ground, text = (theme.variables[f"{cursor}-{part}"] for part in ("background", "foreground"))
        assert contrast(text, ground) >= 7
        for name in TEXT[:SEATS]:
            assert contrast(theme.variables[name], ground) >= 3


@pytest.mark.parametrize("theme", [*OURS, *BUILTIN_THEMES.values()], ids=lambda theme: theme.name)
def test_every_theme_has_our_variables_and_six_different_seats(theme: Theme) -> None:
    values = {**defaults(theme), **theme.variables}
    assert {*TEXT} <= values.keys()
    assert len({values[f"seat-{n}"] for n in range(1, SEATS + 1)}) == SEATS
    assert values["serai-accent"] not in [values[f"seat-{n}"] for n in range(1, SEATS + 1)]
