# SPDX-License-Identifier: MIT
"""settings.py - settings of the runtime by chance, for programs that must not care."""
import os

# ThreadSanitizer knows of one process only.
BUT = os.environ.get ("TEST_BUT", "").split (",") + (["space"] if os.environ.get ("SAN") == "thread" else [])
TASK_MODELS = [m for m in ("thread", "fiber", "space") if m not in BUT]


def random_settings (chance, task=None):
    """env and its words; task: the task model, or any."""
    settings = {
        "SPIN": chance.choice ([0, 100, 20000, 1000000]),
        "DOZE": chance.choice ([0, 1000, 100000, 100000]),
        "WINDOW": chance.choice ([0, 1, 4096, 65536, 4194304]),
        "TASK": task or chance.choice (TASK_MODELS),
        "WORKERS": chance.choice ([0, 1, 2, 3, 5]),
        "PLACE": chance.choice (["load", "load", "spread", "together", "wander", "wander"]),
        "PIN": chance.choice (["none", "none", "compact", "scatter"]),
        "CHECK": chance.choice ([0, 0, 0, 1]),
    }
    if settings["CHECK"]:
        settings["VERBOSE"] = 0 # the programs are not compiled for it, which is a warning
    return ["env", *(f"ERBIUM_{name}={value}" for name, value in settings.items ())]


def random_processors (chance):
    """taskset and its words."""
    processors = sorted (os.sched_getaffinity (0))
    some = chance.sample (processors, chance.randint (1, len (processors)))
    return ["taskset", "-c", ",".join (map (str, sorted (some)))]
