import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '#server/start-server.ts'
import { makeTokenSecret, saveTokenSecret } from '#server/storage/token-secret.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { environmentOf, runProgram } from '#support/servers/server-process.ts'
import { startTestServer } from '#support/servers/test-server.ts'

/** A line that says what is wrong and what to do; a program ends it. */
const refusal = /^The database .*companion\.sqlite is missing or empty.* a backup .*token-secret .*\n?$/

describe('a data folder with a stored secret', () => {
  let storage: TestStorage
  beforeEach(async () => {
    storage = await createTestStorage('sqlite')
    saveTokenSecret(storage.dataDir, makeTokenSecret())
  })
  afterEach(() => storage.remove())

  const database = () => join(storage.dataDir, 'companion.sqlite')
  const secret = () => join(storage.dataDir, 'token-secret')
  /** As in most installations: without a configured secret. */
  const run = (program: string, ...args: string[]) =>
    runProgram(program, args, environmentOf(storage, { TOKEN_SECRET: '' }))
  const start = () => startServer(environmentOf(storage, { TOKEN_SECRET: '' }), { log: pino({ enabled: false }) })

  it('is rejected by the server when the database is missing', async () => {
    await expect(start()).rejects.toThrow(refusal)
    expect(existsSync(database())).toBe(false)
  })

  it('is rejected by the server when the database is empty', async () => {
    writeFileSync(database(), '')
    await expect(start()).rejects.toThrow(refusal)
    expect(statSync(database()).size).toBe(0)
  })

  it('is rejected by admin:create, which would create a database', async () => {
    const args = ['--email', 'admin@example.org', '--password', 'correct horse']
    expect(await run('scripts/admin-create.ts', ...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(refusal),
    })
    expect(existsSync(database())).toBe(false)
  })

  it('is rejected by db:backup when the database is empty', async () => {
    writeFileSync(database(), '')
    const stderr = `No backup was made: there is no database in ${storage.dataDir}.\n`
    expect(await run('scripts/db-backup.ts')).toMatchObject({ code: 1, stderr })
  })

  it('is accepted once the secret is removed, also with the leftovers of an interrupted first start', async () => {
    const old = readFileSync(secret(), 'utf8')
    rmSync(secret())
    writeFileSync(database(), '')
    const server = await startTestServer(storage, { env: { TOKEN_SECRET: '' } })
    await server.close()
    expect(readFileSync(secret(), 'utf8')).not.toBe(old)
  })

  it('gets its secret only after the database exists', async () => {
    rmSync(secret())
    expect(await run('scripts/db-backup.ts')).toMatchObject({ code: 1 })
    expect(existsSync(secret())).toBe(false)
  })
})
