#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Damaged files of one kind (damage.c), read by what reads such files in the project, compiled with the address and
# undefined-behaviour sanitizers where they are installed. Each file is either right, or refused with one line that
# names it.
#   tests/tools/files/damaged.sh KIND [FIRST LAST]     the seeds (1 300)
# KIND   rules     UPC_STRIDE_RULE                  torus     the file of UPC_STRIDE_TORUS
#        machine   upcrun -machine=                 links     the same, for upc-stride-show --machine
#        hosts     upcrun -hostfile=                program   what upcrun looks for in a program
#        records   of threads, by upcrun -trace     times     upcrun -replay=
#        graph     upc-stride-show --flow           timeline  upc-stride-show --trace
#        array     upc_stride.load of Python
. "$(dirname "$0")/../common.sh"
kind=${1:-} first=${2:-1} last=${3:-300}
llvm=${LLVM:-19} sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=all'
echo 'int main(void) { return 0; }' >empty.c
"clang-$llvm" $sanitizers empty.c -o empty 2>/dev/null || sanitizers=

# compile SOURCE... OPTION...: the reader of this kind, from the top folder.
compile() {
  (cd "$top" && "clang-$llvm" $sanitizers -D_GNU_SOURCE -O1 -g -Wall -Wno-missing-braces "-I$here" "$here/read_$kind.c" "$@" \
    "$here"/{each,damage}.c -o "$dir/reader") || die "the reader of $kind does not compile"
}

# The same for the simulator, in C++ on SimGrid.
compile_simulator() {
  echo '#include <simgrid/s4u.hpp>' >has.cpp
  "clang++-$llvm" -std=c++17 -fsyntax-only has.cpp 2>/dev/null || { echo 'SimGrid is not installed'; exit 77; }
  for part in "$here"/{each,damage}.c "$top"/upc/common/machine_*.c; do
    "clang-$llvm" $sanitizers -D_GNU_SOURCE -O1 -g "-I$top/upc" -c "$part" || die "$part"
  done
  (cd "$top/companions/sim/simulator" && "clang++-$llvm" $sanitizers -fno-sanitize=vptr -std=c++17 -O1 -g -Wall "-I$here" \
    -I. -I.. -I../runtime "-I$top/upc/runtime" "-I$top/upc" -idirafter "$top/src" "$here/read_machine.cpp" machine.cpp network.cpp routes.cpp detours.cpp shapes.cpp shares.cpp zones.cpp \
    dragonfly_zone.cpp torus_zone.cpp injection_zone.cpp "$dir"/*.o -lsimgrid -o "$dir/reader") || die "the reader of $kind does not compile"
}
base=(src/base/{allocate,environment,tuned}.c -Isrc -Iinclude "-I$build/include")
upcrun="upc/runtime/job/upcrun/launch.c upc/runtime/job/upcrun/hosts.c -Iupc -Iupc/runtime -Iupc/runtime/conduits/smp"
show=(upc/common/mistake.c -Icompanions -Icompanions/show -Iupc -Iupc/runtime)

# The records of two threads, which are left, since upcrun has not started the program.
make_records() {
  "$UPCC" -O1 "$top/companions/graphs/tests/drawn.upc" -o prog &&
    UPC_THREADS=2 UPC_TRACE=$PWD/record UPC_TRACE_EVENTS=300 ./prog graph.dot >out 2>&1 || die "graph.upc: $(cat out)"
}

# 20 times of each of two threads, all after the call that the reader names.
make_times() {
  python3 - >example <<'EOF' || die 'no example of times'
import struct, sys
text, number = b'prog.upc:9: upc_barrier', 1469598103934665603
for byte in text: number = (number ^ byte) * 1099511628211 % 2**64
call = (number >> 40 ^ number) % 2**24
pieces = [(thread, 10) for _ in range(2) for thread in range(2)]
sys.stdout.buffer.write(b'upctimes' + struct.pack('=Q', 2) + b''.join(
    struct.pack('=II10Q', *piece, *[time << 24 | call for time in range(10)]) for piece in pieces))
EOF
}

make_graph() {
  "$UPCC" -O1 "$top/companions/graphs/tests/drawn.upc" -o prog && limited 60 "$UPCRUN" -n 3 -trace ./prog graph.dot >out 2>&1 ||
    die "graph.upc: $(cat out)"
}

read_all() { ./reader "$first" "$last" "$@"; }
case $kind in
  rules)
    compile src/choice/rule{,_line}.c src/schedules/schedules.c "$build/obj/rules/default_rules.c" "${base[@]}"
    read_all "$top"/src/choice/default.rules "$top"/tests/library/rules/*.rules ;;
  torus)
    compile src/torus/torus_{map,places,variables}.c "${base[@]}"
    printf '%s\n' '0 0 0 0' '0 0 0 1' '0 0 1 0' '0 0 1 1' '0 1 0 0' '0 1 0 1' '0 1 1 0' '0 1 1 1' >example
    read_all example ;;
  machine)
    compile_simulator
    read_all "$top"/companions/sim/machines/* ;;
  links)
    compile companions/show/machine.c upc/common/machine_{file,shape,words}.c src/torus/torus_{map,places,variables}.c "${base[@]}" "${show[@]}"
    read_all "$top/companions/sim/machines/bluegene-l" ;;
  hosts)
    compile $upcrun
    printf '%s\n' '# hosts' host1 host2:4 'host3 slots=4' '[fe80::1%eth0]:2' user@h4.example.org 10.0.0.5 '' 'host-6  # the last' >example
    read_all example ;;
  program)
    compile upc/runtime/job/upcrun/program.c $upcrun
    read_all "$UPCRUN" ;;
  records)
    make_records
    compile companions/trace/runtime/job/upcrun/{trace,trace_table,trace_timeline,utf8}.c upc/runtime/{job/upcrun/attend,job/parent,base/host}.c \
      -Icompanions/trace/runtime $upcrun
    read_all record.0 ;;
  times)
    make_times
    compile companions/sim/runtime/conduits/sim/record.c -Iupc -Iupc/runtime -Icompanions/sim/runtime -Icompanions/sim/runtime/conduits/sim
    read_all example ;;
  graph)
    make_graph
    compile companions/show/flow.c "${show[@]}" -Isrc -Iinclude "-I$build/include"
    read_all graph.dot ;;
  timeline)
    make_graph
    compile companions/show/flow.c "${show[@]}" -Isrc -Iinclude "-I$build/include"
    read_all prog.trace.json ;;
  array)
    . "$tools/has_package"
    "clang-$llvm" -O1 -shared -fPIC "$here/damage.c" -o damage.so || die 'damage.c does not compile'
    "$UPCRUN" -n 1 "$python" "$here/read_array.py" "$first" "$last" "$dir/damage.so" ;;
  *) die "kind '$kind': the head of this script lists them" ;;
esac
