import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { nothingLeftOut, readExport } from '#features/import/read/read-export.ts'
import { toPortions } from '#features/import/read/to-portions.ts'
import { plainChatGpt } from './exports.ts'

const MB = 1024 * 1024
/** The size of the file; 1024 for a gigabyte. */
const SIZE = Number(process.env.IMPORT_MB ?? 100) * MB

/** A file of ChatGPT that is made while it is read; each chat has about 40 kB. */
class GeneratedFile extends Blob {
  chats = 0

  override get size(): number {
    return SIZE
  }

  override slice(): Blob {
    return new Blob(['['])
  }

  override stream() {
    const encoder = new TextEncoder()
    const long = JSON.stringify('Herons wade in "shallow" water.\n'.repeat(1200)).slice(1, -1)
    const template = JSON.stringify(plainChatGpt('ID')).replaceAll('A wading bird', long)
    const parts = template.split('ID').map((part) => encoder.encode(part))
    let bytes = 0
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => {
        const isLast = bytes > SIZE
        const id = encoder.encode(String(this.chats))
        const chat = parts.flatMap((part, n) => (n === 0 ? [part] : [id, part]))
        const chunks = [encoder.encode(isLast ? ']' : bytes === 0 ? '[' : ','), ...(isLast ? [] : chat)]
        for (const chunk of chunks) {
          bytes += chunk.length
          controller.enqueue(chunk)
        }
        if (isLast) controller.close()
        else this.chats += 1
      },
    })
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Heap and buffers in megabytes, without garbage, of which there is more or less by chance. */
const used = () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MB
}

test('reads a large export in little memory', { timeout: 300_000 }, async () => {
  const file = new GeneratedFile()
  const leftOut = { ...nothingLeftOut }
  let messages = 0
  let peak = 0
  const before = used()
  const started = performance.now()
  for await (const { chats } of toPortions(readExport(file, { leftOut, onProgress: () => undefined }))) {
    for (const chat of chats) messages += chat.messages.length
    peak = Math.max(peak, used() - before)
    await turn()
  }
  const seconds = (performance.now() - started) / 1000
  console.info(`import: ${SIZE / MB} MB in ${seconds.toFixed(1)} s, at most ${peak.toFixed(0)} MB more memory`)
  expect(messages).toBe(file.chats * 4)
  expect(leftOut).toEqual(nothingLeftOut)
  expect(peak).toBeLessThan(20)
})
