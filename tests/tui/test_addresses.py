import pytest

from net.settings import PORT
from tui.addresses import BadAddress, read_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5:4711", ("192.168.1.5", 4711)),
        (" ana.local ", ("ana.local", PORT)),
        ("[fe80::1]:80", ("fe80::1", 80)),
        ("[::1]", ("::1", PORT)),
    ],
)
def test_what_people_type(text: str, address: tuple[str, int]) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "an address is needed"),
        (":80", "names no host"),
        ("a b:80", "names no host"),
        ("a\x1b[31m:80", "names no host"),
        ("::1", "in brackets"),
        ("[::1", "not closed"),
        ("[::1]x", "after the bracket"),
        ("a:", "no port"),
        ("a:0", "no port"),
        ("a:65536", "no port"),
        ("a:٣", "no port"),
    ],
)
def test_what_is_no_address_is_said_in_words(text: str, words: str) -> None:
    with pytest.raises(BadAddress, match=words):
        read_address(text)
