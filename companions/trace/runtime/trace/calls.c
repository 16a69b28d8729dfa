/* SPDX-License-Identifier: BSD-3-Clause
 * The library's calls in the trace: the trace is an observer of them (upc_stride_tools.h). */
#include <stdio.h>
#include <string.h>
#include "base/large.h"
#include "core/core.h"
#include "trace/calls.h"
#include "trace/clock.h"
#include "trace/recorder.h"
#include "upc_stride_tools.h"

#pragma weak upc_stride_observe

/* ---- texts: "file.upc:12: upc_stride_broadcast", or a name alone; they stay where they are for ever ---- */

enum { SLOTS = 4 * URTK_TRACE_PLACES };
URTK_LARGE char *urtk_texts[SLOTS];

static uint32_t hash_of(const char *text) {
  uint32_t h = 0x811c9dc5;
  while (*text) h = (h ^ (unsigned char)*text++) * 0x01000193;
  return h;
}

static const char *kept(const char *text, const char *name) {
  static int count;
  char **texts = urtk_texts;
  uint32_t i = hash_of(text) % SLOTS;
  while (texts[i] && strcmp(texts[i], text) != 0) i = (i + 1) % SLOTS;
  if (texts[i]) return texts[i];
  if (count == SLOTS / 2) return name;
  count++;
  return texts[i] = urtk_copy(text, "the trace");
}

/* The program's text. If it has no place, or there is none, that of the call, which may have the place of a section. */
static const char *text_of(const upc_stride_seen_t *call) {
  char text[URTK_TRACE_PLACE];
  if (call->called && strstr(call->called, ": ")) return call->called;
  if (call->file) snprintf(text, sizeof text, "%s:%d: %s", call->file, call->line, call->name);
  else snprintf(text, sizeof text, "%s", call->name);
  return kept(text, call->name);
}

/* ---- what is told ---- */

/* Since when the thread makes a plan, or waits. The word of a call has its begin. */
static uint64_t planned, waiting;

static void plans(upc_stride_observer_t *observer) {
  (void)observer;
  planned = urtk_trace_ticks();
}

static void begin(upc_stride_observer_t *observer, const upc_stride_seen_t *call) {
  (void)observer;
  *call->own = (void *)(uintptr_t)(call->planned ? planned : urtk_trace_ticks());
}

static void end(upc_stride_observer_t *observer, const upc_stride_seen_t *call) {
  const uint64_t began = (uintptr_t)*call->own;
  struct urtk_trace_event e = {.begin = began, .time = urtk_trace_ticks() - began, .peer = -1,
                               .kind = call->split ? URTK_TRACE_SPLIT : URTK_TRACE_CALL};
  (void)observer;
  e.sent = call->sent, e.received = call->received;
  urtk_record(&e, text_of(call));
}

static void waits(upc_stride_observer_t *observer, const upc_stride_seen_t *call, int thread) {
  (void)observer, (void)call, (void)thread;
  waiting = urtk_trace_ticks();
}

static void waited(upc_stride_observer_t *observer, const upc_stride_seen_t *call, int thread) {
  struct urtk_trace_event e = {.begin = waiting, .time = urtk_trace_ticks() - waiting, .peer = thread,
                               .kind = URTK_TRACE_WAIT};
  (void)observer;
  urtk_record(&e, text_of(call));
}

static void message(upc_stride_observer_t *observer, const upc_stride_seen_t *call,
                    const upc_stride_seen_message_t *m) {
  static const uint16_t kinds[] = {
      [UPC_STRIDE_SEEN_SEND] = URTK_TRACE_SEND, [UPC_STRIDE_SEEN_RECEIVE] = URTK_TRACE_RECV,
      [UPC_STRIDE_SEEN_PUT] = URTK_TRACE_PUT, [UPC_STRIDE_SEEN_GET] = URTK_TRACE_GET};
  const int leaves = m->kind == UPC_STRIDE_SEEN_SEND || m->kind == UPC_STRIDE_SEEN_PUT;
  struct urtk_trace_event e = {.begin = urtk_trace_ticks(), .peer = m->thread, .kind = kinds[m->kind]};
  (void)observer;
  e.sent = leaves ? m->bytes : m->tag, e.received = leaves ? m->tag : m->bytes;
  urtk_record(&e, text_of(call));
}

/* A program without collectives has no library. */
void urtk_trace_calls(int messages) {
  static upc_stride_observer_t calls = {.begin = begin, .end = end, .sees = UPC_STRIDE_SEES_WAITS, .plans = plans,
                                        .waits = waits, .waited = waited, .message = message};
  if (messages) calls.sees |= UPC_STRIDE_SEES_MESSAGES;
  if (upc_stride_observe) upc_stride_observe(&calls);
}
