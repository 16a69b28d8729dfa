#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc -Rpass=upc -Rpass-missed=upc: what was done with each loop, by the lines of the user; the options -fno-upc-.. switch it
# off; without optimisation each access is one call, and nothing is said.
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
expect 10 'its subscript moves by other numbers each time, or may wrap round' -Rpass-missed=upc
[ -z "$(remarks -O0)" ] || die 'remarks without optimisation'

# upc_forall: divided; what steps in its condition cannot be; one thread's. LLVM joins lines of the last: a line is named.
cat >sum.upc <<'END'
#include <upc_relaxed.h>
shared [64] double A[64 * THREADS];
extern int more(int);
void divided(void) { upc_forall (int i = 0; i < 64 * THREADS; i++; &A[i]) A[i] = i; }
void tested(void) { upc_forall (int i = 0; more(i); i++; &A[i]) A[i] = i; }
shared [64] double *row[64], *next[64];
double heat(void) {
  double most = 0;
  for (int i = 1; i < 63; i++) upc_forall (int j = 1; j < 63; j++; i * THREADS / 64) {
    double t = 0.25 * (row[i + 1][j] + row[i - 1][j] + row[i][j - 1] + row[i][j + 1]);
    double d = t - row[i][j];
    next[i][j] = t;
    if (most < d) most = d;
  }
  return most;
}
END
remarks -O2 >said
expect 4 'goes through its own iterations of this upc_forall alone' -Rpass=upc
expect 5 'is tested for its affinity: the condition or a step of the loop may do more than step' -Rpass-missed=upc
expect 9 "are one thread's; others go past it" -Rpass=upc
expect 10 "6 accesses go to shared elements by pointers that move with this loop" -Rpass=upc
grep ':0:' said && die 'a remark without a line'
# A file by its whole name, in another folder than the one where upcc runs, as CMake gives it.
mkdir -p beside
whole=$PWD/sum.upc
(cd beside && "$UPCC" -O2 -Rpass=upc -c "$whole" -o sum.o) >said 2>&1
grep -q "^$whole:4: remark: " said || { cat said; die 'the folder of the file is not said'; }
remarks -O2 -fno-upc-division >said
grep -q 'its own iterations' said && die '-fno-upc-division divides'

# Loops with elements that may be far.
BUILD=$build "$tools/has_conduit" mpi || exit 0
cat >far.upc <<'C'
#include <upc_relaxed.h>
shared double x[100 * THREADS];
shared int T[100 * THREADS], flag;
double gathered(int n, const int *col) { double s = 0; for (int i = 0; i < n; i++) s += x[col[i]]; return s; }
void set(int n, const int *at) { for (int i = 0; i < n; i++) T[at[i]] = i; }
void fenced(int n) { for (int i = 0; i < n; i++) { T[i] = i; upc_fence; } }
int walked(int n) { int k = 0; for (int i = 0; i < n; i++) k = T[k]; return k; }
int next(int);
double called(int n) { double s = 0; for (int i = 0; i < n; i++) s += x[next(i)]; return s; }
C
far() { "$UPCC" -network=mpi -Rpass=upc -Rpass-missed=upc "$@" -c far.upc -o far.o >said 2>&1 || die 'far.upc does not compile'; }
expect_far() { grep -q "^far.upc:$1: remark: .*$2 \[$3\]$" said || { cat said; die "far.upc, line $1: expected: $2"; }; }
far -O2
expect_far 4 'are read ahead, for up to 1024 rounds together' -Rpass=upc
expect_far 5 'sent to their owners together' -Rpass=upc
expect_far 6 'by a message of its own: the loop has a strict or volatile access, a fence, or .*' -Rpass-missed=upc
expect_far 7 'by a message of its own: where it is, .*' -Rpass-missed=upc
expect_far 9 'by a message of its own: the loop calls next' -Rpass-missed=upc
far -O2 -fno-upc-read-ahead
! grep -q 'read ahead' said || die '-fno-upc-read-ahead: reads ahead'
far -O2 -fno-upc-updates
! grep -q 'sent to their owners' said || die '-fno-upc-updates: collects updates'
far -O0
[ ! -s said ] || die 'remarks without optimisation'
