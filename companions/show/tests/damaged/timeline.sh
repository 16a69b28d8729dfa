# SPDX-License-Identifier: BSD-3-Clause
# Read by tests/tools/files/damaged.sh: timelines, as upc-stride-show --trace reads them.
example=prog.trace.json
. "${added%/*}/graph.sh"
