#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hostile.py [--memory MIB] [--damage N] PROGRAM - archives that are wrong, each with what is said of it.

With --damage N: N archives of which bytes have been changed, cut out, doubled, cut off.  Each must
be refused with one line that says where, or become what it was made of; and the file of the output
must be gone.  --memory: in so much address space.
"""
import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
from archive import HEAD, digest


def number (value, size):
    return value.to_bytes (size, "little")


def raw (data, length=None, want=None):
    return b"r" + number (len (data) if length is None else length, 4) + (want or digest (data)) + data


def deflated (data, length=None, packed=None, stream=None):
    if stream is None:
        z = zlib.compressobj (9, zlib.DEFLATED, -15)
        stream = z.compress (data) + z.flush ()
    return (b"z" + number (len (data) if length is None else length, 4)
            + number (len (stream) if packed is None else packed, 4) + digest (data) + stream)


def repeated (length, at):
    return b"=" + number (length, 4) + number (at, 8)


def end (*chunks, size=None, count=None):
    return (b"." + number (sum (map (len, chunks)) if size is None else size, 8)
            + number (len (chunks) if count is None else count, 8) + digest (b"".join (map (digest, chunks))))


A, B = b"abc" * 100, bytes (60000)
NO_SUCH = 2**64 - 1


def cases ():
    """Name, archive."""
    yield "empty file", b""
    yield "half a head", HEAD[:9]
    yield "another file", b"\x7fELF" + bytes (100)
    yield "a later version", HEAD[:10] + b"\2\0\0\0\0\0" + end ()
    yield "flags that are not known", HEAD[:15] + b"\1" + end ()
    yield "no end", HEAD
    yield "half an end", HEAD + end ()[:-1]
    yield "more behind the end", HEAD + end () + b"x"
    yield "two archives", 2 * (HEAD + raw (A) + end (A))
    yield "kind", HEAD + b"q" + end ()
    yield "raw of nothing", HEAD + raw (b"") + end (b"")
    yield "raw too long", HEAD + raw (bytes (65537))
    yield "raw of 4 GiB", HEAD + raw (A, length=2**32 - 1)
    yield "raw cut short", HEAD + raw (A)[:-1]
    yield "raw of another digest", HEAD + raw (A, want=digest (B)) + end (A)
    yield "head cut short", HEAD + b"z\1\1"
    yield "deflated to nothing", HEAD + deflated (b"", packed=0, stream=b"")
    yield "deflated to more", HEAD + deflated (b"ab") + end (b"ab")
    yield "deflated from 4 GiB", HEAD + deflated (B, packed=2**32 - 1)
    yield "deflated of 4 GiB", HEAD + deflated (B, length=2**32 - 1)
    yield "bomb", HEAD + deflated (B, length=300)
    yield "deflates to less", HEAD + deflated (B, length=65536)
    yield "no deflate", HEAD + deflated (A, stream=b"\xff" * 50)
    yield "behind the deflated", HEAD + deflated (B, stream=zlib.compress (B)[2:])
    yield "deflated of another", HEAD + deflated (B).replace (digest (B), digest (A))
    yield "repeats itself", HEAD + repeated (100, 0)
    yield "repeats what comes", HEAD + raw (A) + repeated (300, 300) + end (A, A)
    yield "repeats beyond", HEAD + raw (A) + repeated (300, 1) + end (A, A)
    yield "repeats nothing", HEAD + raw (A) + repeated (0, 0) + end (A, A)
    yield "repeats 4 GiB", HEAD + raw (A) + repeated (2**32 - 1, 0)
    yield "repeats around", HEAD + raw (A) + repeated (300, NO_SUCH - 299)
    yield "repeats another", HEAD + raw (A) + raw (A[1:] + b"x") + repeated (300, 300) + end (A, A[1:] + b"x", A)
    yield "end of another size", HEAD + raw (A) + end (A, size=NO_SUCH)
    yield "end of another count", HEAD + raw (A) + end (A, count=2)
    yield "end of another digest", HEAD + raw (A) + end (A[1:] + b"x")
    yield "order", HEAD + raw (B[:200]) + raw (A) + end (A, B[:200])


def unpack (program, folder, archive):
    """Status, what was said, what was written or None."""
    source, target = os.path.join (folder, "archive"), os.path.join (folder, "out")
    with open (source, "wb") as f:
        f.write (archive)
    done = subprocess.run ([program, "-d", source, target], stdin=subprocess.DEVNULL, capture_output=True,
                           timeout=60)
    said = done.stderr.decode (errors="replace").replace (folder + "/", "")
    out = None
    if os.path.exists (target):
        with open (target, "rb") as f:
            out = f.read ()
        os.remove (target)
    return done.returncode, said, out


def crafted (program, folder):
    for name, archive in cases ():
        status, said, out = unpack (program, folder, archive)
        print (f"{name}: status {status}{'' if out is None else ', and a file'}\n  {said.rstrip ()}")


def spoil (chance, archive):
    """Some bytes changed, cut out, doubled; or the end cut off."""
    data = bytearray (archive)
    for _ in range (chance.choice ([1, 1, 1, 2, 5])):
        at = chance.randrange (len (data))
        way = chance.randrange (5)
        if way == 0:
            data[at] ^= 1 << chance.randrange (8)
        elif way == 1:
            data[at:at + 8] = chance.choice ([bytes (8), b"\xff" * 8, chance.randbytes (8)])
        elif way == 2:
            del data[at:at + chance.randrange (1, 100)]
        elif way == 3:
            data[at:at] = data[at:at + chance.randrange (1, 100)]
        else:
            del data[chance.randrange (16, len (data)):]
        if len (data) < 20:
            break
    return bytes (data)


def damage (program, folder, count):
    chance = random.Random (1)
    first, second = chance.randbytes (200), bytes (3000)
    content = first + second + first + second + A
    whole = (HEAD + raw (first) + deflated (second) + repeated (200, 0) + repeated (3000, 200) + deflated (A)
             + end (first, second, first, second, A))
    good = wrong = 0
    for _ in range (count):
        archive = spoil (chance, whole)
        status, said, out = unpack (program, folder, archive)
        if status == 0 and out == content:
            good += 1
        elif status != 1 or out is not None or not said.startswith ("dedup: archive: error: ") or said.count ("\n") != 1:
            wrong += 1
            print (f"status {status}: {said}: {archive.hex ()}")
    print (f"{count} archives, {good} whole, {wrong} wrong")


def main ():
    options = argparse.ArgumentParser ()
    options.add_argument ("--damage", type=int, default=0, metavar="N")
    options.add_argument ("program")
    options.add_argument ("--memory", type=int, metavar="MIB")
    asked = options.parse_args ()
    if asked.memory: # of the programs, which inherit it
        resource.setrlimit (resource.RLIMIT_AS, (asked.memory << 20, asked.memory << 20))
    with tempfile.TemporaryDirectory () as folder:
        if asked.damage:
            damage (asked.program, folder, asked.damage)
        else:
            crafted (asked.program, folder)


if __name__ == "__main__":
    main ()
