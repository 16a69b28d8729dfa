# SPDX-License-Identifier: BSD-3-Clause
# The runtime: upc/runtime and the companions' roots of it, C. An archive for each conduit, the headers that programs include, and upcrun.

HEADERS := $(patsubst include/%,$(B)/include/%,$(wildcard include/*.h include/*.hpp)) $(OPERATION_HEADERS) \
           $(patsubst upc/include/%,$(B)/include/%,$(wildcard upc/include/*.h)) \
           $(addprefix $(B)/include/,$(notdir $(call of-companions,include/*.h) $(call of-companions,runtime/*.h)) upc_companions.h) \
           $(addprefix $(B)/include/,urt.h urt_names.h urt_pointers.h urt_blocks.h urt_loops.h urt_gathers.h urt_strips.h urt_far.h)
# upcc needs these too. They are no prerequisites of what it compiles: a conduit that is added later, as by GASNET_ROOT=, would compile
# all other families anew. The .d files name the one that was included.
NEAR_HEADERS := $(CONDUITS:%=$(B)/include/urt-%/urt_near.h)
$(B)/bin/upcc: | $(NEAR_HEADERS)
# In C the runtime, the tools and the arithmetic of the library use what the C library has beyond the standard.
CFLAGS += -D_GNU_SOURCE

# The sources that all conduits share, and those of one conduit. The shared ones are compiled for each conduit, with its headers;
# those of a conduit for each of its libraries, if a library has a compiler of its own.
CORE := $(wildcard $(patsubst %,upc/runtime/%/*.c,base core libraries job conduits conduits/reference conduits/nodes)) \
        $(call of-companions,runtime/*/*.c)
conduit-sources = $(wildcard $(call conduit-folder,$(1))/*.c $(RUNTIMES:%=%/job/$(1)/*.c)) $(SOURCES_OF_$(1))
runtime-folder  = $(B)/obj/runtime$(call conduit-suffix,$(1))
# The objects of sources, in a folder.
in-folder       = $(patsubst %.c,$(1)/%.o,$(call below,$(RUNTIMES),$(2)))
core-of         = $(call in-folder,$(call runtime-folder,$(1)),$(CORE)) $(B)/obj/companions.o
# own-objects CONDUIT,LIBRARY
own-objects     = $(call in-folder,$(if $(COMPILE_$(2)),$(B)/obj/$(2),$(call runtime-folder,$(1))),$(call conduit-sources,$(1)))

$(B)/obj/runtime/job/upcrun/variables.o: CFLAGS += -I$(B)/obj
$(B)/obj/runtime/job/upcrun/options.o: CFLAGS += -Iinclude
$(foreach c,$(CONDUITS),$(call runtime-folder,$(c))/core/alike.o): CFLAGS += -Iinclude
$(B)/obj/runtime/job/upcrun/variables.o: $(B)/obj/job/upcrun/variables.inc
$(B)/obj/job/upcrun/variables.inc: docs/environment.md scripts/environment
	mkdir -p $(@D)
	scripts/environment >$@
$(foreach c,$(CONDUITS),$(call runtime-folder,$(c))/base/environment.o): CFLAGS += -I$(B)/obj
$(foreach c,$(CONDUITS),$(call runtime-folder,$(c))/base/environment.o): $(B)/obj/base/names.inc
$(B)/obj/base/names.inc: docs/environment.md scripts/environment
	mkdir -p $(@D)
	scripts/environment names >$@

# What companions do in every program (base/companions.h).
$(B)/obj/companions.c: $(B)/obj/in_every_program
	{ echo '/* Made by make. */'; echo '#include "base/companions.h"'; \
	  $(foreach c,$(IN_EVERY_PROGRAM),echo 'extern const struct urtk_companion urtk_in_$(c);';) \
	  echo 'const struct urtk_companion *const urtk_companions[] = {$(IN_EVERY_PROGRAM:%=&urtk_in_%,) 0};'; } >$@
$(B)/obj/companions.o: $(B)/obj/companions.c upc/runtime/base/companions.h
	$(CC) $(CFLAGS) -Iupc/runtime -c $< -o $@

# Command lines by a table: of upcrun and the applications.
COMMAND_LINE := $(B)/obj/common/options.o
$(COMMAND_LINE): $(B)/obj/common/%.o: upc/common/%.c upc/common/options.h upc/common/nearest.h
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

ifndef TARGET
$(B)/bin/upcrun: $(call in-folder,$(B)/obj/runtime,$(wildcard $(RUNTIMES:%=%/job/upcrun/*.c)) upc/runtime/base/host.c upc/runtime/job/limits.c upc/runtime/job/parent.c upc/runtime/job/mpi/library.c upc/runtime/job/mpi/leftovers.c) \
  $(COMMAND_LINE) | $(B)/bin
	echo '$(step)LINK $@'
	$(CC) $(SANITIZERS) -o $@ $^ -ldl
endif

define conduit-rules
$(call runtime-folder,$(1))/%.o: $(2)/%.c Makefile make/runtime.mk
	echo '$$(step)CC   $$<$(if $(call conduit-suffix,$(1)), ($(1)))'
	mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) $(call runtime-includes,$(1)) $(if $(filter companions/%,$(2)),-Iinclude) -MMD -MP -c $$< -o $$@
endef
runtime-includes = $(RUNTIMES:%=-I%) -Iupc -I$(call conduit-folder,$(1))
$(foreach c,$(CONDUITS),$(foreach r,$(RUNTIMES),$(eval $(call conduit-rules,$(c),$(r)))))
define near-header
$(B)/include/urt-$(1)/%.h: $(call conduit-folder,$(1))/%.h
	mkdir -p $$(@D)
	cp $$< $$@
endef
$(foreach c,$(CONDUITS),$(eval $(call near-header,$(c))))

# No lines: `step` in a debugger goes over these calls of a program that was compiled with -O0.
$(foreach c,$(CONDUITS),$(call runtime-folder,$(c))/core/access_calls.o): CFLAGS += -g0

# runtime-library-rules CONDUIT,LIBRARY. A .link file has the libraries that a program needs; upcc reads it.
define runtime-library-rules
$(B)/lib/liburt-$(2).a: $(call core-of,$(1)) $(call own-objects,$(1),$(2)) $(B)/obj/runtimes | $(B)/lib
	echo '$$(step)AR   $$@'
	rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)
$(if $(COMPILE_$(2)),$(B)/obj/$(2)/%.o: upc/runtime/%.c Makefile make/runtime.mk $(call conduit-folder,$(1))/conduit.mk $(NEEDS_$(2))
	echo '$$(step)CC   $$< ($(2))'
	mkdir -p $$(@D)
	$$(COMPILE_$(2)) $(call runtime-includes,$(1)) -MMD -MP -c $$< -o $$@)
$(if $(LINK_$(2)),$(B)/lib/urt-$(2).link: Makefile make/runtime.mk $(call conduit-folder,$(1))/conduit.mk $(NEEDS_$(2)) | $(B)/lib
	$$(LINK_$(2)) >$$@)
endef
$(foreach c,$(CONDUITS),$(foreach l,$(LIBRARIES_OF_$(c)),$(eval $(call runtime-library-rules,$(c),$(l)))))

define public-headers
$(B)/include/%.h: $(1)/%.h | $(B)/include
	cp $$< $$@
$(B)/include/%.hpp: $(1)/%.hpp | $(B)/include
	cp $$< $$@
endef
define runtime-headers
$(B)/include/%.h: $(1)/%.h | $(B)/include
	{ $(if $(SANITIZE),echo '#define URT_CHECKS 1';) cat $$<; } >$$@
endef
$(foreach f,include upc/include $(call of-companions,include),$(eval $(call public-headers,$(f))))
$(foreach r,$(RUNTIMES),$(eval $(call runtime-headers,$(r))))
# What upc.h brings of the companions.
$(B)/include/upc_companions.h: $(B)/obj/in_upc_h | $(B)/include
	{ echo '/* Made by make: the headers of companions that upc.h includes. */'; $(foreach h,$(IN_UPC_H),echo '#include <$(h)>';) } >$@

# What MPICH's launcher calls in place of ssh.
$(B)/lib/upcrun-ssh: upc/runtime/job/upcrun/ssh | $(B)/lib
	cp $< $@
