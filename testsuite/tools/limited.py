# SPDX-License-Identifier: MIT
"""Runs a program that may hang.

The limit counts seconds in which this process itself was not stopped: if a job is suspended
together with its children, or the machine sleeps, that is no hang.
"""
import subprocess
import tempfile

STEP = 1  # seconds; a suspension counts as one step at most


def run_limited(command, seconds, text=b"", stderr=subprocess.PIPE, **options):
    """As subprocess.run, with TEXT as input; raises subprocess.TimeoutExpired after the limit."""
    with tempfile.TemporaryFile() as file:
        file.write(text or b"")
        file.seek(0)
        process = subprocess.Popen(command, stdin=file, stdout=subprocess.PIPE, stderr=stderr,
                                   **options)
    with process:
        for _ in range(seconds // STEP):
            try:
                output, errors = process.communicate(timeout=STEP)
                return subprocess.CompletedProcess(command, process.returncode, output, errors)
            except subprocess.TimeoutExpired as unfinished:
                so_far = unfinished
        # Its children may still hold the pipes, so take what has come until now.
        process.kill()
        process.wait()
        raise subprocess.TimeoutExpired(command, seconds, so_far.output, so_far.stderr)
