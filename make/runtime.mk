# SPDX-License-Identifier: BSD-3-Clause
# The runtime: upc/runtime, C. An archive for each conduit, the headers that programs include, and upcrun.

HEADERS := $(patsubst include/%,$(B)/include/%,$(wildcard include/*.h)) $(OPERATION_HEADERS) \
           $(patsubst upc/include/%,$(B)/include/%,$(wildcard upc/include/*.h)) \
           $(addprefix $(B)/include/,urt.h urt_pointers.h urt_blocks.h urt_loops.h urt_gathers.h urt_strips.h urt_far.h urt_race.h) \
           $(CONDUITS:%=$(B)/include/urt-%/urt_near.h)
# In C the runtime, the tools and the arithmetic of the library use what the C library has beyond the standard.
CFLAGS += -D_GNU_SOURCE

# The sources that all conduits share, and those of one conduit. The shared ones are compiled for each conduit, with its headers;
# those of a conduit for each of its libraries, if a library has a compiler of its own.
CORE := $(wildcard $(patsubst %,upc/runtime/%/*.c,base core libraries berkeley tasks race job conduits conduits/reference conduits/nodes))
conduit-sources = $(wildcard upc/runtime/conduits/$(1)/*.c upc/runtime/job/$(1)/*.c) $(SOURCES_OF_$(1))
runtime-folder  = $(B)/obj/runtime$(call conduit-suffix,$(1))
core-of         = $(patsubst upc/runtime/%.c,$(call runtime-folder,$(1))/%.o,$(CORE))
# own-objects CONDUIT,LIBRARY
own-objects     = $(patsubst upc/runtime/%.c,$(if $(COMPILE_$(2)),$(B)/obj/$(2),$(call runtime-folder,$(1)))/%.o,$(call conduit-sources,$(1)))

$(B)/obj/runtime/job/upcrun/variables.o: CFLAGS += -I$(B)/obj
$(B)/obj/runtime/job/upcrun/options.o: CFLAGS += -Iinclude -Itools
$(foreach c,$(CONDUITS),$(call runtime-folder,$(c))/core/alike.o): CFLAGS += -Iinclude
$(B)/obj/runtime/job/upcrun/variables.o: $(B)/obj/job/upcrun/variables.inc
$(B)/obj/job/upcrun/variables.inc: docs/environment.md scripts/environment src/schedules/rows.h $(OPERATIONS_OF)
	mkdir -p $(@D)
	scripts/environment >$@
$(foreach c,$(CONDUITS),$(call runtime-folder,$(c))/base/environment.o): CFLAGS += -I$(B)/obj -Itools
$(foreach c,$(CONDUITS),$(call runtime-folder,$(c))/base/environment.o): $(B)/obj/base/names.inc
$(B)/obj/base/names.inc: docs/environment.md scripts/environment src/schedules/rows.h $(OPERATIONS_OF)
	mkdir -p $(@D)
	scripts/environment names >$@

# Command lines by a table: of upcrun and the applications.
COMMAND_LINE := $(B)/obj/tools/options.o
$(COMMAND_LINE): $(B)/obj/tools/%.o: tools/common/%.c tools/common/options.h tools/common/nearest.h
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(if $(FOREIGN),cc -O2,$(CC) $(CFLAGS)) -c $< -o $@

ifndef TARGET
$(B)/bin/upcrun: $(patsubst upc/runtime/%.c,$(B)/obj/runtime/%.o,$(wildcard upc/runtime/job/upcrun/*.c) upc/runtime/base/host.c upc/runtime/job/limits.c upc/runtime/job/parent.c upc/runtime/job/mpi/library.c) \
  $(COMMAND_LINE) | $(B)/bin
	echo '$(step)LINK $@'
	$(CC) $(SANITIZERS) -o $@ $^ -ldl
endif

# Traces in OTF2, where its library is installed; upcrun loads this file for them.
OTF2 := $(if $(FOREIGN)$(SANITIZE),,$(if $(wildcard /usr/include/otf2/otf2.h /usr/local/include/otf2/otf2.h),$(B)/lib/upcrun-otf2.so))
$(B)/lib/upcrun-otf2.so: $(patsubst %,$(B)/obj/runtime/job/upcrun/%.o,otf2/write utf8) | $(B)/lib
	echo '$(step)LINK $@'
	$(CC) -shared -Wl,-z,defs -o $@ $^ -lotf2

define conduit-rules
$(call runtime-folder,$(1))/%.o: upc/runtime/%.c Makefile make/runtime.mk
	echo '$$(step)CC   $$<$(if $(call conduit-suffix,$(1)), ($(1)))'
	mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -Iupc/runtime -Iupc/runtime/conduits/$(1) -MMD -MP -c $$< -o $$@
$(B)/include/urt-$(1)/%.h: upc/runtime/conduits/$(1)/%.h
	mkdir -p $$(@D)
	cp $$< $$@
endef
$(foreach c,$(CONDUITS),$(eval $(call conduit-rules,$(c))))

# No lines: `step` in a debugger goes over these calls of a program that was compiled with -O0.
$(foreach c,$(CONDUITS),$(call runtime-folder,$(c))/core/access_calls.o): CFLAGS += -g0

# runtime-library-rules CONDUIT,LIBRARY. A .link file has the libraries that a program needs; upcc reads it.
define runtime-library-rules
$(B)/lib/liburt-$(2).a: $(call core-of,$(1)) $(call own-objects,$(1),$(2)) | $(B)/lib
	echo '$$(step)AR   $$@'
	rm -f $$@ && ar rcs $$@ $$^
$(if $(COMPILE_$(2)),$(B)/obj/$(2)/%.o: upc/runtime/%.c Makefile make/runtime.mk upc/runtime/conduits/$(1)/conduit.mk $(NEEDS_$(2))
	echo '$$(step)CC   $$< ($(2))'
	mkdir -p $$(@D)
	$$(COMPILE_$(2)) -Iupc/runtime -Iupc/runtime/conduits/$(1) -MMD -MP -c $$< -o $$@)
$(if $(LINK_$(2)),$(B)/lib/urt-$(2).link: Makefile make/runtime.mk upc/runtime/conduits/$(1)/conduit.mk $(NEEDS_$(2)) | $(B)/lib
	$$(LINK_$(2)) >$$@)
endef
$(foreach c,$(CONDUITS),$(foreach l,$(LIBRARIES_OF_$(c)),$(eval $(call runtime-library-rules,$(c),$(l)))))

$(B)/include/%.h: include/%.h | $(B)/include
	cp $< $@
$(B)/include/%.h: upc/include/%.h | $(B)/include
	cp $< $@
$(B)/include/%.h: upc/runtime/%.h | $(B)/include
	{ $(if $(SANITIZE),echo '#define URT_CHECKS 1';) cat $<; } >$@

# What MPICH's launcher calls in place of ssh.
$(B)/lib/upcrun-ssh: upc/runtime/job/upcrun/ssh | $(B)/lib
	cp $< $@

# gdb's commands for UPC. A program compiled with upcc -g names upc-gdb.py, which loads the package beside it.
GDB_FILES := $(patsubst tools/gdb/%,$(B)/lib/%,$(wildcard tools/gdb/*.py tools/gdb/upc_gdb/*.py))
$(GDB_FILES): $(B)/lib/%: tools/gdb/% | $(B)/lib/upc_gdb
	cp $< $@
