/* SPDX-License-Identifier: MIT */
/* kernel.h - what a worker does with an item: a frame or a vector (job.h). */
#ifndef KERNEL_H
#define KERNEL_H

#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Computes so many bytes of an item, which begin and end between pixels or numbers.  `to' may be
 * `from'. */
void compute (const struct job *j, size_t size, const void *from, void *to);

#ifdef __cplusplus
}
#endif
#endif
