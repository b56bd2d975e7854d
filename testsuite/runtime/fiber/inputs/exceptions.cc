/* SPDX-License-Identifier: MIT */
/* Exceptions in fibers that switch while they are thrown and handled. */
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#define expect(condition) \
  ((condition) ? (void) 0 : (fprintf (stderr, "line %d: not so: %s\n", __LINE__, #condition), _Exit (1)))
#define expect_equal(a, b) expect ((a) == (b))

extern "C" void body_of (int n);
extern "C" void make_fibers (void);
extern "C" void free_fibers (void);
extern "C" void go_on_with (int n);
extern "C" void hop (int n);

enum { FIBERS = 3, ROUNDS = 4, STEPS = 6 * ROUNDS };

static int caught;
static bool nobody_catches;

/* Switches while the stack is being unwound. */
struct guard
{
  int n;
  ~guard ()
  {
    expect_equal (std::uncaught_exceptions (), 1);
    hop (n);
    expect_equal (std::uncaught_exceptions (), 1);
  }
};

static void
deep (int n, int round)
{
  guard g { n };
  throw std::runtime_error (std::to_string (n * 100 + round));
}

static void
once (int n, int round)
{
  std::string mine = std::to_string (n * 100 + round);
  expect_equal (std::uncaught_exceptions (), 0);
  try
    {
      hop (n);
      deep (n, round);
    }
  catch (const std::exception &e)
    {
      hop (n);
      expect (mine == e.what ());
      try
        {
          hop (n);
          throw; /* the one that this fiber handles, not another's */
        }
      catch (const std::runtime_error &inner)
        {
          hop (n);
          expect (mine == inner.what ());
        }
      expect (std::current_exception () != nullptr);
    }
  expect (std::current_exception () == nullptr);
  expect_equal (std::uncaught_exceptions (), 0);
  caught++;
  hop (n);
}

void
body_of (int n)
{
  if (nobody_catches)
    throw std::logic_error ("nobody");
  expect (std::current_exception () == nullptr);
  for (int round = 0; round < ROUNDS; round++)
    once (n, round);
}

static void
run_all ()
{
  make_fibers ();
  for (int step = 0; step <= STEPS; step++)
    for (int n = 0; n < FIBERS; n++)
      go_on_with (n);
  free_fibers ();
}

int
main (int argc, char **)
{
  nobody_catches = argc > 1;
  run_all ();
  expect_equal (caught, FIBERS * ROUNDS);
  try
    {
      throw 1;
    }
  catch (int)
    {
      run_all (); /* from where an exception is handled */
      expect (std::current_exception () != nullptr);
    }
  expect_equal (caught, 2 * FIBERS * ROUNDS);
}
