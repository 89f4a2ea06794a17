import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FolderInUseError, lockFolder } from '#server/storage/folder-lock.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'

describe('the lock on a data folder', () => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await createTestStorage('sqlite')
  })
  afterAll(() => storage.remove())

  it('admits one server until it stops', () => {
    const release = lockFolder(storage.dataDir)
    expect(() => lockFolder(storage.dataDir)).toThrow(FolderInUseError)
    release()
    lockFolder(storage.dataDir)()
  })

  it('is released when its process is killed', async () => {
    const script = join(import.meta.dirname, '../../support/programs/lock-process.ts')
    const holder = spawn(process.execPath, [script, storage.dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    expect(() => lockFolder(storage.dataDir)).toThrow(FolderInUseError)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockFolder(storage.dataDir)()
  })
})
