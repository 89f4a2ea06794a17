import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type BenchEnvironment, withEnvironment } from './support/bench-environment.ts'
import { inBrowser, signIn } from './support/browser.ts'
import { kilobytes, type Row } from './support/table.ts'

export const title = 'Bytes of the first load (brotli, over the wire, headers included, on a phone)'

export function measure(): Promise<Row[]> {
  return withEnvironment(async (environment) => [
    ['start page', kilobytes(await firstLoad(environment, '/', 'h1')), '110 KB'],
    ['login', kilobytes(await firstLoad(environment, '/auth/login', 'input[type=password]')), '130 KB'],
    ['chat', kilobytes(await firstLoad(environment, '/chat', 'textarea')), '200 KB'],
    ['precache of the worker', kilobytes(await precache(environment))],
  ])
}

/** Bytes of every response until the page is idle, without the worker's precaching. */
function firstLoad({ server, user }: BenchEnvironment, path: string, usable: string): Promise<number> {
  return inBrowser({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } }, async (context) => {
    const page = await context.newPage()
    if (path === '/chat') await signIn(page, server.url, user)
    const session = await context.newCDPSession(page)
    let bytes = 0
    session.on('Network.loadingFinished', (event) => {
      bytes += event.encodedDataLength
    })
    await session.send('Network.enable')
    await page.goto(server.url + path)
    await page.locator(usable).first().waitFor()
    await page.waitForLoadState('networkidle')
    return bytes
  })
}

/** The bytes that the worker fetches before it is ready: the compressed size of each file where there is one. */
function precache({ server }: BenchEnvironment): Promise<number> {
  return inBrowser({}, async (context) => {
    const page = await context.newPage()
    await page.goto(server.url)
    const dist = join(import.meta.dirname, '../../dist')
    return (await cachedPaths(page)).reduce((sum, path) => sum + packedSize(dist, path), 0)
  })
}

function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const names = (await caches.keys()).filter((name) => name.includes('precache'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map((request) => new URL(request.url).pathname)
  })
}

function packedSize(dist: string, path: string): number {
  const file = join(dist, path === '/' ? 'index.html' : path)
  const found = [`${file}.br`, file].find((name) => existsSync(name))
  if (found === undefined) throw new Error(`${path} is precached and not in dist`)
  return statSync(found).size
}
