"""Our two themes, and what the boards' colours are under Textual's own.

Variables for style sheets, beside Textual's: `$hue-1` … `$hue-6` (red, blue, green, yellow, violet, teal), and the same
as `$seat-1` … `$seat-6` in the order in which a game hands them out; `$serai-accent`, the one that says "this is yours
to do now" and nothing else; `$serai-ink` for what matters most, `$serai-sand` for quiet words and frames,
`$serai-ember` for warmth (titles, fire) and never for meaning.
"""

from __future__ import annotations

from textual.theme import Theme

DARK_NAME, LIGHT_NAME = "serai-dark", "serai-light"
SEATS = 6
HUES = tuple(range(1, SEATS + 1))
"""The seats' colours, unless a game orders them otherwise."""

_DARK = {
    "serai-accent": "#ffae42",
    "serai-ink": "#f6ead2",
    "serai-sand": "#b09b7c",
    "serai-ember": "#d9734e",
    "seat-1": "#f0808a",
    "seat-2": "#7db4ea",
    "seat-3": "#9ccb78",
    "seat-4": "#e6d57a",
    "seat-5": "#c39ae6",
    "seat-6": "#6fcfc0",
}
_LIGHT = {
    "serai-accent": "#a33c00",
    "serai-ink": "#1c140c",
    "serai-sand": "#66563f",
    "serai-ember": "#9c3b1d",
    "seat-1": "#a3223f",
    "seat-2": "#1f5a99",
    "seat-3": "#39691f",
    "seat-4": "#715300",
    "seat-5": "#71389c",
    "seat-6": "#0b6a62",
}
_ANSI = {
    "serai-accent": "ansi_bright_yellow",
    "serai-ink": "ansi_default",
    "serai-sand": "ansi_default",
    "serai-ember": "ansi_red",
    "seat-1": "ansi_red",
    "seat-2": "ansi_blue",
    "seat-3": "ansi_green",
    "seat-4": "ansi_yellow",
    "seat-5": "ansi_magenta",
    "seat-6": "ansi_cyan",
}
for _colours in (_DARK, _LIGHT, _ANSI):
    _colours |= {f"hue-{number}": _colours[f"seat-{number}"] for number in range(1, SEATS + 1)}


def _cursor(background: str, blurred: str, foreground: str) -> dict[str, str]:
    """A selected line stands on a warmer ground; it does not borrow the accent."""
    return {
        "block-cursor-background": background,
        "block-cursor-foreground": foreground,
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": blurred,
        "block-cursor-blurred-foreground": foreground,
        "block-cursor-blurred-text-style": "none",
        "input-cursor-background": foreground,
        "input-cursor-foreground": blurred,
        "input-selection-background": background,
        "footer-background": "transparent",
        "footer-description-background": "transparent",
        "footer-key-background": "transparent",
        "footer-item-background": "transparent",
    }


SERAI_DARK = Theme(
    name=DARK_NAME,
    primary="#c9a46c",
    secondary="#96815f",
    accent="#d9734e",
    warning="#e6b45c",
    error="#e8695a",
    success="#9ccb78",
    foreground="#e9dcc3",
    background="#17120e",
    surface="#1f1813",
    panel="#2b221a",
    dark=True,
    variables=_DARK
    | _cursor("#4d3a28", "#2f251c", "#f6ead2")
    | {
        "border": "#8c7757",
        "border-blurred": "#54452f",
        "footer-key-foreground": "#d9bd8c",
        "footer-description-foreground": "#b09b7c",
        "footer-foreground": "#b09b7c",
        "scrollbar": "#54452f",
        "scrollbar-hover": "#6f5c40",
        "scrollbar-active": "#8c7757",
        "scrollbar-background": "#17120e",
        "scrollbar-background-hover": "#17120e",
        "scrollbar-background-active": "#17120e",
        "scrollbar-corner-color": "#17120e",
    },
)
SERAI_LIGHT = Theme(
    name=LIGHT_NAME,
    primary="#7a5a2c",
    secondary="#8a7759",
    accent="#9c3b1d",
    warning="#8a5a00",
    error="#a3221b",
    success="#39691f",
    foreground="#2e241a",
    background="#f5ecd9",
    surface="#efe4cd",
    panel="#e6d8bc",
    dark=False,
    variables=_LIGHT
    | _cursor("#d8c39a", "#e3d5b8", "#1c140c")
    | {
        "border": "#8a7350",
        "border-blurred": "#bda985",
        "footer-key-foreground": "#6a4713",
        "footer-description-foreground": "#66563f",
        "footer-foreground": "#66563f",
        "scrollbar": "#c4b08a",
        "scrollbar-hover": "#a8926a",
        "scrollbar-active": "#8a7350",
        "scrollbar-background": "#f5ecd9",
        "scrollbar-background-hover": "#f5ecd9",
        "scrollbar-background-active": "#f5ecd9",
        "scrollbar-corner-color": "#f5ecd9",
    },
)
OURS = (SERAI_DARK, SERAI_LIGHT)


def defaults(theme: Theme) -> dict[str, str]:
    """The values of our variables under a theme that does not set them."""
    if theme.ansi:
        return _ANSI
    return _DARK if theme.dark else _LIGHT
