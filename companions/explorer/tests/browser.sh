#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The explorer in a browser, used by mouse and keyboard (browser.py).
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/has_program" chromium || exit 77
python3 -c 'import playwright' 2>/dev/null || { echo "SKIPPED: Python's package playwright is missing"; exit 77; }
make -C "$top" --no-print-directory explorer-packages >out 2>&1 || { echo "SKIPPED: $(tail -1 out)"; exit 77; }
make -C "$top" --no-print-directory -s explorer >out 2>&1 || { cat out; die 'make explorer'; }
python3 "$here/browser.py" "$top/build/explorer.html" "$dir"
