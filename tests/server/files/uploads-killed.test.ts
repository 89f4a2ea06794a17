import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getFile } from '#contract/endpoints/files.ts'
import { DAY_MS } from '#server/lib/time.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { createFolderStore } from '#server/providers/files/folder-store.ts'
import { uploadFile } from '#support/api/upload-file.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { createPicture } from '#support/fixtures/test-files.ts'
import { startKillableServer } from '#support/servers/killable-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

describe.each(testEngines)('an upload whose server is killed at any access to the file store (%s)', (engine) => {
  it('goes on with the next process and is stored once, byte for byte, with no object left over', {
    timeout: 120_000,
  }, async () => {
    const storage = await createTestStorage(engine, { migrated: true })
    const folder = join(storage.dataDir, 'files')
    const store = createFolderStore(folder)
    let accesses = 0
    let dies = { at: 0, when: 'before' }
    /** The process that dies stores nothing more: its database is closed at this access. */
    const access = async <T>(work: () => Promise<T>): Promise<T> => {
      accesses += 1
      const isLast = accesses === dies.at
      if (isLast && dies.when === 'before') await killable.server.dependencies.db.destroy()
      if (accesses >= dies.at && dies.when === 'before') throw new Error('killed')
      const done = await work()
      if (isLast) await killable.server.dependencies.db.destroy()
      return done
    }
    const files: FileStore = {
      name: 'a store that can be killed',
      put: (name, bytes) => access(() => store.put(name, bytes)),
      open: (name) => access(() => store.open(name)),
      remove: (name) => access(() => store.remove(name)),
    }
    const killable = await startKillableServer(storage, {}, { files })
    const { token, id: userId } = await insertSignedInUser(killable.server.dependencies)
    const upload = (bytes: Uint8Array<ArrayBuffer>, id: string) =>
      uploadFile(killable.server, token, bytes, { id, chunk: Math.ceil(bytes.length / 3) })

    dies = { at: Number.POSITIVE_INFINITY, when: 'after' }
    await upload(await createPicture('png', 101, 50), crypto.randomUUID())
    const all = accesses
    expect(all).toBeGreaterThan(10)

    const ids = new Map<string, Uint8Array>()
    for (let at = 1; at <= all; at += 1) {
      for (const when of ['before', 'after']) {
        const bytes = await createPicture('png', 102 + ids.size, 50)
        const id = crypto.randomUUID()
        ids.set(id, bytes)
        accesses = 0
        dies = { at, when }
        // The last accesses only remove chunks: then the upload may succeed in the process that dies.
        await upload(bytes, id).catch(() => undefined)
        dies = { at: Number.POSITIVE_INFINITY, when: 'after' }
        await killable.kill(async () => {})
        expect((await upload(bytes, id)).id).toBe(id)
      }
    }
    expect(killable.kills()).toBe(2 * all)

    const { db } = killable.server.dependencies
    for (const [id, bytes] of ids) {
      const response = await killable.server.open(getFile, { token, params: { id } })
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    }
    const contents = await db.selectFrom('file_contents').selectAll().where('user_id', '=', userId).execute()
    expect(contents).toHaveLength(ids.size + 1)
    // Objects of the killed processes are removed a day later; the files would be too, had no message named them.
    await db
      .updateTable('files')
      .set({ created_at: '2999-01-01T00:00:00.000Z' } as never)
      .execute()
    killable.advance(DAY_MS + 1)
    await killable.server.dependencies.erasure.run()
    const stored = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const named = contents.flatMap(({ object, thumbnail }) => [object, thumbnail])
    expect(stored.map(({ name }) => name).sort()).toEqual(named.sort())
    expect(await db.selectFrom('file_chunks').selectAll().execute()).toEqual([])
    await killable.remove()
  })
})
