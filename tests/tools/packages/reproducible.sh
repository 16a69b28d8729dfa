#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds in two folders are the same bytes, and do not name their folder. Here some objects, of each compiler; whole: the
# library and upcrun.
#   reproducible.sh [whole]
. "$(dirname "$0")/../common.sh"
targets='obj/runtime/base/host.o obj/library/stride_team.o obj/library/stride_barrier.o'
[ "${1:-}" != whole ] || targets='lib/libupc_stride.so lib/libupc_stride.a lib/liburt-smp.a bin/upcrun'
for folder in first the/second; do
  mkdir -p "$folder/build/bin" "$folder/build/lib"
  (cd "$top" && tar cf - Makefile make include src upc scripts docs/environment.md apps/parts examples) | tar xf - -C "$folder"
  cp "$build/bin/upcc" "$folder/build/bin"
  (cd "$folder" && env -u MAKEFLAGS -u MAKELEVEL make -o build/bin/upcc $(printf 'build/%s ' $targets)) >log 2>&1 || { tail log; die 'no build'; }
  for one in $targets; do
    ! grep -q "$dir" "$folder/build/$one" || die "$one names its folder"
  done
done
for one in $targets; do
  cmp "first/build/$one" "the/second/build/$one" || die "$one differs"
done
echo PASS
