#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# wild_numbers.sh FEW|MANY: each number of each call is near 0, 2^31, 2^32, 2^61, 2^63 and 2^64 (wild_numbers.py). The program is
# linked with the archives, which `make check-sanitized` builds with the address sanitizer.
. "$(dirname "$0")/../common.sh"
python3 "$here/wild_numbers.py" "$build/include" "$1" >numbers.c || die 'no program is made'
clang-"${LLVM:-19}" ${SANITIZERS:-} -g -O1 -Wall -Wextra -Wno-unused-function "-I$here" "-I$build/include" numbers.c \
  ${SANITIZERS:+"$build/obj/sanitizer_options.o"} "$build"/lib/lib{upc_stride,urt-smp}.a -lm -lpthread -o numbers ||
  die 'the program does not compile'

made() {  # THREADS WORD...
  rm -rf all.zarr points
  limited 240 "$UPCRUN" -n "$@" >out 2>err && tail -n 1 out | grep -qx PASS && return
  tail -n 20 out err
  die "$*"
}
made 1 ./numbers
made 3 ./numbers
made 2 ./numbers check

# The numbers of upc_stride_init: it starts, or there is a line.
for heap in 1 4096 2147483648 9223372036854775807 9223372036854775808 18446744073709551615; do
  output=$(limited 60 ./numbers heap $heap 2>&1) && [ "$output" = PASS ] ||
    [[ $? = 1 && $output != *$'\n'* && $output = *upc* ]] || die "a heap of $heap bytes: $output"
done
for threads in -1 -2147483648 65537 2147483647; do
  output=$(limited 60 ./numbers threads $threads 2>&1) && die "$threads threads: $output"
  [[ $output != *$'\n'* && $output = upc_stride_init:* ]] || die "$threads threads: $output"
done
echo PASS
