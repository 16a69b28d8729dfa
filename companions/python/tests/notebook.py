# SPDX-License-Identifier: BSD-3-Clause
"""Notebooks in the kernel for four threads: cells that fail on some threads, threads that end, interrupts. Each notebook is
run as "Run All" does."""
import re
import sys
import threading

import nbclient
import nbformat
from jupyter_client.manager import start_new_kernel

KERNEL = 'upc-stride-4'
START = 'import os, signal, sys, time\nimport upc_stride as us\nme = us.thread()'


def run_all(*cells):
    """How a notebook with these cells ends: the name of nbclient's exception, the errors of its cells, what they print."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in (START, *cells)])
    raised = None
    try:
        nbclient.NotebookClient(notebook, timeout=60, kernel_name=KERNEL).execute()
    except Exception as error:
        raised = type(error).__name__
    outputs = [output for cell in notebook.cells for output in cell.outputs]
    errors = [output for output in outputs if output.output_type == 'error']
    for error in errors:
        error.traceback = re.sub('\x1b[^m]*m', '', '\n'.join(error.traceback))
    return raised, errors, ''.join(output.text for output in outputs if output.output_type == 'stream')


def outputs_of(code):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in (START, code)])
    nbclient.NotebookClient(notebook, timeout=60, kernel_name=KERNEL).execute()
    return notebook.cells[1].outputs


def check(what, seen):
    if not what:
        sys.exit(f'FAILED: {seen}')


def test_one_thread():
    raised, errors, printed = run_all('if me == 2:\n    raise ValueError("odd")', 'print("next")')
    check(raised == 'CellExecutionError' and printed == '' and len(errors) == 1, (raised, errors, printed))
    check(errors[0].ename == 'ValueError' and errors[0].evalue == 'thread 2: odd', errors)
    check('On thread 2:' in errors[0].traceback and 'In[2], line 2' in errors[0].traceback, errors)


def test_all_threads():
    raised, errors, printed = run_all('raise ValueError("odd")')
    check(raised == 'CellExecutionError' and [one.evalue for one in errors] == ['odd'], (raised, errors))
    check(printed == '[threads 1, 2, 3] ValueError: odd\n', printed)


def test_output_is_folded():
    _, _, printed = run_all('print("same")', 'print("me", me)')
    check(printed == 'same\n[threads 1, 2, 3] same\nme 0\n' + ''.join(f'[thread {n}] me {n}\n' for n in (1, 2, 3)), printed)
    cell = outputs_of('if me > 0:\n    print("<line>\\n" * 30)')
    check('threads 1, 2, 3: 31 lines' in cell[0].data['text/html'] and '&lt;line&gt;' in cell[0].data['text/html'], cell)


def test_progress():
    cell = outputs_of('if me == 2:\n    time.sleep(6)\nus.barrier()')
    shown = [one.data['text/plain'] for one in cell if one.output_type == 'display_data']
    check(len(shown) == 1 and re.fullmatch('[0-9]+ s', shown[0]), cell)


def test_system_exit():
    for where in 'me == 1', 'True':
        raised, errors, printed = run_all(f'if {where}:\n    sys.exit(3)', 'print("next")')
        check(raised == 'CellExecutionError' and 'next' not in printed, (raised, errors, printed))
        check([one.ename for one in errors] == ['SystemExit'], errors)


def test_syntax_and_magics():
    raised, errors, _ = run_all('%time y = me', 'print(y', 'print("next")')
    check(raised == 'CellExecutionError' and [one.ename for one in errors] == ['SyntaxError'], (raised, errors))


def test_thread_ends():
    raised, errors, _ = run_all('if me == 1:\n    os._exit(0)', 'print("next")')
    check(raised == 'DeadKernelError' and len(errors) == 1, (raised, errors))
    check(errors[0].evalue == 'thread 1 has ended; the kernel restarts, and all variables are lost', errors)
    raised, _, _ = run_all('if me == 1:\n    os.kill(os.getpid(), signal.SIGKILL)\nus.barrier()')
    check(raised == 'DeadKernelError', raised)  # the line is on standard error


def test_others_wait():
    for failing, waiting in (1, '0, 2, 3'), (0, '1, 2, 3'):
        raised, errors, _ = run_all(f'if me == {failing}:\n    raise ValueError("odd")\nus.barrier()')
        check(raised == 'DeadKernelError' and [one.ename for one in errors] == ['ValueError', 'Error'], (raised, errors))
        check(errors[1].evalue == f'the cell has failed on thread {failing}, and threads {waiting} would wait for ever; '
              'the kernel restarts, and all variables are lost', errors)


def test_goes_on():
    """Variables stay where others compute when a cell has failed; an interrupt reaches all threads."""
    manager, client = start_new_kernel(kernel_name=KERNEL)

    def status(code, interrupted=False):
        if interrupted:
            threading.Timer(1, manager.interrupt_kernel).start()
        return client.execute(code, reply=True, timeout=60, stop_on_error=False)['content']['status']
    try:
        check(status(START) == 'ok', 'the start')
        check(status('kept = me\nif me == 3:\n    raise ValueError("odd")\ntime.sleep(3)') == 'error', 'a failure')
        check(status('while True:\n    kept += 4', interrupted=True) == 'error', 'an interrupt')
        check(status('while me == 2:\n    time.sleep(0.1)', interrupted=True) == 'error', 'an interrupt of thread 2')
        check(status('us.barrier()\nassert kept % 4 == me') == 'ok', 'the variables')
    finally:
        manager.shutdown_kernel()


for name, test in list(globals().items()):
    if name.startswith('test_'):
        test()
print('PASS')
