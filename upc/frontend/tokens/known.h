// SPDX-License-Identifier: BSD-3-Clause
// What companions add to upcc. A companion defines a Known<T> outside of all functions; upcc finds its object by name
// wherever the companion is built.
#ifndef UPC_FRONTEND_KNOWN_H
#define UPC_FRONTEND_KNOWN_H

#include <string>

template <class T> struct Known {
  explicit Known(const T &object) : object(object), next(newest) { newest = this; } // it lasts as long as upcc
  const T &object;
  const Known *next;

  static inline const Known *newest = nullptr; // before any constructor runs

  // The object with this name, or null.
  static const T *find(const std::string &name) {
    for (const Known *k = newest; k; k = k->next)
      if (name == k->object.name) return &k->object;
    return nullptr;
  }
};

#endif
