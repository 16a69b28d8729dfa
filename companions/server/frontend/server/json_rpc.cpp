// SPDX-License-Identifier: BSD-3-Clause
// On the wire a message is `Content-Length: 17`, an empty line, and 17 bytes of JSON. Other lines of the head are
// passed over.
#include "server/json_rpc.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <poll.h>
#include <unistd.h>

bool messageWaits() {
  struct pollfd input = {STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0 && (input.revents & POLLIN);
}

static bool readLine(std::string &line) {
  line.clear();
  for (int c; (c = std::getchar()) != EOF;) {
    if (c == '\n') return true;
    if (c != '\r') line += (char)c;
  }
  return false;
}

std::optional<llvm::json::Value> readMessage() {
  static int unbuffered = std::setvbuf(stdin, nullptr, _IONBF, 0);
  (void)unbuffered;
  size_t length = 0;
  std::string line;
  do {
    if (!readLine(line)) return std::nullopt;
    llvm::StringRef head = line;
    if (head.consume_front_insensitive("content-length:")) head.trim().getAsInteger(10, length);
  } while (!line.empty());
  std::string body(length, 0);
  if (std::fread(&body[0], 1, length, stdin) != length) return std::nullopt;
  if (auto message = llvm::json::parse(body)) return std::move(*message);
  else llvm::consumeError(message.takeError());
  return llvm::json::Value(nullptr);
}

void writeMessage(llvm::json::Value message) {
  std::string body;
  llvm::raw_string_ostream(body) << message;
  std::printf("Content-Length: %zu\r\n\r\n%s", body.size(), body.c_str());
  std::fflush(stdout);
}
