import type { ImportSource } from '#contract/objects/chat.ts'
import { trustedWorkerUrl } from '#lib/browser/script-url.ts'
import workerUrl from './read/import.worker.ts?worker&url'
import { ImportError } from './read/import-error.ts'
import type { LeftOut } from './read/read-export.ts'
import type { Portion } from './read/to-portions.ts'
import { type FoundChat, type ImportEvent, type ImportRequest, parseEvent } from './read/worker-messages.ts'

interface Following {
  onProgress: (done: number, total: number) => void
  signal: AbortSignal
}

export interface FoundExport {
  source: ImportSource
  chats: FoundChat[]
  leftOut: LeftOut
}

/** Reads a file in a web worker and returns what is in it, without its texts. Throws ImportError. */
export async function findChats(file: File, following: Following): Promise<FoundExport> {
  let source: ImportSource = 'companion'
  const chats: FoundChat[] = []
  const leftOut = await runWorker({ type: 'read', file }, following, async (event) => {
    if (event.type !== 'found') return
    source = event.source
    for (const chat of event.chats) chats.push(chat)
  })
  return { source, chats, leftOut }
}

/**
 * Reads a file again in a web worker and hands out those of its chats that are wanted. The worker reads on when `send`
 * has resolved, so one portion is in memory at a time. Throws ImportError and the errors of `send`.
 */
export async function eachPortion(
  file: File,
  wanted: readonly string[],
  { send, ...following }: Following & { send: (portion: Portion) => Promise<void> },
): Promise<void> {
  await runWorker({ type: 'send', file, wanted: [...wanted] }, following, async (event, worker) => {
    if (event.type !== 'portion') return
    await send(event.portion)
    worker.postMessage({ type: 'next' } satisfies ImportRequest)
  })
}

function runWorker(
  request: ImportRequest,
  { onProgress, signal }: Following,
  onEvent: (event: ImportEvent, worker: Worker) => Promise<void>,
): Promise<LeftOut> {
  signal.throwIfAborted()
  // The build makes a classic script of the worker; Vite's development server serves only modules.
  const type = import.meta.env.DEV ? 'module' : 'classic'
  const worker = new Worker(trustedWorkerUrl(workerUrl) as string, { type, name: 'import' })
  const work = new Promise<LeftOut>((resolve, reject) => {
    const hear = (data: unknown) => {
      const event = parseEvent(data)
      if (event === null) return reject(new Error('The worker has answered something unknown'))
      if (event.type === 'progress') onProgress(event.done, event.total)
      else if (event.type === 'end') resolve(event.leftOut)
      else if (event.type === 'failed')
        reject(event.problem === null ? new Error('Reading has failed') : new ImportError(event.problem))
      else onEvent(event, worker).catch(reject)
    }
    const fail = () => reject(new ImportError('no_worker'))
    worker.addEventListener('message', ({ data }) => hear(data))
    worker.addEventListener('error', fail)
    worker.addEventListener('messageerror', fail)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(request)
  })
  return work.finally(() => worker.terminate())
}
