import { describe, expect, inject, it } from 'vitest'
import { giveRole } from '../e2e/support/give-role.ts'
import { environmentForFile } from './support/engine-environment.ts'
import { startSlowNetwork } from './support/slow-network.ts'
import { Visitor } from './support/visitor.ts'

const FAILED = 'Something Went Wrong'
/** How often each page is opened; `SLOW_VISITS=20` tests more than `npm test` does. */
const visits = Number(process.env.SLOW_VISITS ?? 2)
const environment = environmentForFile()

/** The text that each page shows last, from its lazy chunks. */
const pages = [
  { name: 'the start page', path: '/', role: 'visitor', shows: 'Choose Monthly' },
  { name: 'the login', path: '/auth/login', role: 'visitor', shows: 'Forgot your password?' },
  { name: 'the chat', path: '/chat/new', role: 'person', shows: 'New chat' },
  { name: 'the admin panel', path: '/admin-panel', role: 'admin', shows: 'Two free weeks' },
] as const

describe(`In ${inject('engine')}, on a connection with 150 ms latency and 200 kB/s, a first visit`, () => {
  it.each(pages)(`opens $name, ${visits} times of ${visits}`, async ({ path, role, shows }) => {
    const guest = role === 'visitor' ? null : await environment.registerUser()
    const user = guest && role === 'admin' ? await giveRole(environment.server, guest, 'admin') : guest
    const { tab } = await environment.visitor()
    const seen: string[] = []
    for (let visit = 1; visit <= visits; visit += 1) {
      // Nothing is stored for an origin that this browser has not visited: neither storage nor cache nor worker.
      const network = await startSlowNetwork(environment.server.url, 150, 200_000)
      environment.atEnd(() => network.close())
      const visitor = new Visitor(tab, network.url)
      if (user) await visitor.signIn(user.authenticated)
      await visitor.open(path)
      // Some chunks load when the user scrolls to them.
      const look = () => {
        scrollTo(0, document.body.scrollHeight)
        return document.readyState === 'complete' && document.body.textContent
      }
      const shown = await visitor.until(`“${shows}”`, async () => {
        const text = await tab.evaluate(look, null)
        return typeof text !== 'string' ? undefined : [FAILED, shows].find((words) => text.includes(words))
      })
      seen.push(shown)
    }
    expect(seen).toEqual(Array.from({ length: visits }, () => shows))
  })
})
