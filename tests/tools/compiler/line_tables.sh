#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The line tables of a program name the lines of the .upc file, so that profilers and debuggers do. Each function of lines.upc
# has instructions of the line that has its mark, and none of another file of ours but inlined ones of headers.
. "$(dirname "$0")/../common.sh"
"$tools/has_program" objdump addr2line || exit 77
cp "$here/lines.upc" .
for level in -O0 -O2; do
  "$UPCC" -g $level lines.upc -o prog || die "lines.upc does not compile"
  for f in reads writes waits broadcasts updates; do
    line=$(grep -n "// line of $f" lines.upc | cut -d: -f1)
    objdump -d --no-show-raw-insn prog | sed -n "/<$f>:\$/,/^\$/p" | grep -o '^ *[0-9a-f]*:' | tr -d ' :' >addresses
    [ -s addresses ] || die "$level: no function $f in prog"
    addr2line -i -e prog <addresses | sed 's/ (discriminator.*//' >lines
    grep -q "/lines.upc:$line\$" lines || die "$level: no instruction of $f is on line $line, but on: $(sort -u lines)"
    grep -q 'trans\.c' lines && die "$level: $f names the translation: $(grep trans lines | head -1)"
    own=$(grep '/lines.upc:[0-9]' lines | sed 's/.*://' | sort -un | tr '\n' ' ')
    first=$(grep -n "^void $f" lines.upc | cut -d: -f1) last=$(awk -v n="$first" 'NR > n && /^}/ {print NR; exit}' lines.upc)
    for l in $own; do
      [ "$l" -ge "$first" ] && [ "$l" -le "$last" ] || die "$level: $f of lines $first to $last names line $l"
    done
  done
done
# A call's line is that of the instruction behind it, which backtraces and perf look up.
at=$(objdump -d --no-show-raw-insn prog | sed -n '/<waits>:$/,/^$/p' | sed -n '/call.*<urt_barrier>/{s/^ *\([0-9a-f]*\):.*/\1/p}')
same "$(addr2line -e prog "$at" | sed 's/.*://; s/ .*//')" "$(grep -n '// line of waits' lines.upc | cut -d: -f1)"
echo PASS
