# SPDX-License-Identifier: MIT
"""stress.py TIMES COMPILER... -- LIBRARIES... -- FOLDER

Builds the tests of concurrency and runs all of them at once, TIMES times as
long, beside a process per processor that only burns time."""
import multiprocessing
import os
import subprocess
import sys
import tempfile

TESTS = [
    "commit-publishes-below", "update-waits-for-commit", "update-waits-for-all-producers",
    "update-waits-for-registration", "stall-waits-for-horizon", "stall-waits-for-all-readers",
    "stall-waits-for-registered-readers", "handover-continues", "free-view-terminates",
    "free-view-at-process-end", "back-pressure-ends-with-reader", "window-grows-while-used",
    "work-sharing-producers", "work-sharing-consumers", "broadcast", "views-change-owner",
    "join", "several-programs", "foreign-threads", "blocking-in-the-kernel-loses-nothing",
    "unregistered-reader-misses", "artificial-deadlock-grows",
]
ARGUMENTS = {  # of those that need some
    "update-waits-for-commit": ["100"], "update-waits-for-registration": ["2"],
    "stall-waits-for-horizon": ["2000", "37"], "stall-waits-for-registered-readers": ["2"],
}
LIMIT = 200 * int(os.environ.get("TEST_SLOWER", "1"))


def burn():
    while True:
        pass


def build(test, folder, compiler, libraries, sources):
    program = os.path.join(folder, test)
    subprocess.run([*compiler, f"{sources}/clauses/{test}.c", "-o", program, *libraries],
                   check=True)
    return program


def run_all(programs, environment):
    """The tests that failed, of those run side by side."""
    running = {
        test: subprocess.Popen([program, *ARGUMENTS.get(test, [])], env=environment,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for test, program in programs.items()
    }
    failed = []
    for test, process in running.items():
        try:
            _, said = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            said = b"hangs"
        if process.returncode != 0:
            failed.append(f"{test} ends with {process.returncode}: {said.decode()}")
    return failed


def main():
    _, times, *rest = sys.argv
    first = rest.index("--")
    second = rest.index("--", first + 1)
    compiler, libraries, sources = rest[:first], rest[first + 1:second], rest[second + 1]
    copies = multiprocessing.get_context("fork") # others begin with a server, which needs time
    burners = [copies.Process(target=burn, daemon=True) for _ in os.sched_getaffinity(0)]
    failed = []
    tests = list(TESTS)
    if "-fsanitize=thread" in compiler:  # its error: docs/howto/compile.md, pthread_exit
        tests.remove("free-view-at-process-end")
    with tempfile.TemporaryDirectory() as folder:
        programs = {t: build(t, folder, compiler, libraries, sources) for t in tests}
        for burner in burners:
            burner.start()
        for spin in ("20000", "0"):
            environment = {**os.environ, "TEST_ROUNDS": times, "ERBIUM_SPIN": spin}
            failed += run_all(programs, environment)
    for burner in burners:
        burner.terminate()
    sys.exit("\n".join(failed) or 0)


main()
