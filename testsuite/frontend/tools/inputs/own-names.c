// Functions of a program with names of libraries that tools are linked with, and of the mathematical one.
#include <stdint.h>

uint32_t
crc32 (uint32_t a, uint32_t b)
{
  return a * 31 + b;
}

uint64_t
adler32_combine (uint64_t a, uint64_t b, int64_t n)
{
  return a + b + (uint64_t) n;
}

double
gamma (double x)
{
  return x + 1000;
}

int
toupper (int c)
{
  return c + 3000;
}

/* It may be an instruction: the C library's is meant. */
double
fabs (double x)
{
  return x + 4000;
}
