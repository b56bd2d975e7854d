# SPDX-License-Identifier: MIT
"""arguments.py DETMPIEXEC PROGRAM [wrong] - runs each kind of arguments.c, which fails.

With `wrong', expects another message, so that the test must fail.
"""
import os
import subprocess
import sys
import tempfile

CASES = {
    "root": "the root is 7 in a communicator of 1",
    "meaning": "'MPI_BAND' has no meaning for 'MPI_DOUBLE'",
    "attribute": "there is no attribute (0x",
    "null": "the communicator is MPI_COMM_NULL",
    "communicator": "the communicator (0x7) is none, or was freed",
    "inter": "the communicator is no intercommunicator",
    "group": "the group (0x7) is none, or was freed",
    "member": "rank 7 of a group of 1",
    "stride": "the stride of range 0 is 0",
    "handler": "the error handler (0x7) is none",
    "called": "the program has called the error handler for code 12",
    "info": "the info (0x7) is none, or was freed",
    "nth": "key 3 of 0",
    "key": "there is no key 'none'",
    "file": "the file is MPI_FILE_NULL",
    "open": "cannot open 'none/none': No such file or directory",
    "delete": "cannot delete 'none/none': No such file or directory",
    "native": "'external32' is not 'native'",
    "filetype": "the file type has 4 bytes, and the elementary type 8",
    "position": "the position would be -1",
    "write": "cannot write 'here': Bad file descriptor",
    "twice": "'MPI_Init' is called twice",
    "finalized": "'MPI_Barrier' is called after 'MPI_Finalize'",
    "started": "the request was started, and is not done",
    "request": "the request (0x7) is none, or was freed",
    "tag": "the tag is -5",
    "buffer": "there is a buffer already",
    "unfinished": "a receive that is not done cannot be freed",
    "synchronous": "a test of a synchronous send is not deterministic",
    "cart": "the communicator is not Cartesian",
    "dimensions": "99 dimensions, expected at most",
    "empty": "dimension 0 has 0 ranks",
    "needed": "2 ranks are needed, and the communicator has 1",
    "outside": "the place is outside",
    "direction": "direction 4 of 1",
    "no-ranks": "0 ranks in 1 dimensions",
    "fixed": "dimension 0 cannot have 3 of 4 ranks",
    "product": "the product of the dimensions is not 4",
    "color": "the color is -5",
    "split-type": "the type of the communicator is 99",
    "world": "'MPI_COMM_WORLD' cannot be freed",
    "basic": "'MPI_INT' was not made of others",
    "arrays": "the arrays are smaller than MPI_Type_get_envelope says",
    "count": "the count is -1",
    "block": "the length of a block is -1",
    "subarray": "0 dimensions, expected 1 to 32",
    "order": "the order is 99",
    "part": "dimension 0: 3 elements from 2 on, of 4",
    "pack": "4 bytes at position 0 exceed the 2 of the buffer",
    "type": "the type (0x7) is none, or was freed",
    "committed": "was not committed",
    "class": "there is no type of class 2 with 3 bytes",
    "free": "'MPI_INT' cannot be freed",
}
SETTINGS = {
    ("DETMPI_ANY", "x"): "'DETMPI_ANY' is 'x'",
    ("DETMPI_OUTPUT", "x"): "'DETMPI_OUTPUT' is 'x'",
    ("-n", "0"): "'DETMPI_RANKS' is '0', expected 1 to",
    ("-n", "two"): "the number of ranks is 'two'",
}
COMMANDS = {
    ("-n",): "'-n' needs an argument",
    ("--none",): "unknown option '--none'",
    ("--none", "-n"): "detmpiexec: note: 'detmpiexec --help' lists the options",
    (): "there is no program to run",
    ("./none",): "there is no program './none'",
}


def fails(name, expected, command, folder, environment=None):
    """Runs a command; prints what is not as expected, and returns whether it is not."""
    run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                         cwd=folder, env=dict(os.environ, **(environment or {})))
    good = run.returncode not in (0, 124) and expected in run.stderr
    if not good:
        print(f"{name}: expected '{expected}', found:\n{run.stderr}")
    return not good


def main():
    mpiexec, program = sys.argv[1:3]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[3:]:
            return fails("tag", CASES["color"], [mpiexec, "-n", "1", program, "tag"], folder)
        for name, expected in CASES.items():
            wrong += fails(name, expected, [mpiexec, "-n", "1", program, name], folder)
        for (name, value), expected in SETTINGS.items():
            option = name.startswith("-")
            command = [mpiexec, *((name, value) if option else ("-n", "2")), program, "root"]
            wrong += fails(name, expected, command, folder, {} if option else {name: value})
        for words, expected in COMMANDS.items():
            wrong += fails(" ".join(words), expected, [mpiexec, *words], folder)
    return 1 if wrong else 0


sys.exit(main())
