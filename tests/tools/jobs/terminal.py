#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Keys at a terminal. Ctrl-Z stops all threads and upcrun, so that a shell goes on. When upcrun goes on, so do they.
What is typed reaches thread 0. Ctrl-C ends the job.

    terminal.py CONDUIT
"""
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

PROCESSES = os.path.realpath('tests/tools/processes')
PROGRAM = r'''
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
strict shared int over;
int main(void) {
  char line[80];
  upc_barrier;
  if (MYTHREAD == 0) puts("ready"), fflush(stdout);
  for (int i = 0; !over; i++) {
    usleep(1000);
    if (MYTHREAD == 0 && access("over", F_OK) == 0) over = 1;
  }
  upc_barrier;
  if (MYTHREAD == 0) printf("thread 0 got %s", fgets(line, sizeof line, stdin));
  return 0;
}
'''


def shell(command):
    """As a shell does: the job in a group of its own, which has the terminal; it goes on at a line."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execv(command[0], command)
    while os.WIFSTOPPED(how := os.waitpid(job, os.WUNTRACED)[1]):
        os.tcsetpgrp(0, os.getpgrp())
        print('stopped', flush=True)
        input()
        os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)
    print('failed' if how else 'ended', flush=True)
    os._exit(0)


class Terminal:
    def __init__(self, command):
        self.seen = ''
        self.shell, self.keys = pty.fork()
        if self.shell == 0:
            shell(command)

    def until(self, word):
        end = time.time() + 30
        while word not in self.seen:
            if not select.select([self.keys], [], [], max(0, end - time.time()))[0]:
                sys.exit(f"FAILED: no '{word}' in: {self.seen}")
            try:
                self.seen += os.read(self.keys, 4096).decode()
            except OSError:
                sys.exit(f"FAILED: the end, and no '{word}' in: {self.seen}")
        self.seen = self.seen.split(word, 1)[1]

    def type(self, keys):
        os.write(self.keys, keys)


def states(name):
    """One letter for each process of that name."""
    lines = subprocess.run([PROCESSES, 'named', name], capture_output=True, text=True).stdout.splitlines()
    return ''.join(line.split()[1] for line in lines)


def until_states(name, pattern):
    for _ in range(600):
        if re.fullmatch(pattern, states(name)):
            return
        time.sleep(0.05)
    sys.exit(f'FAILED: the processes are {states(name)}, expected {pattern}')


def main():
    conduit = sys.argv[1]
    if subprocess.run(['tests/tools/has_conduit', conduit]).returncode:
        sys.exit(77)
    upcc, upcrun = (os.path.realpath(os.environ[name]) for name in ('UPCC', 'UPCRUN'))
    name = f'job{os.getpid()}'
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open('job.upc', 'w') as f:
            f.write(PROGRAM)
        subprocess.run([upcc, f'-network={conduit}', 'job.upc', '-o', name], check=True)
        command = [upcrun, '-n', '3', f'./{name}']
        terminal = Terminal(command)
        terminal.until('ready')
        terminal.type(b'\x1a')
        terminal.until('stopped')
        # MPICH's monitors do not stop: each has a session of its own
        until_states(name, 'S*(TS*){3}' if conduit == 'mpi-mpich' else 'T{3,}')
        terminal.type(b'\n')
        until_states(name, '[RSD]+')
        open('over', 'w').close()
        terminal.type(b'a line\n')
        terminal.until('thread 0 got a line')
        terminal.until('ended')
        os.remove('over')
        terminal = Terminal(command)
        terminal.until('ready')
        terminal.type(b'\x03')
        terminal.until('failed')
        until_states(name, '')
    print('PASS')


main()
