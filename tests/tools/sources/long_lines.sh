#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# No line of the C, C++ and UPC sources has more than 120 columns. Those that have are printed.
#   long_lines.sh [FOLDER...]   (all)
[ $# -gt 0 ] || set -- include src upc apps examples bench companions tests
export LC_ALL=C.UTF-8 # columns are characters, not bytes
if find "$@" -regex '.*\.\(c\|h\|cpp\|upc\)' -exec grep -nHE '^.{121,}' {} + | sed -E 's/^([^:]*:[^:]*):(.{60}).*/\1: \2.../' | grep .; then
  exit 1
fi
