# SPDX-License-Identifier: BSD-3-Clause
# Linear algebra on distributed matrices (upc_stride_numerics.h).
