# SPDX-License-Identifier: BSD-3-Clause
"""otf2.py THREADS: what otf2-print says of otf2.upc, from standard input: regions nest, each message that is sent is received
later and with its bytes, all threads take part in the barriers."""
import collections
import re
import sys

threads = int(sys.argv[1])
stack, seen, sent, received, barriers = collections.defaultdict(list), collections.Counter(), {}, {}, collections.Counter()
latest, moved = collections.Counter(), 0
kinds = collections.Counter()


def need(what, condition):
    if not condition:
        sys.exit('FAILED: ' + what)


for line in sys.stdin:
    event = re.match(r'([A-Z_]+) +(\d+) +(\d+) *(.*)', line)
    if not event or event[1] in ('STRING', 'REGION'):
        continue
    kind, place, time, rest = event[1], int(event[2]), int(event[3]), event[4]
    kinds[kind] += 1
    need(f'times of location {place}', time >= latest[place])
    latest[place] = time
    if kind == 'ENTER':
        name = re.match(r'Region: "(.*)" <', rest)[1]
        stack[place].append(name)
        seen[name, place] += 1
        if name == 'inner':
            need('inner is in outer', 'outer' in stack[place])
    elif kind == 'LEAVE':
        need(f'{rest} is left as it was entered', stack[place] and stack[place].pop() == re.match(r'Region: "(.*)" <', rest)[1])
    elif kind in ('MPI_SEND', 'MPI_RECV'):
        peer, tag, length = map(int, re.match(r'\w+: (\d+) .*Tag: (\d+), Length: (\d+)', rest).groups())
        channel = (place, peer, tag) if kind == 'MPI_SEND' else (peer, place, tag)
        (sent if kind == 'MPI_SEND' else received).setdefault(channel, []).append((time, length))
        moved += length
    elif kind in ('RMA_GET', 'RMA_PUT'):
        moved += int(re.search(r'Bytes: (\d+)', rest)[1])
    elif kind == 'MPI_COLLECTIVE_END':
        barriers[place] += rest.startswith('Operation: BARRIER')
need('all regions are left', not any(stack.values()))
need(f'messages: sent {sent}, received {received}', sent.keys() == received.keys())
for channel, messages in sent.items():
    need(f'messages {channel}', [m[1] for m in messages] == [m[1] for m in received[channel]])
    need(f'{channel} is received after it was sent', all(s[0] <= r[0] for s, r in zip(messages, received[channel])))
for t in range(threads):
    need(f'barriers of thread {t}: {barriers}', barriers[t] == 3)
    need(f'calls of thread {t}: {seen}', seen['upc_stride_broadcast', t] == seen['inner', t] == 5 and seen['outer', t] == 1)
    need(f'a mark on thread {t}', seen['mark', t] == 1)
need('across is on locations of its own', sum(seen['across', p] for p in range(threads, 10 * threads)) == threads)
need(f'split-phase calls: {seen}', threads == 1 or
     sum(seen['upc_stride_broadcast_nb', p] for p in range(threads, 10 * threads)) == 2 * threads)
need(f'{moved} bytes', threads == 1 or moved >= (threads - 1) * (1 << 17))
print('PASS')
