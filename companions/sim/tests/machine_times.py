#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each word of a machine's file, on each kind of network: the times of machine_times.upc are those of closed forms.

    machine_times.py PROGRAM TABLE         TABLE: upc/common/machine_words.c, whose words must all be here
"""
import collections
import itertools
import os
import re
import subprocess
import sys

UPCRUN = os.environ.get("UPCRUN", "build/bin/upcrun")
LIMITED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tests/limited")
LONG, STREAM, SHORT, LATENCY = 1e6, 20000, 1000, 1000 # bytes; ns of a link. A byte takes 1 ns

# Links from node 0 to node 1, whose latencies add up; 1: the ways from node 0 to 1 and to 3 share a link
Network = collections.namedtuple("Network", "word links latency shared pairs")
NETWORKS = {
    "flat": Network("flat", 2, LATENCY, 1, 1),                        # of the whole way
    "torus": Network("torus=4", 1, LATENCY, 0, 2),                    # from 0 to 2, and from 1 to 3, two links each
    "fat-tree": Network("fat-tree=1;4;1;1", 2, 2 * LATENCY, 1, 1),
    "dragonfly": Network("dragonfly=1,1;1,1;1,1;4", 2, 2 * LATENCY, 1, 1),
    "platform": Network("", 1, LATENCY, 0, 1),
}

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="all" routing="Full">
%s
%s
</zone></platform>
"""


def write_platform(path):
    hosts = "\n".join(f'<host id="node-{i}" speed="1Gf"/>' for i in range(4))
    pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
    links = "\n".join(f'<link id="l{a}{b}" bandwidth="1GBps" latency="1us"/>' for a, b in pairs)
    routes = "\n".join(f'<route src="node-{a}" dst="node-{b}" symmetrical="NO"><link_ctn id="l{a}{b}"/></route>'
                       for a, b in pairs)
    with open(path, "w") as f:
        f.write(PLATFORM % (hosts, links + "\n" + routes))


def put(net, data, rate=1.0, fixed=0):
    return fixed + data / rate + 2 * net.latency


def both(net, data):                       # the last link is that of both
    return put(net, 2 * data if net.shared else data)


ALL = {"send-time": "300ns", "send-bandwidth": "2GB/s", "serve-time": "700ns", "near-time": "40ns",
       "near-bandwidth": "5GB/s",
       "own-bandwidth": "8GB/s", "near-latency": "30ns", "barrier-time": "5us", "barrier-round-time": "2us",
       "efficiency": "some 0.5", "look-time": "90ns", "combine-bandwidth": "2GB/s"}
NEAR = {"near-bytes-time": "500000:1us 1000000:3us", "own-bytes-time": "1000000:2us"}
INJECTED = {"put": lambda n: put(n, LONG, 0.5), "get": lambda n: put(n, LONG, 0.5),
            "two": lambda n: put(n, 2 * LONG, 0.5), "both": lambda n: put(n, LONG, 0.5),
            "pairs": lambda n: put(n, LONG, 0.5) + 2 * (n.pairs - 1) * LATENCY}
