import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FolderInUseError, lockFolder } from '#server/storage/folder-lock.ts'
import { createTestPlace, type TestPlace } from '#support/database/test-database.ts'

describe('the lock on a data folder', () => {
  let place: TestPlace
  beforeAll(async () => {
    place = await createTestPlace('sqlite')
  })
  afterAll(() => place.remove())

  it('admits one server until it stops', () => {
    const release = lockFolder(place.dataDir)
    expect(() => lockFolder(place.dataDir)).toThrow(FolderInUseError)
    release()
    lockFolder(place.dataDir)()
  })

  it('is released when its process is killed', async () => {
    const script = join(import.meta.dirname, '../../support/programs/lock-process.ts')
    const holder = spawn(process.execPath, [script, place.dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    expect(() => lockFolder(place.dataDir)).toThrow(FolderInUseError)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockFolder(place.dataDir)()
  })
})
