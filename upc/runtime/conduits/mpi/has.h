/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: what it brings of conduit.h's optional calls: all. A far atomic is made by its owner with the processor's
 * own (atomics.c), so those of near threads are atomic with it. */
#define URTC_GAP_FOR 4096
#define URTC_NODES
#define URTC_HAS_COMMUNICATOR
#define URTC_HAS_MERGE
#ifndef URTC_REFERENCE
#define URTC_HAS_NONBLOCKING
#define URTC_HAS_LOOK
#define URTC_HAS_PUT_SIGNAL
#define URTC_HAS_STREAMS
#define URTC_CUTS_STREAMS
#define URTC_HAS_MOVED
#define URTC_HAS_REQUESTS
#define URTC_HAS_BARRIER
#define URTC_NATIVE_ATOMICS
#endif
