#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# One reader of machine files: a mistake in each word gets the same line and status from the simulator, upc-stride-show and
# upc-stride-tune, in a file and behind the machine's name. companions/sim/machine_files.md has each word.
. "$(dirname "$0")/../../../tests/tools/common.sh"
array=('shared [1] A[4]' --threads 4)
show() { "$build/bin/upc-stride-show" "${array[@]}" --machine "$@"; }
tune() { "$build/bin/upc-stride-tune" --machine "$1" --threads 2 --bytes 8 --output /dev/null; }
simulated() { "$UPCRUN" -machine="$1" -n 2 "$build/lib/upc-stride-measure-sim" 0 MYSYNC none 8; }
programs='show tune'
BUILD=$build "$tools/has_conduit" sim >out && programs+=' simulated'

# refused MACHINE TEXT: by each program, with one line that ends with the text behind the program's name.
refused() {
  local program
  for program in $programs; do
    $program "$1" >out 2>&1
    [ $? = 2 ] && [ "$(sed 's/^[a-z-]*: //' out)" = "$2" ] || { cat out; die "$program, machine $1: expected status 2 and: $2"; }
  done
}

echo 'nonsense 1' >nonsense
words=$(show ./nonsense 2>&1 | sed -n 's/.*; the words are //p' | tr -d ,)
[ "$(wc -w <<<"$words")" -gt 30 ] || die "the words are: $words"
for word in $words; do
  grep -q "^|.*\`$word[ \`]" "$top/companions/sim/machine_files.md" || die "companions/sim/machine_files.md has no word $word"
  # No word takes this value: what is wrong with it is said in one way, wherever it stands.
  printf '# a comment\n%s ?\n' "$word" >wrong
  line=$(show ./wrong 2>&1 | sed 's/^upc-stride-show: //')
  [[ $line = ./wrong:2:* ]] || die "$word ? in a file: $line"
  refused ./wrong "$line"
done
refused flat,link-latency=1 "machine 'flat,link-latency=1': link-latency is '1'; its unit must be one of s, ms, us, ns"
refused flat,helper=1,helper=0 "machine 'flat,helper=1,helper=0': 'helper' is already given"
refused flat,hlper=1 "machine 'flat,hlper=1': 'hlper' is no word of a machine file; did you mean helper?"
refused 'fat-tree,fat-tree=2;4,4;1,2;1' \
  "machine 'fat-tree,fat-tree=2;4,4;1,2;1': fat-tree has shape '2;4,4;1,2;1'; it must be, without blanks, $(
  )LEVELS;DOWN;UP;LINKS, the last three with a number for each level, such as 2;18,36;1,18;1,1"
refused 'dragonfly,dragonfly=4,1;4,1;3,1;2' \
  "machine 'dragonfly,dragonfly=4,1;4,1;3,1;2': dragonfly has shape '4,1;4,1;3,1;2'; it must be, without blanks, $(
  )GROUPS,LINKS;CHASSIS,LINKS;ROUTERS,LINKS;NODES, with no more groups than routers, such as 9,4;1,1;9,2;4"
printf 'torus 4x4\nplatform %s\n' "$0" >networks
refused ./networks './networks:2: platform: the network is already given, by torus in line 1'

# A number behind a comma belongs to the shape before it.
for machine in flat 'fat-tree,fat-tree=2;4,4;1,2;1,1,threads-per-node=1'; do
  show "$machine" >out 2>&1 && die "machine $machine has no links to draw"
  grep -q 'it is no torus, so there are no links to draw' out || { cat out; die "machine $machine"; }
done

# Rules that come with a machine. The library's list of rules has colons between paths.
left_out='its rules are left out: the path of their file has'
mkdir a:b
cp "$top"/companions/sim/machines/flat{,.rules} a:b
for machine in flat a:b/flat; do
  show "$machine" --call broadcast >out 2>&1 || { cat out; die "machine $machine"; }
  grep -c "^upc-stride-show: machine 'flat': $left_out a colon\$" out
done >counts
same "$(cat counts)" $'0\n1'

# The simulator says if the path is too long for it, too.
if [[ $programs = *simulated* ]]; then
  folder=.
  for i in 1 2 3 4 5 6; do folder+=/$(printf %0200d "$i"); done
  mkdir -p "$folder"
  cp "$top"/companions/sim/machines/flat{,.rules} "$folder"
  for machine in flat "$folder/flat" a:b/flat; do
    "$UPCRUN" -machine="$machine" -n 4 "$build/lib/upc-stride-measure-sim" 0 MYSYNC none 8 >out 2>&1 || die "machine $machine"
    sed -n "s/.*$left_out //p" out
  done >said
  same "$(cat said)" $'more than 1023 characters\na colon'
fi
exit 0
