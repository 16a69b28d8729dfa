#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A BLAS whose names have the suffix 64_ (blas_long.c) is found, and asked to take one thread on each thread of the program.
. "$(dirname "$0")/../../../tests/tools/common.sh"
cc -std=c11 -O1 -Wall -Werror -shared -fPIC "$here/blas_long.c" -o blas_long.so || die 'blas_long.c does not compile'
"$UPCC" -O1 "$here/gemm_wrong.upc" -o gemm || die 'gemm_wrong.upc does not compile'
asked() { # NAME=value...
  env -u OMP_NUM_THREADS -u OPENBLAS_NUM_THREADS "$@" LD_PRELOAD="$PWD/blas_long.so" timeout 60 "$UPCRUN" -n 2 ./gemm none >out 2>&1 || die "$(cat out)"
  grep -cx 'threads of BLAS: 1' out
}
[ "$(asked)" = 2 ] || die "asked $(asked) times, must be 2: $(cat out)"
[ "$(asked OPENBLAS_NUM_THREADS=4)" = 0 ] || die "asked although OPENBLAS_NUM_THREADS is set: $(cat out)"
echo PASS
