# SPDX-License-Identifier: BSD-3-Clause
# `make help` names the targets. V=1 shows commands. LLVM=20 picks another LLVM (16 to 20); UPCC= and UPCRUN= another UPC compiler.

VERSION := 0.1.0
LLVM    ?= 19
PREFIX  ?= /usr/local

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j2
endif

# With UPCC= the library, the apps and the portable tests are built by that compiler, into a folder of their own;
# our toolchain has no part in it.
ifeq ($(origin UPCC),command line)
B        := build-foreign
FOREIGN  := yes
UPCRUN   ?= upcrun
UPCFLAGS ?= -O -Iinclude -Isrc
else
B        := build
UPCC     := $(B)/bin/upcc
UPCRUN   := $(B)/bin/upcrun
UPCFLAGS ?= -O2 -Isrc
OURS      = $(B)/bin/upcc $(B)/lib/liburt-smp.a $(HEADERS)
endif

LIBRARY_SOURCES := $(wildcard src/*.upc src/*.c)
LIBRARY_OBJECTS := $(addprefix $(B)/obj/library/,$(addsuffix .o,$(basename $(notdir $(LIBRARY_SOURCES)))))
LIBRARY         := $(B)/lib/libupc_stride.a
APPS            := $(addprefix $(B)/apps/,matmul cholesky fft3d)
EXAMPLES        := $(patsubst examples/%.upc,$(B)/examples/%,$(wildcard examples/*.upc))

.PHONY: all help demo check install clean bench-access bench-collectives bench-matmul
.DELETE_ON_ERROR:
ifndef V
.SILENT:
endif

ifdef FOREIGN
all: $(LIBRARY) $(APPS)
else
all: $(B)/bin/upcc $(B)/bin/upcrun $(B)/bin/upc-stride-show $(LIBRARY) $(APPS) $(EXAMPLES)
endif

help:
	echo 'make                 build everything into build/'
	echo 'make demo            install what is missing, build, multiply matrices on 4 threads with a check'
	echo 'make check           install what is missing, build, run the tests'
	echo 'make bench-access    shared accesses beside the same loops in C'
	echo 'make bench-collectives  the library beside MPICH and Open MPI, where installed (scripts/setup --bench)'
	echo 'make bench-matmul    SUMMA beside OpenBLAS and, where installed, ScaLAPACK (scripts/setup --bench)'
	echo 'make install PREFIX=/usr/local [DESTDIR=]'
	echo 'make clean'
	echo 'make UPCC=/path/to/upcc UPCRUN=/path/to/upcrun [check]   with another UPC 1.3 compiler'

DEMO = $(UPCRUN) -n 4 $(B)/apps/matmul 1000 900 1100 --block 64 --grid 2x2 --check --repeat 5
demo:
	scripts/setup
	$(MAKE) --no-print-directory $(if $(FOREIGN),,$(B)/bin/upcrun) $(B)/apps/matmul
	echo $(DEMO)
	$(DEMO)

check:
	scripts/setup
	$(MAKE) --no-print-directory all
	UPCC='$(UPCC)' UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN=$(FOREIGN) tests/run

bench-access:
	scripts/setup
	$(MAKE) --no-print-directory all $(B)/bench/access
	$(UPCRUN) -n 2 $(B)/bench/access

bench-collectives:
	scripts/setup
	$(MAKE) --no-print-directory all $(B)/bench/collectives
	UPCRUN='$(UPCRUN)' BUILD=$(B) bench/collectives

bench-matmul:
	scripts/setup
	$(MAKE) --no-print-directory all $(B)/bench/dgemm
	UPCRUN='$(UPCRUN)' BUILD=$(B) bench/matmul

clean:
	rm -rf build build-foreign

# ---- the compiler: upc/frontend, C++ on Clang's libraries -----------------------------------------------------
# Expanded only where used, so that a machine without LLVM can still run setup, help and clean.
CXX         = clang++-$(LLVM)
LLVM_CONFIG = llvm-config-$(LLVM)
CXXFLAGS    = -std=c++17 -O1 -Wall -fno-exceptions -I$(shell $(LLVM_CONFIG) --includedir) \
              -DUPCC_VERSION='"$(VERSION)"' -DUPCC_LLVM_VERSION='"$(shell $(LLVM_CONFIG) --version)"' \
              -DCLANG_DRIVER='"$(shell $(LLVM_CONFIG) --bindir)/clang"'
FRONTEND    := $(patsubst upc/frontend/%.cpp,$(B)/obj/frontend/%.o,$(wildcard upc/frontend/*.cpp))

$(B)/bin/upcc: $(FRONTEND) | $(B)/bin
	echo '  LINK $@'
	$(CXX) -o $@ $^ -L$(shell $(LLVM_CONFIG) --libdir) -l:$(notdir $(lastword $(sort $(wildcard \
	  $(shell $(LLVM_CONFIG) --libdir)/libclang-cpp.so*)))) -lLLVM-$(LLVM)

$(B)/obj/frontend/clang_headers.pch: upc/frontend/clang_headers.h | $(B)/obj/frontend
	echo '  CXX  $<'
	command -v $(CXX) $(LLVM_CONFIG) >/dev/null || { echo "$(CXX) or $(LLVM_CONFIG) is missing: scripts/setup installs it" >&2; exit 1; }
	$(CXX) $(CXXFLAGS) -fpch-instantiate-templates -x c++-header $< -o $@

$(B)/obj/frontend/%.o: upc/frontend/%.cpp $(B)/obj/frontend/clang_headers.pch Makefile
	echo '  CXX  $<'
	$(CXX) $(CXXFLAGS) -include-pch $(B)/obj/frontend/clang_headers.pch -MMD -MP -c $< -o $@

# ---- the runtime: upc/runtime, C ------------------------------------------------------------------------------
CC       = clang-$(LLVM)
CFLAGS   = -std=gnu11 -O2 -g -Wall -Wextra -Wno-missing-braces
HEADERS := $(patsubst include/%,$(B)/include/%,$(wildcard include/*.h)) \
           $(patsubst upc/include/%,$(B)/include/%,$(wildcard upc/include/*.h)) \
           $(B)/include/urt.h $(B)/include/urt-smp/urt_near.h
RUNTIME := $(patsubst upc/runtime/%.c,$(B)/obj/runtime/%.o,\
             $(filter-out %/upcrun.c,$(wildcard upc/runtime/*.c upc/runtime/smp/*.c)))

$(B)/lib/liburt-smp.a: $(RUNTIME) | $(B)/lib
	echo '  AR   $@'
	rm -f $@ && ar rcs $@ $^

$(B)/bin/upcrun: $(B)/obj/runtime/upcrun.o | $(B)/bin
	echo '  LINK $@'
	$(CC) -o $@ $<

$(B)/obj/runtime/%.o: upc/runtime/%.c Makefile | $(B)/obj/runtime/smp
	echo '  CC   $<'
	$(CC) $(CFLAGS) -Iupc/runtime -Iupc/runtime/smp -MMD -MP -c $< -o $@

$(B)/include/%.h: include/%.h | $(B)/include
	cp $< $@
$(B)/include/%.h: upc/include/%.h | $(B)/include
	cp $< $@
$(B)/include/urt.h: upc/runtime/urt.h | $(B)/include
	cp $< $@
$(B)/include/urt-smp/%.h: upc/runtime/smp/%.h | $(B)/include/urt-smp
	cp $< $@

# ---- tools/show, C over the library's arithmetic
$(B)/bin/upc-stride-show: $(wildcard tools/show/*.[ch] src/*.c src/*.h include/*.h) Makefile | $(B)/bin
	echo '  CC   $@'
	$(CC) $(CFLAGS) -Isrc -Iinclude $(filter %.c,$^) -o $@ -lm

# ---- the library, the apps and the examples: UPC --------------------------------------------------------------
# Programs are linked with the library's objects, not its archive: every UPC compiler finds their shared variables.
BLAS ?= -lopenblas
FFTW ?= -lfftw3

$(LIBRARY): $(LIBRARY_OBJECTS) | $(B)/lib
	echo '  AR   $@'
	rm -f $@ && ar rcs $@ $^

ifdef FOREIGN
$(LIBRARY_OBJECTS): $(wildcard include/*.h src/*.h) Makefile
define compile-library
	echo '  UPCC $<'
	$(UPCC) $(UPCFLAGS) -c $< -o $@
endef

$(B)/apps/matmul: $(wildcard apps/matmul/*.upc apps/matmul/*.h) $(LIBRARY_OBJECTS) | $(B)/apps
	echo '  UPCC $@'
	$(UPCC) $(UPCFLAGS) $(filter %.upc %.o,$^) $(BLAS) -lm -o $@

APP_NEEDS = $(LIBRARY_OBJECTS)
else
$(LIBRARY_OBJECTS): $(OURS) Makefile
define compile-library
	echo '  UPCC $<'
	$(UPCC) $(UPCFLAGS) -MMD -MP -c $< -o $@
endef

$(B)/apps/matmul: $(wildcard apps/matmul/*.upc apps/matmul/*.h) $(OURS) $(LIBRARY) Makefile | $(B)/apps
	echo '  UPCC $@'
	$(UPCC) $(UPCFLAGS) $(filter %.upc,$^) $(BLAS) -o $@

APP_NEEDS = $(OURS) $(LIBRARY) Makefile

$(B)/examples/figure12: BLAS = $(FFTW) -lm
$(B)/examples/%: examples/%.upc $(OURS) $(LIBRARY) Makefile | $(B)/examples
	echo '  UPCC $<'
	$(UPCC) $(UPCFLAGS) $< $(BLAS) -o $@
endif

$(B)/apps/cholesky: $(wildcard apps/cholesky/* apps/common/*) $(APP_NEEDS) | $(B)/apps
	echo '  UPCC $@'
	$(UPCC) $(UPCFLAGS) $(filter %.upc $(LIBRARY_OBJECTS),$^) $(BLAS) -lm -o $@

$(B)/apps/fft3d: $(wildcard apps/fft3d/* apps/common/*) $(APP_NEEDS) | $(B)/apps
	echo '  UPCC $@'
	$(UPCC) $(UPCFLAGS) $(filter %.upc $(LIBRARY_OBJECTS),$^) $(FFTW) -lm -o $@

$(B)/obj/library/%.o: src/%.upc | $(B)/obj/library
	$(compile-library)
$(B)/obj/library/%.o: src/%.c | $(B)/obj/library
	$(compile-library)

$(B)/bench/access: bench/access.upc $(APP_NEEDS) | $(B)/bench
	echo '  UPCC $<'
	$(UPCC) -O3 $< -o $@

$(B)/bench/collectives: bench/collectives.upc bench/collectives.h $(APP_NEEDS) | $(B)/bench
	echo '  UPCC $<'
	$(UPCC) -O2 -Ibench $(filter %.upc $(LIBRARY_OBJECTS),$^) -o $@

$(B)/bench/dgemm: bench/dgemm.c Makefile | $(B)/bench
	echo '  CC   $<'
	$(CC) $(CFLAGS) $< $(BLAS) -o $@

$(addprefix $(B)/,bin lib include include/urt-smp apps bench examples obj/frontend obj/library obj/runtime/smp):
	mkdir -p $@

-include $(wildcard $(B)/obj/*/*.d $(B)/obj/*/*/*.d)

# ---- installation ---------------------------------------------------------------------------------------------
DEST = $(DESTDIR)$(PREFIX)
install: all
	install -d $(DEST)/bin $(DEST)/lib/upc-stride $(DEST)/include/upc-stride/urt-smp $(DEST)/share/doc/upc-stride
	install -m755 $(B)/bin/upcc $(B)/bin/upcrun $(B)/bin/upc-stride-show $(DEST)/bin
	install -m644 $(B)/lib/libupc_stride.a $(B)/lib/liburt-smp.a $(DEST)/lib/upc-stride
	install -m644 $(filter-out %/urt_near.h,$(HEADERS)) $(DEST)/include/upc-stride
	install -m644 $(B)/include/urt-smp/urt_near.h $(DEST)/include/upc-stride/urt-smp
	install -m644 README.md LICENSE CHANGELOG.md $(DEST)/share/doc/upc-stride
