# SPDX-License-Identifier: BSD-3-Clause
# The benchmarks: bench/.

bench-access:
	scripts/setup
	$(MAKE) --no-print-directory all $(B)/bench/access $(B)/bench/access_cached $(B)/bench/gathers
	$(UPCRUN) -n 2 $(B)/bench/access
	$(UPCRUN) -n 2 $(B)/bench/access_cached
	$(UPCRUN) -n 2 $(B)/bench/gathers

bench-tasks: $(B)/bin/upcrun $(APPS_FOLDER)/tasks
	UPCRUN='$(UPCRUN)' BUILD=$(B) CC=$(CC) bench/apps/run --apps 'forms everywhere nqueens mandelbrot pi blackscholes strassen' $(BENCH)

bench-collectives:
	scripts/setup
	$(MAKE) --no-print-directory all $(addprefix $(B)/bench/,collectives collectives_all sections overlap)
	UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN=$(FOREIGN) bench/collectives/run $(BENCH)

bench-conduits:
	scripts/setup
	$(MAKE) --no-print-directory all
	BUILD=$(B) bench/conduits/run

# What README shows, in ten minutes; the machine must be quiet.
.PHONY: bench-headline
bench-headline:
	scripts/setup --bench
	$(MAKE) --no-print-directory all
	BUILD=$(B) bench/headline

# All measured figures as one page.
bench-report:
	mkdir -p $(B)
	scripts/measured --html $(B)/measured.html
	echo '$(B)/measured.html'

bench-schedules:
	scripts/setup
	$(MAKE) --no-print-directory $(B)/bench/schedules
	$(B)/bench/schedules

bench-apps:
	scripts/setup
	$(MAKE) --no-print-directory $(if $(FOREIGN),,$(B)/bin/upcrun) $(APPS)
	UPCRUN='$(UPCRUN)' BUILD=$(B) CC=$(CC) bench/apps/run $(BENCH)

# ---- the programs that they run
MEASURE := $(wildcard bench/measure/*.h)
$(B)/bench/access $(B)/bench/access_cached: $(B)/bench/%: bench/%.upc $(MEASURE) $(APP_NEEDS) | $(B)/bench
	echo '$(step)UPCC $<'
	$(UPCC) -O3 -Ibench $< -o $@

$(B)/bench/gathers: bench/gathers.upc $(MEASURE) $(APP_NEEDS) | $(B)/bench
	echo '$(step)UPCC $<'
	$(UPCC) -O2 -Ibench $< -o $@

$(B)/bench/growth: bench/growth.upc $(APP_NEEDS) | $(B)/bench
	echo '$(step)UPCC $<'
	$(UPCC) -O2 $< -o $@

COLLECTIVES := $(addprefix $(B)/bench/,collectives collectives_all sections)
$(COLLECTIVES) $(B)/bench/overlap: $(B)/bench/%: bench/collectives/%.upc $(MEASURE) $(wildcard bench/collectives/*.h) $(APP_NEEDS) | $(B)/bench
	echo '$(step)UPCC $<'
	$(UPCC) -O2 -Ibench $(if $(FOREIGN),$(PUBLIC:%=-I%) -I$(B)/include $(LIBRARIES:%=-I%)) $< $(filter $(LIBRARY_OBJECTS),$^) $(BENCH_LIBRARIES) -o $@
$(B)/bench/overlap: BENCH_LIBRARIES = $(BLAS) -lm

$(B)/bench/schedules: bench/schedules.c $(MEASURE) $(ARITHMETIC_OBJECTS) $(LIBRARY_HEADERS) Makefile make/bench.mk | $(B)/bench
	echo '$(step)CC   $<'
	$(CC) $(CFLAGS) -Ibench $(LIBRARIES:%=-I%) $(PUBLIC:%=-I%) -I$(B)/include $< $(ARITHMETIC_OBJECTS) -o $@

$(B)/bench/far-gasnet-%.o: bench/conduits/far_gasnet.c bench/conduits/far.h bench/measure/collectives.h Makefile make/bench.mk | $(B)/bench
	$(call gasnet-value,$*,GASNET_CC) $(GASNET_WARNINGS) $(call gasnet-value,$*,GASNET_CPPFLAGS) $(call gasnet-value,$*,GASNET_CFLAGS) \
	  -Ibench -c $< -o $@
$(B)/bench/conduits-gasnet-%.o: bench/conduits/conduits_gasnet.c bench/conduits/conduits.h Makefile make/bench.mk | $(B)/bench
	$(call gasnet-value,$*,GASNET_CC) $(GASNET_WARNINGS) $(call gasnet-value,$*,GASNET_CPPFLAGS) $(call gasnet-value,$*,GASNET_CFLAGS) \
	  -Ibench -c $< -o $@
