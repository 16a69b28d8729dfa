#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# layers reports each kind of fault at its file and line, and nothing in a tree without faults.
set -u
layers=$PWD/tests/tools/sources/layers
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

# expect NAME ARGUMENT... : the output of layers for the arguments must be the text in standard input.
expect() {
  local name=$1; shift
  local wanted; wanted=$(cat)
  local found; found=$("$layers" "$@" 2>&1)
  local status=$?
  [ "$found" = "$wanted" ] || { echo "$name: expected (<) and found (>):"; diff <(echo "$wanted") <(echo "$found"); failures=1; }
  [ $status = $([ -n "$wanted" ] && echo 1 || echo 0) ] || { echo "$name: status $status"; failures=1; }
}

mkdir -p tree/base tree/engine tree/conduits/smp obj
echo 'int number(void);' >tree/base/number.h
printf '#include "number.h"\n#include <stdio.h>\n#include "outside.h"\nint number(void) { return 0; }\n' >tree/base/number.c
printf '#include "base/number.h"\n' >tree/engine/call.h
printf '#include "engine/call.h"\nint call(void) { return number(); }\n' >tree/engine/call.c
printf '#include "call.h"\n' >tree/main.c
printf 'enum { HAS_PUT };\n' >tree/conduits/smp/has.h
compile() { clang-${LLVM:-19} -w -Itree -Itree/engine -I. -c "tree/$1.c" -o "obj/${1##*/}.o" || exit 1; }
touch outside.h
for file in base/number engine/call main; do compile $file; done
objects='--objects obj/NAME.o'

expect 'no fault' tree conduits base engine . $objects </dev/null
expect 'a file in no layer' tree base . conduits <<END
tree/engine/call.c:1: the file is in none of the layers base . conduits
tree/engine/call.h:1: the file is in none of the layers base . conduits
END

printf '\n  # include "call.h"\n' >tree/base/upwards.h
expect 'an include upwards' tree base engine . conduits <<END
tree/base/upwards.h:2: includes "engine/call.h": the layer engine is above base
END
rm tree/base/upwards.h

printf '#include "has.h"\n' >tree/base/near.h
expect 'a pattern for single files' tree 'conduits/*/has.h' base engine conduits . </dev/null
expect 'a layer of a folder below' tree base engine conduits . <<END
tree/base/near.h:1: includes "conduits/smp/has.h": the layer conduits is above base
END
rm tree/base/near.h

printf '#include "call.h"\n' >tree/engine/plan.h
printf '#include "plan.h"\n' >>tree/engine/call.c
expect 'a cycle of units' tree base engine . conduits <<END
tree/engine/call.c:3: a cycle of 2 units in the layer engine:
  tree/engine/call.c:3: includes "engine/plan.h"
  tree/engine/plan.h:1: includes "engine/call.h"
END
expect 'a layer that may have cycles' tree base engine . conduits --cycles-in engine </dev/null
rm tree/engine/plan.h
sed -i '/plan.h/d' tree/engine/call.c

printf '#include "number.h"\nint call(void);\nint number(void) { return call(); }\n' >tree/base/number.c
compile base/number
expect 'a symbol of a higher layer' tree base engine . conduits $objects <<END
tree/base/number.c:2: uses call of "engine/call.c": the layer engine is above base
END
expect 'a cycle of a symbol and an include' tree '[be]*/*' . conduits $objects <<END
tree/base/number.c:2: a cycle of 2 units in the layer [be]*/*:
  tree/base/number.c:2: uses call of "engine/call.c"
  tree/engine/call.h:1: includes "base/number.h"
END
printf '#include <unistd.h>\nint number(void) { return usleep(1); }\n' >tree/base/number.c
printf '#include "engine/call.h"\nint call(void) { return number(); }\nint usleep(unsigned us) { return call(); }\n' >tree/engine/call.c
compile base/number
compile engine/call
expect 'a function of the C library' tree base engine . conduits $objects </dev/null
rm obj/call.o
expect 'a missing object' tree base engine . conduits $objects <<END
tree/engine/call.c:1: its object obj/call.o is missing
END

# A package of Python: imports inside of functions count, those for type checkers do not.
mkdir -p package/low package/high
touch package/low/__init__.py package/high/__init__.py
printf 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..high.calls import Call\nSIZE = 1\n' >package/low/base.py
printf 'import package.low.base\nfrom ..low import base\nfrom ..low.base import SIZE\n' >package/high/calls.py
printf 'from .high.calls import SIZE\n' >package/__init__.py
expect 'a package without faults' package low high . </dev/null
printf 'def late():\n    from ..high import calls\n' >package/low/upwards.py
expect 'an import upwards' package low high . <<END
package/low/upwards.py:2: imports "high/calls.py": the layer high is above low
END
rm package/low/upwards.py
printf 'from . import calls\n' >package/high/circle.py
printf 'def late():\n    from package.high import circle\n' >>package/high/calls.py
expect 'a circle of modules' package low high . <<END
package/high/calls.py:5: a cycle of 2 units in the layer high:
  package/high/calls.py:5: imports "high/circle.py"
  package/high/circle.py:1: imports "high/calls.py"
END

printf 'extern int (*work)(void); /* base < engine */\nextern int (*tell)(void); /* engine < base */\nextern int (*any)(void); /* base < companion */\n' >tree/base/hooks.h
printf 'extern int (*own)(void); /* engine < engine */\nextern int (*foreign)(void); /* base < base */\nvoid set(void) { any = 0; }\n' >tree/engine/own.h
printf '#include "base/hooks.h"\nint (*work)(void);\nint call(void) { work = 0; return work(); }\n' >tree/engine/call.c
printf '#include "hooks.h"\nextern int (*other)(void);\nint number(void) { work = 0; return work(); }\nvoid set(void) { any = 0; }\n' >tree/base/number.c
expect 'hooks' tree base engine . conduits --hooks base/hooks.h <<END
tree/base/hooks.h:2: tell: the layer base, which sets it, is below engine, which calls it
tree/base/number.c:2: other is no hook of base/hooks.h, with who calls and sets it
tree/base/number.c:3: sets work, which engine does alone
tree/base/number.c:4: sets any, which companion does alone
tree/engine/call.c:3: calls work, which base does alone
tree/engine/own.h:2: foreign is no hook of base/hooks.h, with who calls and sets it
END

# Modules without a package import each other by their names alone.
mkdir modules && printf 'import csv\nimport high\n' >modules/low.py && printf 'from low import size\n' >modules/high.py
expect 'modules without a package' modules low.py high.py <<END
modules/low.py:2: imports "high.py": the layer high.py is above low.py
END
exit $failures
