/* SPDX-License-Identifier: BSD-3-Clause
 * Collective calls of the runtime: thread 0's value for everybody. All threads make them in the same order, so the
 * slots take turns: thread 0 can write a slot again only after a meeting which everybody reached having read it. */
#include "core/core.h"

int urt_atomic_domains;

struct slot { urt_ptr_t value; uint64_t check_a, check_b; size_t number; uint64_t unused[3]; };
struct slots { struct slot slot[2]; };
URTK_STATIC(slots, sizeof(struct slots));

urt_ptr_t urtk_agree_with(const char *call, uint64_t check_a, uint64_t check_b, urt_ptr_t value, size_t *number) {
  static unsigned calls;
  size_t place = slots + offsetof(struct slots, slot[calls++ & 1]);
  struct slot said = {value, check_a, check_b, *number, {0}};
  if (urt_mythread == 0) *(struct slot *)urt_near(urtk_at(0, place)) = said;
  urtk_meet();
  if (urt_mythread > 0) urt_get_far(&said, urtk_at(0, place), sizeof said);
  if (said.check_a != check_a || said.check_b != check_b)
    urtk_fatal_in(call, "%s: thread %d gave %llu, %llu and thread 0 gave %llu, %llu; all must give the same", call,
                 urt_mythread, (unsigned long long)check_a, (unsigned long long)check_b,
                 (unsigned long long)said.check_a, (unsigned long long)said.check_b);
  *number = said.number;
  return said.value;
}

urt_ptr_t urtk_agree(const char *call, uint64_t check_a, uint64_t check_b, urt_ptr_t value) {
  return urtk_agree_with(call, check_a, check_b, value, &(size_t){0});
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
