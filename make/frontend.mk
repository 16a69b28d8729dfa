# SPDX-License-Identifier: BSD-3-Clause
# The compiler upcc: upc/frontend and the companions' roots of it, C++ on Clang's libraries.

# Expanded only where used, so that a machine without LLVM can still run setup, help and clean.
CXX         = clang++-$(LLVM)
LLVM_CONFIG = llvm-config-$(LLVM)
CXXFLAGS    = -std=c++17 -O1 -Wall -fno-exceptions $(FRONTENDS:%=-I%) -I$(shell $(LLVM_CONFIG) --includedir) \
              -DUPCC_VERSION='"$(VERSION)"' -DUPCC_LLVM_VERSION='"$(shell $(LLVM_CONFIG) --version)"' \
              -DCLANG_DRIVER='"$(shell $(LLVM_CONFIG) --bindir)/clang"' \
              $(if $(filter NO,$(shell $(LLVM_CONFIG) --has-rtti)),-fno-rtti)
FRONTEND    := $(patsubst %.cpp,$(B)/obj/frontend/%.o,$(call below,$(FRONTENDS),$(wildcard $(FRONTENDS:%=%/*/*.cpp) $(FRONTENDS:%=%/*/*/*.cpp))))

ifdef TARGET
$(B)/bin/upcc $(B)/bin/upcrun: $(B)/bin/%: tests/tools/other_processor/% build/bin/% | $(B)/bin
	sed 's|@TARGET@|$(TARGET)|; s|@TOP@|$(CURDIR)|' $< >$@
	chmod +x $@
build/bin/upcc build/bin/upcrun: always
	$(MAKE) --no-print-directory TARGET= $@
else ifdef SANITIZE
$(B)/bin/upcc: build/bin/upcc tests/tools/compiler/upcc_sanitized $(B)/obj/sanitizer_options.o | $(B)/bin
	cp build/bin/upcc $@.plain
	sed 's|@SANITIZERS@|$(SANITIZERS)|' tests/tools/compiler/upcc_sanitized >$@
	chmod +x $@
$(B)/obj/sanitizer_options.o: tests/tools/compiler/sanitizer_options.c Makefile make/frontend.mk | $(B)/obj/library
	$(CC) -DOPTIONS='"$(SANITIZER_OPTIONS)"' -c $< -o $@
build/bin/upcc: always
	$(MAKE) --no-print-directory SANITIZE= $@
else
$(B)/bin/upcc: $(FRONTEND) $(B)/obj/frontends | $(B)/bin
	echo '$(step)LINK $@'
	$(CXX) -o $@ $(filter %.o,$^) $(if $(filter 16 17,$(LLVM)),-Xlinker --export-dynamic-symbol=llvmGetPassPluginInfo) \
	  -L$(shell $(LLVM_CONFIG) --libdir) -l:$(notdir $(lastword $(sort $(wildcard \
	  $(shell $(LLVM_CONFIG) --libdir)/libclang-cpp.so*)))) -lLLVM-$(LLVM)
endif

# upcc with LLVM inside, for machines without it (make tarball). -Wl,-s: without names, LLVM's are half of it.
STATIC_LLVM = -Wl,--start-group $(wildcard $(shell $(LLVM_CONFIG) --libdir)/libclang[A-Z]*.a) -Wl,--end-group \
  $(filter-out -lPolly%,$(shell $(LLVM_CONFIG) --link-static --libs x86 aarch64 codegen coverage frontenddriver frontendhlsl \
  frontendopenmp lto option passes windowsdriver))
$(B)/portable/upcc: $(FRONTEND) $(B)/obj/frontend/no_polly.o
	echo '$(step)LINK $@'
	mkdir -p $(@D)
	$(CXX) -o $@ $^ -L$(shell $(LLVM_CONFIG) --libdir) $(STATIC_LLVM) -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,-s \
	  -l:libz.a -l:libzstd.a -ldl -lm -lpthread
$(B)/obj/frontend/no_polly.o: packaging/no_polly.cpp $(B)/obj/frontend/clang_headers.pch
	echo '$(step)CXX  $<'
	$(CXX) $(CXXFLAGS) -c $< -o $@

HEADERS_COMPILED := $(addprefix $(B)/obj/frontend/,clang_headers.pch optimise_headers.pch)
$(HEADERS_COMPILED): $(B)/obj/frontend/%.pch: upc/frontend/%.h make/frontend.mk | $(B)/obj/frontend
	echo '$(step)CXX  $<'
	command -v $(CXX) $(LLVM_CONFIG) >/dev/null || { echo "$(CXX) or $(LLVM_CONFIG) is missing: scripts/setup installs it" >&2; exit 1; }
	$(CXX) $(CXXFLAGS) -fpch-instantiate-templates -MMD -MP -x c++-header $< -o $@

# The functions of the headers, for messages about names that are not declared. upc_stride.h has them for C, so it is left out.
DECLARING := $(filter-out %/upc_relaxed.h %/upc_strict.h,$(wildcard upc/include/upc*.h) $(call of-companions,include/upc*.h)) include/upc_stride_coll.h
$(B)/obj/frontend/tokens/annotate_sections.o: CXXFLAGS += -I$(OPERATIONS)
$(B)/obj/frontend/tokens/annotate_sections.o: $(OPERATIONS)/sections.inc $(OPERATIONS)/arrays.inc
$(B)/obj/frontend/tokens/diagnostics.o: CXXFLAGS += -I$(B)/obj/frontend
$(B)/obj/frontend/tokens/diagnostics.o: $(B)/obj/frontend/declarations.inc
$(B)/obj/frontend/declarations.inc: $(DECLARING) $(B)/include/upc_stride_split.h scripts/declarations make/frontend.mk | $(B)/obj/frontend
	scripts/declarations $(DECLARING) >$@
	scripts/declarations $(B)/include/upc_stride_split.h | sed 's/_split/_coll/' >>$@

compile-frontend = $(CXX) $(CXXFLAGS) -include-pch $(filter %.pch,$^) -MMD -MP -c $< -o $@
define frontend-rules
$(B)/obj/frontend/optimise/%.o: $(1)/optimise/%.cpp $(B)/obj/frontend/optimise_headers.pch Makefile make/frontend.mk
	echo '$$(step)CXX  $$<'
	mkdir -p $$(@D)
	$$(compile-frontend)
$(B)/obj/frontend/%.o: $(1)/%.cpp $(B)/obj/frontend/clang_headers.pch Makefile make/frontend.mk
	echo '$$(step)CXX  $$<'
	mkdir -p $$(@D)
	$$(compile-frontend)
endef
$(foreach f,$(FRONTENDS),$(eval $(call frontend-rules,$(f))))

# tests/tools/compiler/may_meet.cpp asks the objects of optimise/.
$(B)/tests/may_meet: tests/tools/compiler/may_meet.cpp $(B)/obj/frontend/optimise_headers.pch \
  $(patsubst %,$(B)/obj/frontend/optimise/%.o,effects accesses calls)
	mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) -include-pch $(filter %.pch,$^) $< $(filter %.o,$^) -L$(shell $(LLVM_CONFIG) --libdir) -lLLVM-$(LLVM) -o $@
