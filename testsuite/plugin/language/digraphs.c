/* Subscripts in digraphs are those of arrays.
RUN: %same %s
*/
int a<:4:>, b[4];
int f (int i) { return a<:b<:i:>:> + a<:b[i]:> + a[b<:i:>]; }
