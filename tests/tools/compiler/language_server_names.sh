#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Names in the language server: renamed, shown and offered. "$@": `each`, programs of examples/; none: all of them.
. "$(dirname "$0")/../common.sh"
each=()
[ "$1" != each ] || { each=(each); shift; }
programs=("${@/#/$top/examples/}")
[ $# -gt 0 ] || programs=("$top"/examples/*.upc)
UPCC=$UPCC limited 500 python3 "$here/language_server_names.py" "$build/include" "${each[@]}" "${programs[@]}"
