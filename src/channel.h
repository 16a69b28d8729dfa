/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Channels: small messages between two threads.
 *
 * Each ordered pair of threads has a ring of slots in the receiver's memory, written by the sender alone; a message
 * is a slot: its number, the call it belongs to, and up to upc_stride_eager() bytes. A slot with few bytes is one
 * cache line, so that a message costs one cache miss. The receiver tells the sender now and then how many it has
 * taken, and nobody else is concerned: no locks, no teams, nothing to reset.
 *
 * Calls. Both threads of a pair start the calls they share in the same order, so counting them gives every such call
 * a number that both know, from which its *tags* are made. Messages with one tag arrive in the order in which they
 * were sent; a message with another that is in the way, because several calls are in flight, is put aside until it is
 * asked for.
 *
 * Messages order data: what a thread read or wrote before it sends is done when the other has taken the message.
 */
#ifndef UPC_STRIDE_CHANNEL_H
#define UPC_STRIDE_CHANNEL_H

#include <stddef.h>

/* Bytes a message holds: the same on every thread. */
size_t upc_stride_eager(void);

/* Bytes each thread keeps for all its channels. */
size_t upc_stride_channel_bytes(void);

/* Makes this thread known; at the first call, or before main where the runtime lets us. */
void upc_stride_channel_open(void);

/* The number of the next call shared with a thread. */
unsigned upc_stride_channel_tag(int thread);

/* To send: room for a message's bytes, or null where there is none now; fill it and send it. */
char *upc_stride_channel_room(int thread);
void upc_stride_channel_send(int thread, unsigned tag, size_t bytes);

/* A message of so many bytes will be sent to a thread at once: its slot may come closer. */
void upc_stride_channel_ahead(int thread, size_t bytes);

/* To receive: the next message of a call from a thread, or null where there is none yet; drop it after use. */
const char *upc_stride_channel_look(int thread, unsigned tag);
void upc_stride_channel_drop(int thread);

/* Puts aside whatever has come from a thread, so that it can go on sending. */
void upc_stride_channel_absorb(int thread);

/* The node a thread is on: the lowest thread of it. Waits until that thread has made itself known. */
int upc_stride_node(int thread);

#endif
