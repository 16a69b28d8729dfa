/* SPDX-License-Identifier: BSD-3-Clause
 * A call that the caller refuses, and whose error returns: the other members hear of it in their agreement
 * (engine/refusal.upc), which the caller makes too. Who they are follows from those sections and places of the call
 * that are right. If none is, nobody is told, and the others wait. */
#include "c/c_calls.h"
#include "arrays/check.h"
#include "engine/call.h"
#include "operations.h"
#include "team_sections.h"

#include <stdio.h>
#include <string.h>

typedef struct refused {
  upc_stride_args_t args;
  upc_stride_section_t of_views[2];
  upc_stride_prepared_t *P;
} refused_t;

/* ---- what is right ---- */

static void look_at_views(void *context) {
  refused_t *r = context;
  if (upc_stride_views != NULL) upc_stride_args_of_views(&r->args, r->of_views);
}

static void look_at(upc_stride_prepared_t *P, const char *argument, const upc_stride_section_t *S,
                    upc_stride_end_t *end) {
  if (P->builder->flow->kind != UPC_STRIDE_ELEMENTS) {
    upc_stride_check_end(P, argument, S, end);
    return;
  }
  upc_stride_check_array_of(&P->site, argument, S);
  upc_stride_check_elements(&P->site, argument, S, &end->picks);
  end->kind = UPC_STRIDE_AT_SECTION;
}

static void look_at_dst(void *context) {
  refused_t *r = context;
  look_at(r->P, "dst", r->args.dst, &r->P->builder->flow->dst);
}

static void look_at_src(void *context) {
  refused_t *r = context;
  look_at(r->P, "src", r->args.src, &r->P->builder->flow->src);
}

static void look_at_place(void *context) {
  refused_t *r = context;
  upc_stride_builder_t *B = r->P->builder;
  const int reads = r->args.dst != NULL;
  upc_stride_check_place(r->P, "place", reads ? &B->src : &B->dst, reads ? &B->flow->src : &B->flow->dst);
}

/* ---- who is told ---- */

/* 1: the call moves nothing, so that the others do not wait. */
static int moves_nothing(const upc_stride_args_t *a) {
  const int has_len = a->operation != UPC_STRIDE_OP_BARRIER && a->operation != UPC_STRIDE_OP_COPY && a->local == NULL;
  return has_len && a->len == 0 && a->counts == NULL && a->own.counts == NULL;
}

/* Both ends of the flow, of which one may stand for the other. 0: no section is right. */
static int find_ends(refused_t *r) {
  upc_stride_flow_t *F = r->P->builder->flow;
  const int dst = r->args.dst != NULL && upc_stride_c_is_right(look_at_dst, r);
  const int src = r->args.src != NULL && upc_stride_c_is_right(look_at_src, r);
  const int place = r->args.place != NULL && upc_stride_c_is_right(look_at_place, r);
  if (!dst && !src) return 0;
  if (!src && !(dst && place)) F->src = F->dst;
  if (!dst && !(src && place)) F->dst = F->src;
  return 1;
}

static void tell_members(refused_t *r, char *line) {
  upc_stride_builder_t *B = r->P->builder;
  upc_stride_members_t M;
  int is_member = find_ends(r) && upc_stride_members(&M, B->flow, MYTHREAD);
  if (is_member) {
    upc_stride_plan_agreement(B, &M.group);
    upc_stride_members_end(&M, B->flow);
  }
  upc_stride_builder_end(B);
  upc_stride_prepared_finish(r->P);
  if (is_member) upc_stride_call_refuse(r->P, line);
  else upc_stride_prepared_free(r->P);
}

/* What the others get. */
static void spell(char *line, size_t size) {
  char by[40];
  snprintf(by, sizeof by, " (on thread %d)", (int)MYTHREAD);
  if (size > upc_stride_eager()) size = upc_stride_eager();
  snprintf(line, size, "%.*s%s", (int)(size > strlen(by) ? size - strlen(by) - 1 : 0), upc_stride_c_last_error(), by);
}

int upc_stride_c_refused(const upc_stride_args_t *args) {
  static refused_t r;
  char line[600];
  upc_stride_args_t ends = {0};
  if (upc_stride_failed_together() || THREADS == 1 || moves_nothing(args)) return -1;
  r.args = *args;
  if (!upc_stride_c_is_right(look_at_views, &r)) return -1;
  spell(line, sizeof line);
  ends.call = UPC_STRIDE_CALL_BARRIER, ends.name = args->name, ends.operation = args->operation;
  ends.place = r.args.place;
  r.P = upc_stride_prepared_new(&ends);
  r.P->site = upc_stride_site(args->name, NULL);
  if (args->operation == UPC_STRIDE_OP_COPY) r.P->builder->flow->kind = UPC_STRIDE_ELEMENTS;
  tell_members(&r, line);
  return -1;
}

/* ---- values without arrays ---- */

static void look_at_team(void *context) {
  refused_t *r = context;
  const upc_stride_site_t call = upc_stride_site("members", NULL);
  const upc_stride_team_arrays_t *team = upc_stride_arrays_of_team(&call, "members", &r->of_views[0]);
  r->of_views[1] = team != NULL ? upc_stride_all_of_team(team->to, NULL) : r->of_views[0];
}

int upc_stride_c_refused_value(const char *name, const upc_stride_section_t *members) {
  static refused_t r;
  upc_stride_args_t args = {0};
  if (upc_stride_failed_together()) return -1;
  r.of_views[0] = *members;
  if (!upc_stride_c_is_right(look_at_team, &r)) return -1;
  args.name = name, args.operation = UPC_STRIDE_OP_BARRIER, args.dst = &r.of_views[1];
  return upc_stride_c_refused(&args);
}

/* ---- calls of all threads ---- */

void upc_stride_c_refused_by_all(void) {
  upc_stride_complaint_t c;
  if (upc_stride_failed_together()) return;
  c.argument[0] = '\0';
  snprintf(c.text, sizeof c.text, "%.*s", (int)sizeof c.text - 1, upc_stride_c_last_error());
  upc_stride_complain_together(&c);
}
