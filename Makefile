# SPDX-License-Identifier: BSD-3-Clause
# `make help` names the targets. V=1 shows commands. LLVM=20 picks another LLVM (16 to 20); UPCC= and UPCRUN= another UPC compiler.
# This file has the options and the names of the targets. The rules are in make/, a file for each part of the project.

VERSION := $(shell sed -n 's/.*UPC_STRIDE_VERSION "\(.*\)"/\1/p' include/upc_stride_version.h)
LLVM    ?= 19
PREFIX  ?= /usr/local

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j2
endif

# With UPCC= that compiler builds the library, the apps and the portable tests, into a separate folder. Nothing of this project's
# toolchain is used.
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

# SANITIZE=address,undefined: the runtime, the library, the programs and the tests are built with these sanitizers of Clang,
# which end a program at their first report. The front end is that of build/; tests/tools/sanitized.sh tests it.
# The sanitizers leave signals to the runtime, which reports them. With the address sanitizer malloc returns null for too much
# memory, as without it, and memory that is in use until the end need not be freed. The thread sanitizer ignores MPI's own
# threads, since MPI is compiled without it: the sanitizer does not see all of their locks and atomics.
# tests/run passes these options in the environment. Programs that sshd starts do not get them from there, so they are linked
# with a function that returns them.
ifdef SANITIZE
SANITIZER_OPTIONS := exitcode=99:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:$(if \
  $(filter thread,$(SANITIZE)),ignore_noninstrumented_modules=1:detect_deadlocks=0,detect_leaks=0:allocator_may_return_null=1)
SANITIZERS := -g -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
else
SANITIZERS := # not those of the environment: make may run inside a test
endif

# The C compiler of the runtime, of the arithmetic of the library, and of the tools.
CC       = $(or $(shell command -v clang-$(LLVM)),$(error clang-$(LLVM) is missing: \
  $(if $(filter 19,$(LLVM)),,LLVM=$(LLVM) )scripts/setup installs it))
CFLAGS   = -std=gnu11 -O2 -gdwarf-4 -Wall -Wextra -Wno-missing-braces $(PIC) $(SANITIZERS)
# The same objects go into archives, for programs of upcc, and into shared libraries.
PIC      = -fPIC -fno-semantic-interposition

# CONDUIT=mpi: the programs are built for that conduit, and `make check` runs all its tests on it.
ifdef CONDUIT
APPS_FOLDER    := $(B)/apps-$(CONDUIT)
APPS_NETWORK   := -network=$(CONDUIT)
else
APPS_FOLDER    := $(B)/apps
endif

.PHONY: all always help clean demo check check-slow check-all check-sanitized run-sanitized manual site editors vsix dist deb deb-check \
  install uninstall gasnet simgrid $(addprefix bench-,access apps collectives conduits graph python schedules tasks torus)
.DELETE_ON_ERROR:
ifndef V
.SILENT:
endif

# The text before a command's name: "  ", or with TOTAL, which demo and check pass, "12 of 203  ".
STEP := 0
step = $(if $(TOTAL),$(eval STEP := $(shell expr $(STEP) + 1))$(STEP) of $(TOTAL)) $(if 1, )
# counted TARGETS: makes them, with the number of each command and of all.
counted = total=$$($(MAKE) -n $(1) | grep -c "^echo '  [A-Z]"); $(MAKE) --no-print-directory TOTAL=$$total $(1)

.DEFAULT_GOAL := all
# In this order: a rule's targets and prerequisites are expanded when it is read.
include make/conduits.mk make/frontend.mk make/runtime.mk make/library.mk make/simulator.mk make/programs.mk
include make/check.mk make/bench.mk make/packages.mk make/install.mk

ifdef FOREIGN
all: $(LIBRARY) $(APPS)
else
all: $(B)/bin/upcc $(B)/bin/upcrun $(GDB_FILES) $(B)/bin/upc-stride-show $(B)/bin/upc-stride-map $(TUNE) $(LIBRARY) $(C_LIBRARIES) $(FAR_LIBRARIES) \
     $(SIMULATOR) $(APPS) $(EXAMPLES) gasnet simgrid
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

clean:
	rm -rf build build-foreign build-sanitized build-sanitized-thread

$(APPS_FOLDER) $(addprefix $(B)/,bin lib include include/urt-smp include/urt-mpi include/urt-gasnet include/urt-sim lib/machines lib/upc_gdb bench examples obj/frontend \
  obj/library obj/apps obj/rules obj/library-mpi obj/library-gasnet obj/library-sim obj/runtime/smp obj/runtime-mpi obj/runtime-gasnet obj/runtime-sim):
	mkdir -p $@

-include $(wildcard $(B)/obj/*/*.d $(B)/obj/*/*/*.d $(B)/obj/*/*/*/*.d)

