/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: the active messages (message.h): sending them, and what is done where they arrive. A message is handled in
 * urtc_progress; on conduits where GASNet has a thread of its own, also at any other time. So handlers change memory
 * by atomics. A 64-bit value is two arguments of a message. */
#include "conduits/gasnet/message.h"

enum { SET = GEX_AM_INDEX_BASE, ADD, DONE, MEET, ANNOUNCE, PIECE, SERVE, REPLY, WHOLE_STREAM, TAKEN, TAKEN_LATER, ASK };

#define HIGH(value) ((gex_AM_Arg_t)((uint64_t)(value) >> 32))
#define LOW(value) ((gex_AM_Arg_t)(value))
#define WHOLE(high, low) ((uint64_t)(uint32_t)(high) << 32 | (uint32_t)(low))

unsigned urtc_served;             /* a count for who waits; what was served has words of its own: relaxed */
static unsigned sent, done;       /* signals of this thread; those that are known to have arrived */
static int others_depend;         /* 0: on none of the others (URTC_ADD_ALONE) */

static void serve_signal(gex_Token_t token, uint64_t place, uint64_t value, urtc_signal_t how) {
  urtk_signal(urtk_at(urt_mythread, place), value, how);
  __atomic_add_fetch(&urtc_served, 1, __ATOMIC_RELAXED);
  gex_AM_ReplyShort0(token, DONE, 0);
}

/* The data lies where it belongs already. */
static void serve_set(gex_Token_t token, void *data, size_t bytes, gex_AM_Arg_t place_high, gex_AM_Arg_t place_low,
                      gex_AM_Arg_t value_high, gex_AM_Arg_t value_low) {
  (void)data, (void)bytes;
  serve_signal(token, WHOLE(place_high, place_low), WHOLE(value_high, value_low), URTC_SET);
}

static void serve_add(gex_Token_t token, void *data, size_t bytes, gex_AM_Arg_t place_high, gex_AM_Arg_t place_low,
                      gex_AM_Arg_t value_high, gex_AM_Arg_t value_low) {
  (void)data, (void)bytes;
  serve_signal(token, WHOLE(place_high, place_low), WHOLE(value_high, value_low), URTC_ADD);
}

static void serve_done(gex_Token_t token) {
  (void)token;
  __atomic_add_fetch(&done, 1, __ATOMIC_RELEASE);
}

static void serve_meet(gex_Token_t token, gex_AM_Arg_t which, gex_AM_Arg_t phase, gex_AM_Arg_t tag_high,
                       gex_AM_Arg_t tag_low) {
  (void)token;
  urtk_hear(which & 255, (uint32_t)phase, which >> 8, WHOLE(tag_high, tag_low));
  __atomic_add_fetch(&urtc_served, 1, __ATOMIC_RELAXED);
}

static int sender(gex_Token_t token) {
  gex_Token_Info_t from;
  gex_Token_Info(token, &from, GEX_TI_SRCRANK);
  return (int)from.gex_srcrank;
}

static void serve_whole(gex_Token_t token, void *data, size_t bytes, gex_AM_Arg_t tag, gex_AM_Arg_t number) {
  if (urtc_stream_whole(sender(token), (unsigned)tag, (unsigned)number, data, bytes))
    gex_AM_ReplyShort0(token, TAKEN, 0);
  __atomic_add_fetch(&urtc_served, 1, __ATOMIC_RELAXED);
}

static void serve_taken(gex_Token_t token) { urtc_stream_taken(sender(token)); }

static void serve_ask(gex_Token_t token, gex_AM_Arg_t tag, gex_AM_Arg_t number) {
  urtc_stream_asked(sender(token), (unsigned)tag, (unsigned)number);
  __atomic_add_fetch(&urtc_served, 1, __ATOMIC_RELAXED);
}

