# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a notebook on all threads: how the other threads run them, and what thread 0 learns of it."""
from __future__ import annotations

import contextlib
import io
import os
import pathlib
import signal
import sys
import threading
import time
import warnings
from multiprocessing.connection import Connection, wait
from typing import Any, Callable, Iterable, NamedTuple


class Failure(NamedTuple):
    """What a cell has raised on a thread: the exception's name and text, and the lines of its traceback."""
    name: str
    text: str
    traceback: list[str]


# ---- waits that do not end ----

_PATIENCE = float(os.environ.get('UPC_PATIENCE') or 10)  # seconds, as the library has them; 0: for ever
_LOOK = 0.1                                              # seconds from one look to the next
_PACKAGE = str(pathlib.Path(__file__).parent)


class _Patience:
    """Tells whether the main thread of the operating system has been in calls of the package for a long time."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def is_over(self) -> bool:
        frame = sys._current_frames().get(threading.main_thread().ident or 0)
        if frame is None or not frame.f_code.co_filename.startswith(_PACKAGE):
            self._since = time.monotonic()
        return 0 < _PATIENCE < time.monotonic() - self._since


# ---- the other threads ----

def _tell(link: Connection, ended: threading.Event) -> None:
    """While a cell runs: tells thread 0 when the main thread has waited for a long time, and when it goes on."""
    patience, told = _Patience(), False
    while not ended.wait(_LOOK):
        if patience.is_over() != told:
            told = not told
            link.send(('waits', told))


def _shell() -> Any:
    """IPython without a user: it runs cells as thread 0 does, and keeps the traceback of the latest exception."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Shell(InteractiveShell):
        latest_traceback: list[str] = []

        def _showtraceback(self, kind: Any, value: Any, lines: list[str]) -> None:
            self.latest_traceback = lines

        def enable_gui(self, gui: Any = None) -> None:
            """There is no window on these threads."""

    warnings.filterwarnings('ignore', 'To exit: use')  # IPython's hint about SystemExit, for a terminal
    config = Config()
    config.HistoryManager.enabled = False
    return Shell.instance(config=config)


def _run_cell(shell: Any, number: int, code: str) -> Failure | None:
    shell.execution_count, shell.latest_traceback = number, []
    result = shell.run_cell(code, silent=True)
    error = result.error_before_exec or result.error_in_exec
    if error is None:
        return None
    return Failure(type(error).__name__, str(error), shell.latest_traceback or [f'{type(error).__name__}: {error}'])


def _next_cell(link: Connection) -> tuple[int, str]:
    """Its number and its text."""
    while True:
        try:
            return link.recv()
        except KeyboardInterrupt:  # it was for a cell that has ended
            pass


def follow(link: Connection) -> None:
    """A thread other than 0: runs the cells that thread 0 sends, until thread 0 ends."""
    shell = _shell()
    with contextlib.suppress(EOFError):
        while True:
            cell, printed, ended = _next_cell(link), io.StringIO(), threading.Event()
            teller = threading.Thread(target=_tell, args=(link, ended))
            teller.start()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                failure = _run_cell(shell, *cell)
            ended.set()
            teller.join()
            link.send(('ended', (printed.getvalue(), failure)))


# ---- thread 0 ----

class Cell(threading.Thread):
    """A cell on the other threads: collects what they print and raise. If the cell cannot end, it calls `give_up`,
    which ends the job: a thread has ended, or the cell has failed on some, and all that still run it wait in calls of
    the package."""

    def __init__(self, links: dict[int, Connection], cell: tuple[int, str], give_up: Callable[[Cell, str], None]):
        super().__init__(daemon=True)
        self.printed: dict[int, str] = {}
        self.failures: dict[int, Failure] = {}
        self._left = dict(links)             # those that still run the cell
        self._waiting: set[int] = set()
        self._own_end = threading.Event()    # thread 0 has run the cell
        self._all_ended = threading.Event()  # all have
        self._give_up, self._cell = give_up, cell
        self.start()

    def run(self) -> None:
        for number, link in self._left.items():
            with contextlib.suppress(OSError):  # it has ended: so says the end of the link
                link.send(self._cell)
        patience = _Patience()
        while self._left or not self._own_end.is_set():
            for number in self._ready():
                self._receive(number)
            stuck = self._stuck(patience)
            if stuck:
                failed = _threads(self.failures)
                self._give_up(self, f'the cell has failed on {failed}, and {_threads(stuck)} would wait for ever')
        self._all_ended.set()

    def _ready(self) -> list[int]:
        """The threads that have something to say."""
        if not self._left:
            self._own_end.wait(_LOOK)
            return []
        ready = wait(list(self._left.values()), _LOOK)
        return [number for number, link in self._left.items() if link in ready]

    def _stuck(self, patience: _Patience) -> list[int]:
        """The threads that still run the cell, if it has failed on others and all of them wait."""
        running = [*self._left, *([] if self._own_end.is_set() else [0])]
        waiting = self._waiting | ({0} if patience.is_over() else set())
        return running if self.failures and waiting.issuperset(running) else []

    def _receive(self, number: int) -> None:
        try:
            what, value = self._left[number].recv()
        except (EOFError, OSError):
            self._give_up(self, f'{_threads([number])} has ended')
            return
        if what == 'waits':
            (self._waiting.add if value else self._waiting.discard)(number)
            return
        self.printed[number], failure = value
        if failure is not None:
            self.failures[number] = failure
        del self._left[number]

    def end_on_thread_0(self, failure: Failure | None) -> None:
        if failure is not None:
            self.failures[0] = failure
        self._own_end.set()

    def wait(self, pids: dict[int, int]) -> None:
        """Waits for the other threads. An interrupt of thread 0 interrupts them too."""
        interrupted = 0 in self.failures and self.failures[0].name == 'KeyboardInterrupt'
        while not self._all_ended.is_set():
            try:
                for number in list(self._left) if interrupted else []:
                    os.kill(pids[number], signal.SIGINT)
                interrupted = False
                self._all_ended.wait()
            except KeyboardInterrupt:
                interrupted = True


def _threads(numbers: Iterable[int]) -> str:
    listed = sorted(numbers)
    return f'thread{"s" if len(listed) > 1 else ""} {", ".join(map(str, listed))}'


def report(cell: Cell) -> tuple[str, Failure | None]:
    """What the other threads have printed, and the failure of the cell, that of its first thread. The others that have
    raised the same get a line each."""
    lines = [f'[thread {number}] {line}' for number, text in sorted(cell.printed.items()) for line in text.splitlines()]
    numbers = sorted(cell.failures)
    if not numbers:
        return '\n'.join(lines), None
    first = cell.failures[numbers[0]]
    for number in numbers[1:]:
        other = cell.failures[number]
        same = other[:2] == first[:2]
        shown = [f'{other.name}: {other.text}'] if same else '\n'.join(other.traceback).splitlines()
        lines += [f'[thread {number}] {line}' for line in shown]
    place = _threads(numbers[:1])
    return '\n'.join(lines), Failure(first.name, f'{place}: {first.text}', [f'On {place}:', *first.traceback])
