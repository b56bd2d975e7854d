/* SPDX-License-Identifier: MIT */
/* libc.h - read before each runtime source that the explorer runs.
 *
 * An execution is abandoned wherever it fails and begins again a million times:
 * memory must come from the explorer's arenas, at addresses that do not depend
 * on the schedule, and a process that ends is a failure with a trace.
 */
#ifndef MODEL_LIBC_H
#define MODEL_LIBC_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *model_malloc (size_t size);
void *model_calloc (size_t n, size_t size);
void *model_aligned_alloc (size_t align, size_t size);
void *model_realloc (void *p, size_t size);
char *model_strdup (const char *s);
void model_free (void *p);
int model_pthread_create (void *(*start) (void *), void *argument);
void model_exit (int status) __attribute__ ((noreturn));
void model_abort (void) __attribute__ ((noreturn));

#define malloc model_malloc
#define calloc model_calloc
#define aligned_alloc model_aligned_alloc
#define realloc model_realloc
#define strdup model_strdup
#define free model_free
#define pthread_getattr_np(thread, attributes) EAGAIN /* reads all of /proc/self/maps */
#define pthread_create(thread, attributes, start, argument) \
  (*(thread) = 0, model_pthread_create (start, argument))
#define exit model_exit
#define _exit model_exit
#define abort model_abort

#endif
