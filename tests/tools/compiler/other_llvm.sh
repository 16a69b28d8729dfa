#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The toolchain with other versions of LLVM. Builds it with each version that is installed, and runs the lines of tests/upc/list
# about the language and one application.
#   tests/tools/compiler/other_llvm.sh VERSION..     skipped (77) where none of them is installed
cd "$(dirname "$0")/../../.." || exit 1
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
grep -E '^run .* smp tests/upc/run/(access|forall|gather|layout|loops|pts)[a-z_]*\.upc *$' tests/upc/list >"$lines"
echo 'command - - tests/tools/compiler/remarks.sh => 0' >>"$lines"  # do the passes of optimise/ run?
tested=0
for version; do
  [ -e "$(llvm-config-$version --includedir 2>/dev/null)/clang/Basic/Version.h" ] || continue
  build=$PWD/build/llvm-$version
  make -s LLVM="$version" B="$build" MPICC=none GASNET_ROOT= "$build/bin/upcrun" "$build/apps/matmul" || exit 1
  "$build/bin/upcrun" -n 3 "$build/apps/matmul" 100 90 110 --block 16 --check || exit 1
  BUILD=$build UPCC=$build/bin/upcc UPCRUN=$build/bin/upcrun LIST=$lines JOBS=1 LLVM=$version tests/run || exit 1
  tested=$((tested + 1))
done
[ $tested -gt 0 ] || { echo "none of LLVM $* is installed with Clang's headers: apt-get install clang-$1 libclang-$1-dev llvm-$1-dev"; exit 77; }