CASES = [
    ({}, {"put": lambda n: put(n, LONG), "get": lambda n: put(n, LONG), "short": lambda n: put(n, SHORT),
          "two": lambda n: put(n, 2 * LONG if n.shared else LONG), "both": lambda n: both(n, LONG),
          "pairs": lambda n: put(n, LONG) + 2 * (n.pairs - 1) * LATENCY, "barrier": lambda n: 0, "strict": lambda n: 0,
          "atomic": lambda n: 2 * n.latency,                          # its bytes take no time
          "fence": lambda n: 0, "meanwhile": lambda n: 2 * (n.latency + SHORT + 16), # two messages of the library
          "near": lambda n: 0, "own": lambda n: 0, "compute": lambda n: 1e6, "look": lambda n: 100, "combine": lambda n: 0,
          "behind": lambda n: put(n, LONG + SHORT, fixed=n.latency)}),
    (ALL, {"put": lambda n: put(n, LONG, fixed=300 + LONG / 2), "get": lambda n: put(n, LONG, fixed=300 + 700),
           "short": lambda n: put(n, SHORT, fixed=300 + SHORT / 2),
           "atomic": lambda n: 300 + 700 + 2 * n.latency, "barrier": lambda n: 5000 + 2 * 2000 + 30,
           "strict": lambda n: 40, "near": lambda n: LONG / 5, "own": lambda n: LONG / 8, "compute": lambda n: 2e6,
           "look": lambda n: 90, "combine": lambda n: SHORT / 8 + SHORT / 2}),
    (NEAR, {"near": lambda n: 3000, "own": lambda n: 2000}),
    ({"near-bandwidth": "5GB/s", "node-bandwidth": "8GB/s"},
     {"near": lambda n: LONG / 5, "own": lambda n: LONG / 5, "both-near": lambda n: LONG / 4}),
    ({**NEAR, "near-bandwidth": "5GB/s", "node-bandwidth": "8GB/s"},  # faster and slower copies are slowed down alike
     {"near": lambda n: 3000, "own": lambda n: 2000, "both-near": lambda n: 3000 * 2 * 5 / 8}),
    ({"near-bandwidth": "5GB/s", "node-bandwidth": "8GB/s", "cache": int(LONG)}, {"both-near": lambda n: LONG / 5}),
    ({"flops": "2GFlop/s", "efficiency": "some 0.5 100"},
     {"compute": lambda n: 1e6 * (1 + 100 / 5e5 ** (1 / 3))}),  # 2 n^3 operations
    ({"link-bandwidth": "2GB/s", "link-latency": "3us"},        # a platform has its own
     {"put": lambda n: put(n, LONG, 2) + 4 * n.latency if n.word else put(n, LONG)}),
    ({"arrival": "asked"}, {"fence": lambda n: 2 * n.latency}),
    ({"helper": 1}, {"meanwhile": lambda n: 0}),
    ({"injection-bandwidth": "0.5GB/s"}, INJECTED),
    ({"injection-bandwidth": "1.5GB/s", "packet": 500},
     {"put": lambda n: put(n, LONG, fixed=500 * (n.links - 1)), "both": lambda n: both(n, LONG) + 500 * (n.links - 1),
      "two": lambda n: put(n, 2 * LONG if n.shared else 2 * LONG / 1.5, fixed=500 * (n.links - 1)),
      "short": lambda n: put(n, SHORT, fixed=500 * (n.links - 1))}),
    ({"header": 100}, {"put": lambda n: put(n, LONG + 100), "short": lambda n: put(n, SHORT + 100)}),
    ({"bytes-time": "1000:5us 1000000:1200us"}, {"put": lambda n: put(n, 1.2e6), "short": lambda n: put(n, 5000)}),
    ({"small-message": 0}, {"two-short": lambda n: put(n, (2 if n.shared else 1) * SHORT)}),
    ({"small-message": SHORT}, {"two-short": lambda n: put(n, SHORT)}),
]
STREAMS = [                                # of two threads, beside the first: by how much longer from, and up to
    ({}, {"message": (0, 0), "stream": (0, 0), "two-streams": (0, 0)}),
    ({"streams": "share"}, {"stream": (0, 0), "two-streams": (STREAM, STREAM)}),
    ({"receive-time": "400ns"}, {"message": (400, 400), "stream": (400, 400)}),
    ({"receive-bandwidth": "2GB/s"}, {"message": (SHORT / 2, SHORT / 2 + 100), "stream": (10000, 10000)}),
    ({"rendezvous": "sender"}, {"message": (0, 0), "stream": (2, 2)}),
    ({"rendezvous": "sender", "eager": 20000}, {"message": (0, 0), "stream": (0, 0)}),
]
BASE = {"threads-per-node": 2, "link-bandwidth": "1GB/s", "link-latency": "1us", "host-factor": 0, "flops": "1GFlop/s",
        "send-time": 0, "receive-time": 0, "placement": "row-major"}
ELSEWHERE = ["routing", "noise-interval", "noise-time", "noise-seed"] # routing.py, of dragonflies alone; noise.sh


def without_case(table):
    """Words of the table in machine_words.c for which there is no case here."""
    with open(table) as f:
        words = re.findall(r'^  \{"([a-z-]+)", &', f.read(), re.M)
    here = {*BASE, *NETWORKS, *ELSEWHERE, "link-shares"}.union(*(words for words, _ in CASES + STREAMS))
    return [word for word in words if word not in here] if len(words) > 30 else ["of the table"]


def run(binary, name, words, threads=8):
    base = {**BASE, **({"threads-per-node": 1} if threads == 2 else {}), **words}
    if name == "platform" and words.keys().isdisjoint(["link-bandwidth", "link-latency"]): # its file has its own
        del base["link-bandwidth"], base["link-latency"]
    with open("machine", "w") as f:
        f.write((NETWORKS[name].word or "platform=platform.xml").replace("=", " ") + "\n")
        f.writelines(f"{word} {value}\n" for word, value in base.items())
    command = [LIMITED, "60", UPCRUN, "-machine=./machine", "-n", str(threads), binary]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{name}, {words}: status {result.returncode}\n{result.stderr}")
    return {what: float(ns) for what, ns in (line.split() for line in result.stdout.splitlines())}


def main():
    if missing := without_case(sys.argv[2]):
        raise SystemExit(f"words without a case: {', '.join(missing)}")
    write_platform("platform.xml")
    wrong = compared = 0
    for name, net in NETWORKS.items():
        for shares, (words, times) in itertools.product((0, 1), CASES):
            got = run(sys.argv[1], name, {"link-shares": shares, **words})
            for what, form in times.items():
                compared += 1
                if abs(got[what] - form(net)) > 1e-6 * form(net) + 2:
                    wrong += 1
                    print(f"{name}, {words}, link-shares {shares}: {what} takes {got[what]:.0f} ns, "
                          f"must be {form(net):.0f}")
        first = None
        for words, more in STREAMS:
            got = run(sys.argv[1], name, words, 2)
            first = first or got
            for what, (least, most) in more.items():
                compared += 1
                unit = net.latency if "rendezvous" in words else 1
                if not least * unit - 2 <= got[what] - first[what] <= most * unit + 2:
                    wrong += 1
                    print(f"{name}, {words}: {what} takes {got[what]:.0f} ns, and {first[what]:.0f} without them")
    print(f"{compared} times, {wrong} of them wrong")
    sys.exit(1 if wrong else 0)


main()
