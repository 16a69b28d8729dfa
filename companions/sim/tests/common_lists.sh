#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The lists that threads of a simulated machine have in common, against a model, with Clang's sanitizers where they are installed.
. "$(dirname "$0")/../../../tests/tools/common.sh"
llvm=${LLVM:-19} sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=all'
echo 'int main(void) { return 0; }' >empty.c
"clang-$llvm" $sanitizers empty.c -o empty 2>/dev/null || sanitizers=
"clang-$llvm" $sanitizers -O1 -I"$top/upc/runtime" -I"$top/companions/sim/runtime" "$here/common_lists.c" \
  "$top/companions/sim/runtime/conduits/sim/common_lists.c" -o lists || die "clang"
ASAN_OPTIONS=detect_leaks=1 limited 60 ./lists
