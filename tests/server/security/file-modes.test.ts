import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '#contract/endpoints/accounts.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/servers/server-process.ts'

describe('a data folder that other users of the machine can list', () => {
  let storage: TestStorage
  let before: number
  beforeAll(async () => {
    before = process.umask(0o022)
    storage = await createTestStorage('sqlite')
    chmodSync(storage.dataDir, 0o755)
  })
  afterAll(async () => {
    process.umask(before)
    await storage.remove()
  })

  /** The files of the folder that others than the owner can read, with their modes. */
  const open = () =>
    readdirSync(storage.dataDir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const mode = statSync(join(storage.dataDir, name)).mode & 0o777
      return (mode & 0o077) === 0 ? [] : [`${name} ${mode.toString(8)}`]
    })
  const names = () => readdirSync(storage.dataDir)
  const env = () => environmentOf(storage, { TOKEN_SECRET: '' })

  it('gets no file from admin:create, the server or db:backup that they can read', async () => {
    const admin = ['--email', 'admin@example.org', '--password', 'correct horse']
    expect(await runProgram('scripts/admin-create.ts', admin, env())).toMatchObject({ code: 0 })
    expect(open()).toEqual([])
    const server = await startServerProcess(env())
    const body = { email: 'ada@example.org', password: 'a quiet evening', first_name: 'Ada', last_name: 'Byron' }
    await createTestClient(server.address).call(register, { body })
    expect(await runProgram('scripts/db-backup.ts', [], env())).toMatchObject({ code: 0 })
    expect(names()).toEqual(expect.arrayContaining(['backups', 'companion.sqlite', 'companion.sqlite-wal']))
    expect(open()).toEqual([])
    await server.kill('SIGTERM')
    expect(names()).toEqual(expect.arrayContaining(['mail', 'server.lock', 'token-secret']))
    expect(open()).toEqual([])
  })

  it('gets its files closed by the next start when an older version left them readable', async () => {
    // Killed without closing its database, so that the files beside it stay.
    const older = await startServerProcess(env())
    await older.kill('SIGKILL')
    const files = ['companion.sqlite', 'companion.sqlite-wal', 'companion.sqlite-shm', 'token-secret']
    for (const name of files) chmodSync(join(storage.dataDir, name), 0o644)
    expect(open()).toHaveLength(4)
    const server = await startServerProcess(env())
    expect(names()).toEqual(expect.arrayContaining(files))
    expect(open()).toEqual([])
    await server.kill('SIGTERM')
  })
})
