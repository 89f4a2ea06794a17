import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import {
  defaultProfile,
  enqueueProfileChange,
  queryProfile,
  readProposedFacts,
  recordProposal,
} from '#offline/chats/chat-profile.ts'
import { readEntries } from '#offline/database/queries.ts'
import { forgetCopies, wipeUser } from '#offline/database/wipe.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'
import { coded } from '#support/servers/stub-server.ts'

type Change = Parameters<typeof enqueueProfileChange>[2]

const change = ({ db }: Device, what: Change) => enqueueProfileChange(db, ME, what)
const shown = ({ db }: Device) => queryProfile(db, ME)
const facts = async (device: Device) => (await shown(device)).memories.map(({ text }) => text).sort()
const meet = async (device: Device) => {
  device.clock.now += 60_000
  await device.flush()
  await syncAll(device)
}

test('the profile has default values until it is known, shows a change at once, and sends it later', async () => {
  const device = await startDevice()
  expect(await shown(device)).toEqual(defaultProfile)
  const id = uuid()
  await change(device, { autoplay: true, memories_add: [{ id, text: 'Has two cats' }] })
  await change(device, { autoplay: false, tone: 'dry' })
  await change(device, { memories_change: [{ id, text: 'Has three cats' }] })
  expect(await shown(device)).toMatchObject({
    autoplay: false,
    tone: 'dry',
    memories: [{ id, text: 'Has three cats' }],
  })
  // For each field and fact only the latest value: earlier ones are no longer sent.
  const bodies = (await readEntries(device.db, ME)).map(({ body }) => body)
  expect(bodies).toEqual([{ autoplay: false, tone: 'dry' }, { memories_add: [{ id, text: 'Has three cats' }] }])
  await meet(device)
  expect(await readEntries(device.db, ME)).toEqual([])
  expect(await shown(device)).toEqual(device.server.profile())
  expect(device.server.profile()).toMatchObject({ tone: 'dry', memories: [{ text: 'Has three cats' }] })
})

test('the profile changes of two offline devices do not undo each other', async () => {
  const { one, two, server } = await startTwoDevices()
  const [a, b, c, d] = [uuid(), uuid(), uuid(), uuid()]
  await change(one, {
    memories_add: [
      { id: a, text: 'A' },
      { id: b, text: 'B' },
    ],
    preferred_name: 'Robin',
  })
  for (const device of [one, two]) await meet(device)
  expect(await facts(two)).toEqual(['A', 'B'])

  await change(one, { memories_add: [{ id: c, text: 'C' }], memories_remove: [a], enter_sends: false })
  await change(two, { memories_add: [{ id: d, text: 'D' }], voice: 'urn:x' })
  await change(two, {
    memories_change: [
      { id: a, text: 'A, changed' },
      { id: b, text: 'B, changed' },
    ],
  })
  expect(await facts(two)).toEqual(['A, changed', 'B, changed', 'D'])
  for (const device of [one, two, one]) await meet(device)
  for (const device of [one, two]) {
    expect(await facts(device)).toEqual(['B, changed', 'C', 'D'])
    expect(await shown(device)).toMatchObject({ preferred_name: 'Robin', enter_sends: false, voice: 'urn:x' })
    expect(await shown(device)).toEqual(server.profile())
  }
})

test('a rejected profile change is no longer shown and stays among the unsent entries', async () => {
  const device = await startDevice()
  device.server.intercept = ({ method }) =>
    method === 'PATCH' ? { status: 400, json: { memories_add: ['No more facts can be remembered.'] } } : undefined
  await change(device, { memories_add: [{ id: uuid(), text: 'One too many' }] })
  expect(await facts(device)).toEqual(['One too many'])
  await device.flush()
  expect(await facts(device)).toEqual([])
  const [failed] = await readEntries(device.db, ME)
  expect(failed).toMatchObject({
    state: 'failed',
    error: { code: 'field', message: 'No more facts can be remembered.' },
  })
  // A failing server rejects nothing.
  device.server.intercept = ({ method }) => (method === 'PATCH' ? coded(503, 'overloaded') : undefined)
  await change(device, { tone: 'dry' })
  await device.flush()
  expect((await shown(device)).tone).toBe('dry')
})

test('a late response does not restore an older profile', async () => {
  const device = await startDevice()
  await change(device, { tone: 'old' })
  await device.flush()
  const old = device.server.profile()
  await change(device, { tone: 'new' })
  await device.flush()
  device.server.intercept = ({ method, path }) =>
    method === 'GET' && path === '/companion/chat/profile/' ? { status: 200, json: old } : undefined
  await syncAll(device)
  expect((await shown(device)).tone).toBe('new')
})

test('the profile is deleted with the user’s data, also facts that were declined', async () => {
  const device = await startDevice()
  const { db } = device
  await change(device, { tone: 'dry' })
  await device.flush()
  await recordProposal(db, ME, 'my name is robin')
  await recordProposal(db, ME, 'my name is robin')
  await db.transaction('rw', db.tables, () => forgetCopies(db, ME))
  expect((await shown(device)).tone).toBe('')
  expect(await readProposedFacts(db, ME)).toEqual([])
  await recordProposal(db, ME, 'my name is robin')
  await db.transaction('rw', db.tables, () => wipeUser(db, ME))
  expect(await db.profiles.count()).toBe(0)
})
