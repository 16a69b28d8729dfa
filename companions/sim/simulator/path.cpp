// SPDX-License-Identifier: BSD-3-Clause
#include "path.h"

namespace path {

void Past::keep() const {
  if (step) step->users++;
}

// Not by recursion: a chain has up to millions of steps.
void Past::release() {
  while (step && --step->users == 0) {
    Step *before = std::exchange(step->before.step, nullptr);
    delete step;
    step = before;
  }
  step = nullptr;
}

double Past::end() const { return step ? step->end : 0; }

static bool areAlike(const Label &a, const Label &b) {
  return a.kind == b.kind && a.thread == b.thread && a.peer == b.peer && a.site == b.site;
}

Past Past::until(double time, Label label) const {
  bool isElsewhere = step && label.site >= 0 && label.site != step->label.site; // then what follows is of that site
  if (time < end() || (time == end() && !isElsewhere)) return *this;
  if (step && label.site < 0) label.site = step->label.site;
  Past longer;
  if (step && areAlike(step->label, label)) {
    label.bytes += step->label.bytes;
    longer.step = new Step{step->before, time, label, step->count + 1, 1};
  } else {
    longer.step = new Step{*this, time, label, 1, 1};
  }
  return longer;
}

Past Past::asOf(double time) const {
  Past then = *this;
  while (then.step && then.step->before.end() >= time) then = Past(then.step->before);
  if (then.end() <= time) return then;
  Past cut;
  cut.step = new Step{then.step->before, time, then.step->label, then.step->count, 1};
  return cut;
}

} // namespace path
