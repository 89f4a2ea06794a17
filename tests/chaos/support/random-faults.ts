import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { expect } from 'vitest'
import { BACKGROUND_SYNC_TAG } from '#offline/flush/background-sync-tag.ts'
import type { SeededRandom } from '#support/fixtures/seeded-random.ts'
import { BrowserDevice, typeMessage } from './browser-device.ts'
import { refreshing, sending, sendingChunk, type TestEnvironment, uploading } from './chaos-environment.ts'
import { FileLedger } from './file-ledger.ts'
import { Ledger } from './ledger.ts'
import { planFiles } from './random-files.ts'

export interface FaultCounts {
  messages: number
  chats: number
  /** The number of files that are attached to messages at random. */
  files: number
  flaps: number
  workerStops: number
  kills: number
  /**
   * How often each kind of cut happens: a message's request is cut before or after it reaches the server, an
   * upload before, after, or within a chunk.
   */
  cuts: number
  /** How often a tab, or all tabs, are closed and opened again. */
  tabChanges: number
  /** The maximum number of messages typed in one chat before changing to another. */
  burst: number
}

type Cut = 'cut before' | 'cut after' | 'upload cut before' | 'upload cut within' | 'upload cut after'
type Fault = 'flap' | 'worker stop' | 'kill' | Cut | 'lost refresh' | 'tab' | 'all tabs'

/** Types in two tabs while random faults hit everything else; afterwards all faults are removed. */
export class RandomFaults {
  readonly ledger = new Ledger()
  readonly files = new FileLedger()
  readonly counts = new Map<Fault, number>()
  readonly #environment: TestEnvironment
  readonly #chance: SeededRandom
  readonly #size: FaultCounts
  /** The faults that happen during the typing. */
  readonly #beside: Promise<unknown>[] = []
  /** What was done when, in seconds since the start. */
  readonly #steps: string[] = []
  readonly #started = performance.now()
  #server: Promise<unknown> = Promise.resolve()

  constructor(environment: TestEnvironment, chance: SeededRandom, size: FaultCounts) {
    this.#environment = environment
    this.#chance = chance
    this.#size = size
  }

  /**
   * Resolves with the device once the server has every message and the outbox is empty, or `acquireTimeoutMs` have
   * passed without a new message. Rejects when answers are still being generated `acquireTimeoutMs` later.
   */
  async run(browser: Browser, acquireTimeoutMs: number): Promise<BrowserDevice> {
    const { proxy, registerUser: makeUser } = this.#environment
    const { messages, chats: howMany, burst } = this.#size
    const user = await makeUser()
    const userId = user.authenticated.user.id
    const chats: string[] = []
    for (let n = 0; n < howMany; n += 1) chats.push(await user.chat([], `Chat ${n + 1}`))
    const device = await BrowserDevice.open(browser, proxy.url, user)
    const tabs = [await device.tab('/chat'), await device.tab('/chat')]
    const faults = this.#plan()
    const files = await planFiles(this.#chance, this.#size)

    let left = 0
    let chatId = ''
    let which = 0
    for (let n = 0; n < messages; n += 1) {
      for (const fault of faults.get(n) ?? []) {
        this.#trace(`${fault} before ${n}`)
        const closed = await this.#strike(fault, device, tabs)
        if (closed) left = 0
      }
      if (left === 0) {
        left = this.#chance.between(1, burst)
        chatId = this.#chance.one(chats)
        which = this.#chance.between(0, 1)
        await device.openChat(tabs[which] as Page, chatId)
      }
      left -= 1
      this.#trace(`typing ${n}`)
      const text = this.ledger.enter(userId, chatId, 'in the storm')
      const attached = files.get(n) ?? []
      this.files.enter(text, attached)
      await typeMessage(tabs[which] as Page, text, attached)
    }
    await Promise.all(this.#beside)
    await this.#server
    proxy.heal()
    this.#trace('settling')
    await this.#settle(device, messages, acquireTimeoutMs)
    return device
  }

  /** Chooses the faults before each message. */
  #plan(): Map<number, Fault[]> {
    const { messages, flaps, workerStops, kills, cuts, tabChanges } = this.#size
    const wanted: [Fault, number][] = [
      ['flap', flaps],
      ['worker stop', workerStops],
      ['kill', kills],
      ['cut before', cuts],
      ['cut after', cuts],
      ['upload cut before', cuts],
      ['upload cut within', cuts],
      ['upload cut after', cuts],
      ['lost refresh', Math.ceil(cuts / 4)],
      ['tab', tabChanges],
      ['all tabs', Math.ceil(tabChanges / 2)],
    ]
    const plan = new Map<number, Fault[]>()
    for (const [fault, times] of wanted) {
      this.counts.set(fault, times)
      for (let n = 0; n < times; n += 1) {
        const at = this.#chance.between(1, messages - 1)
        plan.set(at, [...(plan.get(at) ?? []), fault])
      }
    }
    return plan
  }

  /** Returns whether a tab was closed. */
  async #strike(fault: Fault, device: BrowserDevice, tabs: Page[]): Promise<boolean> {
    const { proxy, server } = this.#environment
    const ms = this.#chance.between(5, 300)
    if (fault === 'flap') this.#beside.push(proxy.flap(ms))
    else if (fault === 'cut before') proxy.cutBefore(sending)
    else if (fault === 'cut after') proxy.cutAfter(sending)
    else if (fault === 'upload cut before') proxy.cutBefore(uploading)
    else if (fault === 'upload cut within') proxy.cutWithin(sendingChunk)
    else if (fault === 'upload cut after') proxy.cutAfter(uploading)
    else if (fault === 'lost refresh') proxy.cutAfter(refreshing)
    else if (fault === 'kill') {
      this.#server = this.#server.then(async () => {
        await server.kill()
        await delay(ms)
        await server.start()
      })
    } else if (fault === 'worker stop') {
      await device.wakeWorker(BACKGROUND_SYNC_TAG)
      this.#beside.push(delay(ms / 6).then(() => device.stopWorker()))
    } else {
      const all = fault === 'all tabs'
      for (const tab of all ? tabs : tabs.slice(0, 1)) await tab.close()
      if (all) {
        await device.wakeWorker(BACKGROUND_SYNC_TAG)
        await delay(ms)
      }
      for (const [index, tab] of tabs.entries()) if (tab.isClosed()) tabs[index] = await device.tab('/chat')
      return true
    }
    return false
  }

  /** The last steps with their times, the oldest first: a failed run prints them. */
  lastSteps(count: number): string {
    return this.#steps.slice(-count).join('\n')
  }

  #trace(what: string): void {
    this.#steps.push(`${((performance.now() - this.#started) / 1000).toFixed(2)} s: ${what}`)
  }

  /** Waits for the remaining messages and answers; every three seconds it sets the browser offline and online again. */
  async #settle(device: BrowserDevice, messages: number, acquireTimeoutMs: number): Promise<void> {
    let best = -1
    let since = Date.now()
    let told = 0
    while (Date.now() - since < acquireTimeoutMs) {
      const arrived = await this.ledger.arrived(this.#environment.rows)
      this.#trace(`${arrived} arrived`)
      if (arrived > best) [best, since] = [arrived, Date.now()]
      if (arrived === messages && (await device.outbox()).length === 0) break
      if (Date.now() - told > 3_000) {
        told = Date.now()
        await device.online(false)
        await device.online(true)
      }
      await delay(100)
    }
    const jobs = () =>
      this.#environment.rows.db.selectFrom('generations').select('id').where('status', '!=', 'finished').execute()
    await expect.poll(jobs, { timeout: acquireTimeoutMs }).toEqual([])
  }
}
