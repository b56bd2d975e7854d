/* SPDX-License-Identifier: MIT */
/* Memory that the program has declared goes with processes to other ranks: a list with a table and
 * a record, a process that runs others from there, a copy that a process has changed, and one that
 * is no longer declared.  erbium_place keeps a process on a rank. */
// RUN: %build
// RUN: %ranks %t | FileCheck %s
// RUN: env ERBIUM_TASK=thread %t | FileCheck %s
// RUN: %ranks --of 3 --status 120 %t inner | FileCheck --check-prefix=INNER %s
// RUN: %ranks --of 3 --status 120 %t over | FileCheck --check-prefix=OVER %s
// RUN: %status 120 env ERBIUM_TASK=thread %t place 2>&1 | FileCheck --check-prefix=PLACE %s
// RUN: %status 120 env ERBIUM_TASK=thread %t nobody 2>&1 | FileCheck --check-prefix=NOBODY %s
// RUN: printf 'here 1\n' > %t.place
// RUN: env ERBIUM_PLACEMENT=%t.place %ranks --of 3 --status 123 %t | FileCheck --check-prefix=FILE %s
#include "test.h"

#include "erbium/ranks.h"

enum { N = 1000, DEEP = 4 };

struct node
{
  const struct node *next;
  const int *table; /* in the middle of it */
  ERBIUM_RECORD (long) sums;
  long (*see) (long);
  const char *name;
  int number;
};

static long
twice (long n)
{
  return 2 * n;
}

ERBIUM_PROCESS (add, const struct node *, int);

/* The sum of all tables, for one id of the record; the process goes on to other ranks before. */
void
add (const struct node *first, int deep)
{
  if (deep < DEEP)
    {
      ERBIUM_RUN (add, first, deep + 1);
      return;
    }
  long sum = 0;
  for (const struct node *n = first; n; n = n->next)
    for (int k = -N / 2; k < N / 2; k++)
      sum += n->see (n->table[k]) + n->number + (long) strlen (n->name);
  ERBIUM_VIEW (long) v = erbium_new_write_view (first->sums);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = sum;
  erbium_commit (v, 1);
}

static long
sum_of (const struct node *first)
{
  ERBIUM_VIEW (long) v = erbium_new_read_view (first->sums);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (add, first, 0);
  erbium_update (v, 1);
  long sum = ERBIUM_AT (v, 0);
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_join_all ();
  return sum;
}

/* Uses what main has on its stack. */
ERBIUM_PROCESS (here, int *);
void
here (int *n)
{
  ++*n;
}

static void
sum_twice (int *table, struct node *node)
{
  for (int k = 0; k < N; k++)
    table[k] = k;
  printf ("sum %ld\n", sum_of (node));
  // CHECK: sum 2017000
  table[7] += 50; /* the ranks have a copy from before */
  node[0].sums = erbium_new_record (long, 1, 1);
  printf ("then %ld\n", sum_of (node));
  // CHECK-NEXT: then 2017200
}

int
main (int count, char **arguments)
{
  const char *what = count > 1 ? arguments[1] : "";
  int table[N], n = 0;
  struct node node[2] = {
    { &node[1], table + N / 2, erbium_new_record (long, 1, 1), twice, "first", 3 },
    { NULL, table + N / 2, NULL, twice, "second", -3 + 8 },
  };
  if (strcmp (what, "place") == 0)
    erbium_place ("add", -1);
  if (strcmp (what, "nobody") == 0)
    erbium_place (NULL, 0);
  erbium_carry (node, sizeof node, ERBIUM_POINTERS);
  if (strcmp (what, "inner") != 0)
    erbium_carry (table, sizeof table, ERBIUM_PLAIN);
  if (strcmp (what, "over") == 0)
    erbium_carry (node, 0, ERBIUM_PLAIN);
  erbium_place ("here", 0);
  for (int k = 0; k < 5; k++)
    erbium_join (ERBIUM_RUN (here, &n));
  expect_equal (n, 5);
  sum_twice (table, node);
}
// INNER: carry.c:[[#]]: error: run: process 'add' cannot run on rank 1: byte 8 of the memory carried at {{.*}}carry.c:[[#]] is a pointer into memory of rank 0, in process 'main'
// INNER-NEXT: carry.c:[[#]]: note: declare that memory with erbium_carry, too, or this one as ERBIUM_PLAIN if it has no pointers
// OVER: carry.c:[[#]]: error: run: process 'add' cannot run on rank 1: byte 0 of its arguments is a pointer into memory of rank 0, in process 'main'
// OVER-NEXT: carry.c:[[#]]: note: pass the data itself, or in a record, or declare the memory with erbium_carry: ranks share none
// PLACE: error: erbium_place: the rank is negative
// NOBODY: error: erbium_place: the name of the process is NULL
// FILE: carry.c:[[#]]: error: run: process 'here' is placed on rank 1, and has to run on rank 0, in process 'main'
