/* SPDX-License-Identifier: MIT */
/* warden.h - the process that has started mpiexec, and what ranks tell it.
 *
 * A rank that is killed is an error with its name, and the end of the job, even if neither the
 * other ranks nor mpiexec notice it.
 */
#ifndef ERB_WARDEN_H
#define ERB_WARDEN_H

/* What a rank may say. */
enum erb_warden_word
{
  ERB_WARDEN_BEGUN = 'b', /* MPI has begun: all ranks are there */
  ERB_WARDEN_ENDS = 'e',  /* it ends as it should */
  ERB_WARDEN_FAULT = 'f'  /* an error has been reported */
};

/* Runs mpiexec, whose command line is words, for a job of so many ranks, and ends with its status;
 * if mpiexec cannot be started, tries `otherwise' in place of its name.  Returns if that fails,
 * too, with errno set. */
extern void erb_warden_run (char **words, const char *otherwise, int ranks);

/* A rank begins.  Has no effect if the job has no warden. */
extern void erb_warden_join (int rank);
extern void erb_warden_tell (enum erb_warden_word word);

#endif
