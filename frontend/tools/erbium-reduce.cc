/* SPDX-License-Identifier: MIT */
/* erbium-reduce - shrinks a program for which a command succeeds. */
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "syntax/syntax.h"
#include "fuzz/fuzz.h"
#include "cli/command_line.h"

using namespace er;

static const char help[] =
  "usage: erbium-reduce FILE -- COMMAND [ARGUMENT]...\n"
  "Prints a smaller program for which COMMAND ARGUMENT... PROGRAM still ends with status 0; "
  "PROGRAM is a\n"
  "file with the text.  Only well-formed programs are tried.  COMMAND sees to its own time limit "
  "(timeout).\n"
  "Example: erbium-reduce bad.er -- sh -c '! testsuite/frontend/agree --c \"$0\"'\n"
  "status: 0; 1 FILE is not well-formed, or COMMAND does not succeed for it; 2 the command line is "
  "wrong\n";

static std::string
temporary_file ()
{
  const char *folder = getenv ("TMPDIR");
  std::string name = std::string (folder && *folder ? folder : "/tmp") + "/erbium-reduce-XXXXXX.er";
  int file = mkstemps (&name[0], 3);
  if (file < 0)
    give_up ("cannot make " + name + ": " + strerror (errno));
  close (file);
  return name;
}

static void
write_file (const std::string &name, const std::string &text)
{
  FILE *file = fopen (name.c_str (), "w");
  if (!file || fwrite (text.data (), 1, text.size (), file) != text.size () || fclose (file))
    give_up ("cannot write " + name + ": " + strerror (errno));
}

/* Its output is discarded. */
static bool
succeeds (std::vector<char *> command)
{
  command.push_back (nullptr);
  pid_t child = fork ();
  if (child < 0)
    give_up (std::string ("cannot start a process: ") + strerror (errno));
  if (child == 0)
    {
      int nowhere = open ("/dev/null", O_RDWR);
      dup2 (nowhere, 0);
      dup2 (nowhere, 1);
      dup2 (nowhere, 2);
      execvp (command[0], command.data ());
      _exit (127);
    }
  int status;
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 127)
    give_up (std::string ("there is no command ") + command[0]);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

int
main (int argc, char **argv)
{
  int end = 1;
  while (end < argc && strcmp (argv[end], "--") != 0)
    end++;
  Arguments arguments (end, argv, help);
  std::string file = arguments.operands (1, 1)[0];
  if (end + 1 >= argc)
    give_up ("there is no command; --help shows an example");
  auto program = load (file);
  if (!program->good)
    return 1;
  std::string name = temporary_file ();
  std::vector<char *> command (argv + end + 1, argv + argc);
  command.push_back (&name[0]);
  Interesting test = [&] (const std::string &text) {
    write_file (name, text);
    return succeeds (command);
  };
  std::string text = print (program->module);
  int status = 0;
  if (test (text))
    fputs (reduce (text, test).c_str (), stdout);
  else
    {
      fprintf (stderr, "%s: error: the command does not succeed for this program\n", file.c_str ());
      status = 1;
    }
  unlink (name.c_str ());
  return status;
}
