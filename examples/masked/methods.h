/* SPDX-License-Identifier: MIT */
/* methods.h - the ways to have all items computed. */
#ifndef METHODS_H
#define METHODS_H

#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

void run_sequential (const struct job *j);
void run_shared (const struct job *j);
void run_private (const struct job *j);
void run_lc (const struct job *j);
void run_lc_masked (const struct job *j);
void run_openmp (const struct job *j);
void run_tbb (const struct job *j);

#ifdef __cplusplus
}
#endif
#endif
