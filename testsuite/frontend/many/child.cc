/* SPDX-License-Identifier: MIT */
/* child.cc - what a child process prints, and how it ends (many.h). */
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "many.h"

namespace many {

static void
begin_child (int output, int complaints)
{
  dup2 (output, 1);
  dup2 (complaints, 2);
}

static long
now ()
{
  timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

/* Up to the end; false if that does not come in time. */
static bool
read_all (int from, int seconds, std::string &text)
{
  char part[65536];
  long end = now () + seconds;
  while (true)
    {
      pollfd p = { from, POLLIN, 0 };
      long left = end - now ();
      if (left <= 0 || poll (&p, 1, int (left) * 1000) == 0)
        return false;
      ssize_t n = read (from, part, sizeof part);
      if (n == 0)
        return true;
      if (n > 0)
        text.append (part, size_t (n));
    }
}

static std::string
contents (int file)
{
  std::string text (8192, 0);
  ssize_t n = pread (file, &text[0], text.size (), 0);
  text.resize (n > 0 ? size_t (n) : 0);
  return text;
}

Result
in_child (const std::function<void ()> &body, int seconds)
{
  Result result;
  int output[2], complaints = memfd_create ("complaints", MFD_CLOEXEC);
  fflush (nullptr);
  if (complaints < 0 || pipe (output))
    er::give_up ("there are too many files open");
  pid_t child = fork ();
  if (child < 0)
    er::give_up ("cannot start a process");
  if (child == 0)
    {
      begin_child (output[1], complaints);
      close (output[0]);
      close (output[1]);
      body ();
      exit (0);
    }
  close (output[1]);
  bool ended = read_all (output[0], seconds, result.output);
  if (!ended)
    kill (child, SIGKILL);
  int status;
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  result.status = !ended ? hangs : WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
  result.complaint = contents (complaints);
  close (output[0]);
  close (complaints);
  return result;
}

Result
run_command (std::vector<std::string> words)
{
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back (&word[0]);
  argv.push_back (nullptr);
  return in_child ([&] {
    execvp (argv[0], argv.data ());
    perror (argv[0]);
    _exit (127);
  });
}

} // namespace many
