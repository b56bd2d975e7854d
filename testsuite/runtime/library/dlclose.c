/* SPDX-License-Identifier: MIT */
/* A thread that has used the library may end after dlclose. */
// UNSUPPORTED: sanitizer
// RUN: %cc %s -o %t -ldl
// RUN: %run --only default,fiber %t %out/liberbium.so | FileCheck %s
// CHECK: closed
// CHECK-NEXT: ended
#include <dlfcn.h>
#include <pthread.h>
#include "test.h"

static void *library;
static pthread_barrier_t named, closed;

static void *
guest (void *unused)
{
  void (*name) (const char *) = (void (*) (const char *)) dlsym (library, "erbium_name_process");
  expect (name != NULL);
  name ("guest");
  pthread_barrier_wait (&named);
  pthread_barrier_wait (&closed);
  return unused;
}

int
main (int argc, char **argv)
{
  (void) argc;
  pthread_t thread;
  library = dlopen (argv[1], RTLD_NOW);
  if (!library)
    test_failed (ERBIUM_HERE, dlerror ());
  pthread_barrier_init (&named, NULL, 2);
  pthread_barrier_init (&closed, NULL, 2);
  expect_equal (pthread_create (&thread, NULL, guest, NULL), 0);
  pthread_barrier_wait (&named);
  dlclose (library);
  puts ("closed");
  pthread_barrier_wait (&closed);
  pthread_join (thread, NULL);
  puts ("ended");
}
