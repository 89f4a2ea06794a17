import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { createTestDatabase, createTestStorage } from '#support/database/test-database.ts'
import { startS3Server } from '#support/fakes/s3-server.ts'
import { environmentOf, runProgram } from '#support/servers/server-process.ts'
import { verify } from '../../../scripts/backup/verify.ts'
import { withSelectedBackup } from '../../../scripts/backup/with-selected-backup.ts'

describe('an encrypted backup', () => {
  async function makeEncrypted(env: Record<string, string> = {}, name = 'mine.sqlite') {
    const database = await createTestDatabase('sqlite')
    await insertTestUser(database.db, 'secret@example.org')
    const identity = await generateIdentity()
    const key = join(database.dataDir, 'key.txt')
    writeFileSync(key, `# created by age-keygen\n${identity}\n`)
    const environment = environmentOf(database, { BACKUP_RECIPIENT: await identityToRecipient(identity), ...env })
    const file = join(database.dataDir, name)
    const saved = await runProgram('scripts/db-backup.ts', [file], environment)
    return { database, key, saved, archive: join(database.dataDir, 'mine.tar.age') }
  }

  it('is one file, which only its key opens', async () => {
    const { database, key, saved, archive } = await makeEncrypted()
    expect(saved).toMatchObject({ code: 0, stdout: `Saved ${archive}, encrypted\n` })
    expect(readdirSync(database.dataDir).filter((name) => name.startsWith('mine'))).toEqual(['mine.tar.age'])
    expect(readFileSync(archive).includes('secret@example.org')).toBe(false)

    const verifyBy = (identity?: string) =>
      withSelectedBackup('db:verify', { positionals: [archive], values: { identity } }, (file) => verify(file, null))
    await expect(verifyBy()).rejects.toThrow('name its key: --identity <file>')
    const other = join(database.dataDir, 'other.txt')
    writeFileSync(other, await generateIdentity())
    await expect(verifyBy(other)).rejects.toThrow('was not made for the key')
    const verified = await runProgram('scripts/db-verify.ts', [archive, '--identity', key], environmentOf(database))
    expect(verified).toMatchObject({ code: 0, stderr: '' })

    const target = await createTestStorage('sqlite')
    const args = [archive, '--identity', key]
    expect(await runProgram('scripts/db-restore.ts', args, environmentOf(target))).toMatchObject({ code: 0 })
    const restored = new DatabaseSync(join(target.dataDir, 'companion.sqlite'), { readOnly: true })
    expect(restored.prepare('select email from users').all()).toEqual([{ email: 'secret@example.org' }])
    restored.close()
    expect(readdirSync(database.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
    await target.remove()
    await database.close()
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is left nowhere decrypted when %s ends db:verify', async (signal, ended) => {
    const { database, key, archive } = await makeEncrypted()
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    // After decrypting, the command waits for a database that does not answer.
    const databaseUrl = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/companion`
    const env = environmentOf({ dataDir: database.dataDir, databaseUrl })
    const child = spawn(process.execPath, ['scripts/db-verify.ts', archive, '--identity', key], { env })
    const [socket] = await once(silent, 'connection')
    expect(readdirSync(database.dataDir)).toContainEqual(expect.stringMatching(/^\.decrypted-/))
    child.kill(signal)
    const [code] = await once(child, 'close')
    expect(readdirSync(database.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
    expect(code).toBe(ended)
    socket.destroy()
    silent.close()
    await database.close()
  })

  it('overwrites no other, and is restored whatever its name was to be', async () => {
    const { database, key, saved, archive } = await makeEncrypted({}, 'mine.copy')
    expect(saved).toMatchObject({ code: 0, stdout: `Saved ${archive}, encrypted\n` })
    const given = { positionals: [archive], values: { identity: key } }
    const { rows } = await withSelectedBackup('db:verify', given, (file) => verify(file, null))
    expect(rows.users).toBe(1)
    const env = environmentOf(database, { BACKUP_RECIPIENT: await identityToRecipient(await generateIdentity()) })
    expect(await runProgram('scripts/db-backup.ts', [archive], env)).toMatchObject({
      code: 1,
      stderr: `No backup was made: ${archive} is there already.\n`,
    })
    await database.close()
  })

  it('is uploaded to a bucket in parts, and is there byte for byte', async () => {
    const store = await startS3Server()
    const env = Object.entries(store.env).map(([name, value]) => [name.replace('FILES', 'BACKUP'), value])
    const { database, saved, archive } = await makeEncrypted(Object.fromEntries(env))
    expect(saved).toMatchObject({ code: 0, stderr: '' })
    expect(saved.stdout).toContain('Uploaded to companion-test/companion-backups/mine.tar.age')
    expect(store.refused).toEqual([])
    expect(store.objects.get('/companion-test/companion-backups/mine.tar.age')?.equals(readFileSync(archive))).toBe(
      true,
    )
    await store.close()
    await database.close()
  })

  it.each([
    [403, 'answered POST with 403'],
    [200, 'answered POST without the id of an upload'],
  ])('stays here when the bucket answers with %i and nothing else, and the command says so', async (status, reason) => {
    const store = await startS3Server()
    store.status = status
    const env = Object.entries(store.env).map(([name, value]) => [name.replace('FILES', 'BACKUP'), value])
    const { database, saved, archive } = await makeEncrypted(Object.fromEntries(env))
    expect(saved.code).toBe(1)
    const host = new URL(store.env.FILES_S3_ENDPOINT ?? '').host
    expect(saved.stderr).toBe(`The backup is ${archive}, but was not uploaded: ${host} ${reason}.\n`)
    expect(existsSync(archive)).toBe(true)
    await store.close()
    await database.close()
  })
})
