# SPDX-License-Identifier: BSD-3-Clause
# `make help` names the targets. V=1 shows commands. LLVM=22 picks another LLVM (16 to 22); UPCC= and UPCRUN= another UPC compiler.
# This file has the options and the names of the targets. The rules are in make/, a file for each part of the project:
#
#   made                                          from                                                 by
#   build/bin/upcc                                upc/frontend/, Clang's libraries                     frontend.mk
#   build/lib/liburt-CONDUIT.a, build/bin/upcrun  upc/runtime/                                         conduits.mk, runtime.mk
#   build/lib/libupc_stride*.a, *.so              src/: .c by clang, .upc by build/bin/upcc            library.mk
#   build/apps/, build/examples/                  apps/, examples/: by upcc, with libupc_stride.a      programs.mk
#   build/bin/upc-stride-*, build/lib/*           companions/*/                                        companions.mk, companions/*/part.mk
#   build/bench/                                  bench/, when a benchmark runs                        bench.mk
#   build/tests/                                  tests/, when tests/run runs them                     check.mk

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
UPCFLAGS ?= -O $(PUBLIC:%=-I%) -I$(B)/include $(LIBRARIES:%=-I%)
ifeq ($(shell command -v $(firstword $(UPCC))),)
$(error UPCC=$(UPCC): no such program, must be a UPC compiler)
endif
else
B        := build$(TARGET:%=-%)$(if $(SANITIZE),-sanitized)$(if $(filter thread,$(SANITIZE)),-thread)
UPCC     := $(B)/bin/upcc
UPCRUN   := $(B)/bin/upcrun
UPCFLAGS ?= -O2 $(LIBRARIES:%=-I%) -Werror=incompatible-pointer-types
OURS      = $(B)/bin/upcc $(B)/lib/liburt-smp.a $(HEADERS)
endif

# TARGET=aarch64-linux-gnu: the libraries of the conduit smp for another processor, into build-TARGET; upcc --target=TARGET links
# with them. $(B)/bin/upcc and upcrun call those of build/, the latter with qemu. Debian has gcc-aarch64-linux-gnu and qemu-user.
ifdef TARGET
override MPICC := none
override GASNET_ROOT :=
endif

# SANITIZE=address,undefined: the runtime, the library, the programs and the tests are built with these sanitizers of Clang,
# which end a program at their first report. The front end is that of build/; tests/tools/compiler/sanitized.sh tests it.
# The sanitizers leave signals to the runtime, which reports them. With the address sanitizer malloc returns null for too much
# memory, as without it, and memory that is in use until the end need not be freed. The thread sanitizer ignores MPI's own
# threads, since MPI is compiled without it: the sanitizer does not see all of their locks and atomics.
# URT_CHECKS, which the installed headers define too: the runtime checks what loops over far elements assume (urt_far.h).
# tests/run passes these options in the environment. Programs that sshd starts do not get them from there, so they are linked
# with a function that returns them.
ifdef SANITIZE
SANITIZER_OPTIONS := exitcode=99:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:$(if \
  $(filter thread,$(SANITIZE)),ignore_noninstrumented_modules=1:detect_deadlocks=0,detect_leaks=0:allocator_may_return_null=1)
SANITIZERS := -g -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer -DURT_CHECKS
else
SANITIZERS := # not those of the environment: make may run inside a test
endif

# The C compiler of the runtime, of the arithmetic of the library, and of the tools. With UPCC= it is the system's. The threads of
# other compilers may be threads of one process (src/base/of_thread.h).
ifdef FOREIGN
CC      := cc
OF_THREAD := -DUPC_STRIDE_OF_THREAD=_Thread_local
else
CC       = $(or $(shell command -v clang-$(LLVM)),$(error clang-$(LLVM) is missing: \
  $(if $(filter 19,$(LLVM)),,LLVM=$(LLVM) )scripts/setup installs it))$(TARGET:%= --target=%)
endif
CFLAGS   = -std=gnu11 -O2 -gdwarf-4 -Wall -Wextra -Wno-missing-braces $(PIC) $(SANITIZERS) $(ANYWHERE) $(OF_THREAD)
# Two builds in two folders are the same bytes: no object names its folder.
ANYWHERE = -ffile-prefix-map='$(CURDIR)=.'
# The same objects go into archives, for programs of upcc, and into shared libraries.
PIC      = -fPIC -fno-semantic-interposition

# CONDUIT=mpi: the programs are built for that conduit, and `make check` runs all its tests on it.
ifdef CONDUIT
APPS_FOLDER    := $(B)/apps-$(CONDUIT)
APPS_NETWORK   := -network=$(CONDUIT)
else
APPS_FOLDER    := $(B)/apps
endif

.PHONY: all always help clean demo check check-slow check-all levels newest-mpis check-sanitized run-sanitized manual site \
  dist deb deb-check tree tarball wheel portable portable-check install uninstall notes \
  $(addprefix bench-,access apps collectives conduits report schedules tasks)
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
include make/companions.mk make/operations.mk make/conduits.mk make/frontend.mk make/runtime.mk make/library.mk make/programs.mk
include make/check.mk make/bench.mk
include $(COMPANIONS:%=companions/%/part.mk)

# What `make install` brings.
INSTALLED := $(B)/bin/upcc $(B)/bin/upcrun $(B)/lib/upcrun-ssh $(PROGRAMS:%=$(B)/bin/%) $(addprefix $(B)/lib/,$(LIB_PROGRAMS) $(LIB_FILES)) \
  $(LIBRARY) $(C_LIBRARIES) $(FAR_LIBRARIES) $(DOC_FILES)
include make/packages.mk make/install.mk

ifdef FOREIGN
all: $(LIBRARY) $(APPS) $(B)/companions $(B)/obj/brought
else ifdef TARGET
all: $(LIBRARY) build/lib/$(TARGET) $(B)/bin/upcrun
build/lib/$(TARGET): $(B)/lib/liburt-smp.a
	ln -sfn ../../$(B)/lib $@
else
all: $(INSTALLED) $(APPS) $(EXAMPLES) $(B)/companions $(B)/obj/brought notes
endif

help:
	cat make/help.txt

clean:
	rm -rf build build-foreign build-sanitized build-sanitized-thread build-*-linux-gnu

$(APPS_FOLDER) $(addprefix $(B)/,bin lib include bench examples obj/frontend \
  obj/library obj/apps obj/rules $(FAR:%=obj/library-%)):
	mkdir -p $@

-include $(wildcard $(B)/obj/*/*.d $(B)/obj/*/*/*.d $(B)/obj/*/*/*/*.d)

