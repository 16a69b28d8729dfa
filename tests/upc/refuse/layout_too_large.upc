// SPDX-License-Identifier: BSD-3-Clause
// Nor is it larger than UPC_MAX_BLOCK_SIZE.
// expect: 4: a block size must not exceed
shared [UPC_MAX_BLOCK_SIZE + 1ull] char a[THREADS];