static void serve_announce(gex_Token_t token, gex_AM_Arg_t tag, gex_AM_Arg_t number, gex_AM_Arg_t place_high,
                           gex_AM_Arg_t place_low, gex_AM_Arg_t stream_high, gex_AM_Arg_t stream_low) {
  urtc_stream_announced(sender(token), (unsigned)tag, (unsigned)number,
                        (char *)(uintptr_t)WHOLE(place_high, place_low), WHOLE(stream_high, stream_low));
  __atomic_add_fetch(&urtc_served, 1, __ATOMIC_RELAXED);
}

static void serve_piece(gex_Token_t token, void *data, size_t bytes, gex_AM_Arg_t stream_high,
                        gex_AM_Arg_t stream_low) {
  (void)token, (void)data;
  urtc_stream_arrived(WHOLE(stream_high, stream_low), bytes);
  __atomic_add_fetch(&urtc_served, 1, __ATOMIC_RELAXED);
}

/* ---- requests of the core ---- */
enum { REQUEST_MOST = 8192 };
enum { TOGETHER = 64 };
static void *reply_of[TOGETHER];     /* to those of this thread that are under way */
static unsigned started, replied;

static void serve_request(gex_Token_t token, void *request, size_t bytes, gex_AM_Arg_t number) {
  uint64_t reply[REQUEST_MOST / sizeof(uint64_t)];
  size_t size = urtk_serve(urt_mythread, request, bytes, reply);
  gex_AM_ReplyMedium1(token, REPLY, reply, size, GEX_EVENT_NOW, 0, number);
  __atomic_add_fetch(&urtc_served, 1, __ATOMIC_RELAXED);
}

static void serve_reply(gex_Token_t token, void *reply, size_t bytes, gex_AM_Arg_t number) {
  (void)token;
  memcpy(reply_of[number], reply, bytes);
  __atomic_add_fetch(&replied, 1, __ATOMIC_RELEASE);
}

void urtc_register(gex_EP_t endpoint) {
  gex_AM_Entry_t table[] = {
      {SET, (gex_AM_Fn_t)serve_set, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 4, NULL, "set"},
      {ADD, (gex_AM_Fn_t)serve_add, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 4, NULL, "add"},
      {DONE, (gex_AM_Fn_t)serve_done, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 0, NULL, "done"},
      {MEET, (gex_AM_Fn_t)serve_meet, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 4, NULL, "meet"},
      {ANNOUNCE, (gex_AM_Fn_t)serve_announce, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 6, NULL, "announce"},
      {SERVE, (gex_AM_Fn_t)serve_request, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 1, NULL, "serve"},
      {REPLY, (gex_AM_Fn_t)serve_reply, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, 1, NULL, "reply"},
      {PIECE, (gex_AM_Fn_t)serve_piece, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 2, NULL, "piece"},
      {WHOLE_STREAM, (gex_AM_Fn_t)serve_whole, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 2, NULL, "whole"},
      {TAKEN, (gex_AM_Fn_t)serve_taken, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 0, NULL, "taken"},
      {TAKEN_LATER, (gex_AM_Fn_t)serve_taken, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, "taken later"},
      {ASK, (gex_AM_Fn_t)serve_ask, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 2, NULL, "ask"},
  };
  gex_EP_RegisterHandlers(endpoint, table, sizeof table / sizeof *table);
}

size_t urtc_carries(int thread) {
  return gex_AM_MaxRequestLong(urtc_team, (gex_Rank_t)thread, GEX_EVENT_NOW, 0, 4);
}

void urtc_send_signal(int thread, size_t dst, const void *src, size_t bytes, size_t signal, uint64_t value,
                      urtc_signal_t how) {
  sent++;
  others_depend |= how != URTC_ADD_ALONE;
  gex_AM_RequestLong4(urtc_team, (gex_Rank_t)thread, how == URTC_SET ? SET : ADD, (void *)src, bytes,
                      urtc_owner[thread] + dst, GEX_EVENT_NOW, 0, HIGH(signal), LOW(signal), HIGH(value), LOW(value));
}

