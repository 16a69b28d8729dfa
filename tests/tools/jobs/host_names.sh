#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A name of a host that ssh's configuration alone knows is as good as another one. The ssh here knows `no..host`, which
# no system can.
#   tests/tools/jobs/host_names.sh CONDUIT
set -eu
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
"${UPCC:-build/bin/upcc}" -network="$1" tests/tools/hello.upc -o "$d/p"
cat >"$d/ssh" <<'END'
#!/bin/sh
case $1 in
  -G) echo hostname localhost ;;
  *) while [ "$1" != no..host ]; do shift; done; shift; exec sh -c "$*" ;;
esac
END
chmod +x "$d/ssh"
PATH=$d:$PATH timeout 20 "${UPCRUN:-build/bin/upcrun}" -n 2 -hosts=no..host "$d/p" | grep -c hello | grep -qx 2
