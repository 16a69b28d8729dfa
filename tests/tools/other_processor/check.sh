#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of tests/other_processor, for aarch64 under qemu; those of memory also with pages of 16 and 64 KB, as far as a
# C library can make these (pages.c). Skipped where its C library, its linker or qemu is missing.
. "$(dirname "$0")/../common.sh"
unset MAKEFLAGS SANITIZE
target=aarch64-linux-gnu
"$tools/has_program" $target-ld qemu-aarch64 || exit 77
cd "$top" || exit 1
make --no-print-directory TARGET=$target all >"$dir/log" 2>&1 || { cat "$dir/log"; die "make TARGET=$target"; }
export TARGET=$target BUILD=build-$target UPCC=build-$target/bin/upcc LIST=tests/other_processor SANITIZERS=
$target-gcc -shared -fPIC -O1 "$here/pages.c" -o "$dir/pages.so" || die pages.c
cat >"$dir/upcrun" <<S
#!/bin/sh
QEMU_SET_ENV="LD_PRELOAD=$dir/pages.so,PAGES=\$PAGES" exec "$top/$BUILD/bin/upcrun" "\$@"
S
chmod +x "$dir/upcrun"
for bytes in 16384 65536; do
  PAGES=$bytes UPCRUN=$dir/upcrun tests/run statics pointers heap ends tasks view || die "pages of $bytes bytes"
done
UPCRUN=$BUILD/bin/upcrun tests/run
