# SPDX-License-Identifier: MIT
"""The option that compiles for this machine's processor."""
import re
import subprocess


def native(compiler):
    """-march=native, or the name of the processor if GCC complains about the options that it takes
    for it: GCC 15 does so for processors with AVX10."""
    def run(*words):
        return subprocess.run([compiler, "-march=native", *words], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
    try:
        if not run("-fsyntax-only", "-xc", "-").stderr:
            return "-march=native"
        name = re.search(r"^\s*-march=\s+(\S+)", run("-Q", "--help=target").stdout, re.M)
    except OSError:
        return "-march=native"
    return f"-march={name[1]}" if name else "-march=native"
