#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# At -O0 an access is one call, on all conduits. The code of a program with many loops is at most so many times as large as
# that of the same loops in C: 2.5 times at -O0, 3.5 times at -O2, 3.8 with Clang 22, whose code of these loops in C is a
# tenth smaller. bench/compile_time measures both, and the time.
. "$(dirname "$0")/../common.sh"
[ "$(uname -m)" = x86_64 ] || { echo 'skipped: it reads the assembly of x86-64'; exit 77; }

text() { "${clang%clang}llvm-size" "$1" | awk 'NR == 2 { print $1 }'; }
clang=$("$UPCC" -v -c "$tools/hello.upc" -o "$dir/hello.o" 2>&1 | grep -m 1 -o '/[^" ]*/clang"' | tr -d '"')
for language in upc c; do "$top/tests/generator/program_as_c.py" $language 600 >"$dir/many.$language"; done
compare() { # OPTION TENTHS
  "$UPCC" -network=smp -w "$1" -c "$dir/many.upc" -o "$dir/upc.o" || die 'it does not compile'
  "$clang" -w "$1" -c "$dir/many.c" -o "$dir/c.o" || die 'the loops in C do not compile'
  local ours peers
  ours=$(text "$dir/upc.o") peers=$(text "$dir/c.o")
  echo "$1: $ours bytes, in C $peers"
  [ "$peers" -gt 1000 ] && [ $((10 * ours)) -le $(($2 * peers)) ] || die "$1: more than $2 tenths of the code of C"
}
compare -O0 25
compare -O2 $((${LLVM:-19} < 22 ? 35 : 38))

# Each function has as many accesses as its name says.
cat >"$dir/accesses.upc" <<'END'
#include <upc_relaxed.h>
struct s { char c; struct { short a; double d; } in; };
shared int x; shared [4] int a[4 * THREADS]; shared double b[3][THREADS];
shared struct s v, w[THREADS]; shared [2] struct s *p; shared int *shared q[THREADS];
int one_a(void) { return x; }
int one_b(int i) { return a[i]; }
double one_c(int i, int j) { return b[i][j]; }
double one_d(int i) { return w[i].in.d; }
short one_e(void) { return v.in.a; }
double one_f(shared struct s *o) { return o->in.d; }
int one_g(shared [] int *o) { return *o; }
int one_h(shared [5] int *o, int i) { return o[i]; }
void one_i(int i, int k) { a[i] = k; }
void one_j(int i, double k) { w[i].in.d = k; }
void one_k(shared int *o, int k) { *o = k; }
struct s one_l(int i) { return w[i]; }
void one_m(int i, struct s k) { w[i] = k; }
void one_n(int i, double k) { p[i].in.d = k; }
int two_a(int i) { return *q[i]; }
void two_b(int i, int j) { a[i] = a[j]; }
END
calls() { # FUNCTION
  sed -n "/^$1:/,/^.Lfunc_end/p" "$dir/accesses.s" | grep '	call' | grep -vc '\<mem[a-z]*@'
}
for conduit in smp mpi sim; do
  BUILD=$build "$tools/has_conduit" $conduit >"$dir/log" || continue
  "$UPCC" -network=$conduit -O0 -S "$dir/accesses.upc" -o "$dir/accesses.s" || die "-network=$conduit does not compile"
  for f in $(grep -o '\(one\|two\)_[a-z]' "$dir/accesses.upc"); do
    expected=1
    [[ $f != two* ]] || expected=2
    [ "$(calls "$f")" = $expected ] || die "-network=$conduit, $f: $(calls "$f") calls at -O0, expected $expected"
  done
done
