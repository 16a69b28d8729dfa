/* SPDX-License-Identifier: BSD-3-Clause
 * sim: put, get and requests. Near transfers are copies, which take time by the byte. Far ones are messages: a put is a
 * message and an answer, a get is a request and a message, a request of the program's a message each way. The bytes of
 * a put are copied when they arrive, by the simulator, from the sender's segment or from its post. */
#include <string.h>
#include "conduits/sim/one_process.h"

static int is_near(urt_ptr_t p) { return urt_is_near(p); }

static void copy_near(void *dst, const void *src, size_t bytes) {
  if (urt_copies(dst, src, bytes)) memcpy(dst, src, bytes);
  urt_wrote_word(dst, bytes);
}

/* The sender's part of a message. */
static void send_costs(size_t bytes) {
  urtc_spend(urtc_control->costs.send + (double)bytes * urtc_control->costs.send_byte);
}

/* Where the bytes of a message are: among the segments, if they stay there; else they follow the post. Null: there are
 * none to copy. */
static const void *content(struct sim_post *post, const void *src, size_t bytes, int stays) {
  post->bytes = bytes;
  if (!bytes || !urtc_has_data(src)) return NULL;
  if (stays && bytes > 256 && urtc_place(src, &post->src)) return NULL;
  post->src = SIM_NOWHERE;
  post->total = bytes;
  return src;
}

/* A put under way. */
static uint32_t start_put(urt_ptr_t dst, const void *src, size_t bytes) {
  send_costs(bytes);
  urtc_note_call(0);
  struct sim_post post = urtc_post_for(SIM_PUT, (int)dst.thread);
  const void *payload = content(&post, src, bytes, 1);
  if (bytes) post.dst = urtc_place_of(dst);
  post.handle = urtc_new_handle(NULL, NULL, 0);
  urtc_post(&post, payload);
  return post.handle;
}

static uint32_t start_get(void *dst, urt_ptr_t src, size_t bytes) {
  send_costs(0);
  if (bytes > sizeof(uint64_t)) urtc_note_call(1);
  struct sim_post post = urtc_post_for(SIM_GET, (int)src.thread);
  if (bytes) post.src = urtc_place_of(src); /* ends the thread if it is null */
  post.bytes = bytes;
  post.handle = urtc_new_handle(dst, urt_near(src), bytes);
  urtc_post(&post, NULL);
  return post.handle;
}

void urtc_put(urt_ptr_t dst, const void *src, size_t bytes) {
  if (is_near(dst)) {
    copy_near(urt_near(dst), src, bytes);
    return;
  }
  urtc_enter();
  urtc_count_access();
  urtc_wait_handle(start_put(dst, src, bytes));
  urtc_leave();
}

void urtc_get(void *dst, urt_ptr_t src, size_t bytes) {
  if (is_near(src)) {
    copy_near(dst, urt_near(src), bytes);
    return;
  }
  urtc_enter();
  double began = urtc_seat->now;
  int is_word = bytes <= sizeof(uint64_t);
  urtc_count_access();
  if (!is_word || !urtc_looks_again(urtc_place_of(src), dst, bytes)) {
    urtc_wait_handle(start_get(dst, src, bytes));
    if (is_word) urtc_note_look(urtc_place_of(src), dst, bytes, urtc_seat->now - began);
  }
  urtc_leave();
}

#ifdef URTC_HAS_REQUESTS
/* The time is that of two messages. When it has passed, this thread does what the owner is asked for. */
enum { MOST_OF_REQUEST = 4096 };
size_t urtc_request_most(void) { return urtc_control->nodes > 1 ? MOST_OF_REQUEST : 0; }

size_t urtc_request_longest(void) { return urtc_request_most(); }

size_t urtc_reply_longest(void) { return urtc_request_most(); }

enum { TOGETHER = 64 };
static struct under_way { struct urtc_request request; uint32_t handle; } *under_way;
static int started, room;                /* room: of the list, which is as long as the thread's calls need */

void urtc_start_request(const struct urtc_request *r) {
  if (started == TOGETHER) urtc_end_requests();
  urtc_enter();
  send_costs(r->bytes);
  urtc_note_call(1);
  struct sim_post post = urtc_post_for(SIM_REQUEST, r->thread);
  post.bytes = r->bytes, post.value = r->reply_bytes;
  post.handle = urtc_new_handle(NULL, NULL, 0);
  if (started == room)
    under_way = urtk_larger(under_way, (size_t)(room = room ? 2 * room : 1), sizeof *under_way, "requests");
  under_way[started++] = (struct under_way){*r, post.handle};
  urtc_post(&post, NULL);
  urtc_leave();
}

