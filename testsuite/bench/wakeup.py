# SPDX-License-Identifier: MIT
"""wakeup - from a publication to the consumer's first instruction, where all sleep.

The publisher is a thread of the program, the consumer a process; between two
samples nothing runs for 20 ms.  A bare futex wakes a thread in turns with it, in
the same run, and the cost is the ratio of the two medians: a wake-up depends on
how deep the cores sleep, which no two runs agree on.
"""
from harness import Case, stream_sum

PROGRAM = "wakeup/erbium"
MODELS = ("fiber", "thread")
US = "fiber"


def run (bench):
    bench.need (PROGRAM, "build it")
    bench.hurry (60, 20)
    cpus = ",".join (map (str, bench.cpus[:2]))
    bench.measure ([Case ({"config": m}, PROGRAM, {"mode": m, "cpus": cpus}, items=16 if bench.quick else 64,
                          total=lambda n, o: stream_sum (n), spinning=False, share=True,
                          also=("us", "futex_us", "cost")) for m in MODELS])
    print (f"\nA wake-up, us {'':10}{'record':>10}{'bare futex':>12}{'cost':>8}")
    for row in bench.rows:
        figures = (f"{row['us']:10.1f}{row['futex_us']:12.1f}{row['cost']:8.2f}" if row.get ("rate")
                   else f"{'not available':>16}")
        print (f"{row['config']:24}{figures}")
    for row in bench.rows:
        if row.get ("rate"):
            name = "wake_latency_cost" if row["config"] == US else f"wake_latency_{row['config']}_cost"
            bench.ratio (name, row["cost"], 1)
