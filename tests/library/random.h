/* SPDX-License-Identifier: BSD-3-Clause
 * Random numbers that are the same on all systems. A test prints its seed and takes one as an argument. */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#ifdef __UPC__
#pragma upc upc_code /* otherwise Berkeley's upcc gives UPC threads of one process one state */
#endif

static unsigned long long random_state = 1;

static unsigned random_bits(void) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(random_state >> 33);
}

/* One of 0..n-1; one of lo..hi. */
static int random_below(int n) { return (int)(random_bits() % (unsigned)n); }
static int random_in(int lo, int hi) { return lo + random_below(hi - lo + 1); }

#endif
