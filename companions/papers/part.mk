# SPDX-License-Identifier: BSD-3-Clause
# The figures of five papers beside ours.
# needs: sim
.PHONY: papers
papers:
	scripts/setup
	$(MAKE) --no-print-directory all
	BUILD=$(B) CC=$(CC) bench/apps/build
	BUILD=$(B) companions/papers/run $(FIGURE:%=--figure %) $(MINUTES:%=--minutes %) $(SMALL:%=--small) $(B)/papers.html
