# SPDX-License-Identifier: MIT
"""full.py LIMIT PROGRAM ARGUMENT... - runs it where no file can be longer than LIMIT bytes."""
import os
import resource
import signal
import sys

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
os.execv(sys.argv[2], sys.argv[2:])
