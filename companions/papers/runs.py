# SPDX-License-Identifier: BSD-3-Clause
"""Runs commands for the figures of the papers, and keeps what they print.

A result is a row for each number: the command, the name of the number, its values in all rounds, the state of the code (a sum of the
sources), the commit, the machine, how many cores other programs kept busy, the date, and the seconds that it took. A row is appended when
a command has ended, so an interrupted run goes on where it was. The last row for a command holds; a result of another state of the code is
shown, and is made again."""
import contextlib
import csv
import dataclasses
import datetime
import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHIPPED = ROOT / 'companions/papers/papers.csv'
FIELDS = ('command', 'number', 'values', 'state', 'commit', 'machine', 'others', 'date', 'took')
SOURCES = ('src', 'upc', 'include', 'apps', 'examples', 'bench/apps', 'bench/torus',
           *(f'companions/{name}' for name in ('sim', 'tasks', 'files', 'graphs', 'show', 'tune')))
NETWORKS = {'sim': 'sim', 'far': 'mpi-mpich'}
NO_COLLECTING = '-fno-upc-read-ahead -fno-upc-updates'
BUILD = os.environ.get('BUILD', 'build')
if pathlib.Path(BUILD).is_relative_to(ROOT):  # commands name it, and ROOT may have blanks
    BUILD = str(pathlib.Path(BUILD).relative_to(ROOT))
LIMIT = 900                  # seconds of one command
ABSENT = 69                  # the status of a command whose program cannot be built here
QUIET = 0.1                  # cores that other programs may keep busy during a run that is said to be alone


@dataclasses.dataclass(frozen=True)
class Run:
    """A command, and which of the numbers that it prints is meant."""
    command: str
    number: str = 'seconds_min'
    rounds: int = 1
    expected: float = 3.0       # seconds of a round, if it was never run
    timed: bool = False         # it takes this host's time, so rounds differ

    def value(self, store):
        row = store.get(self)
        return row and min(map(float, row['values'].split()))

    def runs(self):
        return [self]


@dataclasses.dataclass(frozen=True)
class Of:
    """What a function makes of the values of runs, numbers and other such values; None while one is missing or of another machine."""
    function: object
    parts: tuple

    def value(self, store):
        if len({row['machine'] for row in map(store.get, self.runs()) if row}) > 1:
            return None
        values = [part if isinstance(part, (int, float)) else part.value(store) for part in self.parts]
        try:
            return None if None in values else self.function(*values)
        except ZeroDivisionError:
            return None                 # a time below what a program prints

    def runs(self):
        return [run for part in self.parts if not isinstance(part, (int, float)) for run in part.runs()]


def of(function, *parts):
    return Of(function, parts)


def ratio(a, b):
    return of(lambda x, y: x / y, a, b)


def numbers(text):
    """{name: value} of a command's output: the last JSON object, and as `first NAME` what the first one has, if there are two; else lines
    that end in a number; PASS is 1."""
    found = {}
    for line in text.splitlines():
        if line.startswith('{'):
            first = {f'first {name}': value for name, value in found.items()}
            found = first | {k: v for k, v in json.loads(line).items() if isinstance(v, (int, float)) and not isinstance(v, bool)}
            for part, times in json.loads(line).get('profile', {}).items():
                found[part] = times['mean']
            found['edges'] = len(json.loads(line).get('tree', {}).get('edges', []))
        elif line == 'PASS':
            found['PASS'] = 1
        elif match := re.fullmatch(r'(?:(.*)[, ])?([0-9.]+(?:e[-+]?[0-9]+)?)', line.strip()):
            found[match[1] or 'number'] = float(match[2])
    return found


def state():
    """A sum of all sources that a figure depends on."""
    total = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob('*')):
            if path.is_file() and '__pycache__' not in path.parts and path.suffix not in ('.md', '.o'):
                total.update(str(path.relative_to(ROOT)).encode() + b'\0' + path.read_bytes())
    return total.hexdigest()[:12]


