/* No program of the language. */
struct record { int commit; };
int update (int run);
int process (struct record *view) { return update (view->commit); }
