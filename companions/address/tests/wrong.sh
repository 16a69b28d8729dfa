#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Wrong programs of the kinds that UPC-CHECK's papers list (wrong/): which mode tells of each. A mode tells if what it
# writes to standard error names a line of the program. The comment of a program says which modes do.
#   wrong.sh            each program with its first mode
#   wrong.sh all        each program with each mode: those that are not in its comment must say nothing
#   wrong.sh found [PROGRAM...]   prints the programs with the modes that tell, and, on standard error, what they tell
#   wrong.sh table      the table of the page on debugging; page: the page has it
. "$(dirname "$0")/../../../tests/tools/common.sh"
what=${1:-first} names=("${@:2}") wrong=$here/wrong page=$top/companions/gdb/debugging.md
modes=(run check bounds address race)
declare -A option=([run]=-O1 [check]=-O1 [bounds]=-fcheck-bounds [address]=-fsanitize=shared-address [race]=-fsanitize=race)

comment() { sed -n "s|^// $2: ||p" "$wrong/$1.upc" | head -n 1; } # PROGRAM WORD

# Does the mode tell of the program? Its messages are in `messages`.
tells() { # PROGRAM MODE
  local program=$1 mode=$2 job
  cp "$wrong/$program.upc" . && "$UPCC" -w "${option[$mode]}" "$program.upc" -o "$program.$mode" >messages 2>&1 || { cat messages; die "$program: upcc"; }
  UPC_PATIENCE=$(stretched 2) UPC_STRIDE_CHECK=$([ "$mode" = check ] && echo 1 || echo 0) UPC_ASAN=$([ "$mode" = address ] && echo exit,leaks) \
    timeout 300 "$UPCRUN" -n 4 "./$program.$mode" </dev/null >/dev/null 2>messages &
  job=$!
  while kill -0 $job 2>/dev/null && ! grep -q "$program.upc:[0-9]" messages; do sleep 0.1; done # a program that hangs goes on
  kill $job 2>/dev/null
  wait $job 2>/dev/null
  rm -f "$program.$mode"
  grep -q "$program.upc:[0-9]" messages
}

each() { [ ${#names[@]} = 0 ] && names=($(cd "$wrong" && printf '%s ' *.upc)); printf '%s\n' "${names[@]%.upc}"; }

available() { [ "$1" != race ] || has_companion race; }

first() {
  local program mode
  for program in $(each); do
    mode=$(comment "$program" 'told by' | cut -d' ' -f1)
    [ -n "$mode" ] || die "$program: its comments do not say which mode tells of it"
    available "$mode" || continue
    tells "$program" "$mode" || { cat messages; die "$program: $mode tells nothing"; }
    count=$((count + 1))
  done
}

found() {
  local program mode list
  for program in $(each); do
    list=
    for mode in "${modes[@]}"; do
      available "$mode" && tells "$program" "$mode" || continue
      list+=" $mode"
      echo "  $mode: $(grep -m 1 "$program.upc:[0-9]" messages)" >&2
    done
    echo "$program:$list"
  done
}

all() {
  local line expected mode
  while IFS=: read -r program list; do
    expected=
    for mode in "${modes[@]}"; do
      available "$mode" && [[ " $(comment "$program" 'told by') " = *" $mode "* ]] && expected+=" $mode"
    done
    same "$list of $program" "$expected of $program"
    count=$((count + 1))
  done < <(found 2>/dev/null)
}

# A row for each kind: how many programs, and how many of them each mode finds.
table() {
  local file
  for file in "$wrong"/*.upc; do
    awk -F': ' '/^\/\/ / && NR == 2 { kind = substr($1, 4) } /^\/\/ told by: / { print kind, $2 }' "$file"
  done | awk '{ if (!($1 in programs)) order[++kinds] = $1; programs[$1]++; for (i = 2; i <= NF; i++) { n[$1, $i]++; all[$i]++ } sum++ }
    END {
      split("run check bounds address race", mode, " ")
      for (k = 1; k <= kinds; k++) { row = "| " order[k] " | " programs[order[k]]; for (i = 1; i <= 5; i++) row = row " | " n[order[k], mode[i]] + 0; print row " |" }
      row = "| all | " sum; for (i = 1; i <= 5; i++) row = row " | " all[mode[i]] + 0; print row " |"
    }'
}

count=0
case $what in
  first | all) $what && [ "$count" -ge 30 ] && echo "PASS $count programs" ;;
  found | table) $what ;;
  page) while read -r row; do grep -qF "$row" "$page" || die "$page lacks: $row"; done < <(table) && echo PASS ;;
esac
