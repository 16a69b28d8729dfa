/* SPDX-License-Identifier: BSD-3-Clause
 * smp: what it brings of conduit.h's optional calls. A copy between segments is complete when it returns, so the
 * reference versions of non-blocking transfers and of put with signal are the best there is.
 * URTC_REFERENCE (tests) leaves everything optional to the reference versions. */
#ifndef URTC_REFERENCE
#define URTC_HAS_BARRIER
#define URTC_NATIVE_ATOMICS
#endif
