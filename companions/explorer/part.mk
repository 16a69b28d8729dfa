# SPDX-License-Identifier: BSD-3-Clause
# The explorer: one page with upc-stride-show, compiled to WebAssembly, inside. `make` makes it where its packages are, and says
# which are missing elsewhere. What is given to others has it: packages and the site need `explorer`.
# needs: show sim
# packages: wasi-libc lld-LLVM libclang-rt-LLVM-dev-wasm32

WASM            := $(B)/obj/wasm
WASM_SOURCES    := $(filter-out companions/show/open.c companions/show/flow.c,$(wildcard companions/show/*.c)) $(NETWORK_SOURCES) \
  $(filter-out upc/common/whole_file.c,$(wildcard upc/common/*.c)) $(filter-out src/base/alias.c,$(filter src/%,$(ARITHMETIC))) $(DEFAULT_RULES) $(wildcard companions/explorer/*.c)
WASM_OBJECTS    := $(patsubst %,$(WASM)/%.o,$(basename $(notdir $(WASM_SOURCES))))
WASM_CC          = $(CC) --target=wasm32-wasi -std=gnu11 -D_GNU_SOURCE -Oz -w -include companions/explorer/wide.h
WASM_RUNTIME    := /usr/lib/llvm-$(LLVM)/lib/clang/$(LLVM)/lib/wasi/libclang_rt.builtins-wasm32.a
MACHINE_FILES   := $(foreach m,flat fat-tree dragonfly bluegene-l,companions/sim/machines/$m companions/sim/machines/$m.rules)

# Each package and a file of it.
WASM_PACKAGES   := wasi-libc:/usr/lib/wasm32-wasi/libc.a lld-$(LLVM):/usr/bin/wasm-ld-$(LLVM) libclang-rt-$(LLVM)-dev-wasm32:$(WASM_RUNTIME)
WASM_MISSING    := $(strip $(foreach p,$(WASM_PACKAGES),$(if $(wildcard $(lastword $(subst :, ,$p))),,$(firstword $(subst :, ,$p)))))
# Empty where it cannot be made. EXPLORER=/path/explorer.html: one that was made elsewhere.
EXPLORER        := $(if $(FOREIGN)$(TARGET)$(WASM_MISSING),,$(B)/explorer.html)
explorer-note   = explorer: left out, a package is missing: $(WASM_MISSING); scripts/setup installs it

DOC_FILES     += $(EXPLORER)
PACKAGE_NEEDS += explorer
PART_NOTES    += $(if $(EXPLORER),,echo '$(explorer-note)';)
.PHONY: explorer explorer-packages explorer-if-possible
explorer: explorer-packages $(EXPLORER)
explorer-packages:
	$(if $(EXPLORER),,echo '$(explorer-note)' >&2; exit 1)
explorer-if-possible: $(EXPLORER)

define wasm-rule
$(WASM)/$(basename $(notdir $(1))).o: $(1)
endef
$(foreach s,$(WASM_SOURCES),$(eval $(call wasm-rule,$s)))
$(WASM_OBJECTS): $(LIBRARY_HEADERS) $(wildcard upc/common/*.h companions/*/*.h) \
  companions/explorer/part.mk | $(B)/include/upc_types.h $(B)/include/upc_collective.h
	echo '$(step)WASM $(filter %.c,$^)'
	mkdir -p $(@D)
	$(WASM_CC) $(TOOL_INCLUDES) -c $(filter %.c,$^) -o $@
$(WASM)/core.wasm: $(WASM_OBJECTS)
	echo '$(step)LINK $@'
	$(CC) --target=wasm32-wasi -mexec-model=reactor -Wl,--strip-all -Wl,-z,stack-size=1048576 $^ -o $@

$(B)/explorer.html: companions/explorer/assemble $(wildcard companions/explorer/*.js companions/explorer/*.css companions/explorer/*.html) $(WASM)/core.wasm $(MACHINE_FILES)
	echo '$(step)PAGE $@'
	companions/explorer/assemble $(WASM)/core.wasm $@ $(MACHINE_FILES)
