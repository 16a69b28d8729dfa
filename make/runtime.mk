# SPDX-License-Identifier: BSD-3-Clause
# The runtime: upc/runtime, C. An archive for each conduit, the headers that programs include, and upcrun.

HEADERS := $(patsubst include/%,$(B)/include/%,$(wildcard include/*.h)) $(OPERATION_HEADERS) \
           $(patsubst upc/include/%,$(B)/include/%,$(wildcard upc/include/*.h)) \
           $(addprefix $(B)/include/,urt.h urt_pointers.h urt_blocks.h urt_loops.h urt_gathers.h urt_strips.h urt_aggregate.h) \
           $(patsubst %,$(B)/include/urt-%/urt_near.h,smp sim $(if $(MPIS),mpi) $(if $(GASNETS),gasnet))
# The sources that all conduits share, and those of one conduit: its folder, and its folder of job control.
CORE    := $(wildcard $(patsubst %,upc/runtime/%/*.c,base core libraries berkeley tasks job conduits conduits/reference conduits/nodes))
conduit-sources = $(wildcard upc/runtime/conduits/$(1)/*.c upc/runtime/job/$(1)/*.c)
RUNTIME := $(patsubst upc/runtime/%.c,$(B)/obj/runtime/%.o,$(CORE) $(call conduit-sources,smp))

$(B)/lib/liburt-smp.a: $(RUNTIME) | $(B)/lib
	echo '$(step)AR   $@'
	rm -f $@ && ar rcs $@ $^

$(B)/obj/runtime/job/upcrun/variables.o: CFLAGS += -I$(B)/obj
$(B)/obj/runtime/job/upcrun/options.o: CFLAGS += -Iinclude
$(B)/obj/runtime/job/upcrun/variables.o: $(B)/obj/job/upcrun/variables.inc
$(B)/obj/job/upcrun/variables.inc: docs/environment.md scripts/environment src/schedules/rows.h $(OPERATIONS_OF)
	mkdir -p $(@D)
	scripts/environment >$@

$(B)/bin/upcrun: $(patsubst upc/runtime/%.c,$(B)/obj/runtime/%.o,$(wildcard upc/runtime/job/upcrun/*.c) upc/runtime/base/host.c) | $(B)/bin
	echo '$(step)LINK $@'
	$(CC) $(SANITIZERS) -o $@ $^

$(B)/obj/runtime/%.o: upc/runtime/%.c Makefile make/runtime.mk
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(CC) $(CFLAGS) -Iupc/runtime -Iupc/runtime/conduits/smp -MMD -MP -c $< -o $@

# The other conduits. mpi and gasnet are families: the core is compiled once with the headers of the family, the conduit itself
# for each MPI and for each conduit of GASNet's. A .link file has the libraries that a program needs; upcc reads it.
define core-rules
$(B)/obj/runtime-$(1)/%.o: upc/runtime/%.c Makefile make/runtime.mk
	echo '$$(step)CC   $$< ($(1))'
	mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -Iupc/runtime -Iupc/runtime/conduits/$(1) -MMD -MP -c $$< -o $$@
$(B)/include/urt-$(1)/%.h: upc/runtime/conduits/$(1)/%.h | $(B)/include/urt-$(1)
	cp $$< $$@
endef
$(foreach c,mpi gasnet sim,$(eval $(call core-rules,$(c))))
core-of = $(patsubst upc/runtime/%.c,$(B)/obj/runtime-$(1)/%.o,$(CORE))

# own-objects CONDUIT,FAMILY: the objects that are compiled for one conduit of a family.
own-objects = $(patsubst upc/runtime/%.c,$(B)/obj/$(1)/%.o,$(call conduit-sources,$(2)))
# The conduit sim forks its threads as smp does, and has the same monitor.
own-objects-of-sim := $(patsubst upc/runtime/%.c,$(B)/obj/runtime-sim/%.o,$(call conduit-sources,sim) upc/runtime/job/smp/monitor.c)

define archive-rules
$(B)/lib/liburt-$(1).a: $(call core-of,$(2)) $(3) | $(B)/lib
	echo '$$(step)AR   $$@'
	rm -f $$@ && ar rcs $$@ $$^
endef
$(eval $(call archive-rules,sim,sim,$(own-objects-of-sim)))

define mpi-rules
$(B)/obj/mpi-$(1)/%.o: upc/runtime/%.c Makefile make/runtime.mk
	echo '$$(step)CC   $$< ($(1))'
	mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -DURTC_MPIEXEC='"$(or $(shell command -v $(subst mpicc,mpiexec,$(2))),mpiexec)"' -Iupc/runtime \
	  -Iupc/runtime/conduits/mpi $$(filter -I%,$$(shell $(2) -show)) -MMD -MP -c $$< -o $$@
$(call archive-rules,mpi-$(1),mpi,$(call own-objects,mpi-$(1),mpi))
$(B)/lib/urt-mpi-$(1).link: Makefile make/runtime.mk | $(B)/lib
	echo $$(filter-out -I%,$$(wordlist 2,99,$$(shell $(2) -show))) >$$@
endef
$(foreach c,$(MPICCS),$(eval $(call mpi-rules,$(patsubst mpicc.%,%,$(notdir $(c))),$(c))))

# A value of GASNet's own makefile for one of its conduits. Its compiler is the one its inlined calls were tried with.
GASNET_WARNINGS = -std=gnu11 -gdwarf-4 -Wall -Wextra -Wno-missing-braces $(PIC)
gasnet-value = $$(MAKEFLAGS= $(MAKE) -s -f $(GASNET_ROOT)/include/$(1)-conduit/$(1)-seq.mak --eval='value: ; @echo $$($(2))' value)

# Says which installation there is a build for: another one has other headers, libraries and launchers.
$(B)/lib/gasnet.root: always | $(B)/lib
	[ "$$(cat $@ 2>/dev/null)" = '$(GASNET_ROOT)' ] || echo '$(GASNET_ROOT)' >$@

define gasnet-rules
$(B)/obj/gasnet-$(1)/%.o: upc/runtime/%.c Makefile make/runtime.mk $(B)/lib/gasnet.root
	echo '$$(step)CC   $$< ($(1))'
	mkdir -p $$(@D)
	$$(call gasnet-value,$(1),GASNET_CC) $$(GASNET_WARNINGS) $$(call gasnet-value,$(1),GASNET_CPPFLAGS) $$(call gasnet-value,$(1),GASNET_CFLAGS) \
	  -DURTC_BELOW='"$(1)"' -DURTC_GASNET_BIN='"$(GASNET_ROOT)/bin"' -Iupc/runtime -Iupc/runtime/conduits/gasnet -MMD -MP -c $$< -o $$@
$(call archive-rules,gasnet-$(1),gasnet,$(call own-objects,gasnet-$(1),gasnet))
$(B)/lib/urt-gasnet-$(1).link: Makefile make/runtime.mk $(B)/lib/gasnet.root | $(B)/lib
	set -- $$(call gasnet-value,$(1),GASNET_LIBS) $$$$([ -z "$$(call gasnet-value,$(1),GASNET_LD_REQUIRES_CXX)" ] || echo -lstdc++) \
	  $$$$([ -z "$$(call gasnet-value,$(1),GASNET_LD_REQUIRES_MPI)" ] || $$(call gasnet-value,$(1),GASNET_LD) -show | tr ' ' '\n' | grep '^-[lLW][^a]'); \
	echo "$$$$*" >$$@
endef
$(foreach c,$(GASNETS),$(eval $(call gasnet-rules,$(c))))

$(B)/include/%.h: include/%.h | $(B)/include
	cp $< $@
$(B)/include/%.h: upc/include/%.h | $(B)/include
	cp $< $@
$(B)/include/%.h: upc/runtime/%.h | $(B)/include
	cp $< $@
$(B)/include/urt-smp/%.h: upc/runtime/conduits/smp/%.h | $(B)/include/urt-smp
	cp $< $@

# gdb's commands for UPC. A program compiled with upcc -g names upc-gdb.py, which loads the package beside it.
GDB_FILES := $(patsubst tools/gdb/%,$(B)/lib/%,$(wildcard tools/gdb/*.py tools/gdb/upc_gdb/*.py))
$(GDB_FILES): $(B)/lib/%: tools/gdb/% | $(B)/lib/upc_gdb
	cp $< $@
