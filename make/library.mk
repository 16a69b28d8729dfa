# SPDX-License-Identifier: BSD-3-Clause
# The library: src/. An archive for each conduit, for programs in UPC, and shared libraries for programs in C.

LIBRARY_SOURCES := $(wildcard src/*.upc src/*/*.upc src/*/*.c)
ifdef FOREIGN
LIBRARY_SOURCES := $(filter-out src/c/%,$(LIBRARY_SOURCES)) # programs in C need our runtime
else
LIBRARY_SOURCES += $(OPERATIONS)/c_operations.upc
endif
LIBRARY_HEADERS := $(wildcard include/*.h src/*.h src/*/*.h) $(OPERATION_HEADERS)
# The rules of src/choice/default.rules as C: an array of lines.
DEFAULT_RULES   := $(B)/obj/rules/default_rules.c
LIBRARY_SOURCES += $(DEFAULT_RULES)
# The part of the library in plain C, which the tools and the unit tests use without UPC.
ARITHMETIC      := $(wildcard src/*/*.c) $(DEFAULT_RULES)
vpath %.upc $(sort $(dir $(LIBRARY_SOURCES)))
vpath %.c $(sort $(dir $(ARITHMETIC)))
# The prefix keeps these names apart from those of a program: Berkeley's upcc ignores folders and suffixes.
LIBRARY_OBJECTS := $(patsubst %,$(B)/obj/library/stride_%.o,$(basename $(notdir $(LIBRARY_SOURCES))))
LIBRARY         := $(B)/lib/libupc_stride.a
# The same objects for all conduits and the tools: the C compiler compiles them once.
ARITHMETIC_OBJECTS := $(patsubst %,$(B)/obj/library/stride_%.o,$(basename $(notdir $(ARITHMETIC))))

$(DEFAULT_RULES): src/choice/default.rules Makefile make/library.mk | $(B)/obj/rules
	{ echo '/* Made from $<: see choice/rule.h. */'; \
	  echo 'extern const char *const upc_stride_default_rules[];'; \
	  echo 'const char *const upc_stride_default_rules[] = {'; \
	  sed 's/[\\"]/\\&/g; s/.*/  "&",/' $<; echo '  0'; echo '};'; } >$@

ifdef FOREIGN
$(LIBRARY_OBJECTS): $(LIBRARY_HEADERS) Makefile make/library.mk
define compile-library
	echo '$(step)UPCC $<'
	ln -sf $(abspath $<) $(@:.o=$(suffix $<))
	$(UPCC) $(UPCFLAGS) -c $(@:.o=$(suffix $<)) -o $@
endef
else
$(filter-out $(ARITHMETIC_OBJECTS),$(LIBRARY_OBJECTS)): $(B)/bin/upcc $(HEADERS) Makefile make/library.mk
$(ARITHMETIC_OBJECTS): $(B)/obj/library/stride_%.o: %.c Makefile make/library.mk | $(OPERATION_HEADERS) $(B)/obj/library
	echo '$(step)CC   $<'
	$(CC) $(CFLAGS) -Isrc -Iinclude -I$(B)/include -MMD -MP -c $< -o $@
# Messages name calls of the program, not of the library (urt.h). Debuggers get the library's types.
NOTES_NO_CALLS := -Wc,-DURT_NOTES_NO_CALLS -Wc,-gdwarf-4
define compile-library
	echo '$(step)UPCC $<'
	$(UPCC) $(UPCFLAGS) $(PIC) $(NOTES_NO_CALLS) -MMD -MP -c $< -o $@
endef

# The sources in UPC are compiled again for each family of conduits, with its headers.
upc-library-of = $(patsubst $(B)/obj/library/%,$(B)/obj/library-$(1)/%,$(filter-out $(ARITHMETIC_OBJECTS),$(LIBRARY_OBJECTS)))
library-of = $(call upc-library-of,$(1)) $(ARITHMETIC_OBJECTS)
define library-rules
$(B)/lib/libupc_stride-$(1).a: $(call library-of,$(1)) | $(B)/lib
	echo '$$(step)AR   $$@'
	rm -f $$@ && ar rcs $$@ $$^
$(call upc-library-of,$(1)): $(B)/bin/upcc $(HEADERS) Makefile make/library.mk | $(2) $(B)/obj/library-$(1)
$(B)/obj/library-$(1)/stride_%.o: %.upc
	echo '$$(step)UPCC $$< ($(1))'
	$$(UPCC) -network=$(1) $$(UPCFLAGS) $$(PIC) $$(NOTES_NO_CALLS) -MMD -MP -c $$< -o $$@
endef
$(eval $(call library-rules,mpi,$(MPIS:%=$(B)/lib/liburt-mpi-%.a)))
$(eval $(call library-rules,gasnet,$(GASNETS:%=$(B)/lib/liburt-gasnet-%.a)))
$(eval $(call library-rules,sim,$(B)/lib/liburt-sim.a))
endif

$(B)/obj/library/stride_%.o: %.upc | $(B)/obj/library
	$(compile-library)
ifdef FOREIGN
$(B)/obj/library/stride_%.o: %.c | $(B)/obj/library
	$(compile-library)
endif

$(LIBRARY): $(LIBRARY_OBJECTS) | $(B)/lib
	echo '$(step)AR   $@'
	rm -f $@ && ar rcs $@ $^

# ---- shared libraries: the library and the runtime together, less the main of UPC programs, for programs that have a main of
# their own. One for each conduit that can be inside such a program. Not with sanitizers, which such programs lack.
SOVERSION     := 0
# GASNet's archives can be in a shared library only if they were compiled with -fPIC. Elsewhere programs in C take the archives.
PIC_GASNETS   := $(foreach c,$(GASNETS),$(if $(shell grep -e '-fPIC' $(GASNET_ROOT)/include/$(c)-conduit/$(c)-seq.mak),$(c)))
CONDUITS_OF_C := $(MPIS:%=mpi-%) $(PIC_GASNETS:%=gasnet-%) $(if $(SIMGRID),sim)
C_LIBRARIES    = $(if $(FOREIGN)$(SANITIZE),,$(B)/lib/libupc_stride.so $(CONDUITS_OF_C:%=$(B)/lib/libupc_stride-%.so))

define link-shared
	echo '$(step)LINK $@'
	$(CC) $(SANITIZERS) -shared -Wl,-soname,$(notdir $@).$(SOVERSION) -Wl,-Bsymbolic -Wl,-z,defs \
	  -Wl,--version-script=$(OPERATIONS)/libupc_stride.map -o $@.$(SOVERSION) $(filter %.o,$^) \
	  $(1) -lm -lpthread
	ln -sf $(notdir $@).$(SOVERSION) $@
endef
without-main = $(filter-out %/core/main.o,$(1))
$(B)/lib/libupc_stride.so: $(LIBRARY_OBJECTS) $(call without-main,$(RUNTIME)) $(OPERATIONS)/libupc_stride.map Makefile make/library.mk | $(B)/lib
	$(call link-shared)

# shared-rules CONDUIT,FAMILY,OBJECTS,LINK: LINK is a file with the libraries that the conduit needs.
define shared-rules
$(B)/lib/libupc_stride-$(1).so: $(call library-of,$(2)) $(call without-main,$(call core-of,$(2))) $(3) $(4) $(OPERATIONS)/libupc_stride.map Makefile make/library.mk | $(B)/lib
	$$(call link-shared,$(if $(4),$$$$(cat $(4))))
endef
$(eval $(call shared-rules,sim,sim,$(own-objects-of-sim)))
$(foreach c,$(MPIS),$(eval $(call shared-rules,mpi-$(c),mpi,$(call own-objects,mpi-$(c),mpi),$(B)/lib/urt-mpi-$(c).link)))
$(foreach c,$(GASNETS),$(eval $(call shared-rules,gasnet-$(c),gasnet,$(call own-objects,gasnet-$(c),gasnet),$(B)/lib/urt-gasnet-$(c).link)))
