#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The kernel for Jupyter: the tutorial, and cells that fail. Skipped where no Python here has ipykernel and nbclient.
modules='ipykernel nbclient nbformat'
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_package"
export JUPYTER_DATA_DIR=$dir/jupyter PATH=$build/bin:$PATH UPC_PATIENCE=1
"$python" -m upc_stride.kernel install --threads 4 --folder "$JUPYTER_DATA_DIR" >log || die 'no kernel'
limited 120 "$python" -c '
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], 4)
nbclient.NotebookClient(notebook, timeout=60, kernel_name="upc-stride-4").execute()
print(notebook.cells[1].outputs[0].data["text/plain"])' "$top/examples/python/tutorial.ipynb" >log 2>err || { cat err; die 'the tutorial in Jupyter'; }
same "$(cat log)" '(0, 4)'
limited 170 "$python" "$here/notebook.py" >log 2>err || { cat log err; die 'cells that fail'; }
same "$(cat log)" PASS
grep -q '^upc: thread 1 of 4 died of signal 9 (Killed)$' err || { cat err; die 'no line about a killed thread'; }
