// SPDX-License-Identifier: BSD-3-Clause
#include "tokens/layout.h"

std::string describeLayout(const Layout &layout) {
  std::string text = layout.strict ? "strict " : layout.relaxed ? "relaxed " : "";
  if (!layout.shared) return text;
  text += "shared ";
  if (layout.resolved) return layout.block == 1 ? text : text + (layout.block ? "[" + std::to_string(layout.block) + "] " : "[] ");
  for (const Bracket &b : layout.brackets)
    text += b.kind == Bracket::Empty ? "[]" : b.kind == Bracket::Star ? "[*]" : "[" + b.text + "]";
  if (!layout.brackets.empty()) text += ' ';
  return layout.grid.empty() ? text : text + "(" + layout.grid + ") ";
}
