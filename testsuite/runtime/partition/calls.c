/* SPDX-License-Identifier: MIT */
/* Calls of a guest that concern the process: exec, popen, system, dlsym, on_exit. */
// UNSUPPORTED: sanitizer
// RUN: %cc -rdynamic %s -o %t -L%out -Wl,-rpath,%out -lerbium -ldl
// RUN: env OWN=program %timed %t > %t.out 2> %t.err
// RUN: cat %t.err %t.out | FileCheck %s
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

#include "erbium/partition.h"

ERBIUM_PARTITION_TLS (64);

int own_number = 1;

static void
at_exit (int status, void *text)
{
  printf ("on_exit: %d, of guest %s\n", status, (const char *) text);
}

static void
try_exec (const char *name, int result)
{
  printf ("%s: %d, refused %d\n", name, result, errno == ENOTSUP);
}

static void
call_exec (void)
{
  char *words[] = { "false", NULL }, *none[] = { NULL };
  // CHECK: erbium: warning: partition 1 (/proc/self/exe) cannot execute /bin/false, which would replace all partitions
  // CHECK: execve: -1, refused 1
  try_exec ("execve", execve ("/bin/false", words, none));
  // CHECK-NEXT: execv: -1, refused 1
  try_exec ("execv", execv ("/bin/false", words));
  // CHECK-NEXT: execvp: -1, refused 1
  try_exec ("execvp", execvp ("false", words));
  // CHECK-NEXT: execvpe: -1, refused 1
  try_exec ("execvpe", execvpe ("false", words, none));
  // CHECK-NEXT: execl: -1, refused 1
  try_exec ("execl", execl ("/bin/false", "false", (char *) NULL));
  // CHECK-NEXT: execlp: -1, refused 1
  try_exec ("execlp", execlp ("false", "false", (char *) NULL));
  // CHECK-NEXT: execle: -1, refused 1
  try_exec ("execle", execle ("/bin/false", "false", (char *) NULL, none));
  // CHECK-NEXT: fexecve: -1, refused 1
  try_exec ("fexecve", fexecve (open ("/bin/false", O_RDONLY | O_CLOEXEC), words, none));
}

static int
run_child (const char *script)
{
  int status = 0;
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      execlp ("sh", "sh", "-c", script, (char *) NULL);
      _exit (99);
    }
  waitpid (child, &status, 0);
  return WEXITSTATUS (status);
}

static int
run_guest (void)
{
  char line[64] = "";
  on_exit (at_exit, "1");
  call_exec ();
  setenv ("OWN", "guest", 1);
  // CHECK-NEXT: a child has the environment of the guest: 1
  printf ("a child has the environment of the guest: %d\n",
          run_child ("test \"$OWN\" = guest") == 0);
  // CHECK-NEXT: system has that of the program: 1
  printf ("system has that of the program: %d\n",
          system ("test \"$OWN\" = program") == 0);
  FILE *pipe = popen ("echo $OWN", "r");
  expect (pipe && fgets (line, sizeof line, pipe));
  // CHECK-NEXT: popen: program
  printf ("popen: %s", line);
  // CHECK-NEXT: pclose: 0
  printf ("pclose: %d\n", pclose (pipe));
  own_number = 2;
  int *found = dlsym (RTLD_DEFAULT, "own_number");
  // CHECK-NEXT: dlsym finds the variable of the guest: 2
  printf ("dlsym finds the variable of the guest: %d\n", found ? *found : -1);
  void *all = dlopen (NULL, RTLD_LAZY);
  // CHECK-NEXT: also in the handle of all: 1
  printf ("also in the handle of all: %d\n", dlsym (all, "own_number") == (void *) &own_number);
  // CHECK-NEXT: and nothing of nobody: 1
  printf ("and nothing of nobody: %d\n", dlsym (RTLD_DEFAULT, "nobody_has_this") == NULL);
  expect (popen ("sleep 1000", "r")); /* it is not waited for */
  return 3;
}

int
main (void)
{
  char *const words[] = { "calls", NULL };
  if (erbium_partition_self ())
    return run_guest ();
  int id = erbium_partition_spawn ("/proc/self/exe", words, NULL, NULL);
  expect (id > 0);
  int status = erbium_partition_join (id);
  // CHECK-NEXT: on_exit: 3, of guest 1
  // CHECK-NEXT: status 3, and the program has 1
  printf ("status %d, and the program has %d\n", WEXITSTATUS (status), own_number);
}