void urtc_settle(void) {
  others_depend = 0;
  for (unsigned turn = 0; __atomic_load_n(&done, __ATOMIC_ACQUIRE) != sent; turn++) urtc_relax(turn);
}

void urtc_settle_before(int thread) { /* GASNet orders nothing, not even between two threads */
  (void)thread;
  if (others_depend) urtc_settle();
}

void urtc_tell_node(int node, int barrier, uint32_t phase, int round, uint64_t tag) {
  gex_AM_RequestShort4(urtc_team, (gex_Rank_t)urtc_leader[node], MEET, 0, round << 8 | barrier, (gex_AM_Arg_t)phase,
                       HIGH(tag), LOW(tag));
}

void urtc_announce(int thread, unsigned tag, unsigned number, char *place, uint64_t stream) {
  gex_AM_RequestShort6(urtc_team, (gex_Rank_t)thread, ANNOUNCE, 0, (gex_AM_Arg_t)tag, (gex_AM_Arg_t)number,
                       HIGH((uintptr_t)place), LOW((uintptr_t)place), HIGH(stream), LOW(stream));
}

void urtc_send_piece(int thread, char *place, const char *src, size_t bytes, uint64_t stream) {
  gex_AM_RequestLong2(urtc_team, (gex_Rank_t)thread, PIECE, (void *)src, bytes, place, GEX_EVENT_NOW, 0, HIGH(stream),
                      LOW(stream));
}

size_t urtc_carries_whole(void) {
  enum { MOST = 65536 };          /* what is copied once more at the receiver if that has not come */
  size_t most = gex_AM_LUBRequestMedium();
  return most < MOST ? most : MOST;
}

void urtc_send_whole(int thread, unsigned tag, unsigned number, const char *src, size_t bytes) {
  gex_AM_RequestMedium2(urtc_team, (gex_Rank_t)thread, WHOLE_STREAM, (void *)src, bytes, GEX_EVENT_NOW, 0,
                        (gex_AM_Arg_t)tag, (gex_AM_Arg_t)number);
}

void urtc_tell_taken(int thread) { gex_AM_RequestShort0(urtc_team, (gex_Rank_t)thread, TAKEN_LATER, 0); }

void urtc_ask(int thread, unsigned tag, unsigned number) {
  gex_AM_RequestShort2(urtc_team, (gex_Rank_t)thread, ASK, 0, (gex_AM_Arg_t)tag, (gex_AM_Arg_t)number);
}

#ifdef URTC_HAS_REQUESTS
size_t urtc_request_most(void) {
  size_t most = gex_AM_LUBRequestMedium(), reply = gex_AM_LUBReplyMedium();
  if (reply < most) most = reply;
  return (most < REQUEST_MOST ? most : REQUEST_MOST) / 16 * 16;
}

/* A request lies in GASNet's memory while it is served. */
size_t urtc_request_longest(void) {
  enum { LONG = 65536 };
  size_t most = gex_AM_LUBRequestMedium();
  return (most < LONG ? most : LONG) / 16 * 16;
}

size_t urtc_reply_longest(void) { return urtc_request_most(); }

void urtc_start_request(const struct urtc_request *r) {
  if (started == TOGETHER) urtc_end_requests();
  if (!started) urtc_settle();
  reply_of[started] = r->reply;
  gex_AM_RequestMedium1(urtc_team, (gex_Rank_t)r->thread, SERVE, r->request, r->bytes, GEX_EVENT_NOW, 0,
                        (gex_AM_Arg_t)started++);
}

void urtc_end_requests(void) {
  for (unsigned turn = 0; __atomic_load_n(&replied, __ATOMIC_ACQUIRE) != started; turn++) urtc_relax(turn);
  started = 0;
  __atomic_store_n(&replied, 0, __ATOMIC_RELAXED);
}
#endif