void urtc_end_requests(void) {
  int count = started;
  started = 0;
  if (!count) return;
  urtc_enter();
  for (int i = 0; i < count; i++) {
    const struct urtc_request *r = &under_way[i].request;
    urtc_wait_handle(under_way[i].handle);
    urtk_serve(r->thread, r->request, r->bytes, r->reply);
  }
  urtc_leave();
}
#endif

#ifdef URTC_HAS_NONBLOCKING
urtc_handle_t urtc_put_nb(urt_ptr_t dst, const void *src, size_t bytes) {
  if (is_near(dst)) return urtc_put(dst, src, bytes), 0;
  urtc_enter();
  uint32_t handle = start_put(dst, src, bytes);
  urtc_leave();
  return handle;
}

urtc_handle_t urtc_get_nb(void *dst, urt_ptr_t src, size_t bytes) {
  if (is_near(src)) return urtc_get(dst, src, bytes), 0;
  urtc_enter();
  uint32_t handle = start_get(dst, src, bytes);
  urtc_leave();
  return handle;
}

int urtc_test(urtc_handle_t *handle) {
  uint64_t value;
  if (!*handle) return 1;
  if (!urtc_handle_done((uint32_t)*handle, &value)) {
    urtc_poll();
    if (!urtc_handle_done((uint32_t)*handle, &value)) return 0;
  }
  *handle = 0;
  return 1;
}

void urtc_wait(urtc_handle_t *handle) {
  if (!*handle) return;
  urtc_enter();
  urtc_wait_handle((uint32_t)*handle);
  urtc_leave();
  *handle = 0;
}
#endif

/* ---- put with signal: one message, which is not waited for ---- */
static void note_unsure(int thread);
static int others_depend;                /* 0: on none of the puts under way (URTC_ADD_ALONE) */

#ifdef URTC_HAS_PUT_SIGNAL
/* Sends a put that is not waited for: when its bytes are there, `value` comes to `signal`. */
static void post_signal(struct sim_post *post, const void *payload, urt_ptr_t signal, uint64_t value) {
  post->signal = urtc_place_of(signal);
  post->value = value;
  __atomic_fetch_add(&urtc_seat->under_way, 1, __ATOMIC_RELAXED); /* the simulator may count down at the same time */
  urtc_deeds++;
  urtc_post(post, payload);
  note_unsure((int)signal.thread);
}

void urtc_put_signal(urt_ptr_t dst, const void *src, size_t bytes, urt_ptr_t signal, uint64_t value,
                     urtc_signal_t how) {
  if (bytes && (is_near(signal) || dst.thread != signal.thread)) {
    urtc_put(dst, src, bytes);
    bytes = 0;
  }
  if (is_near(signal)) {
    urtk_signal(signal, value, how);
    return;
  }
  urtc_enter();
  send_costs(bytes);
  struct sim_post post = urtc_post_for(SIM_PUT, (int)signal.thread);
  const void *payload = content(&post, src, bytes, 0);
  if (bytes) post.dst = urtc_place_of(dst);
  post.bytes = bytes + sizeof value;
  post.change = how == URTC_SET ? SIM_STORE : SIM_FETCH_ADD;
  others_depend |= how != URTC_ADD_ALONE;
  post_signal(&post, payload, signal, value);
  urtc_leave();
}
#endif

#ifdef URTC_HAS_HANDING_OVER
int urtc_hands_over(void) { return urtc_contexts != NULL; }

static void hand_over_near(void **dst, const void *message, size_t bytes, urt_ptr_t signal, uint64_t value) {
  *dst = urtc_contexts->allocate(bytes);
  if (!*dst) urt_fatal("thread %d: no memory for a message of %zu bytes", urt_mythread, bytes);
  copy_near(*dst, message, bytes);
  urtk_signal(signal, value, URTC_SET);
}

void urtc_hand_over(urt_ptr_t dst, const void *message, size_t bytes, urt_ptr_t signal) {
  uint64_t value;
  memcpy(&value, message, sizeof value);
  if (is_near(signal)) {
    hand_over_near(urt_near(dst), message, bytes, signal, value);
    return;
  }
  urtc_enter();
  send_costs(bytes - sizeof value);
  struct sim_post post = urtc_post_for(SIM_PUT, (int)signal.thread);
  const void *payload = content(&post, message, bytes, 0);
  post.dst = urtc_place_of(dst);
  post.change = SIM_STORE;
  post.handed_over = 1;
  others_depend = 1;
  post_signal(&post, payload, signal, value);
  urtc_leave();
}

