# SPDX-License-Identifier: BSD-3-Clause
# Linear algebra on distributed matrices, Fourier transforms (upc_stride_numerics.h).
