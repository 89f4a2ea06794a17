import { ImportError } from './import-error.ts'
import type { ReadChat } from './message-tree.ts'
import { nothingLeftOut, readExport } from './read-export.ts'
import { toPortions } from './to-portions.ts'
import { type FoundChat, type ImportEvent, type ImportRequest, parseRequest } from './worker-messages.ts'

/** Milliseconds between two reports of progress, and the chats of one report of what was found. */
const REPORT_MS = 100
const FOUND_AT_ONCE = 100

/** Returns the listener of the worker. One file is read at a time; to cancel it, the page ends the worker. */
export function createImportRequestHandler(post: (event: ImportEvent) => void): (data: unknown) => void {
  let goOn: (() => void) | undefined
  return (data) => {
    const request = parseRequest(data)
    if (request.type === 'next') goOn?.()
    else void run(request).catch(fail)
  }

  async function run(request: Exclude<ImportRequest, { type: 'next' }>): Promise<void> {
    const leftOut = { ...nothingLeftOut }
    const chats = readExport(request.file, { leftOut, onProgress: createReporter(post) })
    if (request.type === 'read') await find(chats)
    else await send(chats, new Set(request.wanted))
    post({ type: 'end', leftOut })
  }

  async function find(chats: AsyncIterable<ReadChat>): Promise<void> {
    let found: FoundChat[] = []
    let source: ReadChat['source'] = 'companion'
    for await (const read of chats) {
      source = read.source
      const newest = read.chat.messages.at(-1)?.id ?? ''
      found.push({ id: read.chat.id, newest, messages: read.chat.messages.length })
      if (found.length < FOUND_AT_ONCE) continue
      post({ type: 'found', source, chats: found })
      found = []
    }
    post({ type: 'found', source, chats: found })
  }

  async function send(chats: AsyncIterable<ReadChat>, wanted: ReadonlySet<string>): Promise<void> {
    for await (const portion of toPortions(only(chats, wanted))) {
      const taken = new Promise<void>((resolve) => {
        goOn = resolve
      })
      post({ type: 'portion', portion })
      await taken
    }
  }

  function fail(error: unknown): void {
    post({ type: 'failed', problem: error instanceof ImportError ? error.problem : null })
    if (!(error instanceof ImportError)) throw error
  }
}

async function* only(chats: AsyncIterable<ReadChat>, wanted: ReadonlySet<string>): AsyncGenerator<ReadChat> {
  for await (const read of chats) if (wanted.has(read.chat.id)) yield read
}

function createReporter(post: (event: ImportEvent) => void): (done: number, total: number) => void {
  let reported = 0
  return (done, total) => {
    const now = performance.now()
    if (now - reported < REPORT_MS && done < total) return
    reported = now
    post({ type: 'progress', done, total })
  }
}
