/* SPDX-License-Identifier: BSD-3-Clause
 * sim: what it brings of conduit.h's optional calls: all of them, since each has its own cost on the machine. */
#define URTC_GAP_FOR 1024
#define URTC_MOST_THREADS URTK_MOST_THREADS
#define URTC_HAS_SETTLE
#define URTC_HAS_ROUND_TRIP
#define URTC_HAS_CLOCK
#define URTC_HAS_CORES
#define URTC_HAS_COMPUTE
#define URTC_HAS_TURNS
#ifndef URTC_REFERENCE
#define URTC_HAS_NONBLOCKING
#define URTC_HAS_PUT_SIGNAL
#define URTC_HAS_HANDING_OVER
#define URTC_HAS_STREAMS
#define URTC_HAS_REQUESTS
#define URTC_HAS_BARRIER
#define URTC_NATIVE_ATOMICS
#endif
