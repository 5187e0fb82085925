"""What has happened up to a moment of a replay, in sentences under the chapters' headings."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tui.replaying import Replay


class StoryPanel(Widget):
    """The newest sentences at the bottom, those of the last step bright. `back`: so many lines further up."""

    ALLOW_SELECT = False
    number: reactive[int] = reactive(0)
    seat: reactive[int | None] = reactive(None)
    back: reactive[int] = reactive(0)

    def __init__(self, replay: Replay) -> None:
        super().__init__(classes="panel")
        self.border_title = "story"
        self._replay = replay

    def watch_number(self) -> None:
        """At another moment one reads from its end."""
        self.back = 0

    def scroll_story(self, lines: int) -> None:
        """Further up or down, as far as there is something."""
        width, height = self.content_size
        wanted = max(0, self.back + lines)
        self.back = max(0, min(wanted, len(self._lines(width, wanted + height)) - height))

    def render(self) -> Content:
        """As many lines as there is room for."""
        width, height = self.content_size
        lines = self._lines(width, height + self.back)
        end = len(lines) - self.back
        return Content("\n").join(lines[max(0, end - height) : end])

    def on_mouse_scroll_up(self) -> None:
        """Further up."""
        self.scroll_story(3)

    def on_mouse_scroll_down(self) -> None:
        """Further down."""
        self.scroll_story(-3)

    def _lines(self, width: int, most: int) -> list[Content]:
        """The last lines, oldest first; at least `most` of them, if there are as many."""
        replay, blocks, count = self._replay, [], 0
        chapter = None
        for number in range(self.number, 0, -1):
            sentences = replay.told(number, self.seat)
            if not sentences:
                continue
            if chapter is not None and replay.within(number) != chapter:
                blocks.append([self._heading(chapter, width)])
                count += 1
            chapter = replay.within(number)
            if count >= most:
                break
            style = "$foreground" if number == self.number else "$serai-sand"
            block = [line for text in sentences for line in Content.styled(text, style).wrap(max(width, 8))]
            blocks.append(block)
            count += len(block)
        else:
            blocks.append([self._heading(chapter if chapter is not None else 0, width)])
        return [line for block in reversed(blocks) for line in block]

    def _heading(self, chapter: int, width: int) -> Content:
        title = self._replay.chapters[chapter].title
        return Content.styled(f"{title[:1].upper()}{title[1:]}", "$serai-ember bold").truncate(width, ellipsis=True)
