/* SPDX-License-Identifier: BSD-3-Clause
 * Progress: carrying out the steps of a plan. A step that sends or receives a message ends the advance until that is
 * possible. */
#include "transport/channel.h"
#include "engine/call.h"
#include "base/allocate.h"
#include "base/port.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef shared [] char *place_t;

static upc_stride_turns_t turns;       /* of split-phase calls that are not complete */

static upc_stride_look_t *look_at;     /* both null: nobody watches */
static void (*look_resolved)(void);

void upc_stride_call_watch(upc_stride_look_t *look, void (*resolved)(void)) {
  look_at = look;
  look_resolved = resolved;
}

/* A call has waited for long. The watcher's line says more than the runtime's, which has to wait for it. */
static void look(upc_stride_call_t *call, int blocks) {
  int peer = upc_stride_call_awaited(call);
  if (look_at != NULL && look_at(call, blocks)) return;
  if (peer < 0) return;
  if (call->waiting == NULL) call->waiting = upc_stride_alloc(1, sizeof *call->waiting, "a long wait");
  if (call->waiting->step != call->step) memset(&call->waiting->wait, 0, sizeof call->waiting->wait);
  call->waiting->step = call->step;
  upc_stride_long_wait(&call->waiting->wait, call->run.plan->peers[peer].thread, call->site.name, call->started);
}

static char *own_memory(const upc_stride_call_t *call, const upc_stride_step_t *s) {
  return upc_stride_run_bytes(&call->run, s);
}

/* The same as shared memory: as far from the caller's part of the step's end as its private address. */
static place_t own_place(const upc_stride_call_t *call, const upc_stride_step_t *s) {
  const upc_stride_bytes_step_t *b = &s->data.bytes;
  const upc_stride_base_t *base = s->end == UPC_STRIDE_DST ? &call->run.plan->dst : &call->run.plan->src;
  place_t part;
  if (s->at_place) return (place_t)call->prepared->args.place + (size_t)b->address;
  if (s->in_buffer) return call->buffer.place + (size_t)b->address;
  part = upc_stride_base_far(call->prepared, base, MYTHREAD);
  return part + (own_memory(call, s) - upc_stride_address((shared const void *)part));
}

static void copy(char *to, const char *from, size_t bytes) {
  if (upc_stride_copies(to, from, bytes)) memcpy(to, from, bytes);
}

/* ---- steps: 1 if done ---- */

static size_t message_bytes(const upc_stride_step_t *s) {
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND: return s->data.pieces.bytes;
    case UPC_STRIDE_EAGER_SEND_BYTES: return s->data.bytes.bytes;
    case UPC_STRIDE_RENDEZVOUS_OFFER: return sizeof(place_t);
    default: return 0;
  }
}

static int send_step(upc_stride_call_t *call, const upc_stride_step_t *s) {
  const size_t bytes = message_bytes(s);
  char *slot = upc_stride_call_slot(call, s->peer, bytes);
  if (slot == NULL) return 0;
  if (s->kind == UPC_STRIDE_EAGER_SEND) {
    upc_stride_pack(slot, call, s);
  } else if (s->kind == UPC_STRIDE_EAGER_SEND_BYTES) {
    copy(slot, own_memory(call, s), bytes);
  } else if (s->kind == UPC_STRIDE_RENDEZVOUS_OFFER) {
    place_t place = own_place(call, s);
    memcpy(slot, &place, sizeof place);
  }
  upc_stride_call_send_slot(call, s->peer, s->reply, bytes);
  return 1;
}

static int receive_step(upc_stride_call_t *call, const upc_stride_step_t *s) {
  const char *slot = upc_stride_call_arrived(call, s->peer, s->reply);
  if (slot == NULL) return 0;
  if (s->kind == UPC_STRIDE_EAGER_RECV) upc_stride_unpack(slot, call, s);
  else if (s->kind == UPC_STRIDE_EAGER_RECV_BYTES) copy(own_memory(call, s), slot, s->data.bytes.bytes);
  upc_stride_call_drop(call, s->peer);
  return 1;
}

