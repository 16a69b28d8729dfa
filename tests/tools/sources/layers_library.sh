#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The folders of src use each other in one direction (tests/tools/sources/layers), by their includes and by the symbols of their objects.
# src/README.md has the order. So do they together with the companions' roots of the library, whose folders stand below the operations.
. "$(dirname "$0")/../common.sh"
cd "$top"
below='base torus layout teams trees dataflow plan schedules choice player arrays transport prepared engine checked'
"$here/layers" src $below . standard c --objects "$build/obj/library/stride_NAME.o" || exit 1
folders=
cp -r src "$dir/all"
for root in $(cat "$build/obj/libraries"); do
  [ "$root" != src ] || continue
  cp -r "$root/." "$dir/all"
  for folder in "$root"/*/; do [ "$(basename "$folder")" = c ] || folders+=" $(basename "$folder")"; done
done
cd "$dir"
# A companion's plain C stands below what uses it: by the alphabet from the last to the first, graph_plan before graph.
folders=$(tr ' ' '\n' <<<"$folders" | sort -r | tr '\n' ' ')
"$here/layers" all $below $folders . standard c --objects "$build/obj/library/stride_NAME.o"
