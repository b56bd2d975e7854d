# SPDX-License-Identifier: MIT
"""streams - single items of 8 bytes from one process to another: the ways to publish of erbium/stream.h.

Each item is one call on either side.  Beside the streams, as threads and as spaces: a record that
is synchronised by hand once in a burst, and channels between spaces with a message for each item.
"""
from harness import Case

PROGRAM = "streams/erbium"
WINDOW = 1 << 20                            # bytes
STREAMS = {"eager": {}, "batch": {"burst": 64}, "lazy": {}}
HAND, CHANNELS = "burst", ("channel", "pages")
MODELS = ("thread", "space")


def case (bench, mode, model, setting):
    return Case ({"config": mode, "model": model}, PROGRAM,
                 {"mode": mode, "window": WINDOW, "cpus": ",".join (map (str, bench.cpus[:2])), **setting},
                 spinning=False, first=1 << 14, environment={"ERBIUM_TASK": model})


def run (bench):
    bench.need (PROGRAM, "build it")
    for model in MODELS:
        cases = [case (bench, mode, model, setting) for mode, setting in STREAMS.items ()]
        cases.append (case (bench, HAND, model, {"burst": 512}))
        cases += [case (bench, mode, model, {}) for mode in CHANNELS if model == "space"]
        bench.measure (cases)
    bench.table ("Million items a second", "model", "config")
    for model in MODELS:
        def rate (mode):
            return bench.find (config=mode, model=model)
        bench.ratio (f"{model}_lazy_vs_eager", rate ("lazy"), rate ("eager"))
        bench.ratio (f"{model}_lazy_vs_burst", rate ("lazy"), rate (HAND))
        if model == "space":
            bench.ratio ("space_lazy_vs_lazy_channel", rate ("lazy"), rate ("pages"))
            bench.ratio ("space_eager_vs_channel", rate ("eager"), rate ("channel"))
