import { chromium, type Page } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'
import { freePort } from '../../scripts/free-port.ts'
import { onStage, type Stage } from './support/bench-environment.ts'
import { inBrowser, onSlow4G, signIn } from './support/browser.ts'
import { median, ms, type Row } from './support/table.ts'

export const title = 'Pages, slow 4G and 4× CPU'

interface Target {
  name: string
  path: string
  signedIn: boolean
  /** An element that is visible when the page can be used. */
  usable: string
}

const targets: readonly Target[] = [
  { name: 'start', path: '/', signedIn: false, usable: 'h1' },
  { name: 'login', path: '/auth/login', signedIn: false, usable: 'input[type=password]' },
  { name: 'chat', path: '/chat', signedIn: true, usable: 'textarea' },
]

export function measure(): Promise<Row[]> {
  return onStage(async (stage) => {
    const rows: Row[] = []
    for (const target of targets) {
      rows.push(...(await rate(stage, target)))
      const { cold, warm } = await usable(stage, target)
      rows.push([`${target.name}: usable, cold`, ms(cold), '2500 ms'])
      rows.push([`${target.name}: usable, warm with the worker`, ms(warm), '1200 ms'])
    }
    return rows
  })
}

/** Lighthouse's mobile profile, in a browser that is signed in where the page requires it. */
async function rate({ server, user }: Stage, target: Target): Promise<Row[]> {
  const port = await freePort()
  const args = [...chromiumArguments(), `--remote-debugging-port=${port}`]
  const context = await chromium.launchPersistentContext('', { executablePath: ensureChromium(), args })
  try {
    if (target.signedIn) await signIn(await context.newPage(), server.url, user)
    const onlyCategories = ['performance', 'accessibility']
    const flags = { port, output: 'json', logLevel: 'error', disableStorageReset: true, onlyCategories } as const
    const result = await lighthouse(server.url + target.path, flags)
    const categories = result?.lhr.categories
    const score = (name: string) => String(Math.round((categories?.[name]?.score ?? Number.NaN) * 100))
    return [
      [`${target.name}: Lighthouse performance`, score('performance'), '98'],
      [`${target.name}: Lighthouse accessibility`, score('accessibility'), '100'],
    ]
  } finally {
    await context.close()
  }
}

/** Milliseconds from the navigation until the page can be used: first visit, and with worker and cache. */
async function usable(stage: Stage, target: Target): Promise<{ cold: number; warm: number }> {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < 3; round++) {
    await inBrowser({ viewport: { width: 390, height: 844 } }, async (context) => {
      const page = await context.newPage()
      if (target.signedIn) await signIn(page, stage.server.url, stage.user)
      await onSlow4G(page)
      cold.push(await untilUsable(page, stage.server.url, target))
      await page.evaluate(() => navigator.serviceWorker.ready)
      await page.reload()
      warm.push(await untilUsable(page, stage.server.url, target))
    })
  }
  return { cold: median(cold), warm: median(warm) }
}

async function untilUsable(page: Page, url: string, target: Target): Promise<number> {
  await page.goto(url + target.path, { waitUntil: 'commit' })
  await page.locator(target.usable).first().waitFor({ state: 'visible', timeout: 60_000 })
  return page.evaluate(() => performance.now())
}
