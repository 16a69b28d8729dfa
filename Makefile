# SPDX-License-Identifier: BSD-3-Clause
# `make help` names the targets. V=1 shows commands. LLVM=20 picks another LLVM (16 to 20); UPCC= and UPCRUN= another UPC compiler.

VERSION := $(shell sed -n 's/.*UPC_STRIDE_VERSION "\(.*\)"/\1/p' include/upc_stride_version.h)
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
ifeq ($(shell command -v $(firstword $(UPCC))),)
$(error UPCC=$(UPCC): no such program, must be a UPC compiler)
endif
else
B        := build$(if $(SANITIZE),-sanitized)$(if $(filter thread,$(SANITIZE)),-thread)
UPCC     := $(B)/bin/upcc
UPCRUN   := $(B)/bin/upcrun
UPCFLAGS ?= -O2 -Isrc
OURS      = $(B)/bin/upcc $(B)/lib/liburt-smp.a $(HEADERS)
endif

# SANITIZE=address,undefined: the runtime, the library, the programs and the tests are built with these sanitizers of Clang's,
# which end a program at their first report. The front end is the one of build/: tests/tools/sanitized.sh is its test.
# Such programs leave the signals to the runtime, which reports them. With the address sanitizer they get a null pointer for
# too much memory, as without it, and memory that is in use until the end need not be freed. The thread sanitizer ignores
# what MPI does between its own threads: MPI is compiled without it, so that it does not see all locks and atomics there.
# tests/run gives these options in the environment. Programs that sshd starts do not get it, so they are linked with a
# function that returns the same options.
ifdef SANITIZE
SANITIZER_OPTIONS := exitcode=99:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:$(if \
  $(filter thread,$(SANITIZE)),ignore_noninstrumented_modules=1:detect_deadlocks=0,detect_leaks=0:allocator_may_return_null=1)
SANITIZERS := -g -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
else
SANITIZERS := # not those of the environment: make may run inside a test
endif

# The MPI conduit is built with each of these that works; libraries of $(B)/lib and folders of $(B)/obj are named after
# it: mpicc.mpich makes mpi-mpich, mpicc.openmpi mpi-openmpi, mpicc mpi-mpicc.
MPICC ?= $(or $(strip $(foreach c,mpicc.mpich mpicc.openmpi,$(shell command -v $(c)))),mpicc)
ifndef FOREIGN
MPICCS := $(foreach c,$(MPICC),$(if $(shell $(c) -E -include mpi.h -x c /dev/null >/dev/null 2>&1 && echo works),$(c)))
MPIS   := $(patsubst mpicc.%,%,$(notdir $(MPICCS)))
endif

# The GASNet conduit is built for each of its conduits that is installed, in its sequential form: there is one thread in a
# process. GASNET_ROOT= names the installation, else pkg-config finds it.
ifndef FOREIGN
GASNET_ROOT ?= $(shell for c in smp udp mpi ibv ofi ucx; do pkg-config --variable=GASNET_PREFIX gasnet-$$c-seq 2>/dev/null && break; done)
GASNETS     := $(if $(GASNET_ROOT),$(patsubst $(GASNET_ROOT)/lib/libgasnet-%-seq.a,%,$(wildcard $(GASNET_ROOT)/lib/libgasnet-*-seq.a)))
endif

# CONDUIT=mpi: the programs are built for that conduit, and `make check` runs all its tests on it.
ifdef CONDUIT
APPS_FOLDER    := $(B)/apps-$(CONDUIT)
APPS_NETWORK   := -network=$(CONDUIT)
else
APPS_FOLDER    := $(B)/apps
endif

