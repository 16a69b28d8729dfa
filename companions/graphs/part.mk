# SPDX-License-Identifier: BSD-3-Clause
# Graphs of steps (upc_stride_graph.h).
THREAD_SANITIZED += 'smp companions/graphs/tests/graph'

$(B)/bench/graph: companions/graphs/bench/graph.upc $(MEASURE) $(APP_NEEDS) | $(B)/bench
	echo '$(step)UPCC $<'
	$(UPCC) -O2 -Ibench $< -o $@
.PHONY: bench-graph
bench-graph: $(B)/bin/upcrun $(B)/bench/graph
	for n in 1 2; do echo "$$n threads"; $(UPCRUN) -n $$n $(B)/bench/graph; done
