#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""same.py PROGRAMS FOLDER - every way and every number of workers gives the same answers, and they
are right: pictures of the scene of a query come first, and a picture of the collection finds itself.
"""
import os
import subprocess
import sys

programs, folder = sys.argv[1:]
MODELS = [m for m in ("thread", "fiber", "space") if m not in os.environ.get("TEST_BUT", "").split(",")]
SCENES, VARIANTS, TOP = 12, 6, 6
WAYS = [("ferret", "processes", m) for m in MODELS]
WAYS += [("ferret", "channels", None)] if "space" in MODELS else []
WAYS += [("ferret-peers", m, None) for m in ("pthreads", "merged", "tbb", "tbb-merged", "sequential")]


def output(words, model=None, windows="shared"):
    settings = {**os.environ, "ERBIUM_WINDOWS": windows, **({"ERBIUM_TASK": model} if model else {})}
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, env=settings).stdout


def pictures(name, *options):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(output([f"{programs}/ferret-generate", "-s", str(SCENES), *options, folder]))
    return path


def answer(program, method, queries, workers, model=None, windows="shared"):
    return output([f"{programs}/{program}", "-m", method, "-w", str(workers), "-t", str(TOP), index,
                   queries, "-"], model, windows)


def scene(name):
    return os.path.basename(name).split("-")[1]


def hits_of(text):
    """(query, [(distance, picture)...]) of each query."""
    answers = []
    for line in text.splitlines():
        if line.startswith("  "):
            distance, name = line.split(None, 1)
            answers[-1][1].append((float(distance), name))
        else:
            answers.append((line, []))
    return answers


index = os.path.join(folder, "index")
collection = pictures("collection", "-v", str(VARIANTS))
queries = pictures("queries", "-v", "3", "-f", str(VARIANTS))
subprocess.run([f"{programs}/ferret", "-x", index, collection], check=True)
want = answer("ferret", "sequential", queries, 1)
answers = hits_of(want)
with open(queries) as f:
    if [q for q, _ in answers] != f.read().split():
        sys.exit("the answers are not those of the queries, in their order")
if any(hits != sorted(hits, key=lambda h: h[0]) for _, hits in answers):
    sys.exit("the nearest do not come first")
right = sum(scene(name) == scene(q) for q, hits in answers for _, name in hits)
if right < 0.8 * SCENES * 3 * TOP:
    sys.exit(f"only {right} of {SCENES * 3 * TOP} pictures are of the scene of their query")
for q, hits in hits_of(answer("ferret", "sequential", collection, 1)):
    if hits[0] != (0.0, q):
        sys.exit(f"{q} finds {hits[0]} first, not itself")
for program, method, model in WAYS:
    for workers in range(1, 8):
        if answer(program, method, queries, workers, model) != want:
            sys.exit(f"other answers: {method}, {model}, {workers} workers")
for model in MODELS:
    if answer("ferret", "processes", queries, 3, model, "private") != want:
        sys.exit(f"other answers: private windows, {model}")
print("the same answers")
