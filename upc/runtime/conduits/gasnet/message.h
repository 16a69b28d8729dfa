/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: active messages between far threads: put with signal, streams, and the barrier between nodes. */
#ifndef URTC_MESSAGE_H
#define URTC_MESSAGE_H

#include "conduits/gasnet/control.h"

extern unsigned urtc_served;      /* messages this thread has had so far, for those who wait */

/* Sets the far word `signal` to `value`, or adds it, once `bytes` of `src`, at most urtc_carries(thread), lie at offset
 * `dst` of the same thread. Returns when `src` may be used again; urtc_settle waits for the rest. */
void urtc_send_signal(int thread, size_t dst, const void *src, size_t bytes, size_t signal, uint64_t value,
                      urtc_signal_t how);
size_t urtc_carries(int thread);

/* Streams (stream.c): what is sent, and who is told of it where it arrives. Places are in their owner's addresses. A
 * whole stream of at most urtc_carries_whole bytes, the same on all threads, can be sent in one message, with its data
 * in GASNet's memory. */
size_t urtc_carries_whole(void);
void urtc_send_whole(int thread, unsigned tag, unsigned number, const char *src, size_t bytes);
void urtc_tell_taken(int thread);
/* 1: it has been taken, 0: later, with urtc_tell_taken */
int urtc_stream_whole(int thread, unsigned tag, unsigned number, const void *data, size_t bytes);
void urtc_stream_taken(int thread);
void urtc_ask(int thread, unsigned tag, unsigned number); /* where the bytes of a stream belong */
void urtc_stream_asked(int thread, unsigned tag, unsigned number);
void urtc_announce(int thread, unsigned tag, unsigned number, char *place, uint64_t stream);
void urtc_send_piece(int thread, char *place, const char *src, size_t bytes, uint64_t stream);
void urtc_stream_announced(int thread, unsigned tag, unsigned number, char *place, uint64_t peer);
void urtc_stream_arrived(uint64_t stream, size_t bytes);
void urtc_push_streams(void);     /* what can be sent by now; part of urtc_progress */

#endif