def git_commit():
    out = subprocess.run(['git', '-C', str(ROOT), 'rev-parse', '--short=8', 'HEAD'], capture_output=True, text=True)
    return out.stdout.strip()


def busy():
    """Seconds that all cores have worked, and that the children of this process have."""
    with open('/proc/stat') as file:
        user, nice, system, _, _, irq, soft = map(int, file.readline().split()[1:8])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (user + nice + system + irq + soft) / os.sysconf('SC_CLK_TCK'), used.ru_utime + used.ru_stime


def was_busy(row):
    """Did other programs work during the run?"""
    return float(row['others']) > QUIET


class Store:
    """The results in a file, before those of papers.csv."""

    def __init__(self, path, machine):
        self.path, self.machine, self.state, self.commit = pathlib.Path(path), machine, state(), git_commit()
        self.rows, self.own = {}, set()
        for file, own in ((SHIPPED, False), (self.path, True)):
            if file.exists():
                with open(file, newline='') as text:
                    for row in csv.DictReader(text):
                        if None in row.values():
                            continue            # cut off while it was written
                        self.rows[row['command'], row['number']] = row
                        if own:
                            self.own.add((row['command'], row['number']))
        self.tidy()

    def get(self, run):
        return self.rows.get((run.command, run.number))

    def made(self, run):
        """Has this machine made it with this state of the code, in as many rounds?"""
        row = self.get(run)
        return (row and (run.command, run.number) in self.own and row['state'] == self.state and
                row['machine'] == self.machine and len(row['values'].split()) >= run.rounds)

    def seconds(self, run):
        """How long it will take: as long as it took the last time."""
        row = self.get(run)
        each = float(row['took']) / len(row['values'].split()) if row else run.expected
        return each * run.rounds

    def keep(self, run, values, others, took):
        rows = [dict(zip(FIELDS, (run.command, name, ' '.join(f'{v:.9g}' for v in all_), self.state, self.commit, self.machine,
                                  f'{others:.1f}', datetime.date.today().isoformat(), f'{took:.1f}')))
                for name, all_ in values.items()]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = not self.path.exists()
        with open(self.path, 'a', newline='') as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator='\n')
            if new:
                writer.writeheader()
            writer.writerows(rows)
        for row in rows:
            self.rows[row['command'], row['number']] = row
            self.own.add((row['command'], row['number']))

    def tidy(self):
        """Rewrites the file with the last row for each number."""
        if self.path.exists():
            text = self.path.with_suffix('.new')
            with open(text, 'w', newline='') as file:
                writer = csv.DictWriter(file, FIELDS, lineterminator='\n')
                writer.writeheader()
                writer.writerows(row for key, row in self.rows.items() if key in self.own)
            text.replace(self.path)


def program(path):
    """Builds build/papers/APP.VARIANT, the variants being networks and single, which collects no accesses. What is missing, or None."""
    if not (match := re.fullmatch(r'(.*)/papers/(\w+)\.(sim|far)(\.single)?', path)):
        peer = 'not run: ' if '/bench/' in path else ''      # it may not be installed
        return None if (ROOT / path).exists() else f'{peer}{path} is not built'
    build, app, network, single = match.groups()
    library = ROOT / build / 'lib' / f'liburt-{NETWORKS[network]}.a'
    if not library.exists():
        return f'not run: the conduit {NETWORKS[network]} is not built'
    out, compiler = ROOT / path, ROOT / build / 'bin/upcc'
    needs = [library, library.with_name(f'libupc_stride-{network if network == "sim" else "mpi"}.a'), compiler,
             *(ROOT / 'apps' / app).iterdir(), *(ROOT / 'apps/common').iterdir()]
    if out.exists() and all(out.stat().st_mtime > need.stat().st_mtime for need in needs):
        return None
    out.parent.mkdir(exist_ok=True)
    made = subprocess.run(['sh', '-c', f'{build}/bin/upcc -network={NETWORKS[network]} -O2 {NO_COLLECTING if single else ""} '
                           f'$(apps/parts {app}) -o {path}'], cwd=ROOT, capture_output=True, text=True)
    return None if made.returncode == 0 else f'{path} cannot be built: {(made.stderr.strip().splitlines() or ["no message"])[0]}'


