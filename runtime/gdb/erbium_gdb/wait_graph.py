# SPDX-License-Identifier: MIT
"""wait_graph.py - which process waits for which, and where they wait in a circle."""
import gdb

from erbium_gdb.processes import doing
from erbium_gdb.state import index_text, owner, process_text, processes, slots, text, wait_of, whole


def those_awaited(process, wait):
    """Pairs: a process for which it waits, or None, and why."""
    if not wait["view"]:
        end_of = int(wait["end_of"])
        others = [p for p in processes() if int(p["program"]) == int(process["program"])
                  and int(p) != int(process) and (not end_of or int(p["id"]) == end_of)]
        return [(p, "its end") for p in others]
    found = []
    for number, slot in slots(wait["record"], int(wait["side"])):
        index = whole(slot["index"])
        if index < int(wait["need"]) and (not int(wait["only"]) or int(wait["only"]) == number):
            found.append((owner(slot), f"id {number} is at index {index_text(index)}"))
    return found


def awaited_text(process):
    if not process:
        return "nobody"
    return f"{process_text(process)} which {'waits' if wait_of(process) else 'runs'}"


def circle(edges):
    """The numbers of processes that wait for each other in a circle, or an empty list."""
    done = set()
    for start in edges:
        path, here = [], start
        while here in edges and here not in path and here not in done:
            path.append(here)
            here = next((to for to in edges[here] if to in edges), None)
        if here in path:
            return path[path.index(here):]
        done.update(path)
    return []


class WaitGraph(gdb.Command):
    """Show for each process that waits for which other processes it waits, and a circle of waits.
A process that waits for several producers or consumers goes on when all of them have come so far.
Usage: erbium wait-graph"""
    def __init__(self):
        super().__init__("erbium wait-graph", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        edges, names = {}, {}
        for process in processes():
            wait = wait_of(process)
            names[int(process["id"])] = text(process["name"])
            if not wait:
                continue
            print(f"{process_text(process)} {doing(process)}")
            awaited = those_awaited(process, wait)
            for other, why in awaited:
                print(f"  for {awaited_text(other)}: {why}")
            if not awaited:
                print("  for nothing that is missing: it goes on")
            edges[int(process["id"])] = [int(other["id"]) for other, _ in awaited if other]
        found = circle(edges)
        if found:
            there = [f"{n} '{names[n]}'" for n in found + found[:1]]
            print("a circle of waits: " + " -> ".join(there))
        elif not edges:
            print("no process waits")
