#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the race detector finds where one synchronisation is removed from a program that has no race.

Each line of the list that `companions/race/tests/races -list` prints is a program with its arguments. One synchronisation at a time is
removed from its source: a barrier, a lock with its unlocks, the word strict, the wait of a handle, a fence; or ALLSYNC
becomes NOSYNC, at the start (in), at the end (out) or both; or MYSYNC does. The changed program is run under
recorder.c, and happens_before.cpp says by the definition whether it has a race that the program did not have. Then the
detector runs it once. Both with 4 threads, or as many as the line says.

usage: removed.py LIST BUILD COUNT [SEED [KIND...]]
With COUNT = +N: until N more races are known than removed.csv has, whose removals are not tried again.
A row for each removal: kind, file, which one of this kind in the file, `race` or why there is none, `found` or why not;
and the sums. The status is 1 if less than 95 of 100 races were found. removed.csv has the rows of a long run."""
import collections
import functools
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

TOP = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../.."))
HERE = os.path.join(TOP, "companions/race/tests/removed")
SECONDS = 30
COLLECTIVE = r"\bupc_(?:all|stride)_(?:broadcast|scatter|gather|gather_all|exchange|permute|reduce|reduce_all|copy|" \
             r"prefix_reduce\w*|reduce_scatter|accumulate|halo|transform|sort|reduce[A-Z]+|prefix_reduce[A-Z]+)(?:_nb)?\("

WEAKER = [("allsync", "UPC_IN_NOSYNC | UPC_OUT_NOSYNC"), ("in", "UPC_IN_NOSYNC | UPC_OUT_ALLSYNC"),
          ("out", "UPC_IN_ALLSYNC | UPC_OUT_NOSYNC")]


def blank_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def removals(text):
    """(kind, [(begin, end, instead)]) for each synchronisation of a source."""
    code = blank_comments(text)

    def each(pattern):
        return re.finditer(pattern, code)

    for m in each(r"\bupc_barrier\b[^;{}]*;|\bupc_stride_barrier\w*\([^;{}]*;"):
        yield "barrier", [(m.start(), m.end(), ";")]
    locks = list(each(r"\bupc_(un)?lock\(((?:[^();]|\([^();]*\))*)\)\s*(;)"))
    for i, m in enumerate(locks):
        if m.group(1):
            continue
        cut = [(m.start(), m.end(), ";")]
        for n in locks[i + 1:]:
            if n.group(2) != m.group(2):
                continue
            if not n.group(1):
                break
            cut.append((n.start(), n.end(), ";"))
        if len(cut) > 1:
            yield "lock", cut
    for m in each(r"\bstrict(?=\s+(?:shared|volatile))|(?<=shared )strict\b"):
        yield "strict", [(m.start(), m.end(), "relaxed")]
    for m in each(r"\bupc_strict\.h\b"):
        yield "strict", [(m.start(), m.end(), "upc_relaxed.h")]
    for m in each(r"\b(?:upc_sync|upc_synci|bupc_waitsync\w*|upc_stride_wait(?:_all)?|upc_task_wait|"
                  r"upc_stride_update_fence|upc_fence)\b(?:\([^;{}]*\))?\s*;"):
        yield "fence" if "fence" in m.group() else "wait", [(m.start(), m.end(), ";")]
    for flags in each(r"(UPC_IN_ALLSYNC\s*\|\s*UPC_OUT_ALLSYNC)"), each(COLLECTIVE + r"[^;{}]*,\s*(0)\);"):
        for m in flags:
            for kind, weaker in WEAKER:
                yield kind, [(m.start(1), m.end(1), weaker)]
    for m in each(r"UPC_IN_MYSYNC\s*\|\s*UPC_OUT_MYSYNC"):
        yield "mysync", [(m.start(), m.end(), "UPC_IN_NOSYNC | UPC_OUT_NOSYNC")]


def run(command, seconds=20 * SECONDS, **more):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=seconds, **more)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as e:
        return 124, (e.stdout or b"").decode(errors="replace")


def expanded(line):
    """The lines that one with {a,b} stands for, as tests/run has them."""
    m = re.search(r"\{([^{} ]*,[^{} ]*)\}", line.split(" => ")[0])
    if not m:
        return [line]
    return [one for word in m.group(1).split(",") for one in expanded(line[:m.start()] + word + line[m.end():])]


class Program:
    """A line of the list: its sources are compiled in a copy of the tree."""

    def __init__(self, line, tree, build):
        words = line.split(" => ")[0].split()
        self.kind, self.threads, self.name = words[0], words[1], words[3]
        self.environment = dict(w.split("=", 1) for w in words[4:] if re.match(r"[A-Z_]+=", w))
        self.arguments = [w for w in words[4:] if not re.match(r"[A-Z_]+=", w)]
        self.tree, self.build = tree, build
        self.options = ["-Isrc"] if self.kind == "library" else []
        if self.kind == "app":
            parts = subprocess.run(["apps/parts", self.name], cwd=TOP, stdout=subprocess.PIPE, check=True)
            parts = parts.stdout.decode().split()
            self.sources = [p for p in parts if not p.startswith("-")]
            self.options = ["-O2"] + [p for p in parts if p.startswith("-")]
        elif os.path.isdir(os.path.join(tree, self.name)):
            folder = os.listdir(os.path.join(tree, self.name))
            self.sources = sorted(os.path.join(self.name, f) for f in folder if f.endswith((".upc", ".c")))
        else:
            self.sources = [self.name]
            with open(os.path.join(tree, self.name)) as f:
                flags = re.search(r"^(?://|/\*| \*) *flags: *(.*?)(?: *\*/)?$", f.read(), re.M)
            if flags:
                self.options += flags.group(1).split()

    def changed(self):
        """Its own sources, not those that applications share."""
        return [s for s in self.sources if s.endswith(".upc") and not s.startswith("apps/common/")]

    def object(self, source, output):
        options = [o for o in self.options if not o.startswith("-l")]
        return run([f"{self.build}/bin/upcc", "-fsanitize=race", "-w", "-c", source, *options, "-o", output],
                   cwd=self.tree)

    def compile(self, scratch, changed=None):
        """Objects of all sources; only the changed one is compiled again. Null if one does not compile."""
        objects = []
        for source in self.sources:
            name = re.sub(r"\W", "_", self.name + " " + source) + ".o"
            output = os.path.join(scratch, "changed.o" if source == changed else name)
            if (source == changed or not os.path.exists(output)) and self.object(source, output)[0]:
                return None
            objects.append(output)
        return objects

    def link(self, objects, output):
        libraries = [o for o in self.options if o.startswith("-l")]
        return run([f"{self.build}/bin/upcc", "-fsanitize=race", *objects, *libraries, "-o", output], cwd=self.tree)

    def start(self, program, **environment):
        return run([f"{self.build}/bin/upcrun", "-n", self.threads, program, *self.arguments], seconds=SECONDS,
                   cwd=os.path.dirname(program), env={**os.environ, **self.environment, **environment})


class Judge:
    """What the definition says of a program as it now is: pairs of lines, or a text why it says nothing."""

    def __init__(self, build, scratch):
        self.recorder, self.judge = os.path.join(scratch, "recorder.o"), os.path.join(scratch, "happens_before")
        self.scratch = scratch
        runtime = os.path.join(TOP, "upc/runtime")
        subprocess.run(["clang-" + os.environ.get("LLVM", "19"), "-O2", "-std=gnu11", "-D_GNU_SOURCE",
                        "-Wno-missing-braces", f"-I{runtime}", f"-I{runtime}/conduits/smp", f"-I{TOP}/companions/race/runtime",
                        f"-I{TOP}/upc", f"-I{TOP}/include", f"-I{HERE}", "-c", f"{HERE}/recorder.c",
                        "-o", self.recorder], check=True)
        subprocess.run(["c++", "-O2", "-std=c++17", f"{HERE}/happens_before.cpp", "-o", self.judge], check=True)

    def pairs(self, program, objects, runs=2):
        output, record = os.path.join(self.scratch, "recorded"), os.path.join(self.scratch, "record")
        if not objects or program.link(objects + [self.recorder], output)[0]:
            return "does not compile"
        found, judged = set(), False
        for _ in range(runs):
            for name in os.listdir(self.scratch):
                if name.startswith("record."):
                    os.remove(os.path.join(self.scratch, name))
            status, text = program.start(output, RACE_RECORD=record)
            if status == 124:
                break
            if status == 139 or not any(n.startswith("record.") for n in os.listdir(self.scratch)):
                continue
            status, text = run([self.judge, record, program.threads])
            if status == 0 and ":0" not in text.split(): # else threads have died before they have written their lines
                judged = True
                found |= {tuple(line.split()) for line in text.splitlines()}
        return found if judged else "does not end"


def try_one(program, judge, source, cut, before):
    """The verdict of the definition, and of the detector. `before` gives the pairs of the program as it was."""
    path = os.path.join(program.tree, source)
    with open(path) as f:
        text = f.read()
    changed = text
    for begin, end, instead in sorted(cut, reverse=True):
        changed = changed[:begin] + instead + changed[end:]
    try:
        with open(path, "w") as f:
            f.write(changed)
        objects = program.compile(judge.scratch, source)
    finally:
        with open(path, "w") as f:
            f.write(text)
    pairs = judge.pairs(program, objects)
    if isinstance(pairs, str):
        return pairs, ""
    pairs = pairs and pairs - before()
    if not pairs:
        return "no race", ""
    output = os.path.join(judge.scratch, "detected")
    program.link(objects, output)
    status, said = program.start(output)
    if "nothing orders the two" in said:
        return "race", "found"
    why = "died" if status not in (0, 1, 124) else "hung" if status == 124 else "missed"
    return "race", f"{why}: {' '.join(sorted(pairs)[0])}"


def candidates(programs):
    """(kind, program, source, number, cut), each synchronisation once; `number` counts those of a kind in a source."""
    seen, all_of_them = set(), []
    for p in programs:
        for source in p.changed():
            if source in seen:
                continue
            seen.add(source)
            with open(os.path.join(p.tree, source)) as f:
                text = f.read()
            numbers = collections.Counter()
            for kind, cut in removals(text):
                numbers[kind] += 1
                all_of_them.append((kind, p, source, numbers[kind], cut))
    return all_of_them


def in_turn(chosen, seed):
    """One of each kind after the other, while there are some, at random within a kind."""
    by_kind = collections.defaultdict(list)
    for c in chosen:
        by_kind[c[0]].append(c)
    for several in by_kind.values():
        random.Random(seed).shuffle(several)
    return [c for turn in itertools.zip_longest(*by_kind.values()) for c in turn if c]


def sums_of(rows):
    sums = collections.Counter((r[0], r[3], r[4].split(":")[0]) for r in rows)
    for (kind, verdict, told), n in sorted(sums.items()):
        print(f"{n:4} {kind:8} {verdict} {told}".rstrip())
    races = sum(r[3] == "race" for r in rows)
    found = sum(r[4] == "found" for r in rows)
    print(f"{found} of {races} removals that make a race were found")
    return races > 0 and found >= 0.95 * races


def main():
    if len(sys.argv) < 4:
        sys.exit("usage: removed.py LIST BUILD COUNT [SEED [KIND...]]")
    build, count, known = os.path.abspath(sys.argv[2]), int(sys.argv[3]), set()
    if sys.argv[3].startswith("+"):
        with open(os.path.join(HERE, "removed.csv")) as f:
            known = {tuple(line.split(",")[:3]) for line in f}
    seed, kinds = int(sys.argv[4]) if len(sys.argv) > 4 else 1, sys.argv[5:]
    scratch = tempfile.mkdtemp()
    rows = []
    try:
        tree = os.path.join(scratch, "tree")
        os.mkdir(tree)
        for part in ("tests", "apps", "examples", "src", "include", "bench", "companions", "upc"):
            shutil.copytree(os.path.join(TOP, part), os.path.join(tree, part), symlinks=True)
        with open(sys.argv[1]) as f:
            lines = [one for line in f if line.strip() for one in expanded(line.strip())]
        programs = list({line.split()[3]: Program(line, tree, build) for line in reversed(lines)}.values())
        judge = Judge(build, scratch)

        @functools.lru_cache(maxsize=None)
        def before(program):
            pairs = judge.pairs(program, program.compile(scratch))
            return set() if isinstance(pairs, str) else pairs

        chosen = in_turn([c for c in candidates(programs) if (not kinds or c[0] in kinds)
                          and (c[0], c[2], str(c[3])) not in known], seed)
        for kind, program, source, number, cut in chosen:
            if sum(r[3] == "race" for r in rows) >= count:
                break
            rows.append((kind, source, number, *try_one(program, judge, source, cut, lambda: before(program))))
            print(",".join(map(str, rows[-1])), flush=True)
    finally:
        shutil.rmtree(scratch)
    sys.exit(0 if sums_of(rows) else 1)


main()
