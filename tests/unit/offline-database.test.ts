import { Dexie } from 'dexie'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { CompanionDatabase } from '#offline/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/device-settings.ts'
import { startDevice } from '#support/offline.ts'

it('an older tab closes its database for a newer build, and says so', async () => {
  const name = `test-${uuid()}`
  let outdated = 0
  const old = new CompanionDatabase({
    name,
    onOutdated: () => {
      outdated += 1
    },
  })
  await old.open()
  const newer = new Dexie(name)
  newer.version(2).stores({ session: 'key' })
  await newer.open()
  expect(outdated).toBe(1)
  expect(old.isOpen()).toBe(false)
  await newer.delete()
})

it('settings of the device hold until they are set, and a broken one counts as not set', async () => {
  const { db } = await startDevice()
  expect(await readDeviceSetting(db, 'offline_chats')).toBe(20)
  await saveDeviceSetting(db, 'offline_chats', 'all')
  expect(await readDeviceSetting(db, 'offline_chats')).toBe('all')
  await db.device.put({ key: 'offline_chats', value: 'nonsense' })
  expect(await readDeviceSetting(db, 'offline_chats')).toBe(20)
})
