#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The simulator's agenda against a model.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"${SIMULATOR_CXX:-g++}" -std=c++17 -O1 -g -Wall -Wextra -I"$top/companions/sim" "$here/agenda.cpp" -o agenda || die "g++"
limited 60 ./agenda
