#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What upcc does with each loop of loops_done.upc at -O2, on smp and on sim: the remarks of -Rpass=upc and -Rpass-missed=upc
# in short, and which functions of the runtime the code calls, must be what the comment in front of the function says:
#   // smp REMARKS, FUNCTIONS
#   // sim REMARKS, FUNCTIONS
#   moving N        N accesses go by pointers that move with the loop
#   near N          the same where they are near
#   table           addresses from a table
#   ahead, pieces   far elements are read ahead; in whole pieces
#   together        writes to far elements are sent together
#   own             an upc_forall is divided
#   computed-X      each round computes an address: `leaves`, `uneven`, `pointer`, `used`, `switch`, `goto`, `off`
#                   (Computed in moving.h); `calls`, `long` (gathers.cpp)
#   alone-X         a far element is accessed by a message of its own: `unknown`, `ordered`, `calls`,
#                   `large`, `places`, `levels`, `outer`, `switch`, `goto`, `off` (Alone in far_loops.cpp)
#   tested-X        each iteration of an upc_forall is tested: `step`, `number`, `rounds`, `value`
# A function's name stands without urt_. A line "// options: .." of the file has more options.
#   tests/tools/compiler/loops_done.sh [FILE]
file=${1:+$(realpath "$1")}
. "$(dirname "$0")/../common.sh"
[ "$(uname -m)" = x86_64 ] || { echo 'skipped: it reads the assembly of x86-64'; exit 77; }
file=${file:-$here/loops_done.upc}
cp "$file" loops_done.upc
options=$(sed -n 's,^// options: ,,p' loops_done.upc)

# remarks -> "LINE WORD"
short='
  s/^.*:([0-9]+): remark: (.*) \[-R.*\]$/\1 \2/
  s/ ([0-9]+) access(es go| goes) to .* where they are near$/ near\1/
  s/ ([0-9]+) access(es go| goes) to .* by pointers that move with this loop$/ moving\1/
  s/ the address of this shared element comes from a table.*/ table/
  s/ elements that are far are read ahead in whole pieces.*/ pieces/
  s/ elements that are far are read ahead.*/ ahead/
  s/ writes to far elements are sent to their owners together/ together/
  s/ each thread goes through its own iterations .*/ own/
  s/ each round computes the address .*: its subscript may leave .*/ computed-leaves/
  s/ each round computes the address .*: its subscript moves .*/ computed-uneven/
  s/ each round computes the address .*: its pointer.*/ computed-pointer/
  s/ each round computes the address .*: its address is used .*/ computed-used/
  s/ each round computes the address .*: the loop calls .*/ computed-calls/
  s/ each round computes the address .*: the loop is too long .*/ computed-long/
  s/ each round computes the address .*: LLVM has made a switch .*/ computed-switch/
  s/ each round computes the address .*: .* a computed goto/ computed-goto/
  s/ each round computes the address .*: -fno-upc-.*/ computed-off/
  s/ each round (read|write)s this element, .*: where it is, .*/ alone-unknown/
  s/ each round (read|write)s this element, .*: the loop has .*/ alone-ordered/
  s/ each round (read|write)s this element, .*: the loop calls .*/ alone-calls/
  s/ each round (read|write)s this element, .*: (it is larger|its owner can update only) .*/ alone-large/
  s/ each round (read|write)s this element, .*: a loop reads ahead in .*/ alone-places/
  s/ each round (read|write)s this element, .*: more than .* loops .*/ alone-levels/
  s/ each round (read|write)s this element, .*: a loop that contains .*/ alone-outer/
  s/ each round (read|write)s this element, .*: LLVM has made a switch .*/ alone-switch/
  s/ each round (read|write)s this element, .*: .* a computed goto/ alone-goto/
  s/ each round (read|write)s this element, .*: -fno-upc-.*/ alone-off/
  s/ each iteration .*: the condition or a step .*/ tested-step/
  s/ each iteration .*: its affinity .*/ tested-number/
  s/ each iteration .*: how often .*/ tested-rounds/
  s/ each iteration .*: it uses a value .*/ tested-value/'

failed=0
for conduit in smp sim; do
  BUILD=$build "$tools/has_conduit" -built "$conduit" >built || { cat built; continue; }
  "$UPCC" -O2 $options -network=$conduit -Rpass=upc -Rpass-missed=upc -S loops_done.upc -o $conduit.s >said 2>&1 || { cat said; die "$conduit: loops_done.upc does not compile"; }
  # What functions call: "NAME FUNCTION". Tables, reads ahead, rows and a thread's own iterations imply the others.
  awk '/^[a-z_0-9]+:/ { name = $1; sub(/:.*/, "", name) }
       $1 ~ /^(call|jmp)/ && $2 ~ /^urt_/ { sub(/@.*/, "", $2); sub(/^urt_/, "", $2); print name, $2 }' $conduit.s |
    grep -v ' \(deal_any\|table_of\|own_strip\|own_apart\|own_tested\|start_of_row\|row_if_near\|asked\|site_asked\|strip_begins\)$' | sort -u >calls
  sed -E "$short" said | sort -u >remarks
  awk -v conduit=$conduit '
    function word_list(words, word, n, list, sorted, i, j) {
      for (word in words) {
        for (j = ++n; j > 1 && word < sorted[j - 1]; j--) sorted[j] = sorted[j - 1]
        sorted[j] = word
      }
      for (i = 1; i <= n; i++) list = list " " sorted[i]
      return list
    }
    function compare(got) {
      got = word_list(did) "," called[name]
      if (name != "" && got != want) { printf "%s, %s: expected\n%s\n got\n%s\n", conduit, name, want, got; bad = 1 }
      name = ""; split("", did)
    }
    FILENAME == "remarks" { did_in[$1] = did_in[$1] " " $2; next }
    FILENAME == "calls" { called[$1] = called[$1] " " $2; next }
    /^\/\/ smp/ { compare(); name = "" }
    /^\/\/ s/ { if ($2 ~ "^" conduit) { want = $0; sub(/^\/\/ .../, "", want) } next }
    /^$/ { compare(); want = "" }
    want != "" && name == "" && match($0, /[a-z_0-9]+\(/) { name = substr($0, RSTART, RLENGTH - 1) }
    { n = split(did_in[FNR], now, " "); for (i = 1; i <= n; i++) did[now[i]] }
    END { compare(); exit bad }' remarks calls loops_done.upc || failed=1
done
[ $failed = 0 ]