static int transferred(upc_stride_call_t *call) {
  call->run.begun = !upc_stride_transfer_test(&call->transfer);
  return !call->run.begun;
}

static int get_step(upc_stride_call_t *call, const upc_stride_step_t *s) {
  const char *slot;
  place_t place;
  if (call->run.begun) return transferred(call);
  slot = upc_stride_call_arrived(call, s->peer, s->reply);
  if (slot == NULL) return 0;
  memcpy(&place, slot, sizeof place);
  upc_stride_call_drop(call, s->peer);
  upc_stride_transfer_get(&call->transfer, own_memory(call, s), (shared const void *)place, s->data.bytes.bytes);
  return transferred(call);
}

static void start_stream(upc_stride_call_t *call, const upc_stride_step_t *s) {
  const upc_stride_bytes_step_t *b = &s->data.bytes;
  int thread = call->run.plan->peers[s->peer].thread;
  unsigned tag = upc_stride_call_tag(call, s->peer, s->reply);
  char *here = own_memory(call, s);
  upc_stride_stream_t *stream = &call->stream[s->stream];
  if (s->kind == UPC_STRIDE_STREAM_SEND) *stream = upc_stride_stream_send(thread, tag, b->number, here, b->bytes);
  else *stream = upc_stride_stream_receive(here, thread, tag, b->number, b->bytes);
}

static int move_step(upc_stride_call_t *call, const upc_stride_step_t *s) {
  if (!call->run.begun) upc_stride_move(call, s);
  return transferred(call);
}

static void copy_step(const upc_stride_call_t *call, const upc_stride_copy_step_t *c) {
  copy(call->run.buffer + c->to, call->run.buffer + c->from, c->bytes);
}

static const upc_stride_step_t *last_step(const upc_stride_step_t *s) {
  while (s->kind != UPC_STRIDE_END) s = upc_stride_step_next(s);
  return s;
}

/* Carries out steps until one cannot be done yet, or the plan ends (1). */
static int carry_on(upc_stride_call_t *call) {
  const upc_stride_step_t *s = call->step, *next;
  int done = 1;
  for (;; s = next) {
    next = upc_stride_step_next(s);
    switch (s->kind) {
      case UPC_STRIDE_END: call->step = s; return 1;
      case UPC_STRIDE_SIGNAL: case UPC_STRIDE_EAGER_SEND: case UPC_STRIDE_EAGER_SEND_BYTES:
      case UPC_STRIDE_RENDEZVOUS_OFFER: done = send_step(call, s); break;
      case UPC_STRIDE_AWAIT: case UPC_STRIDE_EAGER_RECV: case UPC_STRIDE_EAGER_RECV_BYTES:
        done = receive_step(call, s);
        break;
      case UPC_STRIDE_PACK: upc_stride_pack(call->run.buffer + s->data.pieces.position, call, s); break;
      case UPC_STRIDE_UNPACK: upc_stride_unpack(call->run.buffer + s->data.pieces.position, call, s); break;
      case UPC_STRIDE_COPY_IN_BUFFER: copy_step(call, &s->data.copy); break;
      case UPC_STRIDE_STREAM_SEND: case UPC_STRIDE_STREAM_RECV: start_stream(call, s); break;
      case UPC_STRIDE_STREAM_WAIT: done = upc_stride_streamed(&call->stream[s->stream]); break;
      case UPC_STRIDE_RENDEZVOUS_GET: done = get_step(call, s); break;
      case UPC_STRIDE_MOVE: done = move_step(call, s); break;
      case UPC_STRIDE_LAST_ARRIVER:
        done = upc_stride_last_arriver_found(call, s);
        if (done && !call->last.is_last) next = upc_stride_plan_step_at(call->run.plan, s->data.last_arriver.after);
        break;
      case UPC_STRIDE_LAST_ARRIVER_DONE: done = upc_stride_last_arriver_done(call, s); break;
      case UPC_STRIDE_ACTION:
        done = call->run.plan->functions[s->data.action.function](&call->run, s);
        if (done == UPC_STRIDE_PLAN_ENDS) next = last_step(s);
        break;
    }
    if (!done) {
      call->step = s;
      return 0;
    }
  }
}

