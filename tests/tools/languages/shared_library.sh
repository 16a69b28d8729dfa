#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# UPC code in shared libraries: called by a program in C and by one in UPC; a program in C with everything linked
# statically; a library that is loaded too late; a library that has a -T of its own.
. "$(dirname "$0")/../common.sh"
options=("-I$top" "-I$build/include" "-L$build/lib" -L. "-Wl,-rpath,$build/lib" "-Wl,-rpath,$dir")
"$UPCC" -O2 -shared "$top/tests/c/with_upc.upc" -o libwith_upc.so || die 'upcc -shared'
cc "$top/tests/c/with_upc.c" "${options[@]}" -lwith_upc -lupc_stride -o from_c || die 'a C program'
"$UPCC" "$top/tests/c/with_upc_main.upc" -L. -Wl,-rpath,"$dir" -lwith_upc -o from_upc || die 'a UPC program'
cc -I"$top" -I"$build/include" "$top/tests/c/calls.c" "$build"/lib/{libupc_stride,liburt-smp}.a -lm -lpthread -o static || die 'static'
for program in from_c from_upc static; do
  same "$(limited 60 "$UPCRUN" -n 3 ./$program)" PASS
done

cat >late.c <<'C'
#include <dlfcn.h>
#include <upc_stride.h>
int main(void) {
  upc_stride_init(0);
  return dlopen("./libwith_upc.so", RTLD_NOW) != 0;
}
C
cc late.c "${options[@]}" -lupc_stride -o late || die 'late'
limited 60 "$UPCRUN" -n 2 ./late 2>err && die 'a library loaded after the start was taken'
grep -q 'loaded after the threads had started' err || die "expected another message than $(cat err)"

"$UPCC" -O2 -T 3 -shared "$top/tests/c/with_upc.upc" -o libwith_upc.so || die 'upcc -T 3 -shared'
same "$(limited 60 ./from_upc)" PASS # three threads, as the library says
limited 60 "$UPCRUN" -n 2 ./from_c 2>err && die 'two threads with a library for three'
grep -q 'was compiled for 3 threads' err || die "expected another message than $(cat err)"
