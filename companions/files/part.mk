# SPDX-License-Identifier: BSD-3-Clause
# Sections of arrays to files and back, attributes, checkpoints (upc_stride_file.h).
# packages --cluster: libhdf5-dev zlib1g-dev libzstd-dev libblosc-dev
