# SPDX-License-Identifier: BSD-3-Clause
# The applications and the examples. Programs in UPC are linked with the library's objects, not with its archive, since
# every UPC compiler finds the shared variables of objects.

BLAS ?= -lopenblas
FFTW ?= -lfftw3
ifdef FOREIGN
APP_NEEDS = $(LIBRARY_OBJECTS)
else
APP_NEEDS = $(OURS) $(LIBRARY) $(if $(CONDUIT),$(FAR_LIBRARIES)) Makefile make/programs.mk
endif

# ---- apps/, examples/
APP_NAMES       := $(shell COMPANIONS='$(COMPANIONS)' apps/parts)
APPS            := $(APP_NAMES:%=$(APPS_FOLDER)/%)
# Those whose headers are all there: one that uses a companion is left out with it.
THERE           := $(notdir $(wildcard upc/include/*.h $(PUBLIC:%=%/*.h)))
LACKING         := $(shell awk -F '[<>]' -v there=' $(THERE) ' '/^.include <upc[a-z_]*[.]h>/ && !index(there, " " $$2 " ") { print FILENAME }' examples/*.upc)
EXAMPLES        := $(patsubst examples/%.upc,$(B)/examples/%,$(filter-out $(LACKING),$(wildcard examples/*.upc)))

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
	$(CC) $(CFLAGS) $(if $(findstring fftw3_threads,$(FFTW)),-DPLANNER_OF_THREADS) -c $< -o $@

# The files of an application, and those of apps/common, which are compiled once for all.
APP_OBJECTS := $(B)/obj/apps$(CONDUIT:%=-%)
$(APP_OBJECTS)/%.o: apps/%.upc $(COMPILING)
	echo '$(step)UPCC $<'
	mkdir -p $(@D)
	$(UPCC) $(APPS_NETWORK) $(UPCFLAGS) $(if $(FOREIGN),,-MMD -MP) -c $< -o $@

# apps/parts says what an application is built from. Its C files are compiled by the C compiler.
app-objects = $(patsubst ./upc/common/%.c,$(B)/obj/common/%.o,$(patsubst apps/common/%.c,$(B)/obj/apps/%.o,$(patsubst apps/%.upc,$(APP_OBJECTS)/%.o,$(filter %.c %.upc,$(1)))))
define app-rules
$(APPS_FOLDER)/$(1): $(call app-objects,$(2)) $(APP_NEEDS) | $(APPS_FOLDER)
	echo '$$(step)LINK $$@'
	$$(UPCC) $$(APPS_NETWORK) $$(UPCFLAGS) $$(filter %.o,$$^) $(filter -%,$(2)) -o $$@
endef
$(foreach a,$(APP_NAMES),$(eval $(call app-rules,$(a),$(shell BLAS='$(BLAS)' FFTW='$(FFTW)' apps/parts $(a)))))
