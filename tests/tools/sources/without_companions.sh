#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The core needs no companion. In a copy of the sources and of what is built, each companion in turn is deleted, with those that need
# it, and then all are. The copy is built, and lines of tests/list pass: all that use neither another companion nor an application that does.
#   without_companions.sh [NAME...]   these, `all` for all at once; WORDS='broadcast.upc locks': only lines with one of these words
. "$(dirname "$0")/../common.sh"
words=(tests/upc/run/forall_ tests/upc/run/lib_atomic tests/upc/run/locks tests/library/broadcast.upc tests/library/exchange.upc
  tests/library/in_flight tests/library/ext/operations.upc tests/runtime/ tests/c/calls.c 'smp matmul' 'smp cholesky' 'smp fft3d'
  'upc/refuse')
[ -z "${WORDS:-}" ] || words=($WORDS)
copy() {
  rm -rf copy && mkdir copy && (cd "$top" && tar cf - --exclude=./.git --exclude='./build*' .) | tar xf - -C copy && cp -a "$build" copy/build ||
    die 'the copy'
}
# try NAME DELETED...
try() {
  copy
  (cd copy/companions && rm -r "${@:2}") || die "$1: rm"
  (cd copy && unset MAKEFLAGS MAKELEVEL UPCC UPCRUN && make -j2 -s all) >out 2>&1 || { tail -n 20 out; die "without $1: make"; }
  for name in "${@:2}"; do
    ! grep -qw "$name" copy/build/companions || die "without $1: the build has it"
    for header in $(cd "$top/companions/$name" && ls include 2>/dev/null); do
      [ ! -e "copy/build/include/$header" ] || die "without $1: the build has $header"
    done
  done
  (cd copy && BUILD=build UPCC=build/bin/upcc UPCRUN=build/bin/upcrun tests/run "${words[@]}") >out 2>&1 ||
    { grep -A 12 '^failed' out; die "without $1: $(tail -n 1 out)"; }
  echo "without $1: $(tail -n 1 out)"
}
names=("$@")
[ $# -gt 0 ] || names=($(ls "$top/companions") all)
for name in "${names[@]}"; do
  if [ "$name" = all ]; then try all $(ls "$top/companions"); else try "$name" "$name"; fi
done
echo PASS
