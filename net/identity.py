"""Who an installation is: an Ed25519 device key, and two words to know it by."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

_FILE = "device.key"


class BadIdentity(Exception):
    """The device key cannot be read or kept; the text says what to do."""


@dataclass(frozen=True)
class Identity:
    """A device key. `public` is what others know it by."""

    private: Ed25519PrivateKey
    public: bytes

    @classmethod
    def fresh(cls) -> Identity:
        """A new key, kept nowhere."""
        private = Ed25519PrivateKey.generate()
        return cls(private, private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))

    @classmethod
    def load(cls, folder: Path) -> Identity:
        """The key kept in that folder, made and kept there on first use. Raises `BadIdentity`."""
        path = folder / _FILE
        try:
            if not path.exists():
                return cls._make(path)
            private = load_pem_private_key(path.read_bytes(), password=None)
        except OSError as error:
            raise BadIdentity(f"the device key {path} cannot be read or written: {error.strerror}") from None
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise BadIdentity(f"{path} holds no device key any more; move it away and a new one is made") from None
        if not isinstance(private, Ed25519PrivateKey):
            raise BadIdentity(f"{path} holds a key of another kind; move it away and a new one is made")
        return cls(private, private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))

    @classmethod
    def _make(cls, path: Path) -> Identity:
        made = cls.fresh()
        path.parent.mkdir(parents=True, exist_ok=True)
        pem = made.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        half = path.with_name(f"{_FILE}.{os.getpid()}")
        half.touch(mode=0o600)
        half.write_bytes(pem)
        half.replace(path)
        return made


_FIRST = """
amber ashen azure basil birch blithe brass brave brisk bronze calm cedar chalk cinder civil clear
clever cloud cobalt copper coral crisp dapper dawn deft dusky eager early ebon elder fabled fair
fallow fern fleet flint frost gentle gilt glad golden grand hale hardy hazel honest indigo iron
ivory jade jolly keen kind lasting lilac lithe loyal lucid lunar mellow merry
"""
_SECOND = """
adder badger bear beaver bison bream camel cat crane crow deer dove eagle egret elk ermine falcon
finch fox frog gazelle gecko goat goose hare hawk hedgehog heron hind hoopoe horse ibex jackal jay
kestrel kite lark lion lizard lynx magpie marten mole moth mouse newt oryx otter owl ox panther
quail ram raven robin seal shrew stork swan swift tern toad viper wolf wren
"""


def words(public: bytes) -> str:
    """Two words that a device key is known by, for people to tell two of a name apart; not a proof of anything."""
    mark = blake2b(public, digest_size=8, person=b"serai-words").digest()
    first, second = _FIRST.split(), _SECOND.split()
    return f"{first[mark[0] % len(first)]}-{second[mark[1] % len(second)]}"
