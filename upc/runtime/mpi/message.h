/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: messages between far threads, for what one-sided MPI cannot do in one step or not together with the
 * processor: atomics, put with signal, the barrier. Threads look for them in urtc_progress, that is, whenever they
 * wait. A *request* is answered, and its sender waits for that; the others are not. */
#ifndef URTC_MESSAGE_H
#define URTC_MESSAGE_H

#include "control.h"

enum { SMALL = 1024 };             /* bytes of data a message can carry */

typedef enum {
  PING,                            /* request: an answer shows that the thread has been in MPI */
  LOAD, STORE, SWAP, ADD, COMPARE, /* requests: atomics on the word at `place`; answered with the old value */
  PUT,                             /* request: the data to `to` */
  PUT_SIGNAL,                      /* request: the same, then STORE */
  ENDED,                           /* request to thread 0: thread `value` has ended */
  WHO_ENDED,                       /* request to thread 0: 64 threads from 64 * `value` on, a bit for each that has */
  MEET                             /* no request: barrier `to`, phase `place`, round `value`, tag `expected` */
} kind_t;

struct message {
  uint64_t kind, place, value, expected, to;
  unsigned char data[SMALL];
};
#define HEADER offsetof(struct message, data)

/* Sends a request with `bytes` of data, waits for its answer. */
uint64_t urtc_ask(int thread, struct message *m, size_t bytes);
void urtc_tell(int thread, const struct message *m); /* no request, no data; returns at once */

int urtc_progress(void);           /* does what has come in, advances barriers; never waits; 1 if anything had come */
void urtc_open_messages(void);
void urtc_close_messages(void);    /* nobody sends any more */

#endif
