"""The certificate of a table: P-256, signed by itself, and known by the SHA-256 of its DER.

Nobody vouches for it. Who joins pins it to what was agreed at the door (`net.joining`), so its dates and names say
nothing: it never ends, and all are called the same.
"""

from __future__ import annotations

import ssl
import tempfile
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

_FROM, _UNTIL = datetime(2020, 1, 1), datetime(9999, 12, 31, 23, 59, 59)


class BadCertificate(ValueError):
    """These bytes are no certificate of ours with its key."""


@dataclass(frozen=True)
class Certificate:
    """A certificate with its private key."""

    private: ec.EllipticCurvePrivateKey
    der: bytes

    @classmethod
    def fresh(cls) -> Certificate:
        """A new one."""
        private = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "serai")])
        builder = x509.CertificateBuilder(
            issuer_name=name,
            subject_name=name,
            public_key=private.public_key(),
            serial_number=x509.random_serial_number(),
            not_valid_before=_FROM,
            not_valid_after=_UNTIL,
        )
        return cls(private, builder.sign(private, hashes.SHA256()).public_bytes(Encoding.DER))

    @classmethod
    def read(cls, pem: bytes) -> Certificate:
        """The one that `pem` gave. Raises `BadCertificate`."""
        try:
            private = load_pem_private_key(pem, password=None)
            certificate = x509.load_pem_x509_certificate(pem)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise BadCertificate(str(error)) from None
        if not isinstance(private, ec.EllipticCurvePrivateKey) or private.public_key() != certificate.public_key():
            raise BadCertificate("the key is not the certificate's")
        return cls(private, certificate.public_bytes(Encoding.DER))

    @property
    def fingerprint(self) -> bytes:
        """The 32 bytes that it is known by."""
        return fingerprint(self.der)

    @property
    def pem(self) -> bytes:
        """Key and certificate as text, to keep."""
        return self._text(NoEncryption())

    def _text(self, encryption: KeySerializationEncryption) -> bytes:
        key = self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)
        return key + ssl.DER_cert_to_PEM_cert(self.der).encode()

    def server(self) -> ssl.SSLContext:
        """TLS 1.3 for a table with this certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0  # nobody resumes: each connection proves itself
        # The ssl module reads keys from files only: what touches the disk is encrypted, and gone at once.
        password = token_hex(32)
        with tempfile.TemporaryDirectory(prefix="serai-") as folder:
            path = Path(folder) / "table.pem"
            path.write_bytes(self._text(BestAvailableEncryption(password.encode())))
            context.load_cert_chain(path, password=password)
        return context


def client() -> ssl.SSLContext:
    """TLS 1.3 for a guest. It takes any certificate: which one it was is part of the proof at the door."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint(der: bytes) -> bytes:
    """SHA-256 of a certificate."""
    return sha256(der).digest()