static int advance(upc_stride_call_t *call) {
  int has_ended;
  if (call->told.number == 0) return carry_on(call);
  upc_stride_tell_within_call(1);
  has_ended = carry_on(call);
  upc_stride_tell_within_call(-1);
  return has_ended;
}

/* ---- beginning and end ---- */

static int send_now(upc_stride_run_t *run, int peer, const void *data, size_t bytes) {
  return upc_stride_call_send(upc_stride_call_of(run), peer, data, bytes);
}

static int receive_now(upc_stride_run_t *run, int peer, void *data, size_t bytes) {
  return upc_stride_call_receive(upc_stride_call_of(run), peer, data, bytes);
}

/* With a ring from now on, which both threads of a message need. */
static upc_stride_call_t *with_ring(upc_stride_run_t *run, int peer) {
  upc_stride_channel_give_ring(upc_stride_call_channel(upc_stride_call_of(run), peer));
  return upc_stride_call_of(run);
}

static char *slot_of(upc_stride_run_t *run, int peer) {
  return upc_stride_call_slot(with_ring(run, peer), peer, upc_stride_eager());
}

static void post(upc_stride_run_t *run, int peer, size_t bytes) {
  upc_stride_call_send_slot(upc_stride_call_of(run), peer, 0, bytes);
}

static const char *arrived(upc_stride_run_t *run, int peer) {
  return upc_stride_call_arrived(with_ring(run, peer), peer, 0);
}

static void drop(upc_stride_run_t *run, int peer) { upc_stride_call_drop(upc_stride_call_of(run), peer); }

static void *get_now(upc_stride_run_t *run, char *to, int thread, size_t offset, size_t bytes) {
  place_t part = upc_stride_base_far(upc_stride_call_of(run)->prepared, &run->plan->src, thread);
  return upc_stride_get_nb(to, (shared const void *)(part + offset), bytes);
}

static int got(void *getting) { return getting == NULL || upc_stride_nb_test(getting); }

static void fail(upc_stride_run_t *run, const char *argument, const char *text) {
  upc_stride_fail_all(&upc_stride_call_of(run)->site, argument, "%s", text);
}

static const upc_stride_carrier_t *carrier(void) {
  static upc_stride_carrier_t engine = {NULL, send_now, receive_now, slot_of, post, arrived, drop,
                                        get_now, got, fail, NULL};
  if (engine.setting == NULL) engine.setting = upc_stride_library_setting();
  return &engine;
}

/* An end without data, as there is on simulated machines alone: nobody sees what passes through the call's buffer. What
 * combines values there asks whether they have data (base/has_data.h). Only exchange_own and its kin have words of
 * their own in the buffer. */
static int has_none(const upc_stride_base_t *base) {
  shared [] char *part;
  if (base->array == NULL) return 0;
  part = upc_stride_part((upc_stride_array_t)base->array, MYTHREAD);
  return !upc_stride_has_data(upc_stride_address((shared const void *)part));
}

static int is_without_data(const upc_stride_plan_t *P) {
  return upc_stride_waits_for_events() && P->own == NULL && (has_none(&P->dst) || has_none(&P->src));
}

static void take_buffer(upc_stride_call_t *call) {
  const upc_stride_plan_t *P = call->run.plan;
  upc_stride_buffer_take(&call->buffer, P->buffer_bytes);
  call->run.buffer = call->buffer.here;
  call->loses_data = is_without_data(P);
  if (call->loses_data) upc_stride_lose_data(call->buffer.here, P->buffer_bytes);
}

static void give_buffer(upc_stride_call_t *call) {
  if (call->loses_data) upc_stride_have_data(call->buffer.here);
  upc_stride_buffer_give(&call->buffer);
}

