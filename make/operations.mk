# SPDX-License-Identifier: BSD-3-Clause
# The collectives in all their forms and languages, made by scripts/operations from the prototypes of upc_stride_coll.h.

OPERATIONS_OF     := scripts/operations include/upc_stride_coll.h make/operations.mk
OPERATION_HEADERS := $(addprefix $(B)/include/upc_stride,_operation.h _split.h _bodies.h _collectives.h .f90)
OPERATIONS        := $(B)/obj/operations

$(B)/include/upc_stride_operation.h: FORM = numbers
$(B)/include/upc_stride_split.h: FORM = split
$(B)/include/upc_stride_bodies.h: FORM = bodies
$(B)/include/upc_stride_collectives.h: FORM = c-header
$(B)/include/upc_stride.f90: FORM = fortran
$(OPERATIONS)/c_operations.upc: FORM = c-functions
$(OPERATIONS)/argument_rows.upc: FORM = arguments
$(OPERATIONS)/libupc_stride.map: FORM = map
$(OPERATIONS)/second_names.ld: FORM = second-names
$(OPERATIONS)/sections.inc: FORM = sections
$(OPERATIONS)/arrays.inc: FORM = arrays
$(B)/include/upc_stride.f90: include/upc_stride.f90.in
$(OPERATIONS)/libupc_stride.map $(OPERATIONS)/second_names.ld: src/c/libupc_stride.map $(call of-companions,exports) $(B)/companions
$(OPERATION_HEADERS) $(addprefix $(OPERATIONS)/,c_operations.upc argument_rows.upc libupc_stride.map second_names.ld sections.inc arrays.inc): $(OPERATIONS_OF)
	mkdir -p $(@D)
	scripts/operations $(FORM) $(filter %/exports,$^) >$@
