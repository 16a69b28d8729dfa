# SPDX-License-Identifier: BSD-3-Clause
"""gdb loads this file, which a program compiled with upcc -g names. It loads the package beside it."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode, before = True, sys.dont_write_bytecode  # nothing is left in the folder
try:
    import upc_gdb
finally:
    sys.dont_write_bytecode = before
    del sys.path[0]
upc_gdb.register()
