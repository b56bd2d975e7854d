#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""thousand.py ERBIUM-PARTITION GUEST - starts 1000 partitions that wait, counts their threads."""
import os
import subprocess
import sys
import time

command = [sys.argv[1], "-n", "1000", "-o", "/dev/null", sys.argv[2], "--how=sleeps"]
run = subprocess.Popen(command)


def waiting():
    count = 0
    for thread in os.listdir(f"/proc/{run.pid}/task"):
        try:
            with open(f"/proc/{run.pid}/task/{thread}/syscall") as file:
                count += file.read().startswith("34 ")  # pause
        except OSError:  # the thread has ended
            pass
    return count


try:
    for _ in range(1000):
        if waiting() >= 1000 or run.poll() is not None:
            break
        time.sleep(0.1)
    print(waiting() if run.poll() is None else f"status {run.poll()}, not 1000,",
          "wait at once", flush=True)
finally:
    run.kill()
    run.wait()
