"""`serai verify`: a record checked from end to end."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from core.record import BadRecord, Record, read
from net.audit import Finding, audit
from net.text import LINE_CELLS, clean
from tui.cli import DONE, FAILED, Failed

_LARGEST = 8 * 1024 * 1024


def open_record(name: str) -> Record:
    """The record in that file. Raises `Failed` with the reason in words."""
    path = Path(name)
    try:
        if path.stat().st_size > _LARGEST:
            raise Failed(f"{name} is too large to be a record")
        return read(path.read_bytes().decode())
    except OSError as error:
        raise Failed(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Failed(f"{name} is not text") from None
    except BadRecord as error:
        raise Failed(f"{name}, {error}") from None


def checked(data: bytes) -> str:
    """What an audit of that record finds, a clean line a finding; also for what is no record."""
    try:
        findings = audit(read(data.decode()))
    except UnicodeDecodeError:
        findings = [Finding(holds=False, text="it is not text")]
    except BadRecord as error:
        findings = [Finding(holds=False, text=str(error))]
    return "\n".join(f"{_verdict(finding)}  {clean(finding.text, LINE_CELLS)}" for finding in findings)


def _verdict(finding: Finding) -> str:
    return "holds" if finding.holds else "FAILS"


def verify(options: argparse.Namespace) -> int:
    """A line a finding; 0 if all holds, 1 if anything does not."""
    record = open_record(options.file)
    findings = audit(record)
    for finding in findings:
        if options.json:
            print(json.dumps(finding._asdict()))
        else:
            print(f"{_verdict(finding)}  {finding.text}")
    return DONE if all(finding.holds for finding in findings) else FAILED
