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

# What a call costs on a network: tune writes rules by it, show tells times.
NETWORK_SOURCES := $(addprefix tools/tune/,network.c network_of_machine.c played_cost.c shared_links.c)
SHOW_SOURCES   := $(wildcard tools/show/*.c) $(NETWORK_SOURCES)
$(B)/bin/upc-stride-show $(B)/bin/upc-stride-map $(B)/bin/upc-stride-tune: $(B)/bin/upc-stride-%: $(wildcard tools/*/*.[ch]) \
  $(ARITHMETIC_OBJECTS) $(LIBRARY_HEADERS) Makefile make/programs.mk | $(B)/bin
	echo '$(step)CC   $@'
	$(CC) $(CFLAGS) -Itools -Isrc -Iinclude -Iupc/runtime -I$(B)/include $(filter tools/common/%.c,$^) \
	  $(if $(filter show,$*),$(SHOW_SOURCES),$(filter tools/$*/%.c,$^)) $(ARITHMETIC_OBJECTS) -o $@ -lm -lpthread -ldl -lrt
$(addprefix $(B)/bin/upc-stride-,calibrate compare): $(B)/bin/upc-stride-%: $(wildcard tools/*/upc-stride-*) | $(B)/bin
	install -m755 tools/$*/upc-stride-$* $@
$(B)/lib/upc-stride-machine-%: tools/calibrate/machine.upc tools/calibrate/memory.upc $(wildcard tools/calibrate/kinds.[ch]) $(OURS) $(LIBRARY) $(FAR_LIBRARIES) | $(B)/lib
	echo '$(step)UPCC $@'
	$(UPCC) -network=$* $(UPCFLAGS) $< tools/calibrate/memory.upc tools/calibrate/kinds.c -ldl -o $@
$(B)/lib/upc-stride-measure-%: tools/tune/measure.upc $(OURS) $(LIBRARY) $(FAR_LIBRARIES) | $(B)/lib
	echo '$(step)UPCC $@'
	$(UPCC) -network=$* $(UPCFLAGS) $< -o $@

# ---- apps/, examples/
# Tasks are not in standard UPC.
APP_NAMES       := $(filter-out $(if $(FOREIGN),tasks),$(shell apps/parts))
APPS            := $(APP_NAMES:%=$(APPS_FOLDER)/%)
EXAMPLES        := $(patsubst examples/%.upc,$(B)/examples/%,$(wildcard examples/*.upc))

# Objects depend on headers, programs on the library: what changes in the library is not compiled into all programs again.
ifdef FOREIGN
COMPILING = $(LIBRARY_HEADERS)
else
COMPILING = $(B)/bin/upcc $(HEADERS) Makefile make/programs.mk
$(B)/examples/figure12: BLAS = $(FFTW) -lm
$(B)/examples/figure3b: UPCFLAGS += -T 4 # shared [10] int src[100][100]
$(B)/obj/examples/%.o: examples/%.upc $(COMPILING)
	echo '$(step)UPCC $<'
	mkdir -p $(@D)
	$(UPCC) $(UPCFLAGS) -MMD -MP -c $< -o $@
.SECONDARY: $(EXAMPLES:$(B)/%=$(B)/obj/%.o)
$(B)/examples/%: $(B)/obj/examples/%.o $(OURS) $(LIBRARY) | $(B)/examples
	echo '$(step)LINK $@'
	$(UPCC) $(UPCFLAGS) $< $(BLAS) -o $@
endif

# fftw3.h is for the C compiler. FFTW='-lfftw3_threads -lfftw3': UPC threads are threads of one process.
$(B)/obj/apps/%.o: apps/common/%.c apps/common/%.h Makefile make/programs.mk | $(B)/obj/apps
	echo '$(step)CC   $<'
	$(if $(FOREIGN),cc -O2,$(CC) $(CFLAGS)) $(if $(findstring fftw3_threads,$(FFTW)),-DPLANNER_OF_THREADS) -c $< -o $@

# The files of an application, and those of apps/common, which are compiled once for all.
APP_OBJECTS := $(B)/obj/apps$(CONDUIT:%=-%)
$(APP_OBJECTS)/%.o: apps/%.upc $(COMPILING)
	echo '$(step)UPCC $<'
	mkdir -p $(@D)
	$(UPCC) $(APPS_NETWORK) $(UPCFLAGS) $(if $(FOREIGN),,-MMD -MP) -c $< -o $@

# apps/parts says what an application is built from. Its C files are compiled by the C compiler.
app-objects = $(patsubst ./tools/common/%.c,$(B)/obj/tools/%.o,$(patsubst apps/common/%.c,$(B)/obj/apps/%.o,$(patsubst apps/%.upc,$(APP_OBJECTS)/%.o,$(filter %.c %.upc,$(1)))))
define app-rules
$(APPS_FOLDER)/$(1): $(call app-objects,$(2)) $(APP_NEEDS) | $(APPS_FOLDER)
	echo '$$(step)LINK $$@'
	$$(UPCC) $$(APPS_NETWORK) $$(UPCFLAGS) $$(filter %.o,$$^) $(filter -%,$(2)) -o $$@
endef
$(foreach a,$(APP_NAMES),$(eval $(call app-rules,$(a),$(shell BLAS='$(BLAS)' FFTW='$(FFTW)' apps/parts $(a)))))
