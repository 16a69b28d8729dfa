#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# two_copies.sh: two copies of libupc_stride in one process (two_copies.c).
. "$(dirname "$0")/../common.sh"
cc -Wall "-I$build/include" "$here/two_copies.c" -ldl -o two || die 'the program does not compile'
cp -L "$build/lib/libupc_stride.so" other.so
for threads in 1 3; do
  output=$(limited 60 "$UPCRUN" -n $threads ./two "$build/lib/libupc_stride.so" ./other.so 2>&1) || die "$output"
  same "$(sort -u <<<"$output")" "upc_stride_init: another copy of the runtime has started in this process, must be the only one: \
link or load the library once"
done
echo PASS
