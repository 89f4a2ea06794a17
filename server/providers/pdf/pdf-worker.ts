import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import type { PdfReading, PdfTask } from './read-pdf.ts'

/** Runs as a worker thread: reads one PDF and posts a PdfReading. */
async function read({ bytes, charactersMax, pagesMax, milliseconds }: PdfTask): Promise<PdfReading> {
  const until = performance.now() + milliseconds
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
    const pages: string[] = []
    let length = 0
    for (let n = 1; n <= Math.min(pdf.numPages, pagesMax); n += 1) {
      const { items } = await (await pdf.getPage(n)).getTextContent()
      const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
      pages.push(text)
      length += text.length + 2
      if (length > charactersMax || performance.now() > until) break
    }
    const text = pages.join('\n\n')
    const isCut = pages.length < pdf.numPages || text.length > charactersMax
    return { kind: 'read', text: text.slice(0, charactersMax), isCut }
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? { kind: 'encrypted' } : { kind: 'broken' }
  }
}

const reading = await read(workerData as PdfTask)
parentPort?.postMessage(reading)
