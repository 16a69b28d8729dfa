# SPDX-License-Identifier: BSD-3-Clause
# Read by tests/tools/files/damaged.sh: pictures of graphs, as upc-stride-show --flow reads them. And timelines, as --trace does
# (timeline.sh): both come of one run.
show=(upc/common/mistake.c -Icompanions -Icompanions/show -Iupc -Iupc/runtime)
make_graph() {
  "$UPCC" -O1 "$top/companions/graphs/tests/drawn.upc" -o prog && limited 60 "$UPCRUN" -n 3 -trace ./prog graph.dot >out 2>&1 ||
    die "graph.upc: $(cat out)"
}

make_graph
compile companions/show/flow.c "${show[@]}" -Isrc -Iinclude "-I$build/include"
read_all "${example:-graph.dot}"
