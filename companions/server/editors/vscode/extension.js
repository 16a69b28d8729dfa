// SPDX-License-Identifier: BSD-3-Clause
// The client of `upcc --language-server`, without other packages: it hands the text over as it changes, and asks for what
// the editor wants to show.
const { spawn } = require('child_process')
const vscode = require('vscode')

// ---- Messages: a head with the length, then JSON

class Connection {
  constructor(command, onNotice, onEnd) {
    this.process = spawn(command[0], command.slice(1))
    this.waiting = new Map()
    this.number = 0
    this.input = Buffer.alloc(0)
    this.onNotice = onNotice
    this.process.on('error', onEnd)
    this.process.on('exit', () => onEnd(new Error('the language server has ended')))
    this.process.stdin.on('error', () => {})
    this.process.stdout.on('data', data => this.receive(data))
  }

  receive(data) {
    this.input = Buffer.concat([this.input, data])
    for (;;) {
      const end = this.input.indexOf('\r\n\r\n')
      const length = end < 0 ? null : /content-length: *(\d+)/i.exec(this.input.subarray(0, end).toString())
      if (!length || this.input.length < end + 4 + Number(length[1])) return
      const body = this.input.subarray(end + 4, end + 4 + Number(length[1])).toString()
      this.input = this.input.subarray(end + 4 + Number(length[1]))
      const message = JSON.parse(body)
      if (message.method) this.onNotice(message)
      else if (this.waiting.has(message.id)) {
        this.waiting.get(message.id)(message.result)
        this.waiting.delete(message.id)
      }
    }
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  notify(method, params) { this.send({ method, params }) }

  ask(method, params) {
    const id = ++this.number
    this.send({ id, method, params })
    return new Promise(resolve => this.waiting.set(id, resolve))
  }
}

// ---- The protocol's values as the editor's. Kinds count from 1 in the protocol, from 0 in the editor.

const range = r => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character)
const span = r => ({ start: { line: r.start.line, character: r.start.character },
  end: { line: r.end.line, character: r.end.character } })
const location = l => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range))
const isUpc = document => document.languageId === 'upc' && document.uri.scheme === 'file'
const at = (document, position) => ({ textDocument: { uri: document.uri.toString() }, position })

function symbol(s) {
  const made = new vscode.DocumentSymbol(s.name, s.detail || '', s.kind - 1, range(s.range), range(s.selectionRange))
  made.children = (s.children || []).map(symbol)
  return made
}

function completionItem(i) {
  const made = new vscode.CompletionItem(i.label, i.kind - 1)
  made.detail = i.detail
  return made
}

let connection

async function activate(context) {
  const messages = vscode.languages.createDiagnosticCollection('upc')
  const command = vscode.workspace.getConfiguration('upc').get('server')
  const published = ({ method, params }) => {
    if (method !== 'textDocument/publishDiagnostics') return
    messages.set(vscode.Uri.parse(params.uri), params.diagnostics.map(d => {
      const made = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1)
      made.source = d.source
      return made
    }))
  }
  const ended = error =>
    vscode.window.showWarningMessage(`UPC: ${command[0]}: ${error.message}; the setting upc.server names it`)
  connection = new Connection(command, published, ended)
  await connection.ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} })
  connection.notify('initialized', {})

  const open = d => isUpc(d) && connection.notify('textDocument/didOpen', {
    textDocument: { uri: d.uri.toString(), languageId: 'upc', version: d.version, text: d.getText() } })
  vscode.workspace.textDocuments.forEach(open)
  const ask = (method, document, position, more) => connection.ask(method, { ...at(document, position), ...more })
  context.subscriptions.push(messages,
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument(d => isUpc(d) &&
      connection.notify('textDocument/didClose', { textDocument: { uri: d.uri.toString() } })),
    vscode.workspace.onDidChangeTextDocument(e => isUpc(e.document) && e.contentChanges.length &&
      connection.notify('textDocument/didChange', {
        textDocument: { uri: e.document.uri.toString(), version: e.document.version },
        contentChanges: e.contentChanges.map(c => ({ range: span(c.range), text: c.text })) })),
    vscode.languages.registerHoverProvider('upc', { provideHover: async (d, p) => {
      const found = await ask('textDocument/hover', d, p)
      return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range))
    } }),
    vscode.languages.registerDefinitionProvider('upc', { provideDefinition: async (d, p) => {
      const found = await ask('textDocument/definition', d, p)
      return found && location(found)
    } }),
    vscode.languages.registerReferenceProvider('upc', { provideReferences: async (d, p, c) =>
      (await ask('textDocument/references', d, p, { context: c })).map(location) }),
    vscode.languages.registerDocumentSymbolProvider('upc', { provideDocumentSymbols: async d =>
      (await ask('textDocument/documentSymbol', d)).map(symbol) }),
    vscode.languages.registerCompletionItemProvider('upc', { provideCompletionItems: async (d, p) =>
      (await ask('textDocument/completion', d, p)).map(completionItem) }, '.', '>'))
}

async function deactivate() {
  if (!connection) return
  connection.process.removeAllListeners('exit')
  await connection.ask('shutdown')
  connection.notify('exit')
}

module.exports = { activate, deactivate, Connection }
