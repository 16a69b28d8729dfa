#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Routes in networks of many switches: puts take the times that the links of their ways give.

    routing.py PROGRAM         of puts.upc. A byte takes 1 ns on a link, and a link has a latency of 1,000 ns
"""
import os
import subprocess
import sys

UPCRUN = os.environ.get("UPCRUN", "build/bin/upcrun")
LONG, SHORT = 1 << 20, 1000
wrong = compared = 0


def way(links, back=None):
    """The latency of a way and of its answer, which takes the shortest one."""
    return 1000 * (links + (links if back is None else back))


def run(network, threads, size, puts, **words):
    """The times of the first and of the last of each of these puts."""
    words = {"link-bandwidth": "1GB/s", "link-latency": "1us", "host-factor": 0, "threads-per-node": 1, "look-time": 0,
             **{word.replace("_", "-"): value for word, value in words.items()}}
    with open("machine", "w") as f:
        f.write(network + "\n" + "".join(f"{word} {value}\n" for word, value in words.items()))
    result = subprocess.run([UPCRUN, "-machine=./machine", "-n", str(threads), sys.argv[1], str(size), *puts],
                            capture_output=True, text=True, timeout=60)
    if result.returncode:
        raise SystemExit(f"{network}, {words}: status {result.returncode}\n{result.stderr}")
    return [tuple(map(float, line.split())) for line in result.stdout.splitlines()]


def check(network, threads, size, cases, **words):
    """cases: puts -> the times of the first and of the last to end."""
    global wrong, compared
    for (puts, times), got_times in zip(cases.items(), run(network, threads, size, cases, **words)):
        for got, right in zip(got_times, times):
            compared += 1
            if abs(got - right) > 1e-6 * right + 2:
                wrong += 1
                print(f"{network}, {words}, {puts}: {got:.0f} ns, must be {right:.0f}")


def each(cases):
    return {puts: (ns, ns) for puts, ns in cases.items()}


def tori(shares):
    """Eight places in a ring, and 4 x 4: the first dimension first; half way round, up from even places."""
    ring = {f"{a}:{b}": SHORT + way(min((a - b) % 8, (b - a) % 8)) for a in range(8) for b in range(8) if a != b}
    check("torus 8", 8, SHORT, each(ring), link_shares=shares)
    for words, more in ({"packet": 500}, 3 * 500), ({"packet": 500, "injection_bandwidth": "2GB/s"}, 3 * 500):
        check("torus 8", 8, LONG, each({"0:4": LONG + more + way(4)}), link_shares=shares, **words)

    def two(busy, first, last):
        return busy * LONG + way(first), busy * LONG + way(last)
    check("torus 8", 8, LONG, {"0:4,3:4": two(2, 1, 4), "0:4,5:4": two(1, 1, 4), "1:5,0:7": two(2, 1, 4),
                               "1:5,4:5": two(1, 1, 4)}, link_shares=shares)
    check("torus 4x4", 16, LONG, {"0:5,4:5": two(2, 1, 2), "0:5,1:5": two(1, 1, 2)}, link_shares=shares)


def fat_trees(shares):
    """Two leaf switches with two nodes each: one way up, one of two parallel links, or one of two switches."""
    for shape, busy in ("2;2,2;1,1;1,1", 2), ("2;2,2;1,1;1,2", 1), ("2;2,2;1,2;1,1", 1):
        check("fat-tree " + shape, 4, LONG, each({"0:2,1:3": busy * LONG + way(4), "0:1,2:3": LONG + way(2),
                                                  "0:2,2:0": LONG + way(4)}), link_shares=shares)
        check("fat-tree " + shape, 4, LONG, each({"0:2": LONG + 3 * 500 + way(4)}), link_shares=shares, packet=500)


def dragonflies(shares):
    """Links of each kind, of which there are one or two; ways between chassis, which are nodes here."""
    for links, busy in (1, 2), (2, 1):
        for shape, puts in (f"2,{links};1,1;2,1;2", "2:4,3:5"), (f"1,1;1,1;2,{links};2", "0:2,1:3"), \
                           (f"1,1;2,{links};1,1;2", "0:2,1:3"):
            nodes = 4 if shape.startswith("1") else 8
            check("dragonfly " + shape, nodes, LONG, each({puts: busy * LONG + way(3)}), link_shares=shares)
            check("dragonfly " + shape, nodes, SHORT, each({puts.split(",")[0]: SHORT + 2 * 500 + way(3)}),
                  link_shares=shares, packet=500)

    def within(a, b):                      # of three chassis, with two routers each
        return (a // 2 != b // 2) + (a % 2 != b % 2)

    def between(a, b):                     # router i of the first chassis has the link to group i
        here, there = a // 6, b // 6
        return within(a, b) if here == there else within(a % 6, there) + 1 + within(here, b % 6)
    pairs = {f"{a}:{b}": SHORT + way(2 + between(a, b)) for a in range(12) for b in range(12) if a != b}
    check("dragonfly 2,1;3,1;2,1;1", 12, SHORT, each(pairs), link_shares=shares)
    check("dragonfly 2,1;3,1;2,1;1", 12, LONG, {"2:5,3:5": (2 * LONG + way(3), 2 * LONG + way(4))}, link_shares=shares)


def detours():
    """Three groups of three routers with two nodes or six. Router i of a group has the link to group i."""
    three, many = "dragonfly 3,1;1,1;3,1;2", "dragonfly 3,1;1,1;3,1;6"
    for words in {}, {"injection_bandwidth": "5GB/s"}:
        for routing, there in ("minimal", 3), ("ugal", 3), ("valiant", 7):
            check(three, 18, SHORT, each({"2:6": SHORT + way(there, 3)}), routing=routing, **words)
        for routing, busy in ("minimal", 2), ("ugal", 1), ("valiant", 2):
            check(three, 18, LONG, each({"4:10,5:11": busy * LONG + way(5)}), routing=routing, **words)
        check(three, 18, LONG, each({"4:10": LONG + 4 * 500 + way(5)}), routing="valiant", packet=500, **words)
        # Two groups have threads. A detour is over the third one.
        check(three, 12, SHORT, each({"2:6": SHORT + way(7, 3)}), routing="valiant", **words)
        check(three, 12, LONG, each({"4:10,5:11": LONG + way(5)}), routing="ugal", **words)
        # A way of four links, and one of six. The second and the fourth put go there; 3 x 4 waits as much as 2 x 6.
        six = ",".join(f"{12 + i}:{18 + i}" for i in range(6))
        check(many, 54, LONG, {six: (2 * LONG + way(6, 4), 4 * LONG + way(4))}, routing="ugal", **words)
    # No message waits if there is a link for each.
    check("dragonfly 3,2;1,1;3,2;2", 18, LONG, each({"2:6,3:7": LONG + way(3)}), routing="ugal")

    # All eight nodes of a group put to the next one: over one way, all three, or two that are drawn.
    eight = ",".join(f"{i}:{i + 8}" for i in range(8))
    for routing, least, most in ("minimal", 8, 8), ("ugal", 3, 3), ("valiant", 4, 8):
        check("dragonfly 4,1;1,1;4,1;2", 32, LONG, each({"0:1": LONG + way(2)}), routing=routing)
        (_, last), again = (run("dragonfly 4,1;1,1;4,1;2", 32, LONG, [eight], routing=routing)[0] for _ in range(2))
        if not least <= last / LONG <= most + 20000 / LONG or last != again[1]:
            raise SystemExit(f"{routing}: eight puts take {last} and {again[1]} ns, must be {least} to {most} MiB")


for by_arithmetic in 0, 1:
    tori(by_arithmetic)
    fat_trees(by_arithmetic)
    dragonflies(by_arithmetic)
detours()
print(f"{compared} times, {wrong} of them wrong")
sys.exit(1 if wrong else 0)
