# SPDX-License-Identifier: MIT
"""wrong.py GRAPH FILE - members of a good file are replaced by others: each is told, with the way to it."""
import copy
import json
import random
import subprocess
import sys

GOOD = {
    "erbium-network": 1, "source": "p.c", "compiler": "", "more": {"of": "it"},
    "bodies": [{
        "name": "p", "kind": "process", "public": True, "at": "p.c:1:1",
        "parameters": [{"name": "n", "type": "int"}],
        "records": [{"name": "r", "element": "int", "at": "p.c:1:2", "producers": "2*$0-1", "consumers": None, "times": 1}],
        "views": [{"name": "v", "element": "int", "side": "read", "at": "p.c:1:3", "of": ["record 0", "* parameter 0.x"]}],
        "sites": [{"primitive": "update", "at": "p.c:1:4", "view": ["view 0", "local a.b"], "index": 1, "rate": "$0", "loop": None}],
        "runs": [{"process": ["p"], "at": "p.c:1:5", "arguments": [3], "times": None}],
        "calls": [{"function": ["f"], "at": "p.c:1:6", "arguments": [["view 0"], 3, None], "times": "-$0+7"}],
        "stores": [{"to": "static f/x", "value": ["& local a", "result 0", "function q"]}],
        "returns": ["global g"],
    }],
}
BODY = ("bodies", 0)
WRONG = [
    (("bodies",), 7, "bodies: a list is expected"),
    (BODY, [], "bodies[0]: an object is expected"),
    (BODY + ("name",), None, "bodies[0].name: a string is expected"),
    (BODY + ("kind",), "thread", 'bodies[0].kind: "process" or "function" is expected'),
    (BODY + ("public",), 1, "bodies[0].public: true or false is expected"),
    (BODY + ("records", 0, "producers"), [], "bodies[0].records[0].producers: a number, a sum of parameters or null is expected"),
    (BODY + ("records", 0, "producers"), "2*$0-", "producers: a sum of parameters as 2*$0+1 is expected"),
    (BODY + ("records", 0, "producers"), "2*$", "producers: a sum of parameters as 2*$0+1 is expected"),
    (BODY + ("records", 0, "producers"), "99999999999999999999", "producers: a sum of parameters as 2*$0+1 is expected"),
    (BODY + ("records", 0, "producers"), "9223372036854775807+1", "producers: a sum of parameters as 2*$0+1 is expected"),
    (BODY + ("records", 0, "producers"), "-9223372036854775807*$0-2*$0", "producers: a sum of parameters as 2*$0+1 is expected"),
    (BODY + ("views", 0, "side"), "left", 'bodies[0].views[0].side: "read" or "write" is expected'),
    (BODY + ("views", 0, "of", 1), "record", 'bodies[0].views[0].of[1]: a source, as "record 0"'),
    (BODY + ("views", 0, "of", 0), "record 1", "bodies[0]: a source has the number 1, and the body has 1 such"),
    (BODY + ("sites", 0, "view", 0), "view 99999999999", "bodies[0].sites[0].view[0]: a source"),
    (BODY + ("calls", 0, "arguments", 0, 0), "parameter 1", "bodies[0]: a source has the number 1"),
    (BODY + ("stores", 0, "to"), "* result 1.x", "bodies[0]: a source has the number 1"),
    (BODY + ("returns", 0), "result -1", "bodies[0].returns[0]: a source"),
]


def draw(network):
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(network, file)
    return subprocess.run([sys.argv[1], sys.argv[2], "--format=dot"], capture_output=True, text=True, timeout=60)


def put(network, path, value):
    for key in path[:-1]:
        network = network[key]
    network[path[-1]] = value


def paths(node, path=()):
    """All ways into it."""
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in members:
        yield path + (key,)
        yield from paths(value, path + (key,))


done = draw(GOOD)
assert done.returncode == 0 and "digraph" in done.stdout, done.stderr
for path, value, said in WRONG:
    network = copy.deepcopy(GOOD)
    put(network, path, value)
    done = draw(network)
    assert done.returncode == 1 and said in done.stderr, (path, value, done.returncode, done.stderr)
chance = random.Random(1)
everything = list(paths(GOOD))
for turn in range(150):
    network = copy.deepcopy(GOOD)
    for path in chance.sample(everything, 2):
        try:
            put(network, path, chance.choice([None, -1, 1.5, "", "$", "& * parameter 0", "9*$0", [], {}, [[]], True, 2 ** 62, "view 0"]))
        except (KeyError, TypeError, IndexError):
            continue
    done = draw(network)
    assert done.returncode in (0, 1), (network, done.returncode, done.stderr)
