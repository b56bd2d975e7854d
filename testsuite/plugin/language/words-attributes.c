/* Words as names with attributes behind them.
RUN: %same %s
*/
struct s { char c; int view __attribute__ ((packed)); };
int size = sizeof (struct s);
extern int record __attribute__ ((weak));
int a, run __attribute__ ((aligned (64)));
int *update __attribute__ ((unused));
#define UNUSED __attribute__ ((unused))
int f (int view UNUSED, int record UNUSED, int run UNUSED, int process UNUSED) { return 1; }
void process __attribute__ ((noinline)) (void);
void process (void) { size++; }
typedef int view __attribute__ ((aligned (2)));
view x;
