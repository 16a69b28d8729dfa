# SPDX-License-Identifier: BSD-3-Clause
# Made from the sources: the manual, the site, the tarball and Debian's packages.

# By MkDocs: that of python3, else one that is installed into $(B)/site-tools.
site: $(PACKAGE_NEEDS)
	for python in python3 $(B)/site-tools/bin/python; do $$python -m mkdocs --version >/dev/null 2>&1 && break; done; \
	$$python -m mkdocs --version >/dev/null 2>&1 || { python3 -m venv $(B)/site-tools && $$python -m pip install -q mkdocs; } && \
	$$python scripts/site $(B)/site
	echo '$(B)/site/index.html'

manual: docs/manual.md
docs/manual.md: include/upc_stride_coll.h scripts/manual scripts/operations
	scripts/manual >$@

# An installation that runs where it is unpacked, with no LLVM beside it: for a machine with this C library or a newer one. It
# asks the MPI that it finds there how to link. Programs in C on MPI are linked by mpicc, and MPI's library is theirs.
$(B)/portable:
	mkdir -p $@
FOR_ANY_MPI = $(SHARED_OF_mpi:%=$(B)/portable/libupc_stride-%.so)
TREE = $(B)/portable/upc-stride-$(VERSION)
tree: $(PACKAGE_NEEDS) $(INSTALLED) $(B)/portable/upcc $(FOR_ANY_MPI)
	rm -rf $(TREE)
	$(MAKE) --no-print-directory install DESTDIR='$(CURDIR)/$(TREE)' PREFIX= PYTHON_FOLDER=/lib/python
	install -m755 $(B)/portable/upcc $(TREE)/bin
	install -d $(TREE)/lib/upc-stride/clang/lib/clang/$(LLVM)
	cp -RL $(shell $(CC) -print-resource-dir)/include $(TREE)/lib/upc-stride/clang/lib/clang/$(LLVM)
	rm -f $(TREE)/lib/upc-stride/urt-mpi-*.link $(TREE)/lib/upc-stride/urt-mpi-*.mpicc
	$(if $(FOR_ANY_MPI),install -m755 $(FOR_ANY_MPI:=.$(SOVERSION)) $(TREE)/lib)
	$(if $(filter mpi-abi,$(SHARED_OF_mpi)),packaging/mpi_abi $(B)/lib/libupc_stride-mpi-abi.so $(TREE)/lib/upc-stride/libmpi_abi.so)
	$(if $(BUILT_MPIS),sed -i 's/\(-lurt-mpi-[^ ]*\) .*/\1 -lm -lpthread -ldl -lrt/' $(TREE)/lib/pkgconfig/upc_stride-mpi-*.pc)
	for inside in llvm-$(LLVM)-dev zlib1g-dev libzstd-dev; do \
	  cp /usr/share/doc/$$inside/copyright $(TREE)/share/doc/upc-stride/copyright.$$inside || exit 1; done

tarball: tree
	packaging/tarball $(TREE)

wheel: tree
	packaging/wheel $(TREE)

portable:
	packaging/portable $(B)/portable

portable-check:
	packaging/portable_check $(B)/portable

# A tarball of what is committed; it builds without git. The recipes of Spack and conda get beside it, with its checksum.
dist:
	[ -d '$(DIST)' ] || { echo 'make dist: DIST=$(DIST): no such folder' >&2; exit 1; }
	git rev-parse HEAD >/dev/null || { echo 'make dist needs the git checkout' >&2; exit 1; }
	git archive --prefix=upc-stride-$(VERSION)/ -o "$(DIST)/upc-stride-$(VERSION).tar.gz" HEAD
	sum=$$(sha256sum <"$(DIST)/upc-stride-$(VERSION).tar.gz" | cut -c 1-64) && for recipe in spack/package.py conda/recipe.yaml; do \
	  mkdir -p "$(DIST)/$${recipe%/*}" && git show HEAD:packaging/$$recipe | sed "s/@SHA256@/$$sum/" >"$(DIST)/$$recipe" || exit 1; done
	echo '$(DIST)/upc-stride-$(VERSION).tar.gz, $(DIST)/spack, $(DIST)/conda'
DIST ?= .

# Built from the tarball of `make dist`, in a folder of its own.
deb:
	scripts/setup --debian
	rm -rf $(B)/deb && mkdir -p $(B)/deb
	$(MAKE) --no-print-directory dist DIST=$(B)/deb
	tar -C $(B)/deb -xf $(B)/deb/upc-stride-$(VERSION).tar.gz
	cd $(B)/deb/upc-stride-$(VERSION) && env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -b -us -uc
	lintian --fail-on error $(B)/deb/*.changes
	echo '$(B)/deb/*.deb'

deb-check:
	packaging/bare_debian $(B)/deb
