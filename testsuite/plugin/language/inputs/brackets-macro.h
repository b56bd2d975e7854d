#ifndef AT
#define AT(v, i) ((v)[[i]])
#define ZERO(v) (&v[[0]])
#endif
