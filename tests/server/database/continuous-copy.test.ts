import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  watch,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createChat } from '#contract/endpoints/chats.ts'
import { sqliteFile } from '#server/db/database.ts'
import { objectPath } from '#server/providers/files/folder-store.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { uploadFile } from '#support/api/upload-file.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { createTestDatabase, createTestStorage } from '#support/database/test-database.ts'
import { createPicture } from '#support/fixtures/test-files.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/servers/server-process.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { openSqliteCopy } from '../../../scripts/backup/copy/copy-sqlite.ts'

const program = join(import.meta.dirname, '../../../scripts/db-copy.ts')

/** The program in a process; `states` has the time of each copy that it has finished, in milliseconds since 1970. */
function startCopying(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [program, file, '--every', '0.1'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const states: number[] = []
  let rest = ''
  child.stdout.on('data', (data) => {
    const lines = (rest + data).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) states.push(Date.parse(/state of (\S+)/.exec(line)?.[1] ?? ''))
  })
  const end = once(child, 'close')
  const signal = async (name: 'SIGKILL' | 'SIGTERM') => {
    child.kill(name)
    return (await end)[0] as number | null
  }
  return { states, signal }
}

describe('the continuous copy of a SQLite database', () => {
  it('has each row that was acknowledged before its state, when server and program are killed under writes', {
    timeout: 120_000,
  }, async () => {
    const storage = await createTestStorage('sqlite', { migrated: true })
    const env = environmentOf(storage, { RATE_LIMITS: 'off', SCORING: 'off' })
    const file = join(storage.dataDir, 'elsewhere', 'companion.sqlite')
    const acknowledged: { id: string; at: number }[] = []
    for (let round = 1; round <= 2; round += 1) {
      const server = await startServerProcess(env)
      const copying = startCopying(file, env)
      const client = createTestClient(server.address)
      const { access: token } = await client.registerSubscriber()
      let isOver = false
      const write = async () => {
        while (!isOver) {
          const id = crypto.randomUUID()
          await client.call(createChat, { token, body: { id } })
          acknowledged.push({ id, at: Date.now() })
        }
      }
      const writers = [write(), write(), write()].map((writer) =>
        writer.catch((error: unknown) => (isOver ? null : expect.fail(String(error)))),
      )
      const due = () => acknowledged.filter(({ at }) => at < (copying.states.at(-1) ?? 0))
      await expect.poll(() => due().length, { timeout: 60_000 }).toBeGreaterThan(round * 20)
      // While the next copy is being written: a draft appears beside the file.
      const folder = watch(join(file, '..'))
      await once(folder, 'change')
      folder.close()
      isOver = true
      await Promise.all([copying.signal('SIGKILL'), server.kill('SIGKILL')])
      await Promise.all(writers)

      const target = await createTestStorage('sqlite')
      const restored = await runProgram('scripts/db-restore.ts', [file], environmentOf(target))
      expect(restored).toMatchObject({ code: 0, stderr: '' })
      const database = new DatabaseSync(sqliteFile(target.dataDir))
      const found = new Set(
        database
          .prepare('select id from chats')
          .all()
          .map(({ id }) => id),
      )
      database.close()
      expect(due().filter(({ id }) => !found.has(id))).toEqual([])
      await target.remove()
    }
    await storage.remove()
  })

  it('is made again only after a change, and ends with SIGTERM', async () => {
    const { db, dataDir, close } = await createTestDatabase('sqlite')
    await insertTestUser(db)
    const file = join(dataDir, 'copy.sqlite')
    const copy = openSqliteCopy(sqliteFile(dataDir), null, file)
    expect(await copy.refresh()).toMatchObject({ bytes: expect.any(Number), added: 0, removed: 0 })
    const before = readFileSync(file)
    expect(await copy.refresh()).toBeNull()
    await insertTestUser(db)
    expect(await copy.refresh()).not.toBeNull()
    expect(readFileSync(file).equals(before)).toBe(false)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('copy'))).toEqual(['copy.sqlite'])
    copy.close()
    const copying = startCopying(file, environmentOf({ dataDir, databaseUrl: null }))
    await expect.poll(() => copying.states.length, { timeout: 30_000 }).toBe(1)
    expect(await copying.signal('SIGTERM')).toBe(0)
    await close()
  })

  it('has the pictures and files that its rows name, and loses those that were deleted', async () => {
    const server = await startTestServer(await createTestStorage('sqlite', { migrated: true }))
    const { dataDir } = server.dependencies.config
    const { token } = await insertSignedInUser(server.dependencies)
    const bytes = await createPicture('png')
    await uploadFile(server, token, bytes)
    const file = join(dataDir, 'copy.sqlite')
    const copy = openSqliteCopy(sqliteFile(dataDir), join(dataDir, 'files'), file)
    const { added } = (await copy.refresh()) ?? expect.fail('nothing was copied')
    expect(added).toBeGreaterThan(0)
    const { db } = server.dependencies
    const { object } = await db.selectFrom('file_contents').select('object').executeTakeFirstOrThrow()
    const copied = objectPath(join(dataDir, 'copy.files'), object)
    expect(readFileSync(copied).equals(bytes)).toBe(true)
    copy.close()
    // A program that is started anew knows what is there.
    const again = openSqliteCopy(sqliteFile(dataDir), join(dataDir, 'files'), file)
    expect(await again.refresh()).toMatchObject({ added: 0, removed: 0 })
    await db.deleteFrom('stored_objects').execute()
    expect(await again.refresh()).toMatchObject({ added: 0, removed: added })
    expect(existsSync(copied)).toBe(false)
    again.close()
    await server.close()
  })

  it('is not replaced by a database without users, and follows one that was restored', async () => {
    const { db, dataDir, close } = await createTestDatabase('sqlite')
    const source = sqliteFile(dataDir)
    const [file, older] = [join(dataDir, 'copy.sqlite'), join(dataDir, 'older.sqlite')]
    await insertTestUser(db, 'restored@example.org')
    const copy = openSqliteCopy(source, null, file)
    await copy.refresh()
    copyFileSync(file, older)
    await insertTestUser(db, 'later@example.org')
    await copy.refresh()
    const emails = () => {
      const opened = new DatabaseSync(file, { readOnly: true })
      const rows = opened.prepare('select email from users order by id').all()
      opened.close()
      return rows.map(({ email }) => email)
    }
    expect(emails()).toEqual(['restored@example.org', 'later@example.org'])
    await db.deleteFrom('users').execute()
    await expect(copy.refresh()).rejects.toThrow('has no users')
    expect(emails()).toHaveLength(2)
    for (const end of ['', '-wal', '-shm']) renameSync(`${source}${end}`, `${source}.replaced${end}`)
    renameSync(older, source)
    await copy.refresh()
    expect(emails()).toEqual(['restored@example.org'])
    copy.close()
    await close()
  })

  it('goes on when a restored database could not be opened at first', async () => {
    const { db, dataDir, close } = await createTestDatabase('sqlite')
    const [source, file] = [sqliteFile(dataDir), join(dataDir, 'copy.sqlite')]
    await insertTestUser(db)
    const copy = openSqliteCopy(source, null, file)
    await copy.refresh()
    for (const end of ['', '-wal', '-shm']) renameSync(`${source}${end}`, `${source}.replaced${end}`)
    // Like a file of another user, a folder cannot be opened as a database; root may open any file.
    mkdirSync(source)
    for (let tries = 1; tries <= 2; tries += 1)
      await expect(copy.refresh()).rejects.toThrow(/disk I\/O error|unable to open/)
    rmdirSync(source)
    copyFileSync(file, source)
    expect(await copy.refresh()).not.toBeNull()
    copy.close()
    await close()
  })

  it('is refused on PostgreSQL, without a database, and without the name of a file', async () => {
    const storage = await createTestStorage('sqlite')
    const run = async (args: string[], env: Record<string, string> = {}) => {
      const { code, stderr } = await runProgram('scripts/db-copy.ts', args, environmentOf(storage, env))
      return [code, stderr]
    }
    expect(await run([])).toEqual([1, expect.stringContaining('name one file')])
    expect(await run(['copy.sqlite', '--every', 'often'])).toEqual([1, expect.stringContaining('--every <seconds>')])
    expect(await run(['copy.sqlite'])).toEqual([1, expect.stringContaining('there is no database')])
    const url = 'postgres://nobody@127.0.0.1:1/none'
    expect(await run(['copy.sqlite'], { DATABASE_URL: url })).toEqual([1, expect.stringContaining('PostgreSQL has')])
    rmSync(storage.dataDir, { recursive: true })
  })
})
