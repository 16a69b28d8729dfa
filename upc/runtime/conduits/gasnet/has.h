/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: what it brings of conduit.h's optional calls: all. A far atomic is made by its owner's processor, or by an
 * adapter whose atomics are atomic with the processor's (atomics.c), so those of near threads are atomic with it. One
 * message may overtake another, even between two threads. */
#define URTC_NODES
#define URTC_HAS_MERGE
#ifndef URTC_REFERENCE
#define URTC_HAS_NONBLOCKING
#define URTC_HAS_LOOK
#define URTC_HAS_STRIDED
#define URTC_HAS_PUT_SIGNAL
#define URTC_HAS_STREAMS
#define URTC_HAS_MOVED
#define URTC_HAS_REQUESTS
#define URTC_HAS_BARRIER
#define URTC_NATIVE_ATOMICS
#endif
