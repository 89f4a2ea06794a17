import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkout, listPlans } from '#contract/endpoints/subscriptions.ts'
import { calls } from '#server/http/bind.ts'
import { notImplemented } from '#server/http/not-implemented.ts'
import { describeServerOnEachEngine } from '#support/server.ts'
import { unbuiltPages } from '../../src/lib/unbuilt-pages.ts'

// What the product does not have yet, in one place; each later issue makes these lists shorter.

describeServerOnEachEngine('a call that is not built yet', (server) => {
  it('answers 501, and is on the list; every other call answers something else', async () => {
    const answered = await Promise.all(
      calls.map(async ({ name, endpoint }) => {
        const path = `/api/v1${endpoint.path.replaceAll(/\{\w+\}/g, '1')}`
        const { status } = await server().send(path, { method: endpoint.method })
        return status === 501 ? [name] : []
      }),
    )
    expect(answered.flat().sort()).toEqual([...notImplemented].sort())
  })

  it('is also the checkout of a plan that costs money', async () => {
    const person = await server().person()
    const paid = (await server().call(listPlans, {})).find((plan) => plan.price !== '0.00')
    const reply = await server().reply(checkout, { token: person.access, body: { plan_id: paid?.id ?? 0 } })
    expect(reply).toMatchObject({ status: 501, body: { code: 'not_implemented' } })
  })
})

describe('a page that is not built yet', () => {
  it('says so, and is on the list', () => {
    const folder = join(import.meta.dirname, '../../src/routes')
    const saying = globSync('**/*.tsx', { cwd: folder }).flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      const address = /createFileRoute\('([^']+)'\)/.exec(source)?.[1]
      return source.includes('component: NotBuiltYet') && address !== undefined ? [address] : []
    })
    const addresses = saying.map((address) => address.replace('/_site', '').replace(/(?<=.)\/$/, ''))
    expect(addresses.sort()).toEqual([...unbuiltPages].sort())
  })
})
