import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { SeededRandom } from '#support/fixtures/seeded-random.ts'
import { launchBrowser } from './support/browser-device.ts'
import { environmentForFile } from './support/chaos-environment.ts'
import { chaosSeed } from './support/chaos-seed.ts'
import { flawlessFiles } from './support/file-ledger.ts'
import { flawless } from './support/ledger.ts'
import { type FaultCounts, RandomFaults } from './support/random-faults.ts'

const full: FaultCounts = {
  messages: 1_000,
  chats: 10,
  files: 1_500,
  flaps: 200,
  workerStops: 50,
  kills: 20,
  cuts: 60,
  tabChanges: 30,
  burst: 8,
}
const small: FaultCounts = {
  messages: 40,
  chats: 4,
  files: 60,
  flaps: 8,
  workerStops: 4,
  kills: 2,
  cuts: 4,
  tabChanges: 2,
  burst: 6,
}

/** CHAOS_LONG=1 runs all faults; CHAOS_SHARE runs a part of them, such as 0.25. */
function sizeOfRun(): FaultCounts {
  if (process.env.CHAOS_LONG !== '1') return small
  const share = Number(process.env.CHAOS_SHARE ?? 1)
  const scaled = Object.entries(full).map(([name, count]) => [name, Math.ceil(count * share)])
  return { ...(Object.fromEntries(scaled) as unknown as FaultCounts), chats: full.chats, burst: full.burst }
}

// Tokens expire all the time, so that faults hit refreshes too.
const environment = environmentForFile({ ACCESS_TOKEN_SECONDS: '4' })
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/**
 * Each step has a limit of its own: opening a chat, typing, a command to the browser, an arrival. The limit of the
 * whole run only ends what hangs elsewhere: the short one takes 40 s alone and three times that beside other browsers.
 */
const RUN_TIMEOUT_MS = process.env.CHAOS_LONG === '1' ? 60 * 60_000 : 10 * 60_000

test(
  'random faults lose no message and no file, send none twice or out of order, and sign nobody out',
  async () => {
    const size = sizeOfRun()
    const faults = new RandomFaults(environment(), new SeededRandom(chaosSeed()), size)
    onTestFailed(() => console.log(`the last steps:\n${faults.lastSteps(40)}`))
    const device = await faults.run(browser, 30_000)
    const verdict = await faults.ledger.judge(environment().rows)
    const counted = [...faults.counts].map(([fault, times]) => `${times} × ${fault}`).join(', ')
    const files = await faults.files.judge(
      environment().rows,
      `${environment().server.folder}/files`,
      await device.fileHashes(),
    )
    console.log(
      `chaos: ${size.messages} messages with ${size.files} files in ${size.chats} chats; ${counted}; ${environment().proxy.cutBodies} cut within a chunk; ${device.hangs.length} reloads`,
    )
    expect(verdict, `CHAOS_SEED=${chaosSeed()}`).toEqual(flawless(size.messages))
    expect(files, `CHAOS_SEED=${chaosSeed()}`).toEqual(flawlessFiles(size.files))
    expect(await device.outbox()).toEqual([])
    expect(await device.signedIn()).not.toBeNull()
    expect(device.errors).toEqual([])
  },
  RUN_TIMEOUT_MS,
)
