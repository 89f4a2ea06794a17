import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOUR_MS } from '#server/lib/time.ts'
import { createBackupJob } from '#server/modules/housekeeping/backup-job.ts'
import { createFolderStore } from '#server/providers/files/folder-store.ts'
import { createTestDatabase, createTestStorage } from '#support/database/test-database.ts'
import { startS3Server } from '#support/fakes/s3-server.ts'
import { environmentOf, runProgram } from '#support/servers/server-process.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { makeArchive } from '../../../scripts/backup/archive.ts'
import { backupSqlite } from '../../../scripts/backup/backup-sqlite.ts'
import { pruneBackups } from '../../../scripts/backup/prune-backups.ts'

/** Makes the disk appear to have too little space after it was asked `enough` times. */
function limitSpace(enough: number): void {
  const real = fs.statfsSync(tmpdir())
  const asked = vi.spyOn(fs, 'statfsSync')
  for (let time = 0; time < enough; time += 1) asked.mockReturnValueOnce({ ...real, bavail: 1_000_000, bsize: 4096 })
  asked.mockReturnValue({ ...real, bavail: 64_000, bsize: 1000 })
  syncBuiltinESMExports()
  onTestFinished(() => {
    asked.mockRestore()
    syncBuiltinESMExports()
  })
}

