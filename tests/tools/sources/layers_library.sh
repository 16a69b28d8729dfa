#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The folders of src use each other in one direction (tests/tools/sources/layers), by their includes and by the symbols of their objects.
# src/README.md has the order. So do they together with the companions' roots of the library, whose folders stand below the operations.
. "$(dirname "$0")/../common.sh"
cd "$top"
below='base torus layout teams trees dataflow plan schedules choice player arrays transport prepared engine checked'
objects=$build/obj/library/stride_NAME.o
"$here/layers" src $below . standard c --objects "$objects" || exit 1
added=$(BUILD=$build "$here/together" libraries "$dir/all") || exit 1
cd "$dir" && "$here/layers" all $below $added . standard c --objects "$objects"
