/* SPDX-License-Identifier: BSD-3-Clause
 * smp: what it brings of conduit.h's optional calls. A copy between segments is complete when it returns, so the
 * reference version of put with signal is the best there is; non-blocking transfers are pending only where the test
 * mode delays them. URTC_REFERENCE (tests) leaves everything optional to the reference versions. */
#define URTC_GAP_FOR 1024
#define URTC_HAS_DELAYS
#define URTC_HAS_CORES
#ifndef URTC_REFERENCE
#define URTC_HAS_NONBLOCKING
#define URTC_HAS_BARRIER
#define URTC_NATIVE_ATOMICS
#endif