static void begin(upc_stride_call_t *call, upc_stride_prepared_t *prepared) {
  const upc_stride_plan_t *P = prepared->plan;
  int i;
  if (prepared->meeting != NULL) upc_stride_check_together(prepared);
  call->run.plan = P;
  call->run.by = carrier();
  call->run.me = MYTHREAD;
  call->prepared = prepared;
  call->site = prepared->site;
  call->run.lists = &prepared->args.own;
  call->step = P->steps;
  call->run.begun = 0;
  call->transfer.handle = NULL;
  call->stuck_step = NULL;
  call->waiting = NULL;
  call->refused = NULL;
  call->told.number = 0;
  call->started = upc_stride_called();
  if (upc_stride_observers != NULL) upc_stride_seen_begins(call);
  memset(&call->last, 0, sizeof call->last);
  call->tags = call->few_tags;
  prepared->in_flight++;
  if (P->npeers > UPC_STRIDE_FEW_PEERS)
    call->tags = upc_stride_alloc((size_t)P->npeers, sizeof(unsigned), "the tags of a call");
  for (i = 0; i < P->npeers; i++) call->tags[i] = upc_stride_channel_tag(P->peers[i].channel);
  if (P->buffer_bytes > 0) take_buffer(call);
}

static inline void end(upc_stride_call_t *call) {
  upc_stride_prepared_t *P = call->prepared;
  if (call->stuck_step != NULL && look_resolved != NULL) look_resolved();
  if (call->told.number != 0) upc_stride_seen_ends(call);
  if (P->plan->buffer_bytes > 0) give_buffer(call);
  if (call->tags != call->few_tags) free(call->tags);
  free(call->waiting);
  if (--P->in_flight == 0 && P->kept < 0) upc_stride_prepared_free(P);
}

/* ---- progress ---- */

static int ended(const upc_stride_call_t *call) { return call->step->kind == UPC_STRIDE_END; }

/* Takes in what the call's peers have sent, if they have filled a ring. */
static void make_room(const upc_stride_call_t *call) {
  int i;
  if (!call->run.plan->has_messages) return;
  for (i = 0; i < call->run.plan->npeers; i++) upc_stride_channel_make_room(upc_stride_call_channel(call, i));
}

/* Turns of a loop that waits, from one look into the rings of all peers to the next. A look reads a line of each
 * peer, and a ring that has been filled is rare. Sixteen turns take less than a microsecond. */
enum { BETWEEN_LOOKS = 16 };

/* `looks`: the thread also makes room in the rings of the call's peers. */
static void advance_in_turn(upc_stride_turn_t *entry, void *looks) {
  upc_stride_call_t *call = UPC_STRIDE_OF_TURN(upc_stride_call_t, turn, entry);
  upc_stride_looked_at++;
  if (looks != NULL) make_room(call);
  if (!advance(call)) return;
  upc_stride_turns_leave(&turns, entry);
  upc_stride_flight_ended();
}

/* Advances some split-phase calls, in turn; where a turn lasts until something comes, all of them. Calls that have
 * ended have no more turns. Whether the thread waits, tests or is in a barrier, it takes in what others send to it once
 * they have filled a ring, even if it does not send itself. Else it could wait for a message of one call from a thread
 * that cannot send it before this one has made room for a message of another call. `waiting` is a call that is waited
 * for, or null. */
static void advance_others(const upc_stride_call_t *waiting) {
  static unsigned turn;
  const int all = upc_stride_waits_for_events();
  void *looks = ++turn % BETWEEN_LOOKS == 0 || all ? &turn : NULL;
  if (looks != NULL && waiting != NULL) make_room(waiting);
  upc_stride_turns_take(&turns, all, advance_in_turn, looks);
}

void upc_stride_calls_advance(void) { upc_stride_turns_take(&turns, 1, advance_in_turn, &turns); }

void upc_stride_calls_turn(void) {
  if (turns != NULL) advance_others(NULL);
}

/* The runtime calls this while the thread waits in a barrier or for a lock. */
static int meanwhile(void) {
  advance_others(NULL);
  if (turns != NULL) return 1;
  upc_stride_work_while_waiting(NULL);
  return 0;
}

