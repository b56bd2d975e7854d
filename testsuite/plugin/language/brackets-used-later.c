/* A file whose headers alone have words of the language: before it, within it, precompiled.
RUN: %plugin -Wall -Werror -c %s -o %t.o && %oldplugin -Wall -Werror -c %s -o %t.o
RUN: %plugin -DBEFORE -Wall -Werror -include %S/inputs/brackets-views.h -c %s -o %t.o
RUN: %oldplugin -DBEFORE -Wall -Werror -include %S/inputs/brackets-views.h -c %s -o %t.o
RUN: %plugin -save-temps=obj -Wall -Werror -c %s -o %t.o
RUN: rm -rf %t && mkdir %t && cp %S/inputs/brackets-views.h %S/inputs/brackets-macro.h %t && cd %t && %plugin brackets-views.h -o brackets-views.h.gch
RUN: cd %t && mv brackets-views.h not.h && %plugin -DBEFORE -include brackets-views.h -Wall -Werror -c %s -o a.o
RUN: cd %t && rm *.gch && mv not.h brackets-views.h && %oldplugin brackets-views.h -o brackets-views.h.gch
RUN: cd %t && mv brackets-views.h not.h && %oldplugin -DBEFORE -include brackets-views.h -Wall -Werror -c %s -o a.o
*/
#include "inputs/brackets-macro.h" /* \
   a line that goes on */
int lines[] = { 1, \
  2 };
#ifndef BEFORE
#include "inputs/brackets-views.h" /* from here on */
#endif
int f (struct both *b) { return b->v[[b->n]] + AT (b->v, 1) + *ZERO (b->v) + b->v[[ 0 ]] + lines[1]; }
