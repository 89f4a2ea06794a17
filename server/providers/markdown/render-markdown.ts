import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { appError } from '../../lib/errors.ts'
import { createSemaphore } from '../../lib/semaphore.ts'

/** What is not rendered by then stays unrendered: the time of the parser can grow quadratically with a text. */
const RENDERING_MS = 2_000
const MEMORY_MB = 256

/** What the worker receives. */
export interface RenderTask {
  texts: readonly string[]
  /** The start of the addresses of pictures that are shown; without it, all are links. */
  pictures?: string
}

const Rendered = v.object({ index: v.number(), html: v.string() })

/** Each worker takes a thread and some 40 ms to start. */
const semaphore = createSemaphore({ running: 2, waiting: 50, full: () => appError('overloaded', { retryAfter: 5 }) })

/**
 * Texts in Markdown as HTML without scripts, pictures of other sites or HTML of their own, in their order; undefined
 * for a text that was not rendered in time. Runs in a worker thread, because a hostile text could block the process.
 */
export function renderMarkdown(
  texts: readonly string[],
  { milliseconds = RENDERING_MS, pictures }: { milliseconds?: number; pictures?: string } = {},
): Promise<(string | undefined)[]> {
  const task: RenderTask = pictures === undefined ? { texts } : { texts, pictures }
  return texts.length === 0 ? Promise.resolve([]) : semaphore(() => render(task, milliseconds))
}

async function render(task: RenderTask, milliseconds: number): Promise<(string | undefined)[]> {
  const rendered: (string | undefined)[] = task.texts.map(() => undefined)
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      worker.on('message', (message: unknown) => {
        const { index, html } = v.parse(Rendered, message)
        rendered[index] = html
      })
      // A text that breaks the worker, and those after it, stay unrendered.
      worker.on('error', () => resolve())
      worker.on('exit', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    return rendered
  } finally {
    await worker.terminate()
  }
}
