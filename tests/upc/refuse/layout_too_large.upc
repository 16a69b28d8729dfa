// SPDX-License-Identifier: BSD-3-Clause
// Nor is it larger than UPC_MAX_BLOCK_SIZE.
// expect: 5: a block size must not exceed
// expect: 6: a block size must not exceed 2^31 elements, and this is 18446744073709551612
shared [UPC_MAX_BLOCK_SIZE + 1ull] char a[THREADS];
shared [-sizeof(int)] char b[THREADS];
