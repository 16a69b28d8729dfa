#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# No two headers of the library give one name to two things: a program that includes all of them compiles. rows.h is a table.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
{ printf '#include <%s>\n' upc_stride_coll.h $(for name in $(cat "$BUILD/companions"); do (cd "companions/$name/include" 2>/dev/null && ls upc_stride_*.h 2>/dev/null); done)
  (cd src && printf '#include "%s"\n' $(ls *.h */*.h | grep -v schedules/rows.h))
  echo 'int main(void) { return 0; }'; } >"$dir/all.upc"
"$UPCC" -Isrc -c "$dir/all.upc" -o "$dir/all.o"
