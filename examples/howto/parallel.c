/* parallel.c - a loop of OpenMP: how many steps the Collatz sequences take. */
#include <stdio.h>

enum { NUMBERS = 50000 };

static int steps[NUMBERS];

static int collatz (unsigned long n)
{
  int count = 0;
  for (; n != 1; count++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return count;
}

int main (void)
{
#pragma omp parallel for schedule (dynamic, 256)
  for (long i = 0; i < NUMBERS; i++)
    steps[i] = collatz (i + 1);

  long records = 0;
  for (long i = 0, most = -1; i < NUMBERS; i++)
    if (steps[i] > most)
      {
        most = steps[i];
        records++;
      }
  printf ("%ld records\n", records);
}
