import { type BrowserContext, chromium, type Page } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'
import { freePort } from '../../scripts/free-port.ts'
import { type BenchEnvironment, withEnvironment } from './support/bench-environment.ts'
import { inBrowser, onSlow4G, signIn } from './support/browser.ts'
import { kilobytes, median, ms, type Row } from './support/table.ts'

export const title = 'Pages, slow 4G and 4× CPU; cold: a profile that has never opened the app; medians of 3'

const ROUNDS = 3

interface Target {
  name: string
  path: string
  signedIn: boolean
  /** An element that is visible when the page can be used. */
  usable: string
  goals: { bytes: string; cold: string; warm: string }
}

const targets: readonly Target[] = [
  {
    name: 'start',
    path: '/',
    signedIn: false,
    usable: 'h1',
    goals: { bytes: '110 KB', cold: '1900 ms', warm: '900 ms' },
  },
  {
    name: 'login',
    path: '/auth/login',
    signedIn: false,
    usable: 'input[type=password]',
    goals: { bytes: '130 KB', cold: '1900 ms', warm: '900 ms' },
  },
  {
    name: 'register',
    path: '/auth/register',
    signedIn: false,
    usable: 'input[type=password]',
    goals: { bytes: '130 KB', cold: '1900 ms', warm: '900 ms' },
  },
  {
    name: 'chat',
    path: '/chat',
    signedIn: true,
    usable: 'textarea',
    goals: { bytes: '200 KB', cold: '2200 ms', warm: '900 ms' },
  },
]

export function measure(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const rows: Row[] = []
    for (const target of targets) {
      const { name, goals } = target
      const visits: Visit[] = []
      const scores: Scores[] = []
      for (let round = 0; round < ROUNDS; round++) {
        visits.push(await visit(environment, target))
        scores.push(await rate(environment, target))
      }
      const of = (read: (visit: Visit) => number) => median(visits.map(read))
      const score = (read: (scores: Scores) => number) => String(median(scores.map(read)))
      rows.push([
        `${name}: bytes on the wire until idle, without the worker's`,
        kilobytes(of((v) => v.bytes)),
        goals.bytes,
      ])
      rows.push([`${name}: usable, cold`, ms(of((v) => v.cold)), goals.cold])
      rows.push([`${name}: usable, warm with the worker`, ms(of((v) => v.warm)), goals.warm])
      rows.push([`${name}: layout shift`, of((v) => v.shift).toFixed(3), '0.02'])
      rows.push([`${name}: worker starts after the page is usable`, ms(of((v) => v.worker - v.cold)), '> 0 ms'])
      rows.push([`${name}: Lighthouse performance`, score((s) => s.performance), '98'])
      rows.push([`${name}: Lighthouse accessibility`, score((s) => s.accessibility), '100'])
    }
    return rows
  })
}

interface Scores {
  performance: number
  accessibility: number
}

/** Lighthouse's mobile profile, in a browser that is signed in where the page requires it. */
async function rate({ server, user }: BenchEnvironment, target: Target): Promise<Scores> {
  const port = await freePort()
  const args = [...chromiumArguments(), `--remote-debugging-port=${port}`]
  const context = await chromium.launchPersistentContext('', { executablePath: ensureChromium(), args })
  try {
    const page = await context.newPage()
    if (target.signedIn) await signIn(page, server.url, user)
    await clearHttpCache(page)
    const onlyCategories = ['performance', 'accessibility']
    const flags = { port, output: 'json', logLevel: 'error', disableStorageReset: true, onlyCategories } as const
    const result = await lighthouse(server.url + target.path, flags)
    const categories = result?.lhr.categories
    const score = (name: string) => Math.round((categories?.[name]?.score ?? Number.NaN) * 100)
    return { performance: score('performance'), accessibility: score('accessibility') }
  } finally {
    await context.close()
  }
}

/** Milliseconds from the navigation, and what the first visit fetched. */
interface Visit {
  bytes: number
  cold: number
  shift: number
  warm: number
  /** When the service worker was started, which then fetches the whole app. */
  worker: number
}

/**
 * Measures a first visit, and, after a reload, another one with worker and cache. For a page that requires a user, the
 * session is put into localStorage before, without opening a page of the app.
 */
function visit({ server, user }: BenchEnvironment, target: Target): Promise<Visit> {
  return inBrowser({ viewport: { width: 390, height: 844 } }, async (context) => {
    const page = await context.newPage()
    if (target.signedIn) await signIn(page, server.url, user)
    await clearHttpCache(page)
    await onSlow4G(page)
    await page.addInitScript(countShifts)
    const count = await countBytes(page)
    const worker = startOfWorker(context, page)
    const cold = await untilUsable(page, server.url, target)
    // The app starts it when no request of the page has ended for half a second. `networkidle` came before the app's
    // own requests where its start took half a second.
    const started = await worker
    const bytes = count()
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    const warm = await untilUsable(page, server.url, target)
    return { bytes, cold, shift, warm, worker: started }
  })
}

async function clearHttpCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

/** Counts what the page fetches; the worker's requests belong to another target. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => bytes
}

async function startOfWorker(context: BrowserContext, page: Page): Promise<number> {
  await context.waitForEvent('serviceworker', { timeout: 120_000 })
  return page.evaluate(() => performance.now())
}

/** Runs in the page. */
function countShifts(): void {
  const counted = window as unknown as { shift: number }
  counted.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) counted.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

async function untilUsable(page: Page, url: string, target: Target): Promise<number> {
  await page.goto(url + target.path, { waitUntil: 'commit' })
  await page.locator(target.usable).first().waitFor({ state: 'visible', timeout: 60_000 })
  return page.evaluate(() => performance.now())
}
