"""The device key: made once, kept, for its owner's eyes."""

import os
import stat
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

from net import tls
from net.certificate import Certificate
from net.identity import BadIdentity, Identity, words


def test_the_key_is_made_once_and_kept(tmp_path):
    folder = tmp_path / "deep" / "inside"
    first = Identity.load(folder)
    assert len(first.public) == 32
    assert Identity.load(folder).public == first.public
    assert sorted(path.name for path in folder.iterdir()) == ["device.key", "table.pem"]


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX")
def test_only_the_owner_can_read_it(tmp_path):
    old = os.umask(0)
    try:
        Identity.load(tmp_path)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "device.key").stat().st_mode) == 0o600


def test_every_key_is_another_one(tmp_path):
    keys = {Identity.fresh().public for _ in range(3)} | {Identity.load(tmp_path / n).public for n in "ab"}
    assert len(keys) == 5


def test_what_is_signed_is_verified_with_the_public_half():
    identity = Identity.fresh()
    identity.private.public_key().verify(identity.private.sign(b"hello"), b"hello")
    assert identity.private.public_key().public_bytes_raw() == identity.public


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nonsense",
        b"\xff" * 100,
        b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        Identity.fresh().private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")),
    ],
    ids=["empty", "text", "bytes", "broken", "another kind", "locked"],
)
def test_a_broken_key_is_told_in_words_and_left_where_it_is(tmp_path, content):
    path = tmp_path / "device.key"
    path.write_bytes(content)
    with pytest.raises(BadIdentity, match="move it away"):
        Identity.load(tmp_path)
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_used_is_told_in_words(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadIdentity, match="cannot be read or written"):
        Identity.load(tmp_path / "file" / "inside")
    (tmp_path / "device.key").mkdir()
    with pytest.raises(BadIdentity, match="cannot be read or written"):
        Identity.load(tmp_path)


def test_a_key_has_two_words():
    keys = [Identity.fresh().public for _ in range(50)]
    assert all(len(words(key).split("-")) == 2 for key in keys)
    assert words(keys[0]) == words(keys[0])
    assert len(set(map(words, keys))) > 40


def test_the_certificate_is_made_once_and_kept_for_this_user_alone(tmp_path):
    first, second = Identity.load(tmp_path), Identity.load(tmp_path)
    assert first.certificate.der == second.certificate.der
    assert first.certificate.fingerprint == sha256(first.certificate.der).digest()
    for name in ("device.key", "table.pem"):
        assert sys.platform == "win32" or stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["device.key", "table.pem"]


def test_the_certificate_says_nothing_of_whose_it_is_and_never_ends():
    certificate = x509.load_der_x509_certificate(Identity.fresh().certificate.der)
    assert certificate.subject.rfc4514_string() == certificate.issuer.rfc4514_string() == "CN=serai"
    assert isinstance(certificate.public_key().curve, ec.SECP256R1)
    assert certificate.not_valid_after_utc.year == 9999


@pytest.mark.parametrize("spoil", [lambda pem: b"", lambda pem: pem[:-200], lambda pem: pem[300:], lambda pem: b"\xff"])
def test_a_damaged_certificate_is_told_in_words_and_left_alone(tmp_path, spoil):
    Identity.load(tmp_path)
    path = tmp_path / "table.pem"
    path.write_bytes(spoil(path.read_bytes()))
    kept = path.read_bytes()
    with pytest.raises(BadIdentity, match="move it away"):
        Identity.load(tmp_path)
    assert path.read_bytes() == kept


def test_a_certificate_with_anothers_key_is_none(tmp_path):
    one, other = Identity.fresh().certificate, Identity.fresh().certificate
    (tmp_path / "table.pem").write_bytes(Certificate(one.private, other.der).pem())
    with pytest.raises(BadIdentity, match="no certificate"):
        Identity.load(tmp_path)


def test_the_key_is_encrypted_on_its_way_into_tls(monkeypatch):
    written, write = [], Path.write_bytes
    monkeypatch.setattr(Path, "write_bytes", lambda path, data: written.append(data) or write(path, data))
    tls.server(Identity.fresh().certificate)
    assert len(written) == 1
    assert b"BEGIN ENCRYPTED PRIVATE KEY" in written[0]
    assert b"BEGIN PRIVATE KEY" not in written[0]
