import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACKGROUND_SYNC_TAG } from '#offline/flush/background-sync-tag.ts'
import { BrowserDevice, composerOf, launchBrowser, typeMessage } from './support/browser-device.ts'
import { environmentForFile, sending } from './support/chaos-environment.ts'
import { flawless, Ledger } from './support/ledger.ts'

const environment = environmentForFile()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

async function begin() {
  const user = await environment().registerUser()
  const chats = [await user.chat([], 'One'), await user.chat([], 'Two')] as const
  const device = await BrowserDevice.open(browser, environment().proxy.url, user)
  const tab = await device.tab('/chat')
  // What was never loaded with a network is not available without one.
  for (const chatId of chats) await device.openChat(tab, chatId)
  return { userId: user.authenticated.user.id, chats, device, tab, ledger: new Ledger() }
}

const arrived = (ledger: Ledger) => expect.poll(() => ledger.arrived(environment().rows), { timeout: 20_000 })

test('a service worker that is stopped while it sends a message sends it again when it wakes, and it is stored once', async () => {
  const { userId, chats, device, tab, ledger } = await begin()
  environment().proxy.down()
  for (const chatId of chats) {
    await device.openChat(tab, chatId)
    for (let n = 0; n < 3; n += 1) await typeMessage(tab, ledger.enter(userId, chatId, 'for the worker'))
  }
  await tab.close()
  environment().proxy.up()

  for (let stop = 0; stop < 3; stop += 1) {
    const held = environment().proxy.hold(sending)
    await device.wakeWorker(BACKGROUND_SYNC_TAG)
    await held.arrived
    await device.stopWorker()
    held.release()
  }
  // The browser wakes the worker by itself too, but at a time of its own choice.
  await device.wakeWorker(BACKGROUND_SYNC_TAG)
  await arrived(ledger).toBe(6)
  await expect.poll(() => device.outbox(), { timeout: 20_000 }).toEqual([])
  expect(await ledger.judge(environment().rows)).toEqual(flawless(6))
  expect(await device.signedIn()).toBe(userId)
  await device.context.close()
})

test('a full disk rejects a message that it cannot store, and the text stays in the field', async () => {
  const { userId, chats, device, tab, ledger } = await begin()
  const [chatId] = chats
  environment().proxy.down()
  await device.openChat(tab, chatId)
  for (let n = 0; n < 3; n += 1) await typeMessage(tab, ledger.enter(userId, chatId, 'while there was room'))
  await device.limitStorage(1)
  const last = ledger.enter(userId, chatId, 'x'.repeat(20_000))
  await composerOf(tab).fill(last)
  await composerOf(tab).press('Enter')
  // The message may be stored or not, but the app must say which.
  const taken = async () => (await composerOf(tab).inputValue()) === ''
  const refused = () =>
    tab
      .getByText(/full|space|stored/i)
      .first()
      .isVisible()
  await expect.poll(async () => (await taken()) || (await refused()), { timeout: 10_000 }).toBe(true)
  const wasTaken = await taken()
  if (!wasTaken) expect(await composerOf(tab).inputValue()).toBe(last)

  await device.limitStorage(null)
  if (!wasTaken) await typeMessage(tab, last)
  environment().proxy.up()
  await device.online(false)
  await device.online(true)
  await arrived(ledger).toBe(4)
  await expect.poll(() => device.outbox(), { timeout: 20_000 }).toEqual([])
  expect(await ledger.judge(environment().rows)).toEqual(flawless(4))
  await device.context.close()
})
