/* SPDX-License-Identifier: MIT */
/* model.h - what the explorer's commands share: model.c (the command line),
 * scenarios.c (scenarios and what is wrong with them), mutation.c. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "engine.h"

/* ---- Scenarios (scenarios.c) -------------------------------------------------- */

enum { SCENARIOS = 64 };

extern const struct model_registration *scenarios[SCENARIOS];
extern int n_scenarios;
extern int models;             /* 1: TSO, 2: RA */
extern bool quiet;
extern const char *const model_name_of[];
/* Of scenario i under memory model m, when it was explored last with no site weakened. */
extern long scenario_steps[SCENARIOS][2];

/* All, or those whose names are given. */
void gather (int argc, char **argv);
/* Explores scenario i under options.memory; true if it did as it should. */
bool try (int i, char *wrong, size_t size);
bool explore_all (void);

/* ---- Weakening (mutation.c) -------------------------------------------------- */

enum { JOBS = 64 };

extern const char *equivalents_file;
extern int jobs;

void read_equivalents (void);
/* Weakens each site in turn; true if each is noticed, or may survive. */
bool mutate_all (void);

#endif
