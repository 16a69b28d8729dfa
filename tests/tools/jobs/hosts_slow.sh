#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Links of tests/tools/hosts with a delay and a rate: no message is faster than the links on its way, whichever host sends it.
# host1 speaks first, so that the switch on host0 is asked for host0's address.
if [ -z "${HOSTS:-}" ]; then
  "$(dirname "$0")/../has_program" python3 || exit 77
  HOSTS_DELAY=20ms HOSTS_RATE=8mbit exec "$(dirname "$0")/../hosts" 2 "$0"
fi
cat >/tmp/listen.py <<'P'
import socket
door = socket.create_server(("10.77.0.1", 9000))
print("ready", flush=True)
peer = door.accept()[0]
while data := peer.recv(65536):
    if data.endswith(b"."): peer.sendall(b".")
P
cat >/mnt/speak.py <<'P'
import socket, time
def takes(bytes):
    start = time.monotonic()
    peer.sendall(b"x" * (bytes - 1) + b".")
    peer.recv(1)
    return time.monotonic() - start
peer = socket.create_connection(("10.77.0.1", 9000))
short, long = takes(1), takes(100000)
print("1 byte and an answer %.3f s, 100,000 bytes %.3f s" % (short, long))
# four links of 20 ms there and back; the bytes go over two links at a time, 1 MB/s each
raise SystemExit(short < 0.08 or long < 0.18)
P
coproc listener { exec python3 /tmp/listen.py; }
read -r -u "${listener[0]}" && on host1 python3 - </mnt/speak.py
