# SPDX-License-Identifier: BSD-3-Clause
# upc-stride-show draws layouts, trees and the links of a torus, and plays calls; upc-stride-map compares maps of a torus.
# needs: tune
# manual page: upc-stride-show draw owners, sections and trees
# manual page: upc-stride-map compare maps of a grid onto a torus
ifndef FOREIGN
PROGRAMS += upc-stride-show upc-stride-map
$(B)/bin/upc-stride-show: $(wildcard companions/show/*.[ch] companions/tune/*.[ch]) $(TOOL_NEEDS) companions/show/part.mk | $(B)/bin
	$(call compile-tool,$(wildcard companions/show/*.c) $(NETWORK_SOURCES))
$(B)/bin/upc-stride-map: $(wildcard companions/show/map/*.[ch]) $(TOOL_NEEDS) companions/show/part.mk | $(B)/bin
	$(call compile-tool,$(wildcard companions/show/map/*.c),-Icompanions/show)
endif
