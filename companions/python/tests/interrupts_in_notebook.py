# SPDX-License-Identifier: BSD-3-Clause
"""The moments of interrupts.py in cells of a kernel for so many threads; every second one is an interrupt by Jupyter.

usage: interrupts_in_notebook.py FOLDER SEED ROUNDS THREADS"""
import pathlib
import random
import sys
import threading

from jupyter_client.manager import start_new_kernel

folder, seed, rounds, threads = sys.argv[1:]
manager, client = start_new_kernel(kernel_name=f'upc-stride-{threads}')
some = random.Random(int(seed))
shown = []


def hook(message):
    text = message['content'].get('text', '') or '\n'.join(message['content'].get('traceback', []))
    shown.append(text)
    if text.startswith('go'):
        threading.Timer(some.random() * 0.15, manager.interrupt_kernel).start()


def run(code):
    status = client.execute_interactive(code, timeout=60, output_hook=hook)['content']['status']
    if status != 'ok':
        sys.exit('\n'.join(['FAILED:', code, *shown[-20:]]))


try:
    run(f'import random, sys\nsys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})\nimport interrupts\n'
        f'same, scene = random.Random({seed}), interrupts.Scene({folder!r})')
    for number in range(int(rounds)):
        run(f'interrupts.moment(scene, same, {number % 2 == 1})')
finally:
    manager.shutdown_kernel(now=True)
print('PASS')
