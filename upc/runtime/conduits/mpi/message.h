/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: messages between far threads. They do what one-sided MPI cannot do in one step, or not together with the
 * processor: atomics, put with signal, the barrier. A thread looks for messages in urtk_progress, that is, whenever it
 * waits. A *request* has an answer, and its sender waits for the answer. Other messages have none. Messages from one
 * thread to another are served in the order in which they were sent. */
#ifndef URTC_MESSAGE_H
#define URTC_MESSAGE_H

#include "conduits/mpi/control.h"

typedef enum {
  PING,                            /* request: an answer shows that the thread has been in MPI */
  /* request: the atomic `to`, a urtc_update_t, on the word at `place`; the old value */
  UPDATE,
  PUT,                             /* request: the data to `to` */
  ENDED,                           /* request to thread 0: thread `value` has ended */
  /* no requests: PUT, or the `expected` bytes that follow in a message of their own, then */
  PUT_SET, PUT_ADD,
                                   /* the word at `place` is set, or added to; counted, for urtc_settle */
  /* no request, to thread 0: which of the 64 threads from 64 * `place` on? The answer is TOLD. */
  WHO_ENDED,
  TOLD,                            /* `value`: a bit for each that has */
  MEET,                            /* no request: barrier `to`, phase `place`, round `value`, tag `expected` */
  SERVE                            /* request: the data, of any length, is for urtk_serve; a reply of `value` bytes */
} kind_t;

/* A message carries up to urtc_mpi.small bytes: what MPI sends without asking the receiver first, on every machine. */
struct message {
  uint64_t kind, place, value, expected, to;
  unsigned char data[MOST_SMALL];
};
#define HEADER offsetof(struct message, data)

/* 1 if the request is complete, which is then gone. MPI_Test of MPICH looks at the network even if the request is
 * complete already, half a microsecond over TCP. */
static inline int urtc_complete(MPI_Request *request, MPI_Status *status) {
  int complete;
  MPI_Request_get_status(*request, &complete, MPI_STATUS_IGNORE);
  if (complete) MPI_Wait(request, status);
  return complete;
}

/* Sends a request with `bytes` of data, waits for its answer. */
uint64_t urtc_ask(int thread, struct message *m, size_t bytes);
void urtc_tell(int thread, const struct message *m); /* no request, no data; returns at once */
/* PUT_SET and PUT_ADD, with any number of bytes that MPI can count: the data may be changed on return. `depend`: 0 for
 * URTC_ADD_ALONE. */
void urtc_signal(int thread, const struct message *m, const void *data, size_t bytes, int depend);
void urtc_settle_at(int thread);   /* urtc_settle_before for what was sent to that thread */
void urtc_settle_data_at(int thread); /* the same, if a message with data may not have been served */

/* Copies that messages are sent from in turn. MPI mostly copies a message at once. Then the next one is sent from the
 * same copy, which the cache has. Other requests are not tested one by one, since each test also polls the network.
 * Instead the thread waits for all requests of a half, before the first copy of this half is used again. It serves
 * others meanwhile, if `serves`: not for what it sends while it serves. */
enum { COPIES = 32 };
struct copies {
  size_t bytes;                    /* of each copy: set these two, the rest is zero */
  int serves;
  unsigned turn;
  MPI_Request sending[COPIES];
  char *data;                      /* null: none has been sent */
};
void *urtc_next_copy(struct copies *c);      /* the copy to be filled .. */
void urtc_send_copy(struct copies *c, size_t bytes, int thread, int tag, MPI_Comm comm); /* .. and sent */
void urtc_close_copies(struct copies *c);    /* all have been received */

uint64_t urtc_who_ended(int word); /* of 64 threads, as far as this one knows */
void urtc_open_messages(void);
void urtc_open_streams(void);      /* collective (stream.c) */
void urtc_close_messages(void);    /* when no thread sends any more */

#endif
