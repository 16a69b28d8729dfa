#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The folders of upc/frontend use each other in one direction (tests/tools/sources/layers); upc/frontend/README.md has the order. So do they
# together with the companions' roots of the compiler, whose folders stand above the driver. lower/ walks a tree, and so has cycles.
. "$(dirname "$0")/../common.sh"
cd "$top"
stages='tokens types check lower translate optimise driver'
"$here/layers" upc/frontend $stages . --cycles-in lower || exit 1
added=$(BUILD=$build "$here/together" frontends "$dir/all") || exit 1
cd "$dir" && "$here/layers" all $stages $added . --cycles-in lower
