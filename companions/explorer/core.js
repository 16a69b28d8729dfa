// SPDX-License-Identifier: BSD-3-Clause
// upc-stride-show in WebAssembly. ask() gives it a command line; it answers on standard output, or with its own line on
// standard error. Each answer has an instance of its own, as each run of the tool is a process of its own.

const BAD = 8,
  NOT_THERE = 44,
  FILE = 4,
  FOLDER = 3,
  ROOT = 3;
const decoder = new TextDecoder(),
  encoder = new TextEncoder();

class Exit extends Error {}

// What WASI asks of its host: environment, two streams that are kept, and files that are only read.
class Host {
  constructor(environment, files) {
    this.environment = Object.entries(environment).map(([name, value]) => encoder.encode(name + '=' + value + '\0'));
    this.files = files;
    this.open = new Map();
    this.text = ['', '', ''];
  }

  get view() {
    return new DataView(this.memory.buffer);
  }
  get bytes() {
    return new Uint8Array(this.memory.buffer);
  }
  string(at, length) {
    return decoder.decode(this.bytes.subarray(at, at + length));
  }

  imports() {
    const calls = {};
    for (const name of [
      'environ_get',
      'environ_sizes_get',
      'fd_close',
      'fd_fdstat_get',
      'fd_fdstat_set_flags',
      'fd_prestat_get',
      'fd_prestat_dir_name',
      'fd_read',
      'fd_seek',
      'fd_write',
      'path_filestat_get',
      'path_open',
      'path_readlink',
      'proc_exit',
    ])
      calls[name] = (...given) => this[name](...given);
    return {wasi_snapshot_preview1: calls};
  }

  environ_sizes_get(count, size) {
    this.view.setUint32(count, this.environment.length, true);
    this.view.setUint32(
      size,
      this.environment.reduce((sum, e) => sum + e.length, 0),
      true,
    );
    return 0;
  }
  environ_get(list, at) {
    for (const entry of this.environment) {
      this.view.setUint32(list, at, true);
      this.bytes.set(entry, at);
      list += 4;
      at += entry.length;
    }
    return 0;
  }

  fd_close(fd) {
    return this.open.delete(fd) ? 0 : BAD;
  }
  fd_fdstat_get(fd, at) {
    if (fd > ROOT && !this.open.has(fd)) return BAD;
    this.bytes.fill(0, at, at + 24);
    this.view.setUint8(at, fd === ROOT ? FOLDER : fd < ROOT ? 2 : FILE);
    this.view.setBigUint64(at + 8, ~0n, true);
    this.view.setBigUint64(at + 16, ~0n, true);
    return 0;
  }
  fd_fdstat_set_flags() {
    return 0;
  }
  fd_prestat_get(fd, at) {
    if (fd !== ROOT) return BAD;
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, 1, true);
    return 0;
  }
  fd_prestat_dir_name(fd, at) {
    this.bytes[at] = 47;
    return 0;
  }
  fd_seek(fd, offset, whence, at) {
    const file = this.open.get(fd);
    if (!file) return BAD;
    file.at = Number(offset) + (whence === 1 ? file.at : whence === 2 ? file.bytes.length : 0);
    this.view.setBigUint64(at, BigInt(file.at), true);
    return 0;
  }
  fd_read(fd, list, count, at) {
    const file = this.open.get(fd);
    let sum = 0;
    if (!file) return BAD;
    for (let i = 0; i < count; i++) {
      const to = this.view.getUint32(list + 8 * i, true),
        room = this.view.getUint32(list + 8 * i + 4, true);
      const part = file.bytes.subarray(file.at, file.at + room);
      this.bytes.set(part, to);
      file.at += part.length;
      sum += part.length;
    }
    this.view.setUint32(at, sum, true);
    return 0;
  }
  fd_write(fd, list, count, at) {
    let sum = 0;
    if (fd !== 1 && fd !== 2) return BAD;
    for (let i = 0; i < count; i++) {
      const from = this.view.getUint32(list + 8 * i, true),
        length = this.view.getUint32(list + 8 * i + 4, true);
      this.text[fd] += this.string(from, length);
      sum += length;
    }
    this.view.setUint32(at, sum, true);
    return 0;
  }

  file(path, length) {
    return this.files['/' + this.string(path, length).replace(/^\//, '')];
  }
  path_filestat_get(fd, flags, path, length, at) {
    const text = this.file(path, length);
    if (text === undefined) return NOT_THERE;
    this.bytes.fill(0, at, at + 64);
    this.view.setUint8(at + 16, FILE);
    return 0;
  }
  path_open(fd, how, path, length, flags, rights, inherited, more, at) {
    const text = this.file(path, length),
      number = ROOT + 1 + this.open.size;
    if (text === undefined) return NOT_THERE;
    this.open.set(number, {bytes: encoder.encode(text), at: 0});
    this.view.setUint32(at, number, true);
    return 0;
  }
  path_readlink() {
    return NOT_THERE;
  }
  proc_exit(status) {
    this.status = status;
    throw new Exit();
  }
}

export class Core {
  // `files`: texts by path, such as /lib/machines/flat.
  constructor(module, files = {}) {
    this.module = module;
    this.files = files;
  }

  static async load(bytes, files) {
    return new Core(await WebAssembly.compile(bytes), files);
  }

  // The answer to a command line: {out, error}, one of them empty. After an answer owners() and block() may be called.
  ask(given, environment = {}, files = {}) {
    const host = new Host(environment, {...this.files, ...files});
    const instance = new WebAssembly.Instance(this.module, host.imports()),
      call = instance.exports;
    host.memory = call.memory;
    try {
      call._initialize();
      const line = encoder.encode(given.map(word => String(word).replaceAll('\0', '') + '\0').join(''));
      const at = call.room(line.length + 1);
      host.bytes.set(line, at);
      host.status = call.show(at, given.length);
    } catch (e) {
      if (e instanceof WebAssembly.RuntimeError) {
        host.status = 1;
        host.text[2] ||= 'no memory or too large: ' + e.message;
      } else if (!(e instanceof Exit)) throw e;
    }
    const error = host.status
      ? (host.text[2].trim().split('\n').pop() || 'failed').replace(/^upc-stride-show: /, '')
      : '';
    return new Answer(call, host, error);
  }
}

class Answer {
  constructor(call, host, error) {
    this.call = call;
    this.host = host;
    this.error = error;
    this.out = host.text[1];
  }

  json() {
    return JSON.parse(this.out.split('\n', 1)[0]);
  }

  // Of rows x columns blocks, with steps between them; -1 - owner is outside of the section. Valid until the next call.
  owners(plane, row, column, rows, columns, rowStep = 1, columnStep = 1) {
    const count = rows * columns;
    if (!this.space || this.capacity < count) {
      this.capacity = Math.max(count, 16384);
      this.space = this.call.room(4 * this.capacity);
    }
    this.call.owners(this.space, plane, row, column, rows, columns, rowStep, columnStep);
    return new Int32Array(this.host.memory.buffer, this.space, count);
  }

  block(plane, row, column) {
    const at = this.call.block(plane, row, column),
      bytes = this.host.bytes;
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }
}
