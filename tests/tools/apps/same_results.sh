#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The applications compute the same on every conduit, bit for bit. Their output files are compared with those on smp. One
# schedule is forced for all, since sums depend on it.
#   same_results.sh CONDUIT        on this machine: all threads near, all far, nodes of 2
#   same_results.sh CONDUIT HOSTS  on HOSTS hosts (tests/tools/hosts)
conduit=$1 hosts=${2:-}
tests/tools/has_conduit "$conduit" || exit 77
if [ -n "$hosts" ] && [ -z "${HOSTS:-}" ]; then exec tests/tools/hosts "$hosts" "$0" "$@"; fi
. "$(dirname "$0")/../common.sh"
export UPC_STRIDE_SCHEDULE=broadcast=binomial,exchange=pairwise OPENBLAS_NUM_THREADS=1

for app in matmul cholesky fft3d; do
  # shellcheck disable=SC2046 # words
  "$UPCC" -network="$conduit" -O2 $("$top/apps/parts" $app) -o $app ||
    die "$app does not compile"
done

matmul='matmul 200 150 170 --block 32 --grid 2x2 --check --output'
cholesky='cholesky 150 --block 16 --check --output'
fft3d='fft3d 20 18 12 --grid 2x2 --plan estimate --check --output'
passes() { "$@" >out 2>&1 && grep -q 'PASS$' out || die "$*: $(cat out)"; }
for app in matmul cholesky fft3d; do passes "$UPCRUN" -n 4 "$apps"/${!app} $app.bin; done

compare() { # WORDS FOR upcrun
  for app in matmul cholesky fft3d; do
    passes "$UPCRUN" "$@" -n 4 ./${!app} $app.other
    cmp $app.bin $app.other || die "$app gives other results than on smp, $*"
  done
}

if [ -n "$hosts" ]; then
  compare -hosts="$(seq -s , -f host%g 0 $((hosts - 1)))"
else
  compare
  compare -N 4
  compare -N 2
fi
