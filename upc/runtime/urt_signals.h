/* SPDX-License-Identifier: BSD-3-Clause
 * For the library: words of other threads that count, and requests. */
#ifndef URT_SIGNALS_H
#define URT_SIGNALS_H

#include "urt.h"

/* As urt_put_signal without data, but adds `value` to the word. The sum does not depend on the order in which several
 * of them arrive. */
void urt_add_signal(urt_ptr_t signal, unsigned long value);

/* Atomic changes of a number of 4 or 8 bytes, as bits (core/atomic.c); each returns what it was. urt_word_compare
 * changes it to `value` if it is `expected`. urt_count_word adds 1 to one of 8 bytes, as urt_add_signal does. */
unsigned long urt_word_read(urt_ptr_t number, int bytes);
unsigned long urt_word_swap(urt_ptr_t number, int bytes, unsigned long value);
unsigned long urt_word_add(urt_ptr_t number, int bytes, unsigned long value);
unsigned long urt_word_compare(urt_ptr_t number, int bytes, unsigned long expected, unsigned long value);
void urt_count_word(urt_ptr_t number);

/* As urt_put_signal with the first 8 bytes of the message as value. But the message lies in memory of the process, and
 * `dst` gets its address. Who has read it gives the memory back. 1: this can be done. */
int urt_hands_over(void);
void urt_hand_over(urt_ptr_t dst, const void *message, urt_size_t bytes, urt_ptr_t signal);
void urt_give_back(const void *message);

/* A list that does not change, in memory of the process: one for all its threads that keep the same bytes, until each
 * has dropped it. Only where messages can be handed over. */
void *urt_keep_common(const void *list, urt_size_t bytes);
void urt_drop_common(void *list);        /* null does nothing */

/* Requests to far threads. urt_request sends one. urt_answered returns when the replies to all of them have come. Until
 * then the memory of requests and replies is the runtime's, and so are the first 8 bytes of a request and the
 * urt_request_front bytes in front of it, which are no part of it. Those to one owner may be served in any order. The
 * owner makes the reply by urt_serve_library when it is in the runtime, perhaps inside another call of the library; on
 * some conduits another thread does that reaches its memory. `memory` is the address from which upc_addrfield counts
 * there. The function calls nothing of UPC, and does not wait for what another thread does in UPC. */
unsigned long urt_request_front(void);
unsigned long urt_request_most(void);    /* bytes of a request and of a reply; 0: there are no requests */
unsigned long urt_request_longest(void); /* of a request whose reply is empty */
unsigned long urt_reply_longest(void);   /* of a reply to a request of at most urt_request_most bytes */
void urt_request(int thread, void *request, unsigned long bytes, void *reply, unsigned long reply_bytes);
void urt_answered(void);

#endif
