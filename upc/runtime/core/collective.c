/* SPDX-License-Identifier: BSD-3-Clause
 * Collective calls of the runtime: thread 0's value for everybody. All threads make them in the same order, so the
 * slots take turns: thread 0 can write a slot again only after a meeting which everybody reached having read it. */
#include <stdio.h>
#include <string.h>
#include "core/core.h"

int urt_atomic_domains;

struct slot { urt_ptr_t value; uint64_t a, b; size_t number; char call[48]; };
struct slots { struct slot slot[2]; };
URTK_STATIC(slots, sizeof(struct slots));

static _Noreturn void differ(const char *call, const struct urtk_given *given, const struct slot *said) {
  char ours[80], theirs[80];
  if (strncmp(said->call, call, sizeof said->call - 1) != 0)
    urtk_fatal_in(call, "thread %d calls %s where thread 0 calls %s; all must make the same call", urt_mythread, call,
                  said->call);
  snprintf(ours, sizeof ours, given->format, (unsigned long long)given->a, (unsigned long long)given->b);
  snprintf(theirs, sizeof theirs, given->format, (unsigned long long)said->a, (unsigned long long)said->b);
  urtk_fatal_in(call, "%s: thread %d gave %s, and thread 0 gave %s; all must give the same", call, urt_mythread, ours,
                theirs);
}

urt_ptr_t urtk_agree_with(const char *call, struct urtk_given given, urt_ptr_t value, size_t *number) {
  static unsigned calls;
  size_t place = slots + offsetof(struct slots, slot[calls++ & 1]);
  struct slot said = {value, given.a, given.b, *number, ""};
  if (urt_mythread == 0) {
    snprintf(said.call, sizeof said.call, "%s", call);
    *(struct slot *)urt_near(urtk_at(0, place)) = said;
  }
  urtk_meet();
  if (urt_mythread > 0) urt_get_far(&said, urtk_at(0, place), sizeof said);
  if (said.a != given.a || said.b != given.b || strncmp(said.call, call, sizeof said.call - 1) != 0)
    differ(call, &given, &said);
  *number = said.number;
  return said.value;
}

urt_ptr_t urtk_agree(const char *call, struct urtk_given given, urt_ptr_t value) {
  return urtk_agree_with(call, given, value, &(size_t){0});
}

void urtk_agree_on_place(const char *call, urt_ptr_t place) {
  urtk_agree(call, (struct urtk_given){"offset %#llx of thread %llu", place.offset, place.thread}, place);
}

/* Three words take turns: the next one was last looked at before the previous meeting. */
URTK_STATIC(errors, 3 * sizeof(uint64_t));

int urtk_any_error(int error) {
  static unsigned turn;
  urt_ptr_t word = urtk_at(0, errors + turn * sizeof(uint64_t));
  turn = (turn + 1) % 3;
  if (urt_mythread == 0) urtc_store(urtk_at(0, errors + turn * sizeof(uint64_t)), 0);
  if (error) urtc_compare_swap(word, 0, (uint64_t)error);
  urtk_meet();
  return (int)urtc_load(word);
}
