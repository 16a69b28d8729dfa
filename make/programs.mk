# SPDX-License-Identifier: BSD-3-Clause
# The tools, the applications and the examples. Programs in UPC are linked with the library's objects, not with its archive, since
# every UPC compiler finds the shared variables of objects.

BLAS ?= -lopenblas
FFTW ?= -lfftw3
ifdef FOREIGN
APP_NEEDS = $(LIBRARY_OBJECTS)
else
APP_NEEDS = $(OURS) $(LIBRARY) $(if $(CONDUIT),$(FAR_LIBRARIES)) Makefile make/programs.mk
endif

# ---- tools/show, tools/map, tools/tune: C over the library's arithmetic; tune and calibrate run UPC programs on each conduit
MEASURED := smp sim $(if $(MPIS),mpi) $(GASNETS:%=gasnet-%)
TUNE := $(addprefix $(B)/bin/upc-stride-,tune calibrate compare) $(patsubst %,$(B)/lib/upc-stride-measure-%,$(MEASURED)) $(MEASURED:%=$(B)/lib/upc-stride-machine-%)

# What writes plans, as plain C (tools/show/plain/upc.h): copies of the library's sources and headers without the word `shared`.
PLAIN          := $(B)/obj/plain
PLAIN_SOURCES  := $(filter-out src/arrays/array_calls.upc src/arrays/view.upc src/schedules/verbose.upc,$(wildcard src/plan/*.upc src/arrays/*.upc src/schedules/*.upc)) \
  src/base/near.upc $(addprefix src/,teams.upc trees.upc hand_over.upc pieces.upc broadcast.upc scatter.upc gather_all.upc exchange.upc \
  permute.upc reduce.upc copy.upc barrier.upc)
PLAIN_OBJECTS  := $(patsubst %,$(PLAIN)/%.o,$(basename $(notdir $(PLAIN_SOURCES))))
PLAIN_HEADERS  := $(wildcard include/*.h src/*.h src/*/*.h upc/include/upc_types.h upc/include/upc_collective.h)
$(PLAIN)/made: $(PLAIN_SOURCES) $(PLAIN_HEADERS) $(OPERATION_HEADERS) Makefile make/programs.mk
	rm -rf $(PLAIN)
	for f in $(PLAIN_SOURCES) $(PLAIN_HEADERS) $(OPERATION_HEADERS); do \
	  case $$f in src/*.h) to=$${f#src/};; *) to=$$(basename $$f .upc); [ $$f = $${f%.upc} ] || to=$$to.c;; esac; \
	  mkdir -p $$(dirname $(PLAIN)/$$to) && sed -E 's/((strict|relaxed) )?\<shared\>( \[[^]]*\])?//g' $$f >$(PLAIN)/$$to || exit; done
	touch $@
$(PLAIN)/%.c: $(PLAIN)/made ;
PLAIN_FLAGS     = -Itools/show/plain -I$(PLAIN) -include tools/show/plain/upc.h -Wno-unused-parameter
$(PLAIN)/hand_over.o: PLAIN_FLAGS += -Dupc_stride_choose=show_choose
$(PLAIN_OBJECTS): $(PLAIN)/%.o: $(PLAIN)/made tools/show/plain/upc.h
	echo '$(step)CC   $(PLAIN)/$*.c'
	$(CC) $(CFLAGS) $(PLAIN_FLAGS) -c $(PLAIN)/$*.c -o $@
$(PLAIN)/plans.o: tools/show/plans.c tools/show/show.h $(PLAIN)/made tools/show/plain/upc.h
	echo '$(step)CC   $<'
	$(CC) $(CFLAGS) $(PLAIN_FLAGS) -Itools -c $< -o $@

SHOW_SOURCES   := $(filter-out tools/show/plans.c,$(wildcard tools/show/*.c)) tools/tune/cost.c tools/tune/network.c
SHOW_OBJECTS   := $(PLAIN_OBJECTS) $(PLAIN)/plans.o
$(B)/bin/upc-stride-show: $(SHOW_OBJECTS)
$(B)/bin/upc-stride-show $(B)/bin/upc-stride-map $(B)/bin/upc-stride-tune: $(B)/bin/upc-stride-%: $(wildcard tools/*/*.[ch]) \
  $(ARITHMETIC_OBJECTS) $(LIBRARY_HEADERS) Makefile make/programs.mk | $(B)/bin
	echo '$(step)CC   $@'
	$(CC) $(CFLAGS) -Itools -Isrc -Iinclude -Iupc/runtime -I$(B)/include $(filter tools/common/%.c,$^) \
	  $(if $(filter show,$*),$(SHOW_SOURCES) $(SHOW_OBJECTS),$(filter tools/$*/%.c,$^)) $(ARITHMETIC_OBJECTS) -o $@ -lm
