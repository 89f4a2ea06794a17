import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { OpenDatabase } from '#server/db/database.ts'
import { createLogger } from '#server/logging/logger.ts'
import { sweepFiles } from '#server/modules/files/use-cases/sweep-files.ts'
import { readObject } from '#server/providers/files/file-store.ts'
import { createFolderStore } from '#server/providers/files/folder-store.ts'

const TWO_DAYS_MS = 2 * 86_400_000

/** A file as a user chooses it in the browser. */
export interface SelectedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The comparison of the server's files with the attached ones; all lists are empty when everything is correct. */
export interface FileVerdict {
  attached: number
  /** Messages whose files are not the attached ones, each once, in their order and with the same bytes. */
  wrong: string[]
  /** Names of files on the server that no message has: each was sent once more than necessary. */
  extra: string[]
  /** Objects without a row, or rows without an object, after the sweep two days later. */
  orphans: string[]
}

/** The expected result for so many attached files. */
export const flawlessFiles = (attached: number): FileVerdict => ({ attached, wrong: [], extra: [], orphans: [] })

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The files that were attached to each message, by its text. */
export class FileLedger {
  readonly #attached = new Map<string, readonly SelectedFile[]>()

  /** Recorded before the message is typed. */
  enter(text: string, files: readonly SelectedFile[]): void {
    this.#attached.set(text, files)
  }

  /**
   * Compares the rows and the objects below `folder` with what was attached. A picture is drawn anew by the browser, so
   * it is compared with `onDevice`: the hashes of the contents that the browser has, by the id of the file.
   */
  async judge({ db }: OpenDatabase, folder: string, onDevice: ReadonlyMap<string, string>): Promise<FileVerdict> {
    const store = createFolderStore(folder)
    const rows = await db
      .selectFrom('messages')
      .innerJoin('message_files', (join) =>
        join
          .onRef('message_files.user_id', '=', 'messages.user_id')
          .onRef('message_files.message_id', '=', 'messages.id'),
      )
      .innerJoin('files', (join) =>
        join.onRef('files.user_id', '=', 'messages.user_id').onRef('files.id', '=', 'message_files.file_id'),
      )
      .innerJoin('file_contents', 'file_contents.id', 'files.content_id')
      .select(['messages.content as text', 'files.id', 'files.name', 'files.sha256', 'file_contents.object'])
      .orderBy('message_files.position')
      .execute()
    const wrong: string[] = []
    for (const [text, selected] of this.#attached) {
      const stored = rows.filter((row) => row.text === text)
      const expected = selected.map(({ name, mimeType, buffer }, index) => {
        const isPicture = mimeType.startsWith('image/')
        return `${name} ${isPicture ? onDevice.get(stored[index]?.id ?? '') : hashOf(buffer)}`
      })
      const found: string[] = []
      for (const { name, object } of stored) {
        const bytes = await readObject(store, object)
        found.push(`${name} ${bytes && hashOf(bytes)}`)
      }
      if (found.join('\n') !== expected.join('\n')) wrong.push(`${text}: ${found} instead of ${expected}`)
    }
    const named = new Set(rows.map(({ id }) => id))
    const files = await db.selectFrom('files').select(['id', 'name']).execute()
    const extra = files.flatMap(({ id, name }) => (named.has(id) ? [] : [name]))
    const attached = [...this.#attached.values()].reduce((sum, { length }) => sum + length, 0)
    return { attached, wrong, extra, orphans: await this.#findOrphans(db, folder) }
  }

  /** The sweep that runs two days later removes what killed processes have left. */
  async #findOrphans(db: OpenDatabase['db'], folder: string): Promise<string[]> {
    const log = await createLogger({ logLevel: 'error' })
    await sweepFiles({ db, files: createFolderStore(folder), log, now: () => Date.now() + TWO_DAYS_MS })
    const contents = await db.selectFrom('file_contents').select(['object', 'thumbnail']).execute()
    const known = contents.flatMap(({ object, thumbnail }) => (thumbnail === null ? [object] : [object, thumbnail]))
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const there = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    return [...new Set(known).symmetricDifference(new Set(there))]
  }
}
