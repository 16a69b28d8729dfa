# SPDX-License-Identifier: BSD-3-Clause
# The library: src/ and the companions' roots of it. An archive for each conduit, for programs in UPC, and shared libraries for programs in C.

LIBRARY_SOURCES := $(wildcard $(LIBRARIES:%=%/*.upc) $(LIBRARIES:%=%/*/*.upc) $(LIBRARIES:%=%/*/*.c))
ifdef FOREIGN
LIBRARY_SOURCES := $(filter-out $(LIBRARIES:%=%/c/%),$(LIBRARY_SOURCES)) # programs in C need our runtime
else
LIBRARY_SOURCES += $(OPERATIONS)/c_operations.upc
endif
LIBRARY_SOURCES += $(OPERATIONS)/argument_rows.upc
LIBRARY_HEADERS := $(wildcard $(PUBLIC:%=%/*.h) $(LIBRARIES:%=%/*.h) $(LIBRARIES:%=%/*/*.h)) $(OPERATION_HEADERS)
# The rules of src/choice/default.rules as C: an array of lines.
DEFAULT_RULES   := $(B)/obj/rules/default_rules.c
LIBRARY_SOURCES += $(DEFAULT_RULES)
# The part of the library in plain C, which the tools and the unit tests use without UPC.
ARITHMETIC      := $(wildcard $(LIBRARIES:%=%/*/*.c)) $(DEFAULT_RULES)
vpath %.upc $(sort $(dir $(LIBRARY_SOURCES)))
vpath %.c $(sort $(dir $(ARITHMETIC)))
# The prefix keeps these names apart from those of a program: Berkeley's upcc ignores folders and suffixes.
LIBRARY_OBJECTS := $(patsubst %,$(B)/obj/library/stride_%.o,$(basename $(notdir $(LIBRARY_SOURCES))))
LIBRARY         := $(B)/lib/libupc_stride.a
# The same objects for all conduits and the tools: the C compiler compiles them once.
ARITHMETIC_OBJECTS := $(patsubst %,$(B)/obj/library/stride_%.o,$(basename $(notdir $(ARITHMETIC))))
# BUILTINS=FILE, Clang's libclang_rt.builtins: its conversions of _Float16 become part of the library, which then can be linked
# with a gcc before 12, whose library has none.
HALF_FLOATS := $(if $(BUILTINS),$(B)/obj/library/half_floats.o)
LIBRARY_OBJECTS    += $(HALF_FLOATS)
ARITHMETIC_OBJECTS += $(HALF_FLOATS)
$(HALF_FLOATS): $(BUILTINS) | $(B)/obj/library
	$(CC) -r -nostdlib -o $@ -Wl,-u,__extendhfsf2,-u,__truncsfhf2,-u,__truncdfhf2 $<

$(DEFAULT_RULES): src/choice/default.rules Makefile make/library.mk | $(B)/obj/rules
	{ echo '/* Made from $<: see choice/rule.h. */'; \
	  echo 'extern const char upc_stride_default_rules[];'; \
	  echo 'const char upc_stride_default_rules[] ='; \
	  sed 's/[\\"]/\\&/g; s/.*/  "&\\n"/' $<; echo '  ;'; } >$@

ifdef FOREIGN
$(LIBRARY_OBJECTS): $(LIBRARY_HEADERS) Makefile make/library.mk
define compile-library
	echo '$(step)UPCC $<'
	ln -sf '$(CURDIR)/$<' $(@:.o=$(suffix $<))
	$(UPCC) $(UPCFLAGS) -c $(@:.o=$(suffix $<)) -o $@
endef
# What plain C needs of the compiler's headers.
C_HEADERS := $(B)/obj/c-headers
$(C_HEADERS)/upc_collective.h: $(C_HEADERS)/upc_types.h
$(C_HEADERS)/upc_types.h: make/c_constants include/upc_stride_coll.h upc/include/upc_types.h upc/include/upc_collective.h | $(OPERATION_HEADERS)
	make/c_constants $(@D) $(UPCC) $(UPCFLAGS)
else
C_HEADERS := $(B)/include
$(filter-out $(ARITHMETIC_OBJECTS),$(LIBRARY_OBJECTS)): $(B)/bin/upcc $(HEADERS) Makefile make/library.mk
# Messages name calls of the program, not of the library (urt.h). Debuggers get the library's types.
NOTES_NO_CALLS := -Wc,-DURT_NOTES_NO_CALLS -Wc,-gdwarf-4 $(ANYWHERE)
define compile-library
	echo '$(step)UPCC $<'
	$(UPCC) $(UPCFLAGS) $(PIC) $(NOTES_NO_CALLS) -MMD -MP -c $< -o $@
endef

# The sources in UPC are compiled again for each family of conduits, with its headers.
upc-library-of = $(patsubst $(B)/obj/library/%,$(B)/obj/library-$(1)/%,$(filter-out $(ARITHMETIC_OBJECTS),$(LIBRARY_OBJECTS)))
library-of = $(call upc-library-of,$(1)) $(ARITHMETIC_OBJECTS)
define library-rules
$(B)/lib/libupc_stride-$(1).a: $(call library-of,$(1)) $(B)/obj/libraries | $(B)/lib
	echo '$$(step)AR   $$@'
	rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)
$(call upc-library-of,$(1)): $(B)/bin/upcc $(HEADERS) Makefile make/library.mk | $(2) $(B)/obj/library-$(1)
$(B)/obj/library-$(1)/stride_%.o: %.upc
	echo '$$(step)UPCC $$< ($(1))'
	$$(UPCC) -network=$(1) $$(UPCFLAGS) $$(PIC) $$(NOTES_NO_CALLS) -MMD -MP -c $$< -o $$@
endef
$(foreach c,$(FAR),$(eval $(call library-rules,$(c),$(LIBRARIES_OF_$(c):%=$(B)/lib/liburt-%.a))))
endif

$(B)/obj/library/stride_%.o: %.upc | $(B)/obj/library $(NEAR_HEADERS)
	$(compile-library)
$(filter-out $(HALF_FLOATS),$(ARITHMETIC_OBJECTS)): $(B)/obj/library/stride_%.o: %.c Makefile make/library.mk | $(OPERATION_HEADERS) $(C_HEADERS)/upc_types.h $(C_HEADERS)/upc_collective.h $(B)/obj/library
	echo '$(step)CC   $<'
	$(CC) $(CFLAGS) $(LIBRARIES:%=-I%) $(PUBLIC:%=-I%) -I$(C_HEADERS) -I$(B)/include -MMD -MP -c $< -o $@

$(LIBRARY): $(LIBRARY_OBJECTS) $(B)/obj/libraries $(B)/obj/public | $(B)/lib
	echo '$(step)AR   $@'
	rm -f $@ && ar rcs $@ $(filter %.o,$^)

# ---- tools: C over the library's arithmetic and what all tools share. $(call compile-tool,SOURCES[,OPTIONS]) is the recipe of one.
COMMON        := $(wildcard upc/common/*.c)
TOOL_INCLUDES  = -Icompanions -Iupc $(LIBRARIES:%=-I%) $(PUBLIC:%=-I%) -Iupc/runtime -I$(B)/include
TOOL_NEEDS     = $(COMMON) $(wildcard upc/common/*.h) $(ARITHMETIC_OBJECTS) $(LIBRARY_HEADERS) Makefile make/library.mk
define compile-tool
	echo '$(step)CC   $@'
	$(CC) $(CFLAGS) $(TOOL_INCLUDES) $(2) $(COMMON) $(1) $(ARITHMETIC_OBJECTS) -o $@ -lm -lpthread -ldl -lrt
endef

# ---- shared libraries: the library and the runtime together, less the main of UPC programs, for programs that have a main of
# their own. One for each conduit that can be inside such a program. Not with sanitizers, which such programs lack.
SOVERSION     := 0
C_LIBRARIES    = $(if $(FOREIGN)$(SANITIZE),,$(B)/lib/libupc_stride.so $(foreach c,$(FAR),$(SHARED_OF_$(c):%=$(B)/lib/libupc_stride-%.so)))

define link-shared
	echo '$(step)LINK $@'
	$(CC) $(SANITIZERS) -shared -Wl,-soname,$(notdir $@).$(SOVERSION) -Wl,-Bsymbolic -Wl,-z,defs \
	  -Wl,--version-script=$(OPERATIONS)/libupc_stride.map $(OPERATIONS)/second_names.ld -o $@.$(SOVERSION) $(filter %.o,$^) \
	  $(1) -lm -lpthread -ldl -lrt
	ln -sf $(notdir $@).$(SOVERSION) $@
endef
# For other machines: the MPI of the program, wherever that is, and not of one name of its library alone (make tree).
WITHOUT_MPI := -Wl,-z,undefs
without-main = $(filter-out %/core/main.o,$(1))
# shared-rules CONDUIT,LIBRARY,FOLDER,MORE WORDS OF THE LINKER
define shared-rules
$(B)/$(3)/libupc_stride$(call conduit-suffix,$(2)).so: $(if $(call conduit-suffix,$(1)),$(call library-of,$(1)),$(LIBRARY_OBJECTS)) $(call without-main,$(call core-of,$(1))) \
  $(call own-objects,$(1),$(2)) $(call linked,$(2)) $(B)/obj/libraries $(B)/obj/runtimes $(OPERATIONS)/libupc_stride.map $(OPERATIONS)/second_names.ld \
  Makefile make/library.mk | $(B)/$(3)
	$$(call link-shared,$(4))
endef
words-of = $(if $(call linked,$(1)),$$$$(cat $(call linked,$(1))))
$(eval $(call shared-rules,smp,smp,lib))
$(foreach c,$(FAR),$(foreach l,$(SHARED_OF_$(c)),$(eval $(call shared-rules,$(c),$(l),lib,$(call words-of,$(l))))))
$(foreach l,$(SHARED_OF_mpi),$(eval $(call shared-rules,mpi,$(l),portable,$$(WITHOUT_MPI))))