LIBRARY_SOURCES := $(wildcard src/*.upc src/*/*.upc src/*/*.c)
ifdef FOREIGN
LIBRARY_SOURCES := $(filter-out src/c/%,$(LIBRARY_SOURCES)) # programs in C need our runtime
endif
LIBRARY_HEADERS := $(wildcard include/*.h src/*.h src/*/*.h)
# The rules of src/schedules/default.rules as C: an array of lines.
DEFAULT_RULES   := $(B)/obj/rules/default_rules.c
LIBRARY_SOURCES += $(DEFAULT_RULES)
# What of the library knows no thread: plain C, which the tools and the unit tests compile without UPC.
ARITHMETIC      := $(wildcard src/*/*.c) $(DEFAULT_RULES)
vpath %.upc $(sort $(dir $(LIBRARY_SOURCES)))
vpath %.c $(sort $(dir $(ARITHMETIC)))
# Named apart from all other files of a program: Berkeley's upcc tells files by their names without folder and suffix.
LIBRARY_OBJECTS := $(patsubst %,$(B)/obj/library/stride_%.o,$(basename $(notdir $(LIBRARY_SOURCES))))
LIBRARY         := $(B)/lib/libupc_stride.a
# The same objects for all conduits and the tools: the C compiler compiles them once.
ARITHMETIC_OBJECTS := $(patsubst %,$(B)/obj/library/stride_%.o,$(basename $(notdir $(ARITHMETIC))))
# Tasks are not in standard UPC.
APP_NAMES       := $(filter-out $(if $(FOREIGN),tasks),$(shell apps/parts))
APPS            := $(APP_NAMES:%=$(APPS_FOLDER)/%)
EXAMPLES        := $(patsubst examples/%.upc,$(B)/examples/%,$(wildcard examples/*.upc))

MPI_LIBRARIES   := $(MPIS:%=$(B)/lib/liburt-mpi-%.a) $(MPIS:%=$(B)/lib/urt-mpi-%.link) \
                   $(if $(MPIS),$(B)/lib/libupc_stride-mpi.a)
TUNE            := $(B)/bin/upc-stride-tune $(patsubst %,$(B)/lib/upc-stride-measure-%,smp sim $(if $(MPIS),mpi) $(GASNETS:%=gasnet-%))
GASNET_LIBRARIES := $(GASNETS:%=$(B)/lib/liburt-gasnet-%.a) $(GASNETS:%=$(B)/lib/urt-gasnet-%.link) \
                    $(if $(GASNETS),$(B)/lib/libupc_stride-gasnet.a)
# Conduit sim runs programs on a simulated machine. Its simulator needs SimGrid; all else is built without it.
SIMGRID   := $(if $(FOREIGN),,$(wildcard /usr/include/simgrid/s4u.hpp /usr/local/include/simgrid/s4u.hpp))
# For programs that have a main of their own; not with sanitizers, which such programs do not bring.
SOVERSION        := 0
# GASNet's archives can be in a shared library only if they were compiled with -fPIC; elsewhere programs in C take ours as
# archives too.
PIC_GASNETS      := $(foreach c,$(GASNETS),$(if $(shell grep -e '-fPIC' $(GASNET_ROOT)/include/$(c)-conduit/$(c)-seq.mak),$(c)))
CONDUITS_OF_C    := $(MPIS:%=mpi-%) $(PIC_GASNETS:%=gasnet-%) $(if $(SIMGRID),sim)
C_LIBRARIES       = $(if $(FOREIGN)$(SANITIZE),,$(B)/lib/libupc_stride.so $(CONDUITS_OF_C:%=$(B)/lib/libupc_stride-%.so))
SIM_LIBRARIES    := $(if $(FOREIGN),,$(B)/lib/liburt-sim.a $(B)/lib/libupc_stride-sim.a)
FAR_LIBRARIES := $(MPI_LIBRARIES) $(GASNET_LIBRARIES) $(SIM_LIBRARIES)

MACHINES  := $(patsubst %,$(B)/lib/%,$(wildcard machines/*))
SIMULATOR := $(if $(FOREIGN),,$(if $(SIMGRID),$(B)/lib/upc-stride-simulator) $(MACHINES))

.PHONY: all always editors vsix site dist deb deb-check gasnet simgrid help demo manual check check-slow check-all check-sanitized run-sanitized install uninstall clean bench-access bench-python bench-tasks bench-graph bench-conduits bench-collectives bench-apps bench-schedules bench-torus
.DELETE_ON_ERROR:
ifndef V
.SILENT:
endif

# What a line says before the command: "  "; with TOTAL, which demo and check give, "12 of 203  ".
STEP := 0
step = $(if $(TOTAL),$(eval STEP := $(shell expr $(STEP) + 1))$(STEP) of $(TOTAL)) $(if 1, )
# counted TARGETS: makes them and says how far it is
counted = total=$$($(MAKE) -n $(1) | grep -c "^echo '  [A-Z]"); $(MAKE) --no-print-directory TOTAL=$$total $(1)

ifdef FOREIGN
all: $(LIBRARY) $(APPS)
else
all: $(B)/bin/upcc $(B)/bin/upcrun $(B)/lib/upc-gdb.py $(B)/bin/upc-stride-show $(B)/bin/upc-stride-map $(TUNE) $(LIBRARY) $(C_LIBRARIES) $(FAR_LIBRARIES) \
     $(SIMULATOR) $(APPS) $(EXAMPLES) gasnet simgrid
endif

gasnet:
ifeq ($(GASNETS),)
	echo 'conduit gasnet: left out, no GASNet-EX $(if $(GASNET_ROOT),with a libgasnet-*-seq.a in $(GASNET_ROOT),is known to pkg-config nor named by GASNET_ROOT=)'
endif

simgrid:
ifeq ($(SIMGRID),)
	echo 'simulated machines: left out, SimGrid is not installed; scripts/setup --machines installs it'
endif

help:
	echo 'make                 build everything into build/'
	echo 'make demo            install what is missing, build, multiply matrices on 4 threads with a check'
	echo 'make check           install what is missing, build, run the tests'
	echo 'make manual          docs/manual.md from the public header'
	echo 'make check-slow      tests that take long or need several hosts (as root, with MPI or GASNet-EX)'
	echo 'make check-all       every schedule, operation, thread count and synchronisation with each other (tests/all): long'
	echo 'make check-sanitized the tests with programs built for the address and undefined-behaviour sanitizers: long'
	echo 'make bench-access    shared accesses beside the same loops in C'
	echo 'make bench-tasks     tasks beside those of OpenMP and TBB'
	echo 'make bench-python    calls from Python beside C; a matrix product beside mpi4py and NumPy'
	echo 'make bench-graph     what a graph of steps costs for each part'
	echo 'make bench-conduits  each conduit beside the layer below it: memcpy, MPI; transfers, and all collectives on 2 and 4 hosts'
	echo 'make bench-collectives  the library beside MPICH, Open MPI, ScaLAPACK (scripts/setup --bench) and memcpy; takes 15 minutes,'
	echo '                     BENCH="--operations broadcast --threads 2" a part of it; UPCC=, UPCRUN=: beside upc_all_* of that compiler'
	echo 'make check CONDUIT=mpi   the same on MPI (mpi-mpich, mpi-openmpi: on that one); MPICC=mpicc.mpich builds for that one only'
	echo 'make bench-schedules a row team of a million threads: what working out its schedule costs a thread'
	echo 'make GASNET_ROOT=/path  with the GASNet-EX installed there, where pkg-config does not find one (docs/gasnet.md)'
	echo 'make bench-torus     the steps of the paper'"'"'s programs on a simulated Blue Gene/L, and docs/torus.md'
	echo 'make bench-apps      the applications beside OpenBLAS, FFTW and, where installed, ScaLAPACK and FFTW on MPI (scripts/setup --bench);'
	echo '                     takes 15 minutes, BENCH="--apps fft3d --sizes 128" less'
	echo 'make install PREFIX=/usr/local [DESTDIR=]   with manual pages, upc-stride.pc, documents and examples; make uninstall'
	echo 'make site            the documents as a site with a search, into $(B)/site; installs MkDocs where it is missing'
	echo 'make editors         highlighting for Vim and Emacs, and upc.vsix for VS Code, into $(B)/editors (docs/editors.md)'
	echo 'make dist            upc-stride-$(VERSION).tar.gz of what is committed'
	echo 'make deb             the packages for Debian 12 of what is committed, into $(B)/deb'
	echo 'make deb-check       installs them on a bare Debian 12 and tries each use (as root; downloads Debian and the packages they need)'
	echo 'make clean'
	echo 'make UPCC=/path/to/upcc UPCRUN=/path/to/upcrun [check]   with another UPC 1.3 compiler'

DEMO = $(UPCRUN) -n 4 $(B)/apps/matmul 1000 900 1100 --block 64 --grid 2x2 --check --repeat 5
demo:
	echo '1 of 3: packages that are missing (scripts/setup)'
	scripts/setup
	echo '2 of 3: building into $(B)'
	+$(call counted,$(if $(FOREIGN),,$(B)/bin/upcc $(B)/bin/upcrun) $(B)/apps/matmul)
	echo '3 of 3: $(DEMO)'
	$(DEMO)

check:
	echo '1 of 3: packages that are missing (scripts/setup)'
	scripts/setup
	echo '2 of 3: building into $(B)'
	+$(call counted,all)
	echo '3 of 3: tests'
	UPCC='$(UPCC)' UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN=$(FOREIGN) CONDUIT='$(CONDUIT)' tests/run

editors vsix: $(B)/editors/upc.vsix
$(B)/editors/upc.vsix: $(wildcard tools/editors/* tools/editors/vscode/*) include/upc_stride_version.h
	tools/editors/make $(B)/editors $(VERSION)
	echo '$(B)/editors: vim, emacs, upc.vsix'

# By MkDocs: that of python3, else one that is installed into $(B)/site-tools.
site:
	for python in python3 $(B)/site-tools/bin/python; do $$python -m mkdocs --version >/dev/null 2>&1 && break; done; \
	$$python -m mkdocs --version >/dev/null 2>&1 || { python3 -m venv $(B)/site-tools && $$python -m pip install -q mkdocs; } && \
	$$python scripts/site $(B)/site
	echo '$(B)/site/index.html'

manual: docs/manual.md
docs/manual.md: include/upc_stride_coll.h scripts/manual
	scripts/manual >$@

check-slow check-all:
	scripts/setup
	$(MAKE) --no-print-directory all
	UPCC='$(UPCC)' UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN=$(FOREIGN) CONDUIT='$(CONDUIT)' LIST=tests/$(@:check-%=%) tests/run

bench-access:
	scripts/setup
	$(MAKE) --no-print-directory all $(B)/bench/access
	$(UPCRUN) -n 2 $(B)/bench/access

bench-python: $(B)/bin/upcrun $(C_LIBRARIES)
	BUILD=$(B) bench/python/run

bench-tasks: $(B)/bin/upcrun $(APPS_FOLDER)/tasks
	UPCRUN='$(UPCRUN)' BUILD=$(B) CC=$(CC) bench/apps/run --apps 'forms everywhere nqueens mandelbrot pi blackscholes strassen' $(BENCH)

bench-graph: $(B)/bin/upcrun $(B)/bench/graph
	for n in 1 2; do echo "$$n threads"; $(UPCRUN) -n $$n $(B)/bench/graph; done

bench-collectives:
	scripts/setup
	$(MAKE) --no-print-directory all $(addprefix $(B)/bench/,collectives collectives_all sections overlap)
	UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN=$(FOREIGN) bench/collectives/run $(BENCH)

bench-conduits:
	scripts/setup
	$(MAKE) --no-print-directory all
	BUILD=$(B) bench/conduits/run

bench-torus: $(B)/bin/upcc $(B)/bin/upcrun $(B)/lib/libupc_stride-sim.a $(B)/lib/liburt-sim.a $(SIMULATOR)
	BUILD=$(B) bench/torus/run docs/torus.csv 32 128 512
	bench/torus/report docs/torus.csv docs/torus.md

bench-schedules:
	scripts/setup
	$(MAKE) --no-print-directory $(B)/bench/schedules
	$(B)/bench/schedules

bench-apps:
	scripts/setup
	$(MAKE) --no-print-directory $(if $(FOREIGN),,$(B)/bin/upcrun) $(APPS)
	UPCRUN='$(UPCRUN)' BUILD=$(B) CC=$(CC) bench/apps/run $(BENCH)

# A tarball of what is committed; it builds without git.
dist:
	git rev-parse HEAD >/dev/null || { echo 'make dist needs the git checkout' >&2; exit 1; }
	git archive --prefix=upc-stride-$(VERSION)/ -o $(DIST)/upc-stride-$(VERSION).tar.gz HEAD
	echo '$(DIST)/upc-stride-$(VERSION).tar.gz'
DIST ?= .

# Built from the tarball of `make dist`, in a folder of its own.
deb:
	scripts/setup --debian
	rm -rf $(B)/deb && mkdir -p $(B)/deb
	$(MAKE) --no-print-directory dist DIST=$(B)/deb
	tar -C $(B)/deb -xf $(B)/deb/upc-stride-$(VERSION).tar.gz
	cd $(B)/deb/upc-stride-$(VERSION) && env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -b -us -uc -J
	lintian --fail-on error $(B)/deb/*.changes
	echo '$(B)/deb/*.deb'

deb-check:
	packaging/bare_debian $(B)/deb

clean:
	rm -rf build build-foreign build-sanitized build-sanitized-thread

# ---- the compiler: upc/frontend, C++ on Clang's libraries -----------------------------------------------------
# Expanded only where used, so that a machine without LLVM can still run setup, help and clean.
CXX         = clang++-$(LLVM)
LLVM_CONFIG = llvm-config-$(LLVM)
CXXFLAGS    = -std=c++17 -O1 -Wall -fno-exceptions -Iupc/frontend -I$(shell $(LLVM_CONFIG) --includedir) \
              -DUPCC_VERSION='"$(VERSION)"' -DUPCC_LLVM_VERSION='"$(shell $(LLVM_CONFIG) --version)"' \
              -DCLANG_DRIVER='"$(shell $(LLVM_CONFIG) --bindir)/clang"'
FRONTEND    := $(patsubst upc/frontend/%.cpp,$(B)/obj/frontend/%.o,$(wildcard upc/frontend/*/*.cpp))

