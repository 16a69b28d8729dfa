#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Damaged files of one kind (damage.c), read by what reads such files in the project, compiled with the address and
# undefined-behaviour sanitizers where they are installed. Each file is either right, or refused with one line that
# names it.
#   tests/tools/files/damaged.sh KIND [FIRST LAST]     the seeds (1 300)
# KIND   rules     UPC_STRIDE_RULE                  torus     the file of UPC_STRIDE_TORUS
#        hosts     upcrun -hostfile=                program   what upcrun looks for in a program
# Companions have others: KIND.sh in tests/damaged/, which is read here, with the reader beside it.
. "$(dirname "$0")/../common.sh"
kind=${1:-} first=${2:-1} last=${3:-300}
llvm=${LLVM:-19} sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=all'
echo 'int main(void) { return 0; }' >empty.c
"clang-$llvm" $sanitizers empty.c -o empty 2>/dev/null || sanitizers=

# compile SOURCE... OPTION...: the reader of this kind, from the top folder.
reader=$(ls "$here/read_$kind".* "$top"/companions/*/tests/damaged/"read_$kind".* 2>/dev/null | head -1)
compile() {
  (cd "$top" && "clang-$llvm" $sanitizers -D_GNU_SOURCE -O1 -g -Wall -Wno-missing-braces "-I$here" "$reader" "$@" \
    "$here"/{each,damage}.c -o "$dir/reader") || die "the reader of $kind does not compile"
}

base=(src/base/{allocate,environment,tuned}.c -Isrc -Iinclude "-I$build/include")
upcrun="upc/runtime/job/upcrun/launch.c upc/runtime/job/upcrun/hosts.c -Iupc -Iupc/runtime -Iupc/runtime/conduits/smp"

read_all() { ./reader "$first" "$last" "$@"; }
case $kind in
  rules)
    compile src/choice/rule{,_line}.c src/schedules/schedules.c "$build/obj/rules/default_rules.c" "${base[@]}"
    read_all "$top"/src/choice/default.rules "$top"/tests/library/rules/*.rules ;;
  torus)
    compile src/torus/torus_{map,places,variables}.c "${base[@]}"
    printf '%s\n' '0 0 0 0' '0 0 0 1' '0 0 1 0' '0 0 1 1' '0 1 0 0' '0 1 0 1' '0 1 1 0' '0 1 1 1' >example
    read_all example ;;
  hosts)
    compile $upcrun
    printf '%s\n' '# hosts' host1 host2:4 'host3 slots=4' '[fe80::1%eth0]:2' user@h4.example.org 10.0.0.5 '' 'host-6  # the last' >example
    read_all example ;;
  program)
    compile upc/runtime/job/upcrun/program.c $upcrun
    read_all "$UPCRUN" ;;
  *)
    added=$(ls "$top"/companions/*/tests/damaged/"$kind".sh 2>/dev/null) || die "kind '$kind': the head of this script lists them"
    . "$added" ;;
esac
