/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Channels: small messages between two threads.
 *
 * Two threads that share calls have a ring of slots each way. A ring lies in the receiver's memory, and only the
 * sender writes it. A message fills a slot: its number, its tag, and up to upc_stride_eager() bytes. A message of up
 * to 48 bytes is one cache line, so it costs one cache miss. From time to time the receiver reports to the sender how
 * many messages it has taken. There are no locks, no teams, and nothing to reset.
 *
 * Tags. Both threads start the calls that they share in the same order. So both count them alike, and a call's number
 * gives its *tags*. Messages with the same tag arrive in the order in which they were sent. Messages with another
 * tag, because several calls are in flight, are put aside until their call asks for them.
 *
 * Messages order data: what a thread read or wrote before it sends is done when the other thread has taken the message.
 */
#ifndef UPC_STRIDE_CHANNEL_H
#define UPC_STRIDE_CHANNEL_H

#include <stddef.h>

/* The most bytes of a message: the same on every thread. */
size_t upc_stride_eager(void);

/* Makes this thread known to others: before main, or at the first call. */
void upc_stride_channel_open(void);

/* The channel with a thread. It is made when it is first asked for. It has no ring before give_ring: who shares only
 * streams with a thread needs none, and thousands of rings take more memory than all else. Among few threads all have
 * rings from the start. Nothing is sent before the other thread has given the ring. */
typedef struct upc_stride_channel upc_stride_channel_t;
upc_stride_channel_t *upc_stride_channel_with(int thread);
void upc_stride_channel_give_ring(upc_stride_channel_t *c);

/* The number of the next call shared with the thread. Tags from UPC_STRIDE_GRAPH_TAG on are no call's: messages of a
 * graph have them (graph/graph_messages.h), and the last ones aggregated items (transport/aggregate.h). */
#define UPC_STRIDE_TAG_ITEMS 0xFFFFFF00u
unsigned upc_stride_channel_tag(upc_stride_channel_t *c);

/* To send: get a free slot for at most so many bytes, null if there is none now; write the bytes; send them. */
char *upc_stride_channel_slot(upc_stride_channel_t *c, size_t bytes);
void upc_stride_channel_send(upc_stride_channel_t *c, unsigned tag, size_t bytes);

/* A hint: a message of `bytes` bytes will be sent now. */
void upc_stride_channel_ahead(upc_stride_channel_t *c, size_t bytes);

/* To receive: look for the next message with the tag, null if there is none yet; read it; drop it. */
const char *upc_stride_channel_look(upc_stride_channel_t *c, unsigned tag);
/* The same for a message for which no caller waits. Gives its bytes too. Puts no other message aside. */
const char *upc_stride_channel_next(upc_stride_channel_t *c, unsigned tag, size_t *bytes);
void upc_stride_channel_drop(upc_stride_channel_t *c);

/* Split-phase calls and messages that this thread has looked at, besides those that it was asked for, what the
 * parts of a graph wait for, and threads whose updates it has looked for: tests count them. */
extern unsigned long upc_stride_looked_at;

/* Puts aside all messages that have arrived; or all, but only if the other thread has filled the ring, so that it can
 * go on sending; or those before the first with a tag from `from` on and below `to`: 1 if that is there, and its
 * tag. */
void upc_stride_channel_absorb(upc_stride_channel_t *c);
void upc_stride_channel_make_room(upc_stride_channel_t *c);
int upc_stride_channel_pass_over(upc_stride_channel_t *c, unsigned from, unsigned to, unsigned *tag);

#endif
