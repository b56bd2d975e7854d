/* SPDX-License-Identifier: MIT */
/* partners.h - which processes share data with a process. */
#ifndef ERB_PARTNERS_H
#define ERB_PARTNERS_H

#include "fiber/worker.h"

/* Returns a partner of p, that is, a process with which it shares much of its data: one on w if
 * there is any, or else one on another worker, or NULL. */
extern struct erb_process *erb_partner_of (const struct erb_process *p,
                                           const struct erb_worker *w);
/* Returns the worker of that partner, or NULL. */
extern struct erb_worker *erb_worker_of_partner (const struct erb_process *p,
                                                 const struct erb_worker *w);
/* Returns a partner of p that is on a worker other than w, or NULL. */
extern struct erb_process *erb_partner_elsewhere (const struct erb_process *p,
                                                  const struct erb_worker *w);

enum { ERB_GROUP = 16 };

/* Processes that are partners, or partners of partners. */
struct erb_group { int count; struct erb_process *member[ERB_GROUP]; };

/* Finds p and the processes of w that are connected with it without a process of another worker
 * between them; if trial is not 0, only those of that trial.  Of a process with very many partners,
 * some are not looked at.  The caller serves w and has entered it.  Returns false if there are more
 * than a group holds; it has the nearest ones then. */
extern bool erb_group_of (struct erb_process *p, const struct erb_worker *w, int64_t trial,
                          struct erb_group *g);

#endif
