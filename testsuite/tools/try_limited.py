# SPDX-License-Identifier: MIT
"""Runs programs by limited.py: one that ends, one that hangs, one that is stopped with its caller."""
import os
import signal
import subprocess
import sys
import time

from limited import run_limited

done = run_limited(["sh", "-c", "cat; exit 3"], 60, b"got")
print("in time:", done.returncode, done.stdout.decode())
try:
    run_limited(["sh", "-c", "echo before; exec sleep 600"], 2)
except subprocess.TimeoutExpired as e:
    print("hangs:", e.output.decode().strip())

# This process stops for longer than the limit while the program runs; another one lets it go on.
sys.stdout.flush()
me = os.getpid()
if os.fork() == 0:
    time.sleep(0.5)
    os.kill(me, signal.SIGSTOP)
    time.sleep(6)
    os.kill(me, signal.SIGCONT)
    os._exit(0)
print("stopped:", run_limited(["sh", "-c", "sleep 7; echo after"], 4).stdout.decode().strip())
