# SPDX-License-Identifier: BSD-3-Clause
# upc-stride-tune: measures schedules, or plays their plans for what messages cost, and writes a rule file.
# manual page: upc-stride-tune measure schedules, write a rule file
ifndef FOREIGN
PROGRAMS     += upc-stride-tune
LIB_PROGRAMS += $(NETWORKS:%=upc-stride-measure-%)
# What a call costs on a network: tune writes rules by it, other tools tell times.
NETWORK_SOURCES := $(addprefix companions/tune/,network.c network_of_machine.c played_cost.c shared_links.c)

$(B)/bin/upc-stride-tune: $(wildcard companions/tune/*.[ch]) $(TOOL_NEEDS) companions/tune/part.mk | $(B)/bin
	$(call compile-tool,$(wildcard companions/tune/*.c))
$(B)/lib/upc-stride-measure-%: companions/tune/measure.upc $(OURS) $(LIBRARY) $(FAR_LIBRARIES) | $(B)/lib
	echo '$(step)UPCC $@'
	$(UPCC) -network=$* $(UPCFLAGS) $< -o $@
endif
