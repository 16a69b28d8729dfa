/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Channels: small messages between two threads.
 *
 * Of two threads that share calls each has a ring of slots in the receiver's memory, written by the sender alone; a message
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

/* Makes this thread known; at the first call, or before main where the runtime lets us. */
void upc_stride_channel_open(void);

/* The channel with a thread; there from when it is first asked for, or among few threads from the start. Nothing is sent
 * before the other has it, too. */
typedef struct upc_stride_channel upc_stride_channel_t;
upc_stride_channel_t *upc_stride_channel_with(int thread);

/* The number of the next call shared with the thread. */
unsigned upc_stride_channel_tag(upc_stride_channel_t *c);

/* To send: room for a message's bytes, or null where there is none now; fill it and send it. */
char *upc_stride_channel_slot(upc_stride_channel_t *c);
void upc_stride_channel_send(upc_stride_channel_t *c, unsigned tag, size_t bytes);

/* A message of so many bytes will be sent at once: its slot may come closer. */
void upc_stride_channel_ahead(upc_stride_channel_t *c, size_t bytes);

/* To receive: the next message of a call, or null where there is none yet; drop it after use. */
const char *upc_stride_channel_look(upc_stride_channel_t *c, unsigned tag);
void upc_stride_channel_drop(upc_stride_channel_t *c);

/* Puts aside whatever has come, so that the other can go on sending. */
void upc_stride_channel_absorb(upc_stride_channel_t *c);

#endif
