/* SPDX-License-Identifier: MIT */
/* kernel.h - what a worker does with an item: a frame or a vector (job.h). */
#ifndef KERNEL_H
#define KERNEL_H

#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `to' may be `from'. */
void compute (const struct job *j, const void *from, void *to);

#ifdef __cplusplus
}
#endif
#endif
