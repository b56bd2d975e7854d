/* SPDX-License-Identifier: MIT */
#include "lc_processes.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

Channel
new_channel (size_t size)
{
  Channel ch = LCcreate_as (0, size, 1, 1);
  if (!ch)
    fail (NULL, "no channel (%s)", strerror (errno));
  return ch;
}

bool
begin_process (void)
{
  pid_t child = fork ();
  if (child < 0)
    fail (NULL, "no process (%s)", strerror (errno));
  return child == 0;
}

void
end_process (void)
{
  _exit (0);
}

void
wait_for_processes (void)
{
  int status;
  while (wait (&status) > 0)
    if (status != 0)
      fail (NULL, "a process has failed");
}

Communicator
become_worker (const struct job *j, int worker, bool has_communicator)
{
  const int *place = communicator_place (j, worker);
  go_to_worker_place (j, worker);
  Communicator kp = has_communicator ? initCommunicator (place) : NULL;
  if (has_communicator && !kp)
    fail (NULL, "no communicator (%s)", strerror (errno));
  return kp;
}
