"""The certificate of a table: P-256, signed by itself, and known by the SHA-256 of its DER.

Nobody vouches for it. Who joins pins it to what was agreed at the door (`net.joining`), so its dates and names say
nothing: it never ends, and all are called the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
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

    def pem(self, password: bytes = b"") -> bytes:
        """Key and certificate as text; the key is encrypted if there is a password."""
        encryption = BestAvailableEncryption(password) if password else NoEncryption()
        key = self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)
        return key + x509.load_der_x509_certificate(self.der).public_bytes(Encoding.PEM)


def fingerprint(der: bytes) -> bytes:
    """SHA-256 of a certificate."""
    return sha256(der).digest()
