#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What the explorer copies in UPC, C, Fortran and Python compiles, runs and moves what the page has shown, for each operation.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/has_program" node || exit 77
make -C "$top" --no-print-directory explorer-packages >out 2>&1 || { echo "SKIPPED: $(tail -1 out)"; exit 77; }
make -C "$top" --no-print-directory -s explorer >out 2>&1 || { cat out; die 'make explorer'; }
mkdir cases
node "$here/copies.mjs" "$top/build/obj/wasm/core.wasm" cases || die 'copies.mjs'
python3 "$here/copies.py" cases "$build" "$top" "$(. "$tools/has_python" >/dev/null; echo "$python")" || exit 1
echo PASS