ifdef SANITIZE
$(B)/bin/upcc: build/bin/upcc tests/tools/upcc_sanitized $(B)/obj/sanitizer_options.o | $(B)/bin
	cp build/bin/upcc $@.plain
	sed 's|@SANITIZERS@|$(SANITIZERS)|' tests/tools/upcc_sanitized >$@
	chmod +x $@
$(B)/obj/sanitizer_options.o: tests/tools/sanitizer_options.c Makefile | $(B)/obj/library
	$(CC) -DOPTIONS='"$(SANITIZER_OPTIONS)"' -c $< -o $@
build/bin/upcc: always
	$(MAKE) --no-print-directory SANITIZE= $@
else
$(B)/bin/upcc: $(FRONTEND) | $(B)/bin
	echo '$(step)LINK $@'
	$(CXX) -o $@ $^ -L$(shell $(LLVM_CONFIG) --libdir) -l:$(notdir $(lastword $(sort $(wildcard \
	  $(shell $(LLVM_CONFIG) --libdir)/libclang-cpp.so*)))) -lLLVM-$(LLVM)
endif

$(B)/obj/frontend/clang_headers.pch: upc/frontend/clang_headers.h | $(B)/obj/frontend
	echo '$(step)CXX  $<'
	command -v $(CXX) $(LLVM_CONFIG) >/dev/null || { echo "$(CXX) or $(LLVM_CONFIG) is missing: scripts/setup installs it" >&2; exit 1; }
	$(CXX) $(CXXFLAGS) -fpch-instantiate-templates -x c++-header $< -o $@

