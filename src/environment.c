/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All environment variables of the library.
 *
 * name                   meaning                                                     unit        default
 * UPC_STRIDE_BROADCAST   the schedule of every upc_stride_broadcast                  name        the rule in choose.c
 * UPC_STRIDE_EXCHANGE    the schedule of every upc_stride_exchange                   name        the rule in choose.c
 * UPC_PROCESSORS         "strict": a named grid whose product is not THREADS         word        such a grid is ignored
 *                        ends the program                                                        with a warning
 * UPC_STRIDE_NEAR        "no": no thread reads another's memory by address; data     yes or no   yes
 *                        is relayed and packed as between nodes (for tests)
 *
 * The names of schedules are those of the table in choose.c; any other is fatal at start-up.
 */
#include "environment.h"

#include <stdlib.h>
#include <string.h>

static const char *value(const char *name) {
  const char *text = getenv(name);
  return text != NULL && text[0] != '\0' ? text : NULL;
}

static int is(const char *name, const char *word) {
  const char *text = value(name);
  return text != NULL && strcmp(text, word) == 0;
}

const upc_stride_environment_t *upc_stride_environment(void) {
  static upc_stride_environment_t settings;
  static int read;
  if (!read) {
    settings.broadcast = value("UPC_STRIDE_BROADCAST");
    settings.exchange = value("UPC_STRIDE_EXCHANGE");
    settings.strict_processors = is("UPC_PROCESSORS", "strict");
    settings.near = !is("UPC_STRIDE_NEAR", "no");
    read = 1;
  }
  return &settings;
}
