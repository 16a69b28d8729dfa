# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a notebook on all threads: how the other threads run them, and what thread 0 learns of it."""
from __future__ import annotations

import contextlib
import html
import io
from multiprocessing.connection import Connection, wait
import os
import pathlib
import signal
import sys
import threading
import time
from typing import Any, Callable, Iterable, NamedTuple
import warnings

from ._calls import _interrupts


class Failure(NamedTuple):
    """What a cell has raised on a thread: the exception's name and text, and the lines of its traceback."""
    name: str
    text: str
    traceback: list[str]


# ---- waits that do not end ----

_PATIENCE = float(os.environ.get('UPC_PATIENCE') or 10)  # seconds, as the library has them; 0: for ever
_LOOK = 0.1                                              # seconds from one look to the next
_LONG = 3                                                # seconds after which a cell shows that it runs
_PACKAGE = str(pathlib.Path(__file__).parent)


class _Patience:
    """Tells whether the main thread of the operating system has been in calls of the package for a long time."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def is_over(self) -> str:
        """The call, and its line in the cell; empty if not for a long time."""
        frame, call = sys._current_frames().get(threading.main_thread().ident or 0), ''
        while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
            call, frame = frame.f_code.co_name, frame.f_back
        if not call:
            self._since = time.monotonic()
        line = f', line {frame.f_lineno}' if frame is not None else ''
        return f'{call}{line}' if 0 < _PATIENCE < time.monotonic() - self._since else ''


# ---- the other threads ----

def _tell(link: Connection, ended: threading.Event) -> None:
    """While a cell runs: tells thread 0 when the main thread has waited for a long time, and when it goes on."""
    patience, told = _Patience(), ''
    while not ended.wait(_LOOK):
        waits = patience.is_over()
        if waits != told:
            told = waits
            link.send(('waits', told))


def _shell() -> Any:
    """IPython without a user: it runs cells as thread 0 does, and keeps the traceback of the latest exception."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Shell(InteractiveShell):
        latest_traceback: list[str] = []

        def _showtraceback(self, etype: Any, evalue: Any, stb: list[str]) -> None:
            self.latest_traceback = stb

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
            _interrupts.hear_in_notebook()
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

    def __init__(self, links: dict[int, Connection], cell: tuple[int, str], give_up: Callable[[Cell, str], None],
                 progress: Callable[[str], None]):
        super().__init__(daemon=True)
        self.printed: dict[int, str] = {}
        self.failures: dict[int, Failure] = {}
        self._left = dict(links)             # those that still run the cell
        self._waiting: dict[int, str] = {}
        self._progress, self._start, self._shown = progress, time.monotonic(), 0
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
            self._show_progress(patience)
            stuck = self._stuck(patience)
            if stuck:
                failed = _threads(self.failures)
                self._give_up(self, f'the cell has failed on {failed}, and {_threads(stuck)} would wait for ever')
        if self._shown:
            self._progress(f'{time.monotonic() - self._start:.0f} s')
        self._all_ended.set()

    def _running(self) -> list[int]:
        return [*([] if self._own_end.is_set() else [0]), *self._left]

    def _show_progress(self, patience: _Patience) -> None:
        """Each second of a long cell: who runs it, and who waits where."""
        seconds = int(time.monotonic() - self._start)
        if seconds < _LONG or seconds == self._shown:
            return
        self._shown = seconds
        waiting = {**self._waiting, 0: patience.is_over()}
        running = [one for one in self._running() if not waiting.get(one)]
        parts = [f'{_threads(running)} run'] if running else []
        for place in sorted({waiting[one] for one in self._running() if waiting.get(one)}):
            parts.append(f'{_threads(one for one in self._running() if waiting.get(one) == place)} wait in {place}')
        self._progress(f'{seconds} s: ' + '; '.join(parts))

    def _ready(self) -> list[int]:
        """The threads that have something to say."""
        if not self._left:
            self._own_end.wait(_LOOK)
            return []
        ready = wait(list(self._left.values()), _LOOK)
        return [number for number, link in self._left.items() if link in ready]

    def _stuck(self, patience: _Patience) -> list[int]:
        """The threads that still run the cell, if it has failed on others and all of them wait."""
        waiting = {*self._waiting, *([0] if patience.is_over() else [])}
        return self._running() if self.failures and waiting.issuperset(self._running()) else []

    def _receive(self, number: int) -> None:
        try:
            what, value = self._left[number].recv()
        except (EOFError, OSError):
            self._give_up(self, f'{_threads([number])} has ended')
            return
        if what == 'waits':
            self._waiting[number] = value
            if not value:
                del self._waiting[number]
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
        """Waits for the other threads. An interrupt of thread 0 alone interrupts them too."""
        interrupted = _interrupts.is_alone()
        while not self._all_ended.is_set():
            try:
                for number in list(self._left) if interrupted else []:
                    os.kill(pids[number], signal.SIGINT)
                interrupted = False
                self._all_ended.wait()
            except KeyboardInterrupt:
                interrupted = True


def _threads(numbers: Iterable[int]) -> str:
    """As "threads 0, 2-63"."""
    runs: list[list[int]] = []
    for one in sorted(numbers):
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    shown = [f'{run[0]}-{run[-1]}' if len(run) > 3 else ', '.join(map(str, run)) for run in runs]
    return f'thread{"s" if len(runs) > 1 or len(runs[0]) > 1 else ""} {", ".join(shown)}'


def report(cell: Cell) -> tuple[list[tuple[str, str]], Failure | None]:
    """What the other threads have printed: who, and the text, once for all threads with the same. And the failure of the cell,
    that of its first thread. The others that have raised the same get a line each."""
    printed = {number: text for number, text in sorted(cell.printed.items()) if text}
    numbers = sorted(cell.failures)
    first = cell.failures[numbers[0]] if numbers else None
    for number in numbers[1:]:
        other = cell.failures[number]
        same = first is not None and other[:2] == first[:2]
        printed[number] = printed.get(number, '') + (f'{other.name}: {other.text}\n' if same else '\n'.join(other.traceback) + '\n')
    by_text: dict[str, list[int]] = {}
    for number, text in printed.items():
        by_text.setdefault(text, []).append(number)
    shown = [(_threads(some), text) for text, some in by_text.items()]
    if first is None:
        return shown, None
    place = _threads(numbers[:1])
    return shown, Failure(first.name, f'{place}: {first.text}', [f'On {place}:', *first.traceback])


def as_text(printed: list[tuple[str, str]]) -> str:
    return ''.join(f'[{who}] {line}\n' for who, text in printed for line in text.splitlines())


def as_html(printed: list[tuple[str, str]]) -> str:
    """Folded: a line for each text, which opens."""
    return ''.join(f'<details><summary>{who}: {len(text.splitlines())} lines</summary><pre>{html.escape(text)}</pre></details>'
                   for who, text in printed)
