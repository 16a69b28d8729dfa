# SPDX-License-Identifier: BSD-3-Clause
# Read by tests/tools/files/damaged.sh: records of threads, as upcrun -trace reads them.
# The records of two threads, which are left, since upcrun has not started the program.
make_records() {
  "$UPCC" -O1 "$top/companions/graphs/tests/drawn.upc" -o prog &&
    UPC_THREADS=2 UPC_TRACE=$PWD/record UPC_TRACE_EVENTS=300 ./prog graph.dot >out 2>&1 || die "graph.upc: $(cat out)"
}

make_records
compile companions/trace/runtime/job/upcrun/{trace,trace_path,trace_table,trace_timeline,trace_why,utf8}.c upc/runtime/{job/upcrun/attend,job/parent,base/host}.c \
  -Icompanions/trace/runtime $upcrun
read_all record.0