class Round:
    """A store that has one round alone of some commands."""

    def __init__(self, store, rounds):
        self.store, self.rounds = store, rounds     # rounds: {command: its number}

    def get(self, run):
        row = self.store.get(run)
        if row is None or run.command not in self.rounds:
            return row
        values = row['values'].split()
        return row | {'values': values[min(self.rounds[run.command], len(values) - 1)]}


class Missing(Exception):
    pass


def here(command):
    """A command as it runs here. Commands are written, and kept, with the folder build/."""
    return re.sub(r'(?<![\w/])build/', f'{BUILD}/', command)


def prepare(command):
    """Builds the programs of a command, but those that it makes itself."""
    made = re.findall(r'-(?:o |messages=)(\S+)', here(command))
    for path in re.findall(r'[^\s=]*/(?:papers|bench|apps|examples|bin)/[\w.-]+', here(command)):
        if path not in made and not path.endswith(('.csv', '.svg', '.upc')) and (why := program(path)):
            raise Missing(why)
    if '-network=sim' in command and not (ROOT / BUILD / 'lib/liburt-sim.a').exists():
        raise Missing('not run: the conduit sim is not built')


def end(process):
    """Ends a command and what it has started, also what ignores a request."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):  # it has just ended; it goes on
            os.killpg(process.pid, sign)
            process.wait(10)


def once(command):
    """Runs a command of the tree in its top folder: {name: value}."""
    process = subprocess.Popen(['bash', '-c', here(command)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True, env={**os.environ, 'OPENBLAS_NUM_THREADS': '1'})
    try:
        out, errors = process.communicate(timeout=LIMIT)
    except BaseException as reason:
        end(process)
        if isinstance(reason, subprocess.TimeoutExpired):
            raise Missing(f'it took more than {LIMIT} s') from None
        raise
    if process.returncode:
        lines = (errors or out).strip().splitlines()
        raise Missing(f'status {process.returncode}: {lines[-1][:200] if lines else "no message"}')
    return numbers(out)


def carry_out(run, used, store):
    """Runs it; of what it prints, keeps the numbers that are used."""
    prepare(run.command)
    values, start, before = {}, time.monotonic(), busy()
    for _ in range(run.rounds):
        printed = once(run.command)
        for name in used:
            if name not in printed:
                raise Missing(f'it prints no {name}')
            values.setdefault(name, []).append(printed[name])
    took, after = time.monotonic() - start, busy()
    others = (after[0] - before[0] - (after[1] - before[1])) / took
    store.keep(run, values, max(0.0, others), took)


def all_of(runs, store, minutes):
    """Makes what is missing, as far as the time goes. {command: why it is not there}"""
    wanted, used = {}, {}
    for run in runs:
        used.setdefault(run.command, {})[run.number] = None
        if run.command not in wanted or run.rounds > wanted[run.command].rounds:
            wanted[run.command] = run
    todo = [run for run in wanted.values() if not all(store.made(Run(run.command, number, run.rounds)) for number in used[run.command])]
    todo.sort(key=lambda run: store.seconds(run) > 120)   # what takes long comes last
    failed, start = {}, time.monotonic()
    if todo:
        print(f'{len(wanted) - len(todo)} of {len(wanted)} commands have their results; {len(todo)} to run, '
              f'about {sum(map(store.seconds, todo)) / 60:.0f} min', file=sys.stderr)
    for i, run in enumerate(todo):
        passed = time.monotonic() - start
        left = sum(map(store.seconds, todo[i:]))
        if passed + store.seconds(run) > 60 * minutes:
            failed[run.command] = f'not run: the {minutes:g} minutes were over'
            continue
        print(f'{i + 1} of {len(todo)}, {passed / 60:.1f} min so far, about {left / 60:.0f} min left: {run.command}', file=sys.stderr)
        try:
            carry_out(run, used[run.command], store)
        except Missing as reason:
            failed[run.command] = str(reason)
            print(f'  {reason}', file=sys.stderr)
    return failed
