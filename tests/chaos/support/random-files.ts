import { randomBytes } from 'node:crypto'
import { MESSAGE_FILES_MAX } from '#contract/limits.ts'
import type { SeededRandom } from '#support/fixtures/seeded-random.ts'
import { createPdf, createPicture } from '#support/fixtures/test-files.ts'
import type { SelectedFile } from './file-ledger.ts'

/** Distributes so many files to the messages at random, at most MESSAGE_FILES_MAX to each. */
export async function planFiles(
  chance: SeededRandom,
  { files, messages }: { files: number; messages: number },
): Promise<Map<number, SelectedFile[]>> {
  const plan = new Map<number, SelectedFile[]>()
  const all: SelectedFile[] = []
  while (all.length < files) {
    const at = chance.between(0, messages - 1)
    const selected = plan.get(at) ?? []
    if (selected.length === MESSAGE_FILES_MAX) continue
    const file = await makeFile(chance, all)
    all.push(file)
    plan.set(at, [...selected, file])
  }
  return plan
}

/** Mostly small texts; some are uploaded in several chunks, some have a content that was sent before. */
async function makeFile(chance: SeededRandom, earlier: readonly SelectedFile[]): Promise<SelectedFile> {
  const name = (ending: string) => `file ${earlier.length + 1}.${ending}`
  const text = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString('hex'))
  const kind = chance.between(1, 12)
  if (kind === 1) {
    const picture = await createPicture('png', chance.between(20, 900), chance.between(20, 900))
    return { name: name('png'), mimeType: 'image/png', buffer: Buffer.from(picture) }
  }
  if (kind === 2) {
    const pdf = createPdf([`Page of ${name('pdf')}`])
    return { name: name('pdf'), mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
  }
  if (kind === 3 && earlier.length > 0) return chance.one(earlier)
  const size = kind === 4 ? chance.between(300_000, 1_500_000) : chance.between(2, 20_000)
  return { name: name('txt'), mimeType: 'text/plain', buffer: text(size) }
}
