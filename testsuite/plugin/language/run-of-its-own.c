/* `run' as plain C has it.
RUN: %same %s
*/
#define TEXT(...) #__VA_ARGS__
typedef int run;
run x;
run f (run y);
const char *text = TEXT (run z; a[[0]]);
int g (void)
{
  run a = 3;
  {
    int run = f (a);
    run = (run) + 1;
    return run;
  }
}
extern int (*pointer) (run);
struct run { run run; } run_of;
int h (struct run run) { goto run; run: return run.run; }
