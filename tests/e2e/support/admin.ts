import type { Page } from '@playwright/test'
import type { LiveServer } from '#support/servers/live-server.ts'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'
import type { App } from './app.ts'
import { giveRole } from './give-role.ts'

/** An admin of this server, with API calls as from another device. */
export interface Admin {
  user: ApiUser
  send(method: string, path: string, body?: unknown): Promise<unknown>
}

export async function makeAdmin(app: App): Promise<Admin> {
  const user = await giveRole(app.server, await app.makeUser({ trial: false }), 'admin')
  return { user, send: sender(app.server, user) }
}

const sender = (server: LiveServer, user: ApiUser) => async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${user.authenticated.access}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

/** Delays the response of the next such call until the returned function is called, to test the state before it. */
export async function holdNext(page: Page, method: string, path: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const url = `**/api/v1${path}`
  let isTaken = false
  await page.route(url, async (route) => {
    if (isTaken || route.request().method() !== method) return route.fallback()
    isTaken = true
    await held
    await route.continue()
    // Only now: without any route, the browser continues the delayed request.
    await page.unroute(url)
  })
  return letGo
}
