"""TLS 1.3 and nothing older, for a table and for its guests."""

from __future__ import annotations

import ssl
import tempfile
from pathlib import Path
from secrets import token_hex

from net.certificate import Certificate


def server(certificate: Certificate) -> ssl.SSLContext:
    """For a table with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # nobody resumes: each connection proves itself
    # The ssl module reads keys from files only: what touches the disk is encrypted, and gone at once.
    password = token_hex(32)
    with tempfile.TemporaryDirectory(prefix="serai-") as folder:
        path = Path(folder) / "table.pem"
        path.write_bytes(certificate.pem(password.encode()))
        context.load_cert_chain(path, password=password)
    return context


def client() -> ssl.SSLContext:
    """For a guest. It takes any certificate: which one it was is part of the proof at the door."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
