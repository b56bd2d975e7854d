# SPDX-License-Identifier: MIT
"""machine.py - what is known of the machine: its cores, and who else runs."""
import os
import platform


def read (path):
    try:
        with open (path) as f:
            return f.read ().strip ()
    except OSError:
        return ""


def others ():
    """True if someone else runs just now."""
    fields = read ("/proc/loadavg").split ()
    return len (fields) > 3 and int (fields[3].split ("/")[0]) > 1


def cores ():
    """One CPU of each core that we may use; those that share the first one's
    last cache come first."""
    seen, found = set (), []
    for cpu in sorted (os.sched_getaffinity (0)):
        base = f"/sys/devices/system/cpu/cpu{cpu}"
        core = read (base + "/topology/thread_siblings_list") or str (cpu)
        if core not in seen:
            seen.add (core)
            found.append ((cpu, read (base + "/cache/index3/shared_cpu_list")))
    return [c for c, cache in sorted (found, key=lambda f: (f[1] != found[0][1], f[0]))]


def cpu_model ():
    for line in read ("/proc/cpuinfo").splitlines ():
        if line.startswith ("model name"):
            return line.split (":")[1].strip ()
    return platform.machine ()
