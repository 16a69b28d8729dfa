#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What upcc makes of loops over shared arrays: reads the assembly of each loops/*.upc at -O2 and compares it with what the
# program states in its comments:
#   // CONDUIT some loop: PROPERTY, ...     one of the innermost loops has all these properties
#   // CONDUIT every loop: PROPERTY, ...    all innermost loops have them
#   // flags: OPTION ...                     of upcc
# The properties are `vector` (it has packed arithmetic), `no vector`, `no call`, `one branch` (the one back to its start),
# `no division` (nor a multiplication of 128 bits that stands for one), `table` and `no table` (of words, read by a number),
# `one addition` (of whole numbers: of its counter), and `unrolled` (it adds four real numbers or more), `not unrolled`.
#   tests/tools/compiler/loops.sh [NAME]...          these of them (all)
. "$(dirname "$0")/../common.sh"
[ "$(uname -m)" = x86_64 ] || { echo 'skipped: it reads the assembly of x86-64'; exit 77; }

# A line of words for each innermost loop in the assembly: calls, branches, divides, adds, vector. Clang names in a comment behind a block's
# label the innermost loop that the block is in.
innermost_loops() {
  awk '
    /^\.LBB[0-9_]+:/ { header = "" }
    /^# %bb/         { header = "" }
    /Inner Loop Header/ && match($0, /^\.L[A-Za-z0-9_]+/) { header = substr($0, 3, RLENGTH - 2); known[header] = 1; next }
    /Inner Loop Header/ { header = block; known[header] = 1; next }
    /in Loop: Header=/ { header = $0; sub(/.*Header=/, "", header); sub(/ .*/, "", header) }
    /^\.LBB[0-9_]+:/ && match($0, /^\.L[A-Za-z0-9_]+/) { block = substr($0, 3, RLENGTH - 2) }
    /^[^\t#]/ { next }
    header == "" { next }
    $1 ~ /^call/ { found[header] = found[header] " calls" }
    $1 ~ /^j/ && $1 != "jmp" { found[header] = found[header] " branches" }
    $1 ~ /^i?div[lq]$/ || $1 ~ /^(mulq|mulxq)$/ { found[header] = found[header] " divides" }
    /\(%r[a-z0-9]+,%r[a-z0-9]+,8\)/ { found[header] = found[header] " table" }
    $1 ~ /^(add|lea)[lq]$/ { found[header] = found[header] " additions" }
    $1 ~ /^v?adds[sd]$/ { found[header] = found[header] " adds" }
    $1 ~ /^v?(add|sub|mul)p[sd]$/ || $1 ~ /^v?p(add|sub|mull)[bwdq]$/ { found[header] = found[header] " vector" }
    END { for (h in known) print h found[h] }'
}

has() { # LOOP PROPERTY
  case $2 in
    vector) [[ $1 = *' vector'* ]] ;;
    'no vector') [[ $1 != *' vector'* ]] ;;
    'no call') [[ $1 != *' calls'* ]] ;;
    'one branch') [[ $1 = *' branches'* && $1 != *' branches'*' branches'* ]] ;;
    'no division') [[ $1 != *' divides'* ]] ;;
    'no table') [[ $1 != *' table'* ]] ;;
    table) [[ $1 = *' table'* ]] ;;
    'one addition') [[ $1 = *' additions'* && $1 != *' additions'*' additions'* ]] ;;
    'not unrolled') ! has "$1" unrolled ;;
    unrolled) [[ $1 = *' adds'*' adds'*' adds'*' adds'* ]] ;;
    *) die "no property '$2'" ;;
  esac
}

has_all() { # LOOP PROPERTIES
  local property
  while read -r property; do has "$1" "$property" || return 1; done < <(tr , '\n' <<<"$2")
}

holds() { # QUANTIFIER PROPERTIES: of the loops in $loops
  local loop good=0 bad=0
  while read -r loop; do
    if has_all "$loop" "$2"; then good=$((good + 1)); else bad=$((bad + 1)); fi
  done <<<"$loops"
  [ $good -gt 0 ] && { [ "$1" = some ] || [ $bad = 0 ]; }
}

[ $# -gt 0 ] || set -- $(basename -s .upc "$here"/loops/*.upc)
checked=0 failed=0
for name; do
  while read -r conduit quantifier properties; do
    BUILD=$build "$tools/has_conduit" -built "$conduit" >built || { cat built; continue; }
    "$UPCC" -O2 $(sed -n 's,^// flags: ,,p' "$here/loops/$name.upc") -network=$conduit -S "$here/loops/$name.upc" -o $name.s || die "$name.upc does not compile"
    loops=$(innermost_loops <$name.s)
    checked=$((checked + 1))
    holds $quantifier "$properties" && continue
    failed=$((failed + 1))
    printf 'FAILED: %s, %s: %s loop must have: %s; the innermost loops:\n%s\n' $name $conduit $quantifier "$properties" "$loops"
  done < <(sed -n 's,^// \([a-z]*\) \(some\|every\) loop: \(.*\),\1 \2 \3,p' "$here/loops/$name.upc")
done
echo "$checked checked, $failed failed"
[ $checked -gt 0 ] && [ $failed = 0 ]
