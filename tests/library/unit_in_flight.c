/* SPDX-License-Identifier: BSD-3-Clause
 * Plans that are wrong (plan/in_flight.c): each step that reads or writes memory does so while a message of the plan
 * has it under way. What another thread still reads, nobody may write; what comes to memory, nobody may touch. The same
 * step is right on the bytes before and behind, and when the message has gone or come. */
#include <stdio.h>
#include <string.h>
#include "plan/builder.h"
#include "plan/plan.h"

enum { WORD = 8, EAGER = 64, BYTES = 4096, AT = 1024 };

static int streams_are_used, failures;

static int near(int me, int thread) { return me == thread; }
static int all_near(void) { return 0; }
static int node(int thread) { return thread; }
static int same_core(int me, int thread) { return me == thread; }
static int streams(int me, int thread, size_t bytes) { return streams_are_used && me != thread && bytes > EAGER; }
static size_t eager(void) { return EAGER; }
static char *part(const void *array, int thread) { (void)array, (void)thread; return NULL; }
static char *origin(void) { return NULL; }
static const upc_stride_setting_t setting = {near, all_near, node, same_core, streams, eager, part, origin};

static int act(upc_stride_run_t *run, const upc_stride_step_t *step) { (void)run, (void)step; return 1; }

/* ---- the steps: each reads or writes a word of the buffer at `at` ---- */

static char elsewhere[WORD];
static size_t other; /* a word of the buffer beside all that is under way */

static void copy_to(upc_stride_builder_t *B, size_t at) { upc_stride_plan_copy_in_buffer(B, at, other, WORD); }
static void copy_from(upc_stride_builder_t *B, size_t at) { upc_stride_plan_copy_in_buffer(B, other, at, WORD); }
static void copy_out(upc_stride_builder_t *B, size_t at) { upc_stride_plan_copy_out(B, elsewhere, at, WORD); }
static void receive(upc_stride_builder_t *B, size_t at) {
  upc_stride_plan_receive(B, 2, upc_stride_in_buffer(at, WORD));
}
static void send(upc_stride_builder_t *B, size_t at) { upc_stride_plan_send(B, 2, upc_stride_in_buffer(at, WORD)); }
static void act_to(upc_stride_builder_t *B, size_t at) {
  upc_stride_plan_action_on(B, act, upc_stride_in_buffer(at, WORD), upc_stride_in_buffer(other, WORD));
}
static void act_from(upc_stride_builder_t *B, size_t at) {
  upc_stride_plan_action_on(B, act, upc_stride_in_buffer(other, WORD), upc_stride_in_buffer(at, WORD));
}

static const struct {
  const char *name;
  void (*step)(upc_stride_builder_t *B, size_t at);
  int writes;
} steps[] = {{"copy to", copy_to, 1}, {"receive", receive, 1}, {"act to", act_to, 1}, {"copy from", copy_from, 0},
             {"copy out", copy_out, 0}, {"send", send, 0}, {"act from", act_from, 0}};

/* ---- what is under way: AT .. AT + BYTES of the buffer ---- */

typedef enum way { OFFERED, STREAM_OUT, STREAM_IN, WAYS } way_t;

static int is_wrong(way_t way, int step, size_t at, int late) {
  static upc_stride_builder_t B; /* zero before the first plan */
  const upc_stride_memory_t there = upc_stride_in_buffer(AT, BYTES);
  upc_stride_plan_t P;
  char text[200];
  int found;
  streams_are_used = way != OFFERED;
  upc_stride_builder_begin(&B, &setting, 0);
  upc_stride_plan_buffer(&B, 2 * AT + BYTES);
  other = upc_stride_plan_buffer(&B, WORD);
  if (way == STREAM_IN) upc_stride_plan_expect(&B, 1, there);
  else upc_stride_plan_send(&B, 1, there);
  if (late && way == STREAM_IN) upc_stride_plan_receive(&B, 1, there);
  if (late) upc_stride_plan_wait_sent(&B, 0);
  steps[step].step(&B, at);
  if (!late && way == STREAM_IN) upc_stride_plan_receive(&B, 1, there);
  upc_stride_builder_end(&B);
  upc_stride_builder_give(&B, &P);
  found = upc_stride_plan_uses_in_flight(&setting, 0, &P, text, sizeof text) != NULL;
  upc_stride_plan_free(&P);
  return found;
}

static void check(way_t way, int step, size_t at, int late, int wanted) {
  static const char *const names[WAYS] = {"an offer", "a stream that is sent", "a stream that comes"};
  if (is_wrong(way, step, at, late) == wanted) return;
  failures++;
  printf("%s, of bytes %d to %d: '%s' at %zu%s must be %s\n", names[way], AT, AT + BYTES - 1, steps[step].name, at,
         late ? " when it is complete" : "", wanted ? "wrong" : "right");
}

int main(void) {
  for (int step = 0; step < (int)(sizeof steps / sizeof steps[0]); step++)
    for (int way = 0; way < WAYS; way++) {
      const int wrong = steps[step].writes || way == STREAM_IN;
      check(way, step, AT, 0, wrong), check(way, step, AT + BYTES - WORD, 0, wrong);
      check(way, step, AT - 1, 0, wrong), check(way, step, AT + BYTES - 1, 0, wrong);
      check(way, step, AT - WORD, 0, 0), check(way, step, AT + BYTES, 0, 0);
      check(way, step, AT, 1, 0);
    }
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