void urtc_give_back(const void *message) { urtc_contexts->release((void *)(uintptr_t)message); }

void *urtc_keep_common(const void *list, size_t bytes) { return urtc_contexts->keep(list, bytes); }

void urtc_drop_common(void *list) { urtc_contexts->drop(list); }
#endif

/* ---- have they arrived? ----
 * On some networks each message is answered. On others a thread asks where it must know (machine file: arrival asked),
 * as conduit mpi does: by a message to each thread that may not have taken all, and their answers. */
enum { MOST_UNSURE = 64, MOST_MESSAGES = 256 }; /* as conduits/mpi/message.c has them */
static int *unsure, unsure_threads, unsure_messages; /* unsure: MOST_UNSURE of them, or null */

static void ask_arrival(void) {
  uint32_t handles[MOST_UNSURE];
  int count = unsure_threads;
  unsure_threads = unsure_messages = 0;
  for (int i = 0; i < count; i++) handles[i] = start_get(NULL, urtk_at(unsure[i], 0), 0);
  for (int i = 0; i < count; i++) urtc_wait_handle(handles[i]);
}

static void note_unsure(int thread) {
  int i = 0;
  if (!urtc_control->arrival_asked) return;
  if (!unsure) unsure = urtk_memory(MOST_UNSURE, sizeof *unsure, "whose messages may be under way");
  while (i < unsure_threads && unsure[i] != thread) i++;
  if (i == unsure_threads) unsure[unsure_threads++] = thread;
  if (unsure_threads == MOST_UNSURE || ++unsure_messages == MOST_MESSAGES) ask_arrival();
}

static int is_unsettled(void) { return urtc_seat->under_way || urtc_seat->now < urtc_seat->settled; }

void urtc_settle(void) {
  others_depend = 0;
  if (!urtc_seat || (!unsure_threads && !is_unsettled())) return;
  urtc_enter();
  ask_arrival();
  while (is_unsettled()) urtc_give_turn(SIM_SETTLED, SIM_FOREVER);
  urtc_leave();
}

void urtc_settle_before(int thread) {
  int ordered = urtc_control && urtc_control->arrival_asked && unsure_threads == 1 && unsure[0] == thread;
  if (others_depend && !ordered) urtc_settle();
}

unsigned urtc_round_trip(void) { return urtc_control->round_trip; }

/* ---- streams: bytes flow once both ends have said so ---- */
#ifdef URTC_HAS_STREAMS
/* What goes as a stream has more bytes than this. A stream waits for the receiver's word. Shorter data goes in a
 * message of the library's, which carries 4 KB among few threads and 1 KB among many (src/transport/channel.upc). */
static size_t longest_message(void) { return urt_threads > 32 ? 1024 : 4096; }

int urtc_streams(int thread, size_t bytes) { return bytes > longest_message() && !urt_is_near(urtk_at(thread, 0)); }

urtc_handle_t urtc_send(int thread, unsigned tag, unsigned number, const void *src, size_t bytes) {
  urtc_enter();
  send_costs(bytes);
  struct sim_post post = urtc_post_for(SIM_SEND, thread);
  const void *payload = content(&post, src, bytes, 1);
  post.tag = tag, post.number = number;
  post.handle = urtc_new_handle(NULL, NULL, 0);
  urtc_post(&post, payload);
  urtc_leave();
  return post.handle;
}

urtc_handle_t urtc_receive(void *dst, int thread, unsigned tag, unsigned number, size_t bytes) {
  urtc_enter();
  send_costs(0);
  struct sim_post post = urtc_post_for(SIM_RECEIVE, thread);
  post.bytes = bytes;
  urtc_place(dst, &post.dst);
  post.tag = tag, post.number = number;
  post.handle = urtc_new_handle(NULL, NULL, 0);
  urtc_post(&post, NULL);
  urtc_leave();
  return post.handle;
}

/* Asked in a loop that waits (urt_relax), so it costs no time of its own. */
int urtc_streamed(urtc_handle_t *handle) {
  uint64_t value;
  if (*handle && urtc_handle_done((uint32_t)*handle, &value)) *handle = 0;
  return *handle == 0;
}
#endif
