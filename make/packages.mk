# SPDX-License-Identifier: BSD-3-Clause
# Made from the sources: the manual, the site, the files for editors, the tarball and Debian's packages.

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
docs/manual.md: include/upc_stride_coll.h scripts/manual scripts/operations
	scripts/manual >$@

.PHONY: wheel
wheel:
	packaging/wheel $(B)/wheel

# A tarball of what is committed; it builds without git.
dist:
	[ -d '$(DIST)' ] || { echo 'make dist: DIST=$(DIST): no such folder' >&2; exit 1; }
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
	cd $(B)/deb/upc-stride-$(VERSION) && env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -b -us -uc
	lintian --fail-on error $(B)/deb/*.changes
	echo '$(B)/deb/*.deb'

deb-check:
	packaging/bare_debian $(B)/deb
