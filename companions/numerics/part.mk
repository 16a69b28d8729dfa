# SPDX-License-Identifier: BSD-3-Clause
# Products of distributed matrices (upc_stride_numerics.h).
