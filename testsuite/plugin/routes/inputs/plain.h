typedef int view_t;
#define THREE 3
#define RADIX 10
extern int registered (register int n);
struct counters { int update, commit; };
static inline int record_of (int view) { return view + THREE; }
