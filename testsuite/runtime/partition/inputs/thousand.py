#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""thousand.py ERBIUM-PARTITION GUEST FILE - starts 1000 partitions that write a line and wait."""
import subprocess
import sys
import time

COUNT = 1000
partition, guest, path = sys.argv[1:]


def written():
    with open(path, encoding="ascii") as file:
        return sum(line.startswith("main: ") for line in file)


open(path, "w", encoding="ascii").close()
with open(path + ".said", "w+", encoding="utf-8") as said:
    run = subprocess.Popen([partition, "-n", str(COUNT), "-o", path, guest, "--how=waits"],
                           stderr=said)
    try:
        for _ in range(1500):
            if run.poll() is not None or written() >= COUNT:
                break
            time.sleep(0.1)
        if run.poll() is None:
            print(written(), "wait at once")
        else:
            print(f"{written()} began, then the command ended with status {run.poll()}")
            said.seek(0)
            print(said.read(2000))
    finally:
        run.kill()
        run.wait()
