# SPDX-License-Identifier: BSD-3-Clause
# The demonstration and the tests.

DEMO = $(UPCRUN) -n 4 $(B)/apps/matmul 1000 900 1100 --block 64 --grid 2x2 --check --repeat 5
demo:
	echo '1 of 3: packages that are missing (scripts/setup)'
	scripts/setup
	echo '2 of 3: building into $(B)'
	+$(call counted,$(if $(FOREIGN),,$(B)/bin/upcc $(B)/bin/upcrun) $(B)/apps/matmul)
	echo '3 of 3: $(DEMO)'
	$(DEMO)

check:
	echo '1 of 3: packages that are missing (scripts/setup)'
	scripts/setup
	echo '2 of 3: building into $(B)'
	+$(call counted,all)
	echo '3 of 3: tests'
	UPCC='$(UPCC)' UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN=$(FOREIGN) CONDUIT='$(CONDUIT)' tests/run

check-slow check-all:
	scripts/setup
	$(MAKE) --no-print-directory all
	UPCC='$(UPCC)' UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN=$(FOREIGN) CONDUIT='$(CONDUIT)' LIST=tests/$(@:check-%=%) tests/run
check-all: $(if $(FOREIGN),,levels)

# All programs in UPC at each level of optimisation; `make check` draws one for each program.
levels: all
	for level in 0 1 2 3 s; do \
	  LEVEL=$$level UPCC='$(UPCC)' UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN= CONDUIT='$(CONDUIT)' tests/run || exit; \
	done

# tests/mpis on each MPI of PyPI.
newest-mpis: all
	scripts/check_mpis $(B)/mpis --back

# The tests with sanitized programs (tests/sanitized): all lines but those of tests/not_sanitized with the address and
# undefined-behaviour sanitizers; with the thread sanitizer those that start a thread: the runtime on MPI, whose jobs on
# several hosts have one, and a program in C; gathers; and what companions add (THREAD_SANITIZED). That sanitizer sees
# one process, and so no race of two UPC threads. WORDS= are the words of tests/run.
check-sanitized:
	scripts/setup --sanitize
	+MAKE='$(MAKE)' tests/sanitized

THREADED := $(LIBRARY) $(addprefix $(B)/,companions bin/upcc bin/upcrun lib/liburt-smp.a $(BUILT_MPIS:%=lib/liburt-mpi-%.a) $(BUILT_MPIS:%=lib/urt-mpi-%.link))
run-sanitized: $(if $(filter thread,$(SANITIZE)),$(THREADED) $(HEADERS) $(NEAR_HEADERS),all)
	SANITIZERS='$(SANITIZERS)' SANITIZER_OPTIONS='$(SANITIZER_OPTIONS)' UPCC='$(UPCC)' UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN= CONDUIT='$(CONDUIT)' LIST='tests/list tests/slow' tests/run \
	  $(or $(WORDS),$(if $(filter thread,$(SANITIZE)),$(BUILT_MPIS:%='mpi-% tests/runtime') tests/upc/c/generic_atomic.c \
	  'smp tests/upc/run/gather' $(THREAD_SANITIZED)))
