# SPDX-License-Identifier: BSD-3-Clause
"""UPC in gdb: pointers-to-shared, shared arrays, sections, and the threads of a job.

    upc threads               the threads of the job: process, place, last call
    upc where                 the stacks of all threads; equal ones once
    upc tasks                 the stacks of tasks that wait or are ready to go on; equal ones of a thread once
    upc print A[3][5].x       an element of a shared variable, or what a pointer-to-shared points to; of any thread
    upc whatis A              its type, and which thread has which part

upc-gdb.py, which a program compiled with upcc -g names, loads this package.
"""
import gdb
import gdb.unwinder

from .commands import COMMANDS
from .printers import printer
from .tasks import left_stack


def register():
    """Gives gdb the commands and the printers, in the place of those that it may have from an earlier load."""
    gdb.pretty_printers[:] = [p for p in gdb.pretty_printers if getattr(p, '__name__', '') != 'printer']
    gdb.pretty_printers.append(printer)
    gdb.unwinder.register_unwinder(None, left_stack, replace=True)
    for command in COMMANDS:
        command()
