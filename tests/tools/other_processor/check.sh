#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of tests/other_processor, for aarch64 under qemu. Skipped where its C library, its linker or qemu is missing.
. "$(dirname "$0")/../common.sh"
unset MAKEFLAGS SANITIZE
target=aarch64-linux-gnu
for tool in $target-ld qemu-aarch64; do
  command -v $tool >/dev/null || { echo "no $tool: scripts/setup --cluster installs it"; exit 77; }
done
cd "$top" || exit 1
make --no-print-directory TARGET=$target all >"$dir/log" 2>&1 || { cat "$dir/log"; die "make TARGET=$target"; }
BUILD=build-$target TARGET=$target UPCC=build-$target/bin/upcc UPCRUN=build-$target/bin/upcrun LIST=tests/other_processor \
  SANITIZERS='' tests/run
