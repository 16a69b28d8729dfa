/* SPDX-License-Identifier: BSD-3-Clause
 * Rule files. Of one that is accepted each operation chooses a schedule for several calls. */
#include "base/tuned.h"
#include "choice/rule.h"

#include <stdio.h>
#include <string.h>
#include "each.h"

const char *const file_name = "damaged.rules";

static void check_choice(const upc_stride_choice_t *c, int operation) {
  if (c->schedule == NULL || c->schedule->operation != operation) nonsense("a schedule of another operation");
  if (c->segment > 1 << 30 || c->under_way > 1 << 30) nonsense("segments of %zu bytes", c->segment);
  if (c->ahead < 0 || c->ahead > UPC_STRIDE_MOST_AHEAD) nonsense("ahead=%d", c->ahead);
  if (c->rounds < 0 || c->rounds > UPC_STRIDE_MOST_ROUNDS) nonsense("rounds=%d", c->rounds);
  if (c->parts < 1 || c->parts > UPC_STRIDE_LEVELS) nonsense("%d parts", c->parts);
  for (int i = 0; i < c->parts; i++) {
    const upc_stride_composed_t *part = &c->part[i];
    if (part->unit < 0 || (i == c->parts - 1 && part->unit != 0)) nonsense("units of %d", part->unit);
    if (strstr(part->schedule->name, ":k") && (part->arity < 1 || part->arity > 1 << 30))
      nonsense("a tree of arity %d", part->arity);
  }
}

int read_file(void) {
  upc_stride_selector_t m = {.dimensions = 1, .near = 1, .in_sync = 1, .threads_per_core = 1, .conduit = "smp"};
  upc_stride_choice_t c;
  upc_stride_rule_set(file_name);
  const char *wrong = upc_stride_rule_wrong();
  if (wrong) return fprintf(stderr, "%s\n", wrong), REFUSED;
  for (m.operation = 0; m.operation < UPC_STRIDE_OPS; m.operation++)
    for (m.members = 1; m.members <= 4096; m.members *= 4)
      for (m.bytes = 0; m.bytes < (size_t)1 << 40; m.bytes = 64 * m.bytes + 8)
        upc_stride_rule_find(&c, &m), check_choice(&c, m.operation);
  return ACCEPTED;
}
