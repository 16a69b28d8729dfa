# SPDX-License-Identifier: BSD-3-Clause
# Linear algebra on distributed matrices, Fourier transforms (upc_stride_numerics.h).
HEADERS += $(B)/include/upc_stride_numerics.f90
all: $(B)/include/upc_stride_numerics.f90
$(B)/include/upc_stride_numerics.f90: companions/numerics/fortran companions/numerics/include/upc_stride_numerics.h | $(B)/include
	companions/numerics/fortran >$@
