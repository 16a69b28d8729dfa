#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The core of the explorer's page answers as upc-stride-show does: CASES random command lines (cases.mjs). The answers of the
# lessons are right (lessons.mjs). The critical path of a trace is drawn (path.mjs).
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/has_program" node || exit 77
node "$here/path.mjs" || die 'the critical path of a trace'
make -C "$top" --no-print-directory explorer-packages >out 2>&1 || { echo "SKIPPED: $(tail -1 out)"; exit 77; }
make -C "$top" --no-print-directory -s explorer >out 2>&1 || { cat out; die 'make explorer'; }
node "$here/lessons.mjs" "$top/build/obj/wasm/core.wasm" "$build" || die 'the lessons'
node "$here/cases.mjs" "$build" "$top/build/obj/wasm/core.wasm" "${1:-1000}" ${2:+"$2"}
