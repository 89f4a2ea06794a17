import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTokenSecret, saveTokenSecret } from '#server/storage/token-secret.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/servers/server-process.ts'

/** A line that says what is wrong and what to do. */
const refusal = /^The database .*companion\.sqlite is missing or empty.* a backup .*token-secret .*\n$/

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
  const startAndStop = async () => {
    const server = await startServerProcess(environmentOf(storage, { TOKEN_SECRET: '' }))
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
    return server.kill('SIGTERM')
  }

  it('is rejected by the server when the database is missing', async () => {
    const { code, stdout, stderr } = await run('server/main.ts')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(refusal)
    expect(existsSync(database())).toBe(false)
  })

  it('is rejected by the server when the database is empty', async () => {
    writeFileSync(database(), '')
    const { code, stdout, stderr } = await run('server/main.ts')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(refusal)
    expect(statSync(database()).size).toBe(0)
  })

  it('is rejected by admin:create, which would create a database', async () => {
    const args = ['--email', 'boss@example.org', '--password', 'correct horse']
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
    expect(await startAndStop()).toMatchObject({ code: 0 })
    expect(readFileSync(secret(), 'utf8')).not.toBe(old)
  })

  it('gets its secret only after the database exists', async () => {
    rmSync(secret())
    expect(await run('scripts/db-backup.ts')).toMatchObject({ code: 1 })
    expect(existsSync(secret())).toBe(false)
  })
})
