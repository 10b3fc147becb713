"""Sinew's archive of named columns (crates/sinew-core/src/archive.rs), written and read from Python."""
import struct
import zlib

import numpy as np

MAGIC = b"SINEWAR1"
KINDS = [np.dtype(t) for t in ("<f8", "<f4", "<i4", "<i8", "u1", "?")]


def dumps(entries):
    """The archive of a dict of arrays."""
    out = bytearray(MAGIC)
    for name, value in entries.items():
        value = np.ascontiguousarray(value)
        if value.dtype == np.int8:
            value = value.view(np.uint8)
        kind = KINDS.index(value.dtype.newbyteorder("<"))
        key = name.encode()
        out += struct.pack("<H", len(key)) + key + struct.pack("<BQ", kind, value.size) + value.tobytes()
    out += struct.pack("<H", 0)
    return bytes(out) + struct.pack("<I", zlib.crc32(out))


def loads(data):
    """Dict of flat arrays."""
    assert data[:8] == MAGIC and zlib.crc32(data[:-4]) == struct.unpack("<I", data[-4:])[0], "not a Sinew archive"
    at, out = 8, {}
    while True:
        (n,) = struct.unpack_from("<H", data, at)
        at += 2
        if n == 0:
            return out
        name = data[at:at + n].decode()
        kind, count = struct.unpack_from("<BQ", data, at + n)
        at += n + 9
        out[name] = np.frombuffer(data, KINDS[kind], count, at)
        at += count * KINDS[kind].itemsize
