# SPDX-License-Identifier: BSD-3-Clause
"""A kernel for Jupyter whose cells run on all threads.

    python3 -m upc_stride.kernel install --threads 4      then choose "UPC, 4 threads" in the notebook

The notebook talks to thread 0, which passes each cell to the others. What they print follows the output of thread 0,
with their numbers. A cell that raises on any thread fails. If a thread ends, or if others wait for one on which the
cell has failed, all threads end with a line, and Jupyter restarts the kernel.
"""
from __future__ import annotations

import argparse
import functools
import json
from multiprocessing.connection import Client, Connection, Listener
import os
import pathlib
import shutil
import sys
import tempfile
import time
from typing import Any

from ._base import _start
from ._calls import _interrupts
from ._cells import Cell, Failure, as_html, as_text, follow, report

_FOLDED = 20  # lines of the other threads that a cell shows unfolded


def install(threads: int, folder: str | None) -> pathlib.Path:
    """Writes the kernel's description to where Jupyter looks for it.

    Parameters
    ----------
    threads : int
    folder : str, optional
        Jupyter's data folder; the default is the user's.
    """
    data = folder or os.environ.get('JUPYTER_DATA_DIR') or pathlib.Path.home() / '.local/share/jupyter'
    kernel = pathlib.Path(data) / f'kernels/upc-stride-{threads}'
    kernel.mkdir(parents=True, exist_ok=True)
    upcrun = shutil.which('upcrun') or 'upcrun'
    command = [upcrun, '-n', str(threads), sys.executable, '-m', 'upc_stride.kernel', '-f', '{connection_file}']
    description = {'argv': command,
                   'display_name': f'UPC, {threads} threads', 'language': 'python', 'interrupt_mode': 'message'}
    (kernel / 'kernel.json').write_text(json.dumps(description, indent=1))
    return kernel


def _lead(links: dict[int, Connection], pids: dict[int, int]) -> None:
    """Thread 0: Jupyter's kernel, which passes cells on."""
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelapp import IPKernelApp

    class Kernel(IPythonKernel):
        progress = ''  # the line that was shown last

        def pre_handler_hook(self) -> None:
            """IPython's own sets Python's handler, which raises where thread 0 is."""
            self.saved_sigint_handler = _interrupts.hear_in_notebook()

        async def do_execute(self, code: str, silent: bool, *arguments: Any, **options: Any) -> Any:
            if silent:
                return await super().do_execute(code, silent, *arguments, **options)
            numbered = self.execution_count, code
            parent = self.get_parent()
            cell = Cell(links, numbered, functools.partial(self.give_up, parent), functools.partial(self.show_progress, parent))
            own = None
            try:
                reply = await super().do_execute(code, silent, *arguments, **options)
                if reply['status'] == 'error':
                    own = Failure(reply['ename'], reply['evalue'], [])
            finally:
                cell.end_on_thread_0(own)
            cell.wait(pids)
            failure = self.show(self.get_parent(), cell)
            if own is not None or failure is None:
                return reply
            return {**self.show_failure(self.get_parent(), failure), 'status': 'error', 'user_expressions': {},
                    'execution_count': reply['execution_count'], 'payload': []}

        def publish(self, parent: Any, kind: str, content: dict) -> None:
            if self.session is not None:
                self.session.send(self.iopub_socket, kind, content, parent=parent, ident=self._topic(kind))

        def show(self, parent: Any, cell: Cell) -> Failure | None:
            """Shows what the other threads have printed; returns the failure of the cell."""
            sys.stdout.flush()
            printed, failure = report(cell)
            text = as_text(printed)
            if text.count('\n') > _FOLDED:
                self.publish(parent, 'display_data', {'data': {'text/plain': text, 'text/html': as_html(printed)}, 'metadata': {}})
            elif text:
                self.publish(parent, 'stream', {'name': 'stdout', 'text': text})
            return failure

        def show_progress(self, parent: Any, text: str) -> None:
            """A line of the cell, which the next one replaces."""
            name = 'progress of ' + parent.get('header', {}).get('msg_id', '')
            kind = 'update_display_data' if name == self.progress else 'display_data'
            self.progress = name
            self.publish(parent, kind, {'data': {'text/plain': text}, 'metadata': {}, 'transient': {'display_id': name}})

        def show_failure(self, parent: Any, failure: Failure) -> dict:
            content = {'ename': failure.name, 'evalue': failure.text, 'traceback': failure.traceback}
            self.publish(parent, 'error', content)
            return content

        def give_up(self, parent: Any, cell: Cell, why: str) -> None:
            """Says why the cell cannot end, and ends all threads. Jupyter then starts the kernel anew."""
            failure = self.show(parent, cell)
            if failure is not None and 0 not in cell.failures:
                self.show_failure(parent, failure)
            line = f'{why}; the kernel restarts, and all variables are lost'
            self.show_failure(parent, Failure('Error', line, [line]))
            sys.stdout.flush()
            time.sleep(1)  # in which the messages leave this process
            _start.library().exit(1)

    IPKernelApp.launch_instance(kernel_class=Kernel)


def run() -> None:
    """The threads, the links between them, and the kernel."""
    folder = tempfile.mkdtemp()
    address = os.path.join(folder, 'cells')
    import upc_stride as us
    us.init()
    if us.thread() == 0:
        with Listener(address, 'AF_UNIX') as listener:
            us.barrier()
            links, pids = {}, {}
            for link in [listener.accept() for _ in range(us.threads() - 1)]:
                number, pid = link.recv()
                links[number], pids[number] = link, pid
        shutil.rmtree(folder)
        _lead(links, pids)
    else:
        us.barrier()
        link = Client(address, 'AF_UNIX')
        link.send((us.thread(), os.getpid()))
        follow(link)


def main() -> None:
    """The command: `install`, or the kernel itself as Jupyter starts it."""
    if len(sys.argv) < 2 or sys.argv[1] != 'install':
        run()
        return
    parser = argparse.ArgumentParser(prog='python3 -m upc_stride.kernel')
    parser.add_argument('install')
    parser.add_argument('--threads', type=int, default=4)
    parser.add_argument('--folder', help="Jupyter's data folder; the default is the user's")
    options = parser.parse_args()
    print(install(options.threads, options.folder))


if __name__ == '__main__':
    main()
