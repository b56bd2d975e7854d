# SPDX-License-Identifier: MIT
"""names.py FILE - are the names those of names.sh?"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    network = json.load(file)
assert network["source"].removeprefix("./") == 'a"b\\c\tdé\ufffd\ufffd\ufffd\ufffd.c', repr(network["source"])
assert [body["name"] for body in network["bodies"]] == ["café"]