/* While the call waits for a signal, what it copies next may come closer. */
static void warm(const upc_stride_call_t *call) {
  if (call->step->kind == UPC_STRIDE_AWAIT) upc_stride_warm(call->run.plan, upc_stride_step_next(call->step));
}

/* Waits until the call has ended. Other calls advance as well. */
static void wait_for(upc_stride_call_t *call) {
  unsigned turn = 0;
  const upc_stride_step_t *step = call->step;
  warm(call);
  while (!advance(call)) {
    advance_others(call);
    if (call->step != step) {
      step = call->step;
      turn = 0;
      warm(call);
    }
    if (turn % 256 == 255) look(call, 1);
    if (call->step->other_core) upc_stride_relax_other_core(turn++);
    else upc_stride_relax(turn++);
  }
}

void upc_stride_call_ahead(const upc_stride_prepared_t *P) {
  const upc_stride_step_t *s = P->plan->steps;
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND: upc_stride_channel_ahead(P->plan->peers[s->peer].channel, s->data.pieces.bytes); break;
    case UPC_STRIDE_EAGER_SEND_BYTES:
      upc_stride_channel_ahead(P->plan->peers[s->peer].channel, s->data.bytes.bytes);
      break;
    case UPC_STRIDE_SIGNAL:
      case UPC_STRIDE_RENDEZVOUS_OFFER: upc_stride_channel_ahead(P->plan->peers[s->peer].channel, 0);
  }
}

/* 1: the caller has nothing to do. */
static int is_empty(const upc_stride_prepared_t *P) {
  if (P->plan->steps->kind != UPC_STRIDE_END) return 0;
  if (upc_stride_observers != NULL) upc_stride_seen_idle(P);
  return 1;
}

/* A plan that is not kept, of a call in which the caller does nothing. */
static void drop_unused(upc_stride_prepared_t *P) {
  if (P->in_flight == 0 && P->kept < 0) upc_stride_prepared_free(P);
}

void upc_stride_call_blocking(upc_stride_prepared_t *P) {
  upc_stride_call_t call;
  if (is_empty(P)) {
    drop_unused(P);
    return;
  }
  begin(&call, P);
  if (!advance(&call)) wait_for(&call);
  end(&call);
  if (call.refused != NULL) upc_stride_fail_refused(call.refused);
}

void upc_stride_call_refuse(upc_stride_prepared_t *P, char *line) {
  upc_stride_call_t call;
  begin(&call, P);
  call.refused = line;
  if (!advance(&call)) wait_for(&call);
  end(&call);
  if (call.refused != line) upc_stride_fail_refused(call.refused);
}

/* ---- split-phase calls as flights ---- */

static upc_stride_call_t *call_of(upc_stride_flight_t *flight) {
  return UPC_STRIDE_OF_TURN(upc_stride_call_t, flight, flight);
}

enum { TESTS = 64 }; /* between two looks at a call that does not advance */

static int test_call(upc_stride_flight_t *flight) {
  static unsigned tests;
  upc_stride_call_t *call = call_of(flight);
  upc_stride_poll();
  advance_others(NULL);
  if (ended(call)) return 1;
  if (advance(call)) {
    upc_stride_flight_ended();
    return 1;
  }
  if (++tests % TESTS == 0 || look_at != NULL) look(call, 0);
  return 0;
}

static void wait_for_call(upc_stride_flight_t *flight) {
  upc_stride_call_t *call = call_of(flight);
  if (ended(call)) return;
  if (call->told.number != 0) upc_stride_seen_waits(call, 0);
  upc_stride_turns_leave(&turns, &call->turn);
  wait_for(call);
  upc_stride_flight_ended();
  if (call->told.number != 0) upc_stride_seen_waits(call, 1);
}

static void end_call(upc_stride_flight_t *flight) {
  upc_stride_call_t *call = call_of(flight);
  char *refused = call->refused;
  upc_stride_turns_leave(&turns, &call->turn);
  end(call);
  free(call);
  if (refused != NULL) upc_stride_fail_refused(refused);
}

static upc_stride_site_t site_of(const upc_stride_flight_t *flight) {
  const upc_stride_call_t *call = call_of((upc_stride_flight_t *)flight);
  upc_stride_site_t site = call->site;
  site.called = call->started;
  return site;
}

