/* Elements that are arrays by a typedef's name: as variables, parameters, results
 * and fields; and what is added to the address within an element.
RUN: %plugin -O0 -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
RUN: %plugin -O3 -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin -O2 -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
RUN: %plugin -save-temps=obj -O2 -c %s -o %t.o
*/
int printf (const char *, ...);
typedef int row[5];
typedef row block[2];

enum { N = 100 };

static int
total (view const row v, int from, int to)
{
  int sum = 0;
  for (int i = from; i < to; i++)
    for (int j = 0; j < 5; j++)
      sum += v[[i]][j];
  return sum;
}

process source (record row r, record block b)
{
  view row v = new_write_view (r);
  view block w = new_write_view (b);
  register (v);
  register (w);
  alloc (v, 8);
  alloc (w, 8);
  for (int i = 0; i < N; i++)
    {
      stall (v, i + 1);
      stall (w, i + 1);
      for (int j = 0; j < 5; j++)
        {
          v[[i]][j] = i * 5 + j;
          w[[i]][0][j] = j;
          w[[i]][1][j] = i;
        }
      for (int j = 0; j < 5; j++)
        *(v[[i]] + j) += 1;
      commit (v, i + 1);
      commit (w, i + 1);
    }
}

process sink (record row r, record block b)
{
  view row v = new_read_view (r);
  view block w = new_read_view (b);
  int sum = 0, others = 0;
  register (v);
  register (w);
  alloc (v, 8);
  alloc (w, 8);
  for (long i = 0; update (v, i + 1) && update (w, i + 1); i++)
    {
      sum += total (v, i, i + 1);
      others += w[[i]][1][3] + w[[i]][0][i % 5];
      release (v, i + 1);
      release (w, i + 1);
    }
  /* sum of 1 .. 500; of 0 .. 99 and 20 times 0 .. 4 */
  printf ("%d %d %d\n", (int) sizeof v[[0]], sum, others);
}
// CHECK: {{^}}20 125250 5150{{$}}

int
main (void)
{
  record row r = new_record (1, 1);
  record block b = new_record (1, 1);
  run source (r, b);
  run sink (r, b);
}
