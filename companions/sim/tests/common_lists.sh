#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The lists that threads of a simulated machine have in common, against a model, with Clang's AddressSanitizer.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"${CLANG:-clang-19}" -fsanitize=address,undefined -fno-sanitize-recover -O1 -I"$top/upc/runtime" -I"$top/companions/sim/runtime" \
  "$here/common_lists.c" "$top/companions/sim/runtime/conduits/sim/common_lists.c" -o lists || die "clang"
ASAN_OPTIONS=detect_leaks=1 limited 60 ./lists
