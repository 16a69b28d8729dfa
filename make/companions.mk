# SPDX-License-Identifier: BSD-3-Clause
# The companions: capabilities that stand on the core, a folder each. The core finds them here, and names none.
# make WITHOUT="race sim" leaves some out, and those that need them. A companion has
#   part.mk      its rules, read after those of the core, and what it adds to the lists below. A line `# needs: NAME ..` names the
#                companions that it uses; others are for scripts/setup and scripts/manpages
#   runtime/     a root of the runtime, as upc/runtime is: FOLDER/*.c become part of each conduit's archive, *.h are headers of
#                programs, conduits/NAME/ is a conduit, job/upcrun/*.c become part of upcrun
#   frontend/    a root of the compiler, as upc/frontend is
#   library/     a root of the library, as src is
#   include/     public headers
#   exports      the names that libupc_stride.so exports beside the core's
#   tests/       list, slow and all, in the notation of tests/list, and their programs
FOUND      := $(patsubst companions/%/part.mk,%,$(wildcard companions/*/part.mk))
$(foreach w,$(filter-out $(FOUND),$(WITHOUT)),$(error WITHOUT=$(w): there is no companions/$(w)))
FOUND      := $(filter-out $(WITHOUT),$(FOUND))
# Another UPC compiler has a runtime of its own.
ifdef FOREIGN
FOUND      := $(foreach c,$(FOUND),$(if $(wildcard companions/$(c)/runtime companions/$(c)/frontend),,$(c)))
endif
# companion:another that it needs
NEEDS      := $(shell for c in $(FOUND); do sed -n 's|^. needs: ||p' companions/$$c/part.mk | tr ' ' '\n' | sed "s|^|$$c:|"; done)
needs-of    = $(patsubst $(1):%,%,$(filter $(1):%,$(NEEDS)))
# Each behind those that it needs. One whose needs are left out is left out. A chain of needs has at most five companions.
ready       = $(foreach c,$(filter-out $(COMPANIONS),$(FOUND)),$(if $(filter-out $(COMPANIONS),$(call needs-of,$(c))),,$(c)))
COMPANIONS :=
COMPANIONS += $(ready)
COMPANIONS += $(ready)
COMPANIONS += $(ready)
COMPANIONS += $(ready)
COMPANIONS += $(ready)

# The files of the companions that fit a pattern: $(call of-companions,runtime/*.h).
of-companions = $(wildcard $(COMPANIONS:%=companions/%/$(1)))

# The roots of the library, of the runtime and of the compiler; the folders of public headers. $(call below,ROOTS,FILES): the files, named from their root.
LIBRARIES := src $(call of-companions,library)
RUNTIMES  := upc/runtime $(call of-companions,runtime)
FRONTENDS := upc/frontend $(call of-companions,frontend)
PUBLIC    := include $(call of-companions,include)
below      = $(foreach r,$(1),$(patsubst $(r)/%,%,$(filter $(r)/%,$(2))))

# What a part.mk adds to: programs of $(B)/bin, those of $(B)/lib, which programs start, further files of $(B)/lib; pages, as paths.
PROGRAMS     :=
LIB_PROGRAMS :=
LIB_FILES    :=
DOC_FILES    :=
# Companions that every program has a part of (upc/runtime/base/companions.h).
IN_EVERY_PROGRAM :=
# Headers that upc.h includes. Targets that packages need and `make` alone may leave out. What `make` says at its end.
IN_UPC_H     :=
PACKAGE_NEEDS :=
PART_NOTES    :=
# Words of the lines of tests that are run with the thread sanitizer, too.
THREAD_SANITIZED :=

# Which companions this build has, for tests/run. What is made of all roots depends on the list of these.
define list-file
$(B)/$(1): always
	mkdir -p $$(@D)
	[ "$$$$(cat $$@ 2>/dev/null)" = '$$(strip $(2))' ] || echo '$$(strip $(2))' >$$@
endef
$(eval $(call list-file,companions,$$(COMPANIONS)))
$(eval $(call list-file,obj/libraries,$$(LIBRARIES)))
$(eval $(call list-file,obj/public,$$(PUBLIC)))
$(eval $(call list-file,obj/runtimes,$$(RUNTIMES)))
$(eval $(call list-file,obj/frontends,$$(FRONTENDS)))
$(eval $(call list-file,obj/in_upc_h,$$(IN_UPC_H)))
$(eval $(call list-file,obj/in_every_program,$$(IN_EVERY_PROGRAM)))

# What a build has may be a companion's. When the build gets other companions, as by WITHOUT=, what it has no more is deleted: programs
# would still find a header that stays.
brought = $(HEADERS) $(APP_NAMES:%=$(B)/apps/%) $(EXAMPLES) $(PROGRAMS:%=$(B)/bin/%) $(LIB_PROGRAMS:%=$(B)/lib/%) $(LIB_FILES:%=$(B)/lib/%) $(DOC_FILES) \
  $(foreach c,$(notdir $(patsubst %/,%,$(dir $(filter companions/%,$(MANIFESTS))))),$(B)/include/urt-$(c)/urt_near.h $(B)/lib/libupc_stride-$(c).a \
  $(foreach l,$(LIBRARIES_OF_$(c)),$(B)/lib/liburt-$(l).a $(call linked,$(l))) \
  $(foreach l,$(SHARED_OF_$(c)),$(B)/lib/libupc_stride-$(l).so $(B)/lib/libupc_stride-$(l).so.$(SOVERSION)))
$(B)/obj/brought: $(B)/companions always
	mkdir -p $(@D)
	printf '%s\n' $(sort $(brought)) >$@.new
	if [ -e $@ ] && [ $< -nt $@ ]; then grep -vxFf $@.new $@ | xargs -r rm -f; fi
	mv $@.new $@
