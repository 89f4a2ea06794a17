import { Worker } from 'node:worker_threads'
import * as v from 'valibot'

/** Later pages are not read. */
export const PDF_PAGES_MAX = 300
/** The reader stops after so many milliseconds with the pages that it has read. */
const READING_MS = 8_000
/** A reader that does not stop by itself is terminated. */
const STOPPED_MS = 12_000
const MEMORY_MB = 384
const MEMORY_CHECK_MS = 50

/** What the worker receives. */
export interface PdfTask {
  bytes: Uint8Array<ArrayBuffer>
  charactersMax: number
  pagesMax: number
  milliseconds: number
}

export const PdfReading = v.variant('kind', [
  v.object({ kind: v.literal('read'), text: v.string(), isCut: v.boolean() }),
  v.object({ kind: v.literal('encrypted') }),
  v.object({ kind: v.literal('broken') }),
])
export type PdfReading = v.InferOutput<typeof PdfReading>

/**
 * The text of a PDF, cut at a number of characters, pages and seconds. Runs in a worker thread with limited memory,
 * because a hostile file could block the process or exhaust its memory; one that does so counts as broken. The worker's
 * resource limits do not count the buffers into which streams are decompressed, so its memory is also checked from here.
 */
export async function readPdf(bytes: Uint8Array<ArrayBuffer>, charactersMax: number): Promise<PdfReading> {
  const task: PdfTask = { bytes, charactersMax, pagesMax: PDF_PAGES_MAX, milliseconds: READING_MS }
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // pdfjs warns on the console about each oddity of a file.
    stdout: true,
    stderr: true,
  })
  let check: NodeJS.Timeout | undefined
  try {
    return await new Promise<PdfReading>((resolve) => {
      const giveUp = () => resolve({ kind: 'broken' })
      const timer = setTimeout(giveUp, STOPPED_MS)
      check = setInterval(() => {
        // Answered even by a busy worker, in an interrupt; refused by one that has ended.
        worker.getHeapStatistics().then(
          (heap) => {
            if (heap.used_heap_size + heap.external_memory > MEMORY_MB * 1024 * 1024) giveUp()
          },
          () => undefined,
        )
      }, MEMORY_CHECK_MS)
      worker.on('message', (message: unknown) => resolve(v.parse(PdfReading, message)))
      worker.on('error', giveUp)
      worker.on('exit', () => {
        clearTimeout(timer)
        giveUp()
      })
    })
  } finally {
    clearInterval(check)
    await worker.terminate()
  }
}
