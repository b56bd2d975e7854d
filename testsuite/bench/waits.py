# SPDX-License-Identifier: MIT
"""waits - ways to wait, compared (De Matteis 2011, section 4.2).

A worker computes while a thread beside it waits, and then wakes it again and again.  The first
column shows what a way takes from the worker where both run on hardware threads of one core.  A
way that the processor lacks has a row that says so.

Here a wait is short, and the waker spends it awake.  In the benchmark wakeup it is long, and the
cores are idle.
"""
from harness import Case, stream_sum

PROGRAM = "waits/erbium"
WAYS = ("spin", "yield", "futex", "semaphore", "condition", "umwait", "mwaitx", "stages")
US, PEERS = "stages", ("futex", "semaphore", "condition")


def run (bench):
    bench.need (PROGRAM, "build it")
    bench.hurry (60, 20)
    cpus = ",".join (map (str, bench.cpus[:2]))
    bench.measure ([Case ({"config": w}, PROGRAM, {"mode": w, "cpus": cpus},
                          items=100 if bench.quick else 1000,
                          total=lambda n, o: stream_sum (n), spinning=False, share=True,
                          also=("worker_ms", "call_ns", "wake_ns")) for w in WAYS])
    print (f"\n{'a thread waits by':24}{'worker, ms':>12}{'call, ns':>12}{'wake, ns':>12}")
    there = {row["config"]: row for row in bench.rows if row.get ("rate")}
    for row in bench.rows:
        print (f"{row['config']:24}"
               + (f"{row['worker_ms']:12.3f}{row['call_ns']:12.0f}{row['wake_ns']:12.0f}"
                  if row["config"] in there else f"{row.get ('note', 'not available'):>36}"))
    for peer in PEERS:
        if US in there and peer in there:
            bench.ratio (f"wake_stages_vs_{peer}_cost", there[US]["wake_ns"],
                         there[peer]["wake_ns"])
    if US in there and "spin" in there:
        bench.ratio ("worker_beside_stages_cost", there[US]["worker_ms"],
                     there["spin"]["worker_ms"])
