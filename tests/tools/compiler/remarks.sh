#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc -Rpass=upc -Rpass-missed=upc: what was done with each loop, by the user's lines; -fno-upc-pointers and -fno-upc-tables
# switch that off; without optimisation each access is one call, and nothing is said.
. "$(dirname "$0")/../common.sh"
cat >sum.upc <<'END'
#include <upc_relaxed.h>
shared [64] double A[64 * THREADS];
double even(long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s += A[i];
  return s;
}
double follow(long n, const unsigned char *next, unsigned char k) {
  double s = 0;
  for (; n-- > 0; k = next[k]) s += A[k];
  return s;
}
shared [4] int *table[10];
int many(void) { int s = 0; for (int i = 0; i < 10; i++) s += table[i][i]; return s; }
END
remarks() { "$UPCC" "$@" -Rpass=upc -Rpass-missed=upc -c sum.upc -o sum.o 2>&1 || die 'sum.upc does not compile'; }
remarks -O2 >said
expect() { grep -q "^sum.upc:$1: remark: .*$2 \[$3\]$" said || { cat said; die "line $1: expected: $2"; }; }
expect 5 'pointers that move with this loop' -Rpass=upc
expect 10 'comes from a table, if the table fits the cache' -Rpass=upc
expect 14 'its pointer-to-shared changes in the loop' -Rpass-missed=upc
[ "$(wc -l <said)" = 3 ] || { cat said; die 'expected three remarks'; }
remarks -O2 -fno-upc-pointers >said
expect 5 'comes from a table, if the table fits the cache' -Rpass=upc
remarks -O2 -fno-upc-tables >said
expect 5 'pointers that move with this loop' -Rpass=upc
expect 10 'does not move by the same number each time, or may wrap round' -Rpass-missed=upc
[ -z "$(remarks -O0)" ] || die 'remarks without optimisation'
