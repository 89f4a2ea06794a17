import { trustedWorkerUrl } from '#lib/browser/script-url.ts'
import workerUrl from './highlight.worker.ts?worker&url'
import { parseAnswer, type Question, type Token } from './highlight-messages.ts'

type Chunks = readonly (readonly Token[])[]

interface Waiting {
  chunks: Token[][]
  resolve(chunks: Chunks | null): void
}

/** A grammar may never finish on unusual text. The time-out also allows for fetching the worker on a slow network. */
const SILENT_MS = 60_000
/** After this many failures while online, with no answer between them, this page creates no more workers. */
const FAILURES_MAX = 2

interface Running {
  worker: Worker
  listening: AbortController
  waiting: Map<number, Waiting>
  timer?: ReturnType<typeof setTimeout>
}

let running: Running | undefined
let failures = 0
let lastRequest = 0

/**
 * Resolves with the coloured parts of code in pieces, as the worker returns them; null when the language is unknown or
 * no worker runs. One worker serves the page: it starts at first use and is replaced after a failure.
 */
export function requestHighlight(code: string, language: string): Promise<Chunks | null> {
  return new Promise((resolve) => {
    if (failures >= FAILURES_MAX) return resolve(null)
    try {
      running ??= start()
      const question: Question = { id: ++lastRequest, code, language }
      running.waiting.set(question.id, { chunks: [], resolve })
      if (running.waiting.size === 1) watch(running)
      running.worker.postMessage(question)
    } catch {
      fail()
      resolve(null)
    }
  })
}

function start(): Running {
  // The build makes a classic script of the worker; Vite's development server serves only modules.
  const type = import.meta.env.DEV ? 'module' : 'classic'
  const worker = new Worker(trustedWorkerUrl(workerUrl) as string, { type, name: 'highlighter' })
  const listening = new AbortController()
  const { signal } = listening
  worker.addEventListener('message', ({ data }) => hear(data), { signal })
  worker.addEventListener('error', fail, { signal })
  worker.addEventListener('messageerror', fail, { signal })
  return { worker, listening, waiting: new Map() }
}

function hear(data: unknown): void {
  const answer = parseAnswer(data)
  const one = answer && running?.waiting.get(answer.id)
  if (!running || !one) {
    fail()
    return
  }
  failures = 0
  if (answer.type === 'chunk') one.chunks.push(answer.tokens)
  if (answer.type === 'failed' || answer.isLast) {
    running.waiting.delete(answer.id)
    one.resolve(answer.type === 'failed' ? null : one.chunks)
  }
  watch(running)
}

/** Terminates a worker that does not answer in time. */
function watch(one: Running): void {
  clearTimeout(one.timer)
  if (one.waiting.size > 0) one.timer = setTimeout(fail, SILENT_MS)
}

function fail(): void {
  // Offline, the failure means only that the worker could not be fetched.
  if (navigator.onLine !== false) failures += 1
  if (!running) return
  const { worker, listening, waiting, timer } = running
  running = undefined
  clearTimeout(timer)
  listening.abort()
  worker.terminate()
  for (const { resolve } of waiting.values()) resolve(null)
}
