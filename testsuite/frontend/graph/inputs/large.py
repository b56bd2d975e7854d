# SPDX-License-Identifier: MIT
"""large.py runs N | chain N | tree N | names - writes a network with that many processes, or with odd names."""
import json
import sys

WRITE = "let w : write view i8 = new_write_view(b); register(w, 1); alloc(w, 1);"
READ = "let v : read view i8 = new_read_view(a); register(v, 1); alloc(v, 1);"


def runs(n):
    print("process p(b : record i8) {", WRITE, "}")
    print("process main() { let b : record i8 = new_record(1, 1);")
    print("run p(b);\n" * n, "}")


def chain(n):
    print("process main() { var r : [2]record i8; r[0] = new_record(1, 1);")
    print("run p0(r[0], r[1]); }")
    for k in range(n):
        last = "" if k == n - 1 else f"run p{k + 1}(b, c);"
        print(f"process p{k}(a : record i8, b : record i8) {{ let c : record i8 = new_record(1, 1);", READ, WRITE, last, "}")


def tree(n):
    print("process main() { run p0(); }")
    for k in range(n - 1):
        print(f"process p{k}() {{ run p{k + 1}(); run p{k + 1}(); }}")
    print(f"process p{n - 1}() {{ }}")


def names():
    odd, long = 'a"b\\N<&amp;>\nx\\', "é" * 100000
    place = "\t\\l\\G\n" + "x" * 1000
    print(json.dumps({"erbium-network": 1, "source": odd, "compiler": "", "bodies": [
        {"name": odd, "kind": "process", "public": True, "at": place, "parameters": [],
         "views": [{"name": odd, "element": long, "side": "read", "at": None, "of": ["global x"]}]},
        {"name": long, "kind": "process", "public": True, "at": None, "parameters": []}]}))


{"runs": runs, "chain": chain, "tree": tree, "names": names}[sys.argv[1]](*map(int, sys.argv[2:]))