$(B)/obj/frontend/%.o: upc/frontend/%.cpp $(B)/obj/frontend/clang_headers.pch Makefile
	echo '$(step)CXX  $<'
	mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) -include-pch $(B)/obj/frontend/clang_headers.pch -MMD -MP -c $< -o $@

# ---- the runtime: upc/runtime, C ------------------------------------------------------------------------------
CC       = $(or $(shell command -v clang-$(LLVM)),$(error clang-$(LLVM) is missing: \
  $(if $(filter 19,$(LLVM)),,LLVM=$(LLVM) )scripts/setup installs it))
CFLAGS   = -std=gnu11 -O2 -gdwarf-4 -Wall -Wextra -Wno-missing-braces $(PIC) $(SANITIZERS)
# The runtime and the library are in archives, for programs of upcc, and in shared libraries: of the same objects.
PIC      = -fPIC -fno-semantic-interposition
HEADERS := $(patsubst include/%,$(B)/include/%,$(wildcard include/*.h)) \
           $(patsubst upc/include/%,$(B)/include/%,$(wildcard upc/include/*.h)) \
           $(addprefix $(B)/include/,urt.h urt_pointers.h urt_blocks.h urt_loops.h urt_aggregate.h urt-smp/urt_near.h) $(if $(MPIS),$(B)/include/urt-mpi/urt_near.h) \
           $(if $(GASNETS),$(B)/include/urt-gasnet/urt_near.h) $(B)/include/urt-sim/urt_near.h
# What all conduits share, and what is a conduit's own: its folder, and its folder of job control.
CORE    := $(wildcard $(addprefix upc/runtime/,$(addsuffix /*.c,base core libraries berkeley tasks job conduits conduits/reference conduits/nodes)))
conduit-sources = $(wildcard upc/runtime/conduits/$(1)/*.c upc/runtime/job/$(1)/*.c)
RUNTIME := $(patsubst upc/runtime/%.c,$(B)/obj/runtime/%.o,$(CORE) $(call conduit-sources,smp))

$(B)/lib/liburt-smp.a: $(RUNTIME) | $(B)/lib
	echo '$(step)AR   $@'
	rm -f $@ && ar rcs $@ $^

$(B)/obj/runtime/job/upcrun/variables.o: CFLAGS += -I$(B)/obj
$(B)/obj/runtime/job/upcrun/options.o: CFLAGS += -Iinclude
$(B)/obj/runtime/job/upcrun/variables.o: $(B)/obj/job/upcrun/variables.inc
$(B)/obj/job/upcrun/variables.inc: docs/environment.md scripts/environment
	mkdir -p $(@D)
	scripts/environment >$@

$(B)/bin/upcrun: $(patsubst upc/runtime/%.c,$(B)/obj/runtime/%.o,$(wildcard upc/runtime/job/upcrun/*.c) upc/runtime/base/host.c) | $(B)/bin
	echo '$(step)LINK $@'
	$(CC) $(SANITIZERS) -o $@ $^

$(B)/obj/runtime/%.o: upc/runtime/%.c Makefile
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(CC) $(CFLAGS) -Iupc/runtime -Iupc/runtime/conduits/smp -MMD -MP -c $< -o $@

# The conduits mpi and gasnet: the core is compiled once for the conduit's headers, the conduit for each MPI and for each
# conduit of GASNet's. What a program links with is in a .link file that upcc reads.
define core-rules
$(B)/obj/runtime-$(1)/%.o: upc/runtime/%.c Makefile
	echo '$$(step)CC   $$< ($(1))'
	mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -Iupc/runtime -Iupc/runtime/conduits/$(1) -MMD -MP -c $$< -o $$@
$(B)/include/urt-$(1)/%.h: upc/runtime/conduits/$(1)/%.h | $(B)/include/urt-$(1)
	cp $$< $$@
endef
$(foreach c,mpi gasnet sim,$(eval $(call core-rules,$(c))))
core-of = $(patsubst upc/runtime/%.c,$(B)/obj/runtime-$(1)/%.o,$(CORE))

# The conduit sim forks its threads as smp does, and has the same monitor.
SIM_OBJECTS := $(patsubst upc/runtime/%.c,$(B)/obj/runtime-sim/%.o,$(call conduit-sources,sim) upc/runtime/job/smp/monitor.c)
$(B)/lib/liburt-sim.a: $(call core-of,sim) $(SIM_OBJECTS) | $(B)/lib
	echo '$(step)AR   $@'
	rm -f $@ && ar rcs $@ $^

# The shared libraries for programs that have a main of their own: the library and the runtime together, less the main of
# UPC programs. One for each conduit that can be inside such a program.
define link-shared
	echo '$(step)LINK $@'
	$(CC) $(SANITIZERS) -shared -Wl,-soname,$(notdir $@).$(SOVERSION) -Wl,-Bsymbolic -Wl,-z,defs \
	  -Wl,--version-script=src/c/libupc_stride.map -o $@.$(SOVERSION) $(filter %.o,$^) \
	  $(1) -lm -lpthread
	ln -sf $(notdir $@).$(SOVERSION) $@
endef
without-main = $(filter-out %/core/main.o,$(1))
upc-library-of = $(patsubst $(B)/obj/library/%,$(B)/obj/library-$(1)/%,$(filter-out $(ARITHMETIC_OBJECTS),$(LIBRARY_OBJECTS)))
library-of = $(call upc-library-of,$(1)) $(ARITHMETIC_OBJECTS)
$(B)/lib/libupc_stride.so: $(LIBRARY_OBJECTS) $(call without-main,$(RUNTIME)) src/c/libupc_stride.map Makefile | $(B)/lib
	$(call link-shared)
$(B)/lib/libupc_stride-sim.so: $(call library-of,sim) $(call without-main,$(call core-of,sim)) $(SIM_OBJECTS) src/c/libupc_stride.map Makefile | $(B)/lib
	$(call link-shared)

# The simulator is C++ on SimGrid, and no part of any program: it has no sanitizers.
SIMULATOR_CXX = $(or $(shell command -v g++),$(CXX))
# It places threads by the library's arithmetic of maps.
SIMULATOR_TORUS = $(patsubst src/%.c,$(B)/obj/runtime/simulator/%.o,$(wildcard src/torus/torus_*.c) \
                    $(addprefix src/base/,allocate.c environment.c operation.c))
$(B)/lib/upc-stride-simulator: $(patsubst upc/runtime/%.cpp,$(B)/obj/runtime/%.o,$(wildcard upc/runtime/simulator/*.cpp)) $(SIMULATOR_TORUS) | $(B)/lib
	echo '$(step)LINK $@'
	$(SIMULATOR_CXX) -o $@ $^ -lsimgrid
$(B)/obj/runtime/simulator/%.o: upc/runtime/simulator/%.cpp Makefile
	echo '$(step)CXX  $<'
	mkdir -p $(@D)
	$(SIMULATOR_CXX) -std=c++17 -O2 -g -Wall -Wextra -Iupc/runtime -idirafter src -MMD -MP -c $< -o $@
$(SIMULATOR_TORUS): $(B)/obj/runtime/simulator/%.o: src/%.c $(LIBRARY_HEADERS) Makefile
	echo '$(step)CC   $<'
	mkdir -p $(@D)
	$(CC) $(filter-out $(SANITIZERS),$(CFLAGS)) -Isrc -Iinclude -c $< -o $@
$(B)/lib/machines/%: machines/% | $(B)/lib/machines
	cp $< $@

define mpi-rules
$(B)/obj/mpi-$(1)/%.o: upc/runtime/%.c Makefile
	echo '$$(step)CC   $$< ($(1))'
	mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -DURTC_MPIEXEC='"$(or $(shell command -v $(subst mpicc,mpiexec,$(2))),mpiexec)"' -Iupc/runtime \
	  -Iupc/runtime/conduits/mpi $$(filter -I%,$$(shell $(2) -show)) -MMD -MP -c $$< -o $$@
$(B)/lib/liburt-mpi-$(1).a: $(call core-of,mpi) $(patsubst upc/runtime/%.c,$(B)/obj/mpi-$(1)/%.o,$(call conduit-sources,mpi)) | $(B)/lib
	echo '$$(step)AR   $$@'
	rm -f $$@ && ar rcs $$@ $$^
$(B)/lib/libupc_stride-mpi-$(1).so: $(call without-main,$(call core-of,mpi)) $(B)/lib/urt-mpi-$(1).link src/c/libupc_stride.map Makefile \
  $(patsubst upc/runtime/%.c,$(B)/obj/mpi-$(1)/%.o,$(call conduit-sources,mpi)) $(call library-of,mpi) | $(B)/lib
	$$(call link-shared,$$$$(cat $(B)/lib/urt-mpi-$(1).link))
$(B)/lib/urt-mpi-$(1).link: Makefile | $(B)/lib
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
$(B)/obj/gasnet-$(1)/%.o: upc/runtime/%.c Makefile $(B)/lib/gasnet.root
	echo '$$(step)CC   $$< ($(1))'
	mkdir -p $$(@D)
	$$(call gasnet-value,$(1),GASNET_CC) $$(GASNET_WARNINGS) $$(call gasnet-value,$(1),GASNET_CPPFLAGS) $$(call gasnet-value,$(1),GASNET_CFLAGS) \
	  -DURTC_BELOW='"$(1)"' -DURTC_GASNET_BIN='"$(GASNET_ROOT)/bin"' -Iupc/runtime -Iupc/runtime/conduits/gasnet -MMD -MP -c $$< -o $$@
$(B)/lib/liburt-gasnet-$(1).a: $(call core-of,gasnet) $(patsubst upc/runtime/%.c,$(B)/obj/gasnet-$(1)/%.o,$(call conduit-sources,gasnet)) | $(B)/lib
	echo '$$(step)AR   $$@'
	rm -f $$@ && ar rcs $$@ $$^
$(B)/lib/libupc_stride-gasnet-$(1).so: $(call without-main,$(call core-of,gasnet)) $(B)/lib/urt-gasnet-$(1).link src/c/libupc_stride.map Makefile \
  $(patsubst upc/runtime/%.c,$(B)/obj/gasnet-$(1)/%.o,$(call conduit-sources,gasnet)) $(call library-of,gasnet) | $(B)/lib
	$$(call link-shared,$$$$(cat $(B)/lib/urt-gasnet-$(1).link))
$(B)/lib/urt-gasnet-$(1).link: Makefile $(B)/lib/gasnet.root | $(B)/lib
	set -- $$(call gasnet-value,$(1),GASNET_LIBS) $$$$([ -z "$$(call gasnet-value,$(1),GASNET_LD_REQUIRES_CXX)" ] || echo -lstdc++) \
	  $$$$([ -z "$$(call gasnet-value,$(1),GASNET_LD_REQUIRES_MPI)" ] || $$(call gasnet-value,$(1),GASNET_LD) -show | tr ' ' '\n' | grep '^-[lLW][^a]'); \
	echo "$$$$*" >$$@
endef
$(foreach c,$(GASNETS),$(eval $(call gasnet-rules,$(c))))

$(B)/bench/far-gasnet-%.o: bench/conduits/far_gasnet.c bench/conduits/far.h bench/measure/collectives.h Makefile | $(B)/bench
	$(call gasnet-value,$*,GASNET_CC) $(GASNET_WARNINGS) $(call gasnet-value,$*,GASNET_CPPFLAGS) $(call gasnet-value,$*,GASNET_CFLAGS) \
	  -Ibench -c $< -o $@
$(B)/bench/conduits-gasnet-%.o: bench/conduits/conduits_gasnet.c bench/conduits/conduits.h Makefile | $(B)/bench
	$(call gasnet-value,$*,GASNET_CC) $(GASNET_WARNINGS) $(call gasnet-value,$*,GASNET_CPPFLAGS) $(call gasnet-value,$*,GASNET_CFLAGS) \
	  -Ibench -c $< -o $@

$(B)/include/%.h: include/%.h | $(B)/include
	cp $< $@
$(B)/include/%.h: upc/include/%.h | $(B)/include
	cp $< $@
$(B)/include/%.h: upc/runtime/%.h | $(B)/include
	cp $< $@
$(B)/include/urt-smp/%.h: upc/runtime/conduits/smp/%.h | $(B)/include/urt-smp
	cp $< $@

# ---- tools/gdb, commands of gdb's in Python
$(B)/lib/upc-gdb.py: tools/gdb/upc.py | $(B)/lib
	cp $< $@

# ---- the rules of the library as C
$(DEFAULT_RULES): src/schedules/default.rules Makefile | $(B)/obj/rules
	{ echo '/* Made from $<: see schedules/rule.h. */'; \
	  echo 'extern const char *const upc_stride_default_rules[];'; \
	  echo 'const char *const upc_stride_default_rules[] = {'; \
	  sed 's/[\\"]/\\&/g; s/.*/  "&",/' $<; echo '  0'; echo '};'; } >$@

# ---- tools/show, tools/map, tools/tune: C over the library's arithmetic; tune runs a UPC program on each conduit
$(B)/bin/upc-stride-show $(B)/bin/upc-stride-map $(B)/bin/upc-stride-tune: $(B)/bin/upc-stride-%: $(wildcard tools/*/*.[ch]) \
  $(ARITHMETIC_OBJECTS) $(LIBRARY_HEADERS) Makefile | $(B)/bin
	echo '$(step)CC   $@'
	$(CC) $(CFLAGS) -Itools -Isrc -Iinclude $(filter tools/common/%.c tools/$*/%.c,$^) $(ARITHMETIC_OBJECTS) -o $@ -lm
$(B)/lib/upc-stride-measure-%: tools/tune/measure.upc $(OURS) $(LIBRARY) $(FAR_LIBRARIES) | $(B)/lib
	echo '$(step)UPCC $@'
	$(UPCC) -network=$* $(UPCFLAGS) $< -o $@

# ---- the library, the apps and the examples: UPC --------------------------------------------------------------
# Programs are linked with the library's objects, not its archive: every UPC compiler finds their shared variables.
BLAS ?= -lopenblas
FFTW ?= -lfftw3

$(LIBRARY): $(LIBRARY_OBJECTS) | $(B)/lib
	echo '$(step)AR   $@'
	rm -f $@ && ar rcs $@ $^

ifdef FOREIGN
$(LIBRARY_OBJECTS): $(LIBRARY_HEADERS) Makefile
define compile-library
	echo '$(step)UPCC $<'
	ln -sf $(abspath $<) $(@:.o=$(suffix $<))
	$(UPCC) $(UPCFLAGS) -c $(@:.o=$(suffix $<)) -o $@
endef

APP_NEEDS = $(LIBRARY_OBJECTS)
else
$(filter-out $(ARITHMETIC_OBJECTS),$(LIBRARY_OBJECTS)): $(B)/bin/upcc $(HEADERS) Makefile
$(ARITHMETIC_OBJECTS): $(B)/obj/library/stride_%.o: %.c Makefile | $(B)/obj/library
	echo '$(step)CC   $<'
	$(CC) $(CFLAGS) -Isrc -Iinclude -MMD -MP -c $< -o $@
NOTES_NO_CALLS := -Wc,-DURT_NOTES_NO_CALLS -Wc,-gdwarf-4 # messages name calls of the program, see urt.h; types for debuggers
define compile-library
	echo '$(step)UPCC $<'
	$(UPCC) $(UPCFLAGS) $(PIC) $(NOTES_NO_CALLS) -MMD -MP -c $< -o $@
endef

# What of the library is UPC once more, for the header of each of the other conduits.
define library-rules
$(B)/lib/libupc_stride-$(1).a: $(call library-of,$(1)) | $(B)/lib
	echo '$$(step)AR   $$@'
	rm -f $$@ && ar rcs $$@ $$^
$(call upc-library-of,$(1)): $(B)/bin/upcc $(HEADERS) Makefile | $(2) $(B)/obj/library-$(1)
$(B)/obj/library-$(1)/stride_%.o: %.upc
	echo '$$(step)UPCC $$< ($(1))'
	$$(UPCC) -network=$(1) $$(UPCFLAGS) $$(PIC) $$(NOTES_NO_CALLS) -MMD -MP -c $$< -o $$@
endef
$(eval $(call library-rules,mpi,$(MPIS:%=$(B)/lib/liburt-mpi-%.a)))
$(eval $(call library-rules,gasnet,$(GASNETS:%=$(B)/lib/liburt-gasnet-%.a)))
$(eval $(call library-rules,sim,$(B)/lib/liburt-sim.a))

APP_NEEDS = $(OURS) $(LIBRARY) $(if $(CONDUIT),$(FAR_LIBRARIES)) Makefile

$(B)/examples/figure12: BLAS = $(FFTW) -lm
$(B)/examples/%: examples/%.upc $(OURS) $(LIBRARY) Makefile | $(B)/examples
	echo '$(step)UPCC $<'
	$(UPCC) $(UPCFLAGS) $< $(BLAS) -o $@
endif

# fftw3.h is for the C compiler. FFTW='-lfftw3_threads -lfftw3': UPC threads are threads of one process.
$(B)/obj/apps/%.o: apps/common/%.c apps/common/%.h Makefile | $(B)/obj/apps
	echo '$(step)CC   $<'
	$(if $(FOREIGN),cc -O2,$(CC) $(CFLAGS)) $(if $(findstring fftw3_threads,$(FFTW)),-DPLANNER_OF_THREADS) -c $< -o $@

# apps/parts says what an application is built from. Its C files are compiled by the C compiler.
define app-rules
$(APPS_FOLDER)/$(1): $(patsubst apps/common/%.c,$(B)/obj/apps/%.o,$(filter %.c,$(2))) $(wildcard apps/$(1)/* apps/common/*) $(APP_NEEDS) | $(APPS_FOLDER)
	echo '$$(step)UPCC $$@'
	$$(UPCC) $$(APPS_NETWORK) $$(UPCFLAGS) $$(filter %.upc $(B)/obj/apps/%.o $$(LIBRARY_OBJECTS),$$^) $(filter -%,$(2)) -o $$@
endef
$(foreach a,$(APP_NAMES),$(eval $(call app-rules,$(a),$(shell BLAS='$(BLAS)' FFTW='$(FFTW)' apps/parts $(a)))))

$(B)/obj/library/stride_%.o: %.upc | $(B)/obj/library
	$(compile-library)
ifdef FOREIGN
$(B)/obj/library/stride_%.o: %.c | $(B)/obj/library
	$(compile-library)
endif

MEASURE := $(wildcard bench/measure/*.h)
$(B)/bench/access: bench/access.upc $(MEASURE) $(APP_NEEDS) | $(B)/bench
	echo '$(step)UPCC $<'
	$(UPCC) -O3 -Ibench $< -o $@

$(B)/bench/graph: bench/graph.upc $(MEASURE) $(APP_NEEDS) | $(B)/bench
	echo '$(step)UPCC $<'
	$(UPCC) -O2 -Ibench $< -o $@

COLLECTIVES := $(addprefix $(B)/bench/,collectives collectives_all sections)
$(COLLECTIVES) $(B)/bench/overlap: $(B)/bench/%: bench/collectives/%.upc $(MEASURE) $(wildcard bench/collectives/*.h) $(APP_NEEDS) | $(B)/bench
	echo '$(step)UPCC $<'
	$(UPCC) -O2 -Ibench $(if $(FOREIGN),-Iinclude -Isrc) $< $(filter $(LIBRARY_OBJECTS),$^) $(BENCH_LIBRARIES) -o $@
$(B)/bench/overlap: BENCH_LIBRARIES = $(BLAS) -lm

$(B)/bench/schedules: bench/schedules.c $(MEASURE) $(ARITHMETIC_OBJECTS) $(LIBRARY_HEADERS) Makefile | $(B)/bench
	echo '$(step)CC   $<'
	$(CC) $(CFLAGS) -Ibench -Isrc -Iinclude $< $(ARITHMETIC_OBJECTS) -o $@

$(APPS_FOLDER) $(addprefix $(B)/,bin lib include include/urt-smp include/urt-mpi include/urt-gasnet include/urt-sim lib/machines bench examples obj/frontend \
  obj/library obj/apps obj/rules obj/library-mpi obj/library-gasnet obj/library-sim obj/runtime/smp obj/runtime-mpi obj/runtime-gasnet obj/runtime-sim):
	mkdir -p $@

-include $(wildcard $(B)/obj/*/*.d $(B)/obj/*/*/*.d $(B)/obj/*/*/*/*.d)

# ---- sanitizers -----------------------------------------------------------------------------------------------
# The tests with sanitized programs: all lines but those of tests/not_sanitized with the address and undefined-behaviour
# sanitizers; with the thread sanitizer those that start a thread: the runtime on MPI, whose jobs on several hosts have one,
# and a program in C; and those with tasks, which switch stacks. WORDS= are the words of tests/run.
check-sanitized:
	scripts/setup --sanitize
	$(MAKE) --no-print-directory SANITIZE=address,undefined run-sanitized
	$(MAKE) --no-print-directory SANITIZE=thread run-sanitized
	tests/tools/sanitized.sh 1 200

THREADED := $(LIBRARY) $(addprefix $(B)/,bin/upcc bin/upcrun lib/liburt-smp.a $(MPIS:%=lib/liburt-mpi-%.a) $(MPIS:%=lib/urt-mpi-%.link))
run-sanitized: $(if $(filter thread,$(SANITIZE)),$(THREADED) $(HEADERS),all)
	SANITIZERS='$(SANITIZERS)' SANITIZER_OPTIONS='$(SANITIZER_OPTIONS)' UPCC='$(UPCC)' UPCRUN='$(UPCRUN)' BUILD=$(B) FOREIGN= CONDUIT='$(CONDUIT)' LIST='tests/list tests/slow' tests/run \
	  $(or $(WORDS),$(if $(filter thread,$(SANITIZE)),$(MPIS:%='mpi-% tests/runtime') tests/upc/c/generic_atomic.c \
	  $(foreach t,tasks_begin tasks_on tasks_random tasks_variables ext_tasks ext_sync_,'smp tests/upc/run/$t')))

# ---- installation ---------------------------------------------------------------------------------------------
DEST = $(DESTDIR)$(PREFIX)
# Where Python looks below PREFIX; if nowhere, the usual folder, for PYTHONPATH.
PYTHON_FOLDER ?= $(shell python3 -c 'import sys; print(next((p for p in sys.path if p.startswith("$(PREFIX)/") and \
  p.endswith("-packages")), "$(PREFIX)/lib/python%d.%d/site-packages" % sys.version_info[:2]))')
PYTHON_DEST    = $(DESTDIR)$(PYTHON_FOLDER)
# pc-file NAME,DESCRIPTION,LIBRARIES: what pkg-config says.
pc-file = printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include/upc-stride' '' 'Name: $(1)' 'Description: $(2)' \
  'Version: $(VERSION)' 'Cflags: -I$${includedir}' "Libs: $(3)" >"$(DEST)/lib/pkgconfig/$(1).pc"
IN_C    = collectives on sections of distributed arrays for C C++ and Fortran
install: all
	install -d "$(DEST)/bin" "$(DEST)/lib/upc-stride" "$(DEST)/include/upc-stride/urt-smp" "$(DEST)/share/doc/upc-stride/docs"
	install -m755 $(B)/bin/upcc $(B)/bin/upcrun $(B)/bin/upc-stride-show $(B)/bin/upc-stride-map $(B)/bin/upc-stride-tune "$(DEST)/bin"
	install -m644 $(B)/lib/libupc_stride.a $(B)/lib/liburt-smp.a "$(DEST)/lib/upc-stride"
	install -m755 $(wordlist 2,20,$(TUNE)) "$(DEST)/lib/upc-stride"
	install -m644 $(filter-out %/urt_near.h,$(HEADERS)) "$(DEST)/include/upc-stride"
	install -m644 $(B)/include/urt-smp/urt_near.h "$(DEST)/include/upc-stride/urt-smp"
	$(foreach c,$(if $(MPIS),mpi) $(if $(GASNETS),gasnet),install -d "$(DEST)/include/upc-stride/urt-$(c)" && \
	  install -m644 $(B)/include/urt-$(c)/urt_near.h "$(DEST)/include/upc-stride/urt-$(c)" &&) true
	$(if $(strip $(FAR_LIBRARIES)),install -m644 $(FAR_LIBRARIES) "$(DEST)/lib/upc-stride")
	install -d "$(DEST)/lib/upc-stride/machines" "$(DEST)/include/upc-stride/urt-sim"
	install -m644 $(B)/include/urt-sim/urt_near.h "$(DEST)/include/upc-stride/urt-sim"
	install -m644 machines/* "$(DEST)/lib/upc-stride/machines"
	$(if $(SIMGRID),install -m755 $(B)/lib/upc-stride-simulator "$(DEST)/lib/upc-stride")
	install -m644 src/schedules/default.rules $(B)/lib/upc-gdb.py "$(DEST)/lib/upc-stride"
	scripts/manpages "$(DEST)/share/man" $(B)/bin
	install -d "$(DEST)/lib/pkgconfig"
	$(call pc-file,upc-stride,collectives on sections of shared arrays for UPC,-L\$${prefix}/lib/upc-stride -lupc_stride -lurt-smp -lm)
	$(foreach l,$(notdir $(C_LIBRARIES:.so=)),$(call pc-file,$(l:lib%=%),$(IN_C),-L\$${prefix}/lib -l$(l:lib%=%)) &&) true
	$(foreach c,$(filter-out $(PIC_GASNETS),$(GASNETS)),$(call pc-file,upc_stride-gasnet-$(c),$(IN_C),-L\$${prefix}/lib/upc-stride \
	  -lupc_stride-gasnet -lurt-gasnet-$(c) $$(cat $(B)/lib/urt-gasnet-$(c).link) -lm -lpthread) &&) true
	install -m644 include/upc_stride.f90 "$(DEST)/include/upc-stride"
	install -d "$(DEST)/lib/cmake/UpcStride"
	install -m644 scripts/cmake/UpcStrideConfig.cmake "$(DEST)/lib/cmake/UpcStride"
	sed 's/@VERSION@/$(VERSION)/' scripts/cmake/UpcStrideConfigVersion.cmake >"$(DEST)/lib/cmake/UpcStride/UpcStrideConfigVersion.cmake"
	$(foreach l,$(C_LIBRARIES),install -m755 $(l).$(SOVERSION) "$(DEST)/lib" && ln -sf $(notdir $(l)).$(SOVERSION) "$(DEST)/lib/$(notdir $(l))" &&) true
	install -d "$(PYTHON_DEST)/upc_stride"
	install -m644 python/upc_stride/*.py python/upc_stride/*.pyi python/upc_stride/py.typed "$(PYTHON_DEST)/upc_stride"
	scripts/install_documents "$(DEST)/share/doc/upc-stride"

# What install has brought, and nothing else: the folders named upc-stride are ours alone. Folders that
# other software has too go if they are empty, but for bin, lib, include, share and Python's.
uninstall:
	cd "$(DEST)" && rm -rf lib/upc-stride include/upc-stride share/doc/upc-stride lib/pkgconfig/upc-stride.pc lib/cmake/UpcStride
	rm -rf "$(PYTHON_DEST)/upc_stride"
	cd "$(DEST)" && rm -f lib/libupc_stride.so* lib/libupc_stride-*.so* lib/pkgconfig/upc_stride.pc lib/pkgconfig/upc_stride-*.pc
	cd "$(DEST)" && rm -f $(addprefix bin/,upcc upcrun upc-stride-show upc-stride-map upc-stride-tune) share/man/man7/upc_stride.7 \
	  $(addprefix share/man/man1/,upcc.1 upcrun.1 upc-stride-show.1 upc-stride-map.1 upc-stride-tune.1) \
	  share/man/man3/upc_stride_*.3 share/man/man3/UPC_STRIDE_*.3 share/man/man3/UPC_SECTION.3 share/man/man3/upc_haveaffinity.3
	cd "$(DEST)" && for folder in lib/pkgconfig lib/cmake share/man/man1 share/man/man3 share/man/man7 share/doc; do \
	  [ ! -d $$folder ] || rmdir --ignore-fail-on-non-empty $$folder; done
