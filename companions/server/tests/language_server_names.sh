#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Names in the language server, renamed, shown and offered, in the examples that begin with these words. `each` before
# them: each name by itself.
. "$(dirname "$0")/../../../tests/tools/common.sh"
each=()
[ "$1" != each ] || { each=(each); shift; }
programs=()
for word in "$@"; do programs+=("$top/examples/$word"*.upc); done
UPCC="$UPCC" python3 "$here/language_server_names.py" "$build/include" "${each[@]}" "${programs[@]}"
