// SPDX-License-Identifier: BSD-3-Clause
// Nor is what [*] gives larger than UPC_MAX_BLOCK_SIZE.
// expect: 4: a block size must not exceed 2^31 elements, and [*] gives 2147483649
shared [*] char b[THREADS * (UPC_MAX_BLOCK_SIZE + 1ull)];
