typedef struct { int w, h; } view;
#define OF(x) view x
