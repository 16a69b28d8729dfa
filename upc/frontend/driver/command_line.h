// SPDX-License-Identifier: BSD-3-Clause
// The words of the command line, and what is done with a wrong one.
#ifndef UPC_FRONTEND_DRIVER_COMMAND_LINE_H
#define UPC_FRONTEND_DRIVER_COMMAND_LINE_H

#include <string>
#include <vector>

// Prints a line and exits with status 2.
[[noreturn]] void misuse(const std::string &message);

bool startsWith(const std::string &text, const char *prefix);
bool endsWith(const std::string &text, const char *suffix);

// The words of a command, as a shell reads quotes.
std::vector<std::string> shellWords(const std::string &text);

// The words of the command line. The value of an option is joined to it or is the next word.
class Words {
public:
  explicit Words(std::vector<std::string> words) : words(std::move(words)) {}
  bool more() const { return at < words.size(); }
  const std::string &next() { return words[at++]; }
  size_t read() const { return at; } // how many of them were
  // Is this the word that comes next? Then it is read.
  bool nextIs(const char *text) { return more() && words[at] == text && ++at; }
  std::string value(const std::string &option);
  // The value of `option` (-o, -I …) as spelled in `word`: -Ifoo or -I foo.
  std::string value(const std::string &word, const std::string &option);
  // If `word` is the long option `name`, its value: -name=value or -name value, with one dash or two.
  bool takes(const std::string &word, const char *name, std::string &to);
  // A number may follow: -pthreads 4.
  void skipNumber();

  std::string language; // the last -x

private:
  std::vector<std::string> words;
  size_t at = 0;
};

#endif