describe('backups by the server', () => {
  it('are made when the newest is old enough, and only the newest copies are retained', async () => {
    const storage = await createTestStorage('sqlite', { migrated: true })
    const folder = join(storage.dataDir, 'backups')
    mkdirSync(folder)
    for (const name of [
      'companion-2026-01-01T00-00-00Z.sqlite',
      'companion-2026-01-01T00-00-00Z.json',
      'companion-2026-01-02T00-00-00Z.tar.age',
      'companion-2026-01-03T00-00-00Z.sqlite.part',
      'mine.sqlite',
    ])
      writeFileSync(join(folder, name), '')
    const env = { BACKUP_EVERY_HOURS: '24', BACKUP_COPIES: '2', DATA_DIR: storage.dataDir }
    let now = Date.now()
    const server = await startTestServer(storage, { env })
    const job = createBackupJob({ ...server.dependencies, metrics: new Registry(), now: () => now }, env)
    await job.runOnce()
    const made = readdirSync(folder).sort()
    expect(made).toEqual([
      'companion-2026-01-02T00-00-00Z.tar.age',
      expect.stringMatching(/^companion-.*Z\.json$/),
      expect.stringMatching(/^companion-.*Z\.sqlite$/),
      'mine.sqlite',
    ])
    now += 23 * HOUR_MS
    await job.runOnce()
    expect(readdirSync(folder).sort()).toEqual(made)
    await job.stop()
    const metrics = await server.dependencies.metrics.metrics()
    expect(metrics).toMatch(/^companion_newest_backup_timestamp_seconds 1[0-9.e+]+$/m)
    expect(metrics).toMatch(/^companion_backup_interval_seconds 86400$/m)
    await server.close()
  })

  it('are counted only when they are complete, and what a killed one has left goes after a day', () => {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'))
    const names = [
      'companion-2026-01-01T00-00-00Z.tar.age',
      'companion-2026-01-02T00-00-00Z.json',
      'companion-2026-01-02T00-00-00Z.sqlite',
      'companion-2026-01-03T00-00-00Z.files',
      'companion-2026-01-03T12-00-00Z.files',
      'companion-2026-01-03T12-00-00Z.json',
      'companion-2026-01-04T06-00-00Z.dump',
    ]
    for (const name of names) writeFileSync(join(folder, name), '')
    expect(pruneBackups(folder, 2, Date.parse('2026-01-04T06:00:00Z'))).toBe(1)
    expect(readdirSync(folder).sort()).toEqual([...names.slice(1, 3), ...names.slice(4)])
    rmSync(folder, { recursive: true })
  })

  it('are uploaded later, not made again, when only the upload has failed, and are still few', async () => {
    const store = await startS3Server()
    onTestFinished(() => store.close())
    const storage = await createTestStorage('sqlite', { migrated: true })
    const folder = join(storage.dataDir, 'backups')
    mkdirSync(folder)
    writeFileSync(join(folder, 'companion-2026-01-01T00-00-00Z.tar.age'), '')
    const env = {
      ...{ BACKUP_EVERY_HOURS: '24', BACKUP_COPIES: '1', DATA_DIR: storage.dataDir },
      BACKUP_RECIPIENT: await identityToRecipient(await generateIdentity()),
      ...Object.fromEntries(
        Object.entries(store.env).map(([name, value]) => [name.replace('FILES_', 'BACKUP_'), value]),
      ),
    }
    store.status = 403
    const metrics = new Registry()
    const waits = async () => /^companion_backup_waits_for_upload (\d)$/m.exec(await metrics.metrics())?.[1]
    const server = await startTestServer(storage, { env })
    const job = createBackupJob({ ...server.dependencies, metrics }, env)
    await job.runOnce()
    expect(await waits()).toBe('1')
    const made = readdirSync(folder)
    expect(made).toEqual([expect.stringMatching(/^companion-(?!2026-01-01).*\.tar\.age$/)])
    const events = () =>
      server.logs.map((line) => JSON.parse(line)).filter(({ event }) => String(event).startsWith('backup.'))
    expect(events()).toMatchObject([
      { event: 'backup.unfinished', output: expect.stringMatching(/but was not uploaded: \S+ answered POST with 403/) },
    ])
    store.status = null
    await job.runOnce()
    expect([...store.objects.keys()]).toEqual([`/companion-test/companion-backups/${made[0]}`])
    expect(await waits()).toBe('0')
    await job.runOnce()
    expect(events().at(-1)).toMatchObject({ event: 'backup.uploaded' })
    expect(readdirSync(folder)).toEqual(made)
    await job.stop()
    await server.close()
  })

  it.each([
    ['are not left unencrypted when a signal ends their encryption', 'SIGTERM', /\.tar\.age$/],
    ['never count where their encryption is killed', 'SIGKILL', /\.tar\.age(?:\.part)?$/],
  ] as const)('%s', async (_, signal, expected) => {
    const storage = await createTestStorage('sqlite', { migrated: true })
    const folder = join(storage.dataDir, 'backups')
    mkdirSync(folder)
    const env = environmentOf(storage, { BACKUP_RECIPIENT: await identityToRecipient(await generateIdentity()) })
    const child = spawn(process.execPath, ['scripts/db-backup.ts'], { env })
    const watcher = watch(folder, (_event, name) => {
      if (name?.endsWith('.tar.age.part')) child.kill(signal)
    })
    await once(child, 'close')
    watcher.close()
    expect(readdirSync(folder).filter((name) => !expected.test(name))).toEqual([])
    await storage.remove()
  })

  it('are pruned also when they fail', async () => {
    const storage = await createTestStorage('sqlite')
    const folder = join(storage.dataDir, 'backups')
    const run = () => runProgram('scripts/db-backup.ts', ['--prune'], environmentOf(storage))
    const failed = { code: 1, stderr: `No backup was made: there is no database in ${storage.dataDir}.\n` }
    expect(await run()).toMatchObject(failed)
    mkdirSync(folder)
    writeFileSync(join(folder, 'companion-2026-01-01T00-00-00Z.sqlite.part'), '')
    expect(await run()).toMatchObject(failed)
    expect(readdirSync(folder)).toEqual([])
    await storage.remove()
  })

  it.each([
    ['copying the database', 0],
    ['copying the next file', 1],
    ['encrypting it', 2],
  ])('are not begun on a disk that is too small for %s, and leave nothing', async (doing, enough) => {
    const database = await createTestDatabase('sqlite')
    onTestFinished(() => database.close())
    const { db, dataDir } = database
    const [name, files] = [randomUUID(), join(dataDir, 'files')]
    await createFolderStore(files).put(name, Buffer.alloc(1000))
    await db.insertInto('stored_objects').values({ name, user_id: null, created_at: '2026-11-23T00:00:00Z' }).execute()
    const recipient = await identityToRecipient(await generateIdentity())
    const folder = join(dataDir, 'backups')
    mkdirSync(folder)
    limitSpace(enough)
    const archive = join(folder, 'mine.tar.age')
    const made = makeArchive(archive, recipient, 'sqlite', (file) => backupSqlite(dataDir, file, files))
    await expect(made).rejects.toThrow(new RegExp(`has 64 MB free, and ${doing} can need \\d+ MB$`))
    expect(readdirSync(folder)).toEqual([])
  })

  it('are neither made nor failed by the log when the server stops meanwhile', async () => {
    const storage = await createTestStorage('sqlite', { migrated: true })
    const env = { BACKUP_EVERY_HOURS: '24', DATA_DIR: storage.dataDir }
    const server = await startTestServer(storage, { env })
    const job = createBackupJob({ ...server.dependencies, metrics: new Registry() }, env)
    const running = job.runOnce()
    await job.stop()
    await running
    expect(server.logs.filter((line) => line.includes('a backup'))).toEqual([])
    await server.close()
  })

  it('are not made unless they are set', async () => {
    const storage = await createTestStorage('sqlite', { migrated: true })
    const server = await startTestServer(storage, {})
    const job = createBackupJob({ ...server.dependencies, metrics: new Registry() }, {})
    await job.runOnce()
    await job.stop()
    expect(readdirSync(storage.dataDir)).not.toContain('backups')
    expect(await server.dependencies.metrics.metrics()).toMatch(/^companion_backup_interval_seconds 0$/m)
    await server.close()
  })
})
