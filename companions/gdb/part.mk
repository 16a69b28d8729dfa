# SPDX-License-Identifier: BSD-3-Clause
# gdb's commands for UPC. A program compiled with upcc -g names upc-gdb.py, which loads the package beside it.
# packages --cluster: gdb
GDB_FILES := $(patsubst companions/gdb/%,%,$(wildcard companions/gdb/*.py companions/gdb/upc_gdb/*.py))
LIB_FILES += $(GDB_FILES)
$(GDB_FILES:%=$(B)/lib/%): $(B)/lib/%: companions/gdb/%
	mkdir -p $(@D)
	cp $< $@
IN_EVERY_PROGRAM += gdb
