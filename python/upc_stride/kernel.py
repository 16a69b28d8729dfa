# SPDX-License-Identifier: BSD-3-Clause
"""A kernel for Jupyter whose cells run on all threads.

    python3 -m upc_stride.kernel install --threads 4      then choose "UPC, 4 threads" in the notebook

The notebook talks to thread 0, which passes each cell to the others. What they print, and their errors, follow the output
of thread 0, with their numbers. If a cell fails on some threads while others wait for them, restart the kernel.
"""
from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import pathlib
import shutil
import sys
import tempfile
import traceback
from multiprocessing.connection import Client, Connection, Listener
from typing import Any


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


def _follow(link: Connection) -> None:
    """A thread other than 0: runs the cells that thread 0 sends."""
    names: dict[str, Any] = {'__name__': '__main__'}
    while True:
        try:
            code = link.recv()
        except EOFError:
            return
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                exec(compile(code, '<cell>', 'exec'), names)
            except Exception:
                traceback.print_exc(file=printed)
        link.send(printed.getvalue())


def _lead(links: list[Connection]) -> None:
    """Thread 0: Jupyter's kernel, which passes cells on."""
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelapp import IPKernelApp

    class Kernel(IPythonKernel):
        async def do_execute(self, code: str, silent: bool, *arguments: Any, **options: Any) -> Any:
            if silent:
                return await super().do_execute(code, silent, *arguments, **options)
            for link in links:
                link.send(code)
            reply = await super().do_execute(code, silent, *arguments, **options)
            for number, link in enumerate(links, 1):
                for line in link.recv().splitlines():
                    print(f'[thread {number}] {line}')
            return reply

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
            links = sorted((listener.accept() for _ in range(us.threads() - 1)), key=lambda link: link.recv())
        shutil.rmtree(folder)
        _lead(links)
    else:
        us.barrier()
        link = Client(address, 'AF_UNIX')
        link.send(us.thread())
        _follow(link)


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
