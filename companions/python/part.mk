# SPDX-License-Identifier: BSD-3-Clause
# The Python package, by ctypes on libupc_stride.so: make install puts it where Python looks below PREFIX; make bench-python.
# packages --cluster: python3-numpy python3-pytest python3-mpi4py
# needs: files numerics
ifndef FOREIGN
# Where Python looks below PREFIX; if nowhere, the usual folder, for PYTHONPATH.
PYTHON_FOLDER ?= $(shell python3 -c 'import sys; print(next((p for p in sys.path if p.startswith("$(PREFIX)/") and \
  p.endswith("-packages")), "$(PREFIX)/lib/python%d.%d/site-packages" % sys.version_info[:2]))')
PYTHON_DEST    = $(DESTDIR)$(PYTHON_FOLDER)
.PHONY: install-python uninstall-python
install: install-python
install-python:
	cd companions/python && find upc_stride -name '*.py' -o -name py.typed | while read -r file; do \
	  install -D -m644 "$$file" "$(PYTHON_DEST)/$$file" || exit; done
	companions/python/types >"$(PYTHON_DEST)/upc_stride/_calls/_calls.pyi"
	@echo 'Python finds the package with: export PYTHONPATH=$(PYTHON_FOLDER)'
uninstall: uninstall-python
uninstall-python:
	rm -rf "$(PYTHON_DEST)/upc_stride"

.PHONY: bench-python
bench-python: $(B)/bin/upcrun $(C_LIBRARIES)
	BUILD=$(B) companions/python/bench/run
endif
