"""Who an installation is: an Ed25519 device key, two words to know it by, and a certificate for the tables it hosts."""

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

from net.certificate import BadCertificate, Certificate

_DEVICE, _CERTIFICATE = "device.key", "table.pem"


class BadIdentity(Exception):
    """The device key or the certificate cannot be read or kept; the text says what to do."""


@dataclass(frozen=True)
class Identity:
    """A device key. `public` is what others know it by. `certificate`: of the tables that this installation hosts."""

    private: Ed25519PrivateKey
    public: bytes
    certificate: Certificate

    def sign(self, statement: bytes) -> bytes:
        """The Ed25519 signature of a statement (64 bytes)."""
        return self.private.sign(statement)

    @classmethod
    def fresh(cls) -> Identity:
        """A new key and certificate, kept nowhere."""
        return cls.of(Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, folder: Path) -> Identity:
        """The key and certificate kept in that folder, made and kept there on first use. Raises `BadIdentity`."""
        return cls.of(_device_key(folder / _DEVICE), _certificate(folder / _CERTIFICATE))

    @classmethod
    def of(cls, private: Ed25519PrivateKey, certificate: Certificate | None = None) -> Identity:
        """The identity with that key, and that certificate or a new one."""
        public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return cls(private, public, certificate or Certificate.fresh())


def _device_key(path: Path) -> Ed25519PrivateKey:
    try:
        if not path.exists():
            made = Ed25519PrivateKey.generate()
            write_private(path, made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
            return made
        private = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise BadIdentity(f"the device key {path} cannot be read or written: {error.strerror}") from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadIdentity(f"{path} holds no device key any more; move it away and a new one is made") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise BadIdentity(f"{path} holds a key of another kind; move it away and a new one is made")
    return private


def _certificate(path: Path) -> Certificate:
    try:
        if not path.exists():
            made = Certificate.fresh()
            write_private(path, made.pem())
            return made
        return Certificate.read(path.read_bytes())
    except OSError as error:
        raise BadIdentity(f"the certificate {path} cannot be read or written: {error.strerror}") from None
    except BadCertificate:
        raise BadIdentity(f"{path} holds no certificate any more; move it away and a new one is made") from None


def write_private(path: Path, data: bytes) -> None:
    """Puts a file there whole or not at all, for this user's eyes only. Raises `OSError`."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.{os.getpid()}")
    half.unlink(missing_ok=True)
    half.touch(mode=0o600)
    half.write_bytes(data)
    half.replace(path)


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
