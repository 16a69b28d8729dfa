#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# In a function with hundreds of shared accesses their addresses are computed without branches. Clang's time for a function
# grows with the square of its branches.
. "$(dirname "$0")/../common.sh"
source_with() { # COUNT
  echo '#include <upc_relaxed.h>'
  echo 'shared int A[100 * THREADS]; shared [4] double *p;'
  echo 'int f(int k) { int sum = 0;'
  for ((i = 0; i < $1; i++)); do echo "sum += A[k + $((i % 100))] + p[k - $i];"; done
  echo 'return sum; }'
}
branches() { # COUNT
  source_with "$1" >"$dir/many.upc"
  "$UPCC" -network=smp -O2 -S "$dir/many.upc" -o "$dir/many.s" || die 'it does not compile'
  sed -n '/^f:/,/^\.Lfunc_end/p' "$dir/many.s" | grep -c '^	j'
}
[ "$(uname -m)" = x86_64 ] || { echo 'skipped: it reads the assembly of x86-64'; exit 77; }
few=$(branches 2) many=$(branches 300)
[ "$few" -gt 0 ] || die "2 accesses of each kind have no branch: the test looks for the wrong thing"
[ "$many" -le 2 ] || die "300 accesses of each kind have $many branches, at most 2 expected"

# With many outside of loops Clang's vectorizer of straight code is off, unless the user asks for it.
vectorizes() { # COUNT OPTION...
  source_with "$1" >"$dir/many.upc"; shift
  "$UPCC" -network=smp -O2 "$@" -v -c "$dir/many.upc" -o "$dir/many.o" 2>"$dir/log" || die 'it does not compile'
  grep -q -e '"-vectorize-slp"' "$dir/log"
}
vectorizes 2 || die '2 accesses of each kind are compiled without the vectorizer of straight code'
! vectorizes 300 || die '300 accesses of each kind are compiled with the vectorizer of straight code'
vectorizes 300 -fslp-vectorize || die '-fslp-vectorize is not followed'
