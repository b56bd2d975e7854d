typedef int view_t;
#define THREE 3
static inline int record_of (int view) { return view + THREE; }