static int call_has_ended(upc_stride_flight_t *flight) { return ended(call_of(flight)); }

static void turn_of_calls(upc_stride_flight_t *flight, int looks, unsigned turn) {
  upc_stride_call_t *call = call_of(flight);
  const size_t before = upc_stride_flights_ended();
  upc_stride_poll();
  if (!ended(call) && advance(call)) upc_stride_turns_leave(&turns, &call->turn), upc_stride_flight_ended();
  advance_others(NULL);
  if (upc_stride_flights_ended() != before) return;
  if (looks) look(call, 0);
  upc_stride_relax(turn);
}

static const upc_stride_flight_kind_t calls = {
  test_call, wait_for_call, end_call, site_of, 0, call_has_ended, turn_of_calls, 1, NULL, NULL};

static upc_stride_call_t *new_call(const upc_stride_prepared_t *P) {
  const size_t streams = (size_t)P->plan->stream_ids * sizeof(upc_stride_stream_t);
  return upc_stride_alloc(1, offsetof(upc_stride_call_t, stream) + streams, "a call in flight");
}

static void begin_split(upc_stride_call_t *call, upc_stride_prepared_t *P) {
  call->flight.meeting = NULL; /* of an earlier start */
  begin(call, P);
  call->flight.meeting = P->meeting;
  call->lists = P->args.own; /* those of the plan are of its latest call */
  call->run.lists = &call->lists;
  call->turn.next = call->turn.before = NULL;
  if (!advance(call)) upc_stride_turns_join(&turns, &call->turn);
  else upc_stride_flight_ended();
  if (turns != NULL) upc_stride_work_while_waiting(meanwhile);
}

static void note_uses(upc_stride_flight_t *flight, const upc_stride_args_t *args) {
  flight->array[0] = args->dst != NULL ? args->dst->array : NULL;
  flight->array[1] = args->src != NULL ? args->src->array : NULL;
  flight->place = args->place;
}

upc_stride_handle_t upc_stride_call_start(upc_stride_prepared_t *P) {
  upc_stride_call_t *call;
  if (is_empty(P)) return NULL;
  call = new_call(P);
  begin_split(call, P);
  note_uses(&call->flight, &P->args);
  return upc_stride_flight_begin(&call->flight, &calls);
}

/* ---- calls that are started several times: each holds its plan, as a call in flight does ---- */

static void start_again(upc_stride_flight_t *flight) {
  upc_stride_call_t *call = call_of(flight);
  call->prepared->site = call->site;
  call->prepared->args.own = call->lists;
  call->before_start(call->prepared, upc_stride_flight_freed_by(flight));
  begin_split(call, call->prepared);
}

static void end_for_now(upc_stride_flight_t *flight) {
  upc_stride_call_t *call = call_of(flight);
  upc_stride_turns_leave(&turns, &call->turn);
  end(call);
}

static void release(upc_stride_flight_t *flight) {
  upc_stride_call_t *call = call_of(flight);
  upc_stride_prepared_t *P = call->prepared;
  if (--P->in_flight == 0 && P->kept < 0) upc_stride_prepared_free(P);
  free(call);
}

static const upc_stride_flight_kind_t prepared_calls = {
  test_call, wait_for_call, end_for_now, site_of, 0, call_has_ended, turn_of_calls, 1, start_again, release};

upc_stride_handle_t upc_stride_call_prepare(upc_stride_prepared_t *P,
                                            void (*look)(upc_stride_prepared_t *P, int freed_by)) {
  upc_stride_call_t *call;
  if (P->plan->steps->kind == UPC_STRIDE_END && P->meeting == NULL) { /* see is_empty */
    drop_unused(P);
    return NULL;
  }
  call = new_call(P);
  call->prepared = P;
  call->site = P->site;
  call->before_start = look;
  call->lists = P->args.own;
  P->in_flight++;
  note_uses(&call->flight, &P->args);
  return upc_stride_flight_begin(&call->flight, &prepared_calls);
}
