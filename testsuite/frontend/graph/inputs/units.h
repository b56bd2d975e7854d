/* SPDX-License-Identifier: MIT */
/* What main.c and parts.c share. */
struct net { record int a, b; };

process produce (record int r, int size);
process third (record int a, record int b);
process away (record int b);
void make (struct net *net);
void finish (record int a);
record int lost (void);