$(addprefix $(B)/bin/upc-stride-,calibrate compare): $(B)/bin/upc-stride-%: $(wildcard tools/*/upc-stride-*) | $(B)/bin
	install -m755 tools/$*/upc-stride-$* $@
$(B)/lib/upc-stride-machine-%: tools/calibrate/machine.upc $(wildcard tools/calibrate/kinds.[ch]) $(OURS) $(LIBRARY) $(FAR_LIBRARIES) | $(B)/lib
	echo '$(step)UPCC $@'
	$(UPCC) -network=$* $(UPCFLAGS) $< tools/calibrate/kinds.c -ldl -o $@
$(B)/lib/upc-stride-measure-%: tools/tune/measure.upc $(OURS) $(LIBRARY) $(FAR_LIBRARIES) | $(B)/lib
	echo '$(step)UPCC $@'
	$(UPCC) -network=$* $(UPCFLAGS) $< -o $@

# ---- apps/, examples/
# Tasks are not in standard UPC.
APP_NAMES       := $(filter-out $(if $(FOREIGN),tasks),$(shell apps/parts))
APPS            := $(APP_NAMES:%=$(APPS_FOLDER)/%)
EXAMPLES        := $(patsubst examples/%.upc,$(B)/examples/%,$(wildcard examples/*.upc))

ifndef FOREIGN
$(B)/examples/figure12: BLAS = $(FFTW) -lm
$(B)/examples/figure3b: UPCFLAGS += -T 4 # shared [10] int src[100][100]
$(B)/examples/%: examples/%.upc $(OURS) $(LIBRARY) Makefile make/programs.mk | $(B)/examples
	echo '$(step)UPCC $<'
	$(UPCC) $(UPCFLAGS) $< $(BLAS) -o $@
endif

# fftw3.h is for the C compiler. FFTW='-lfftw3_threads -lfftw3': UPC threads are threads of one process.
$(B)/obj/apps/%.o: apps/common/%.c apps/common/%.h Makefile make/programs.mk | $(B)/obj/apps
	echo '$(step)CC   $<'
	$(if $(FOREIGN),cc -O2,$(CC) $(CFLAGS)) $(if $(findstring fftw3_threads,$(FFTW)),-DPLANNER_OF_THREADS) -c $< -o $@

# apps/parts says what an application is built from. Its C files are compiled by the C compiler.
define app-rules
$(APPS_FOLDER)/$(1): $(patsubst apps/common/%.c,$(B)/obj/apps/%.o,$(filter %.c,$(2))) $(wildcard apps/$(1)/* apps/common/*) $(APP_NEEDS) | $(APPS_FOLDER)
	echo '$$(step)UPCC $$@'
	$$(UPCC) $$(APPS_NETWORK) $$(UPCFLAGS) $$(filter %.upc $(B)/obj/apps/%.o $$(LIBRARY_OBJECTS),$$^) $(filter -%,$(2)) -o $$@
endef
$(foreach a,$(APP_NAMES),$(eval $(call app-rules,$(a),$(shell BLAS='$(BLAS)' FFTW='$(FFTW)' apps/parts $(a)))))
